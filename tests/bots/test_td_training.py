"""How td learns: returns by hand, and the same weights from the same seed, even after a stop."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots_td.choosing import mind_of
from gridbots_td.curves import as_csv, as_svg
from gridbots_td.minds import named, plan_of
from gridbots_td.practising import LESSON, epsilon_of, learn_from, note_dtype, rate_of
from gridbots_td.train import Parameters, Practice, Progress, Run, blank_mind, compact, main

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_td.minds import Mind

RANDOM = "random:among=candidates"
SMALL = Parameters(
    features="paper",
    depth=1,
    max_rounds=12,
    opponents=(f"1.0 {RANDOM}",),
    episodes=8,
    restarts=2,
    copies=2,
    examiners=(RANDOM,),
    validation=2,
    matches=2,
)
"""Affordable without numba."""
QUIET = Progress(tells_programs=False)


def lesson(**values: float) -> Any:
    made = np.zeros(1, LESSON)[0]
    for name, value in values.items():
        made[name] = value
    return made


def learned(values: list[float], explores: list[int], decided: list[int]) -> list[float]:
    """The weights after an episode that was won: every position has a feature of its own.

    From weights of 0 with rate 1 each of these then is the target of its position.
    """
    moves = len(values)
    mind = mind_of(
        plan_of(blank_mind(SMALL), Practice(SMALL, 0, plain=True).states.dtype, turns=True)[0]
    )
    mind["weights"] = 0.0
    note = np.zeros(1, note_dtype(moves))[0]
    note["length"], note["values"] = moves, values
    note["explores"], note["decided"] = explores, decided
    for at in range(moves):
        note["dense"][at, at] = 2.0
    rules = lesson(planned=10, rate=1.0, steady=1.0, gamma=0.5)
    rules["lambda"] = 0.25
    learn_from(rules, mind, note, 1.0)
    return [2 * weight for weight in mind["weights"][:moves].tolist()]


def test_targets_are_lambda_returns_from_the_end() -> None:
    last = 1.0
    middle = 0.5 * (0.75 * 0.4 + 0.25 * last)
    first = 0.5 * (0.75 * 0.2 + 0.25 * middle)
    assert learned([0.9, 0.2, 0.4], [0, 0, 0], [0, 0, 0]) == pytest.approx([first, middle, last])


def test_behind_a_move_that_explores_the_return_is_cut() -> None:
    assert learned([0.9, 0.2, 0.4], [0, 0, 1], [0, 0, 0])[1] == pytest.approx(0.5 * 0.4)


def test_an_end_that_did_not_come_is_not_learned_and_not_believed() -> None:
    found = learned([0.9, 0.2, 1.0], [0, 0, 0], [0, 0, 1])
    assert found[2] == 0
    assert found[1] == pytest.approx(0.5 * 1.0)


def test_rate_and_epsilon_fall_as_told() -> None:
    rules = lesson(planned=100, rate=0.1, steady=0.5, epsilon=0.4, epsilon_end=0.2, falling=0.5)
    found = []
    for rules["episodes"] in (0, 50, 75, 100):
        found.append((rate_of(rules), epsilon_of(rules)))
    assert np.array(found) == pytest.approx(
        np.array([(0.1, 0.4), (0.1, 0.2), (0.05, 0.2), (0.0, 0.2)])
    )


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Mind, list[list[float]]]:
    run = Run(SMALL, tmp_path_factory.mktemp("whole") / "a.checkpoint", plain=True)
    return run.train(QUIET), run.curves


def test_a_run_that_was_stopped_ends_with_the_same_weights(
    trained: tuple[Mind, list[list[float]]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoint = tmp_path / "a.checkpoint"
    stopped = Run(SMALL, checkpoint, plain=True)

    def save_and_stop() -> None:
        Run.save(stopped)
        if stopped.practice.restart == 1 and stopped.practice.curve:
            raise KeyboardInterrupt

    monkeypatch.setattr(stopped, "save", save_and_stop)
    with pytest.raises(KeyboardInterrupt):
        stopped.train(QUIET)
    going_on = Run(SMALL, checkpoint, plain=True)
    assert going_on.practice.restart == 1
    assert going_on.practice.episodes > 0
    assert going_on.train(QUIET) == trained[0]
    np.testing.assert_array_equal(going_on.curves, trained[1])


def test_another_seed_gives_other_weights() -> None:
    first, other = (Practice(SMALL, restart, plain=True).mind() for restart in (0, 1))
    assert first.weights != other.weights


def test_a_checkpoint_of_other_parameters_is_refused(tmp_path: Path) -> None:
    from dataclasses import replace

    checkpoint = tmp_path / "a.checkpoint"
    Run(SMALL, checkpoint, plain=True).save()
    with pytest.raises(SystemExit, match=r"expected the parameters of .* another gamma"):
        Run(replace(SMALL, gamma=0.5), checkpoint, plain=True)


def test_the_program_learns_from_the_last_round_alone() -> None:
    from dataclasses import replace

    parameters = replace(
        SMALL, features="program", memory="frozen", first_seat=True, spread=0.0, copies=1, rate=0.5,
        averaging=0.0,
    )  # fmt: skip
    practice = Practice(parameters, 0, plain=True)
    while not practice.curve:
        before = practice.notes[0]["before"].copy()
        practice.play_round()
    (_, margin), *_ = [(0, practice.margins[0, 0])]
    last = practice.notes[0]["before"]
    weights = mind_of(practice.plans[0])["weights"][:11]
    assert before.any()
    assert weights == pytest.approx(0.5 * margin * last[:11])


def test_curves_are_written_as_numbers_and_as_a_picture() -> None:
    rows = [[0, 10, 1.5, 0.5, 0.25, float("nan")], [0, 20, 3.0, 0.75, 0.25, 3.0]]
    assert as_csv(rows, ["a<b"]).splitlines() == [
        "restart,episodes,margin,won,lost,a<b",
        "0,10,1.5000,0.5000,0.2500,nan",
        "0,20,3.0000,0.7500,0.2500,3.0000",
    ]
    picture = as_svg(rows, ["a<b"], "a curve")
    assert "a&lt;b" in picture
    assert "nan" not in picture


def test_numbers_of_a_row_are_written_on_one_line() -> None:
    assert json.loads(compact(b'{\n "a": [\n  1,\n  2\n ]\n}')) == {"a": [1, 2]}
    assert compact(b'{\n "a": [\n  1,\n  2\n ]\n}') == b'{\n "a": [ 1, 2 ]\n}'


def test_weights_have_the_names_of_their_features() -> None:
    dense, tables = named("paper", np.arange(9.0))
    assert dense["bias"] == 0
    assert dense["edge"] == 8
    assert tables == {}


def test_help_tells_every_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    told = capsys.readouterr().out
    for name in Parameters.__dataclass_fields__:
        assert f"--{name.replace('_', '-')}" in told
