"""Strength and time use of minimax: long checks for the nightly run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

REFEREE = str(Path(sys.executable).parent / "referee")


def start(folder: Path, *words: str) -> subprocess.Popen[str]:
    command = [REFEREE, "run", *words, "--json", "--quiet", "--out", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def finished(process: subprocess.Popen[str]) -> list[dict[str, Any]]:
    events = map(json.loads, process.communicate()[0].splitlines())
    return [event for event in events if event["event"] == "match_finished"]


def won(name: str, event: dict[str, Any]) -> bool:
    winner = event["outcome"]["winner"]
    return winner is not None and event["players"][winner]["name"] == name


@pytest.mark.nightly
def test_it_beats_wall_hugger_with_a_fixed_number_of_nodes(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    name = "minimax:nodes=2000"
    matches = finished(start(tmp_path, name, "wall-hugger", "--matches", "100", "--seed", "500"))
    wins = sum(won(name, event) for event in matches)
    record_property("figure", f"{wins} of {len(matches)} won, 16x16, 2,000 nodes per move")
    assert len(matches) == 100
    assert wins >= 95


@pytest.mark.nightly
def test_it_loses_no_match_on_time_while_both_cores_are_busy(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    words = ("minimax", "wall-hugger", "--matches", "100")
    sessions = [start(tmp_path / seed, *words, "--seed", seed) for seed in ("1000", "2000")]
    matches = [event for session in sessions for event in finished(session)]
    late = sum(player["termination"] == "late" for event in matches for player in event["players"])
    wins = sum(won("minimax", event) for event in matches)
    record_property(
        "figure",
        f"{late} of {len(matches)} lost on time, {wins} won, bank 10000 ms + 200 ms per move, "
        "two sessions at once",
    )
    assert len(matches) == 200
    assert late == 0
    assert wins >= 190
