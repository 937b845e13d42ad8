"""The page about the paper's configurations, over several seeds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from experiments import qlearning_multisnake as figures
from experiments.qlearning_multisnake import (
    BASELINES,
    CONFIGURATIONS,
    Options,
    beside,
    chosen,
    make,
)

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def note(folder: Path, wins: list[float], scores: list[float]) -> None:
    """Write the folder of a completed training."""
    folder.mkdir(parents=True)
    about = {"test": {"win %": wins, "score": scores}, "seconds of processor time": 14.2}
    (folder / "about.json").write_text(json.dumps(about), encoding="utf-8")


def test_the_page_has_medians_beside_published_values(tmp_path: Path) -> None:
    for seed, win in enumerate((60.0, 66.0, 61.5), 1):
        note(tmp_path / f"1-{seed}", [12.0, 20.0, win], [30.0, 40.0, 55.0])
        note(tmp_path / f"1-0.5-{seed}", [12.0, 20.0, win - 5], [30.0, 40.0, 50.0])
    options = Options(
        configurations="1", seeds=3, td_lambdas="0.5", trainings=str(tmp_path), folder=str(tmp_path)
    )
    make(options, as_json=False)
    page = (tmp_path / "qlearning_multisnake.md").read_text(encoding="utf-8")
    assert "| 1 | 3 | 12.0 (12), 20.0 (22), 61.5 (63) | 30.0 (31), 40.0 (42), 55.0 (56) |" in page
    assert "| 61.5 (63) | 55.0 (56) | 14 |" in page
    assert "60.0 / 55.0, 66.0 / 55.0, 61.5 / 55.0" in page
    assert "| 0.5 | 55.0, 61.0, 56.5 | 56.5 | 50.0 | 14 |" in page


def test_values_without_published_ones_stand_alone() -> None:
    assert beside([1.25, 2.0], ()) == "1.2, 2.0"


@pytest.mark.parametrize("name", ["7", "1:many"])
def test_an_unknown_configuration_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="expected some of 1, 2, 3, 4a"):
        make(Options(configurations=name, trainings=str(tmp_path)), as_json=False)


def test_a_configuration_can_have_its_own_number_of_seeds() -> None:
    asked = Options(configurations="4b:2 6", seeds=3)
    assert [(each.name, seeds) for each, seeds in chosen(asked)] == [("4b", 2), ("6", 3)]


def test_each_training_has_a_folder_of_its_own() -> None:
    options = Options()
    folders = {
        figures.parameters_of(each, seed, options, trace).folder
        for each in CONFIGURATIONS
        for seed in (1, 2)
        for trace in (0.0, 0.1)
    }
    assert len(folders) == 4 * len(CONFIGURATIONS)
    assert CONFIGURATIONS[0].opponents == BASELINES
