"""swift: edge patterns, their weights, and the fit of the weights."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pytest

from gridbots.games.snake import GAME
from gridbots.plugins import load_bot
from gridbots.settings import make_settings
from gridbots.vector import Outcomes, play_matches
from gridbots_hamiltonian.swift import patterns, policy, weights
from gridbots_hamiltonian.swift.plans import trail

if TYPE_CHECKING:
    from gridbots.game import State

FITTING: Final = Path(__file__).parents[2] / "scripts" / "fit_swift_patterns.py"
BOARD: Final = "dllll. rdr0.. .ru... ...... ....a. ......"


def drawn(board: str, heading: str) -> State:
    """A board as the wire writes it: each part of the body points to the next one."""
    rows = board.split()
    values = GAME.make_settings({"width": len(rows[0]), "height": len(rows)})
    return GAME.wire.read_updates(None, values, {"heading": heading, "field": "".join(rows)})


def played(matches: int, values: dict[str, Any], **options: str) -> Outcomes:
    pytest.importorskip("numba")
    kind = load_bot("swift")
    assert kind.policy is not None
    chosen = kind.policy(GAME, make_settings(kind.options, options))
    return play_matches(GAME, GAME.make_settings(values), [chosen], matches, seed=3)


def in_thought(state: State) -> tuple[Any, Any]:
    """Memory and workspace for a state."""
    memory, work = policy.policy(0).memories(1)[0], np.zeros(1, policy.WORK)[0]
    policy.open_memory(state, memory)
    policy.clear_work(work)
    trail.lay_trail(state, memory, work)
    return memory, work


def fitting_script() -> Any:
    spec = importlib.util.spec_from_file_location("fit_swift_patterns", FITTING)
    assert spec
    assert spec.loader
    module = sys.modules["fit_swift_patterns"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def turned(board: str) -> str:
    """A drawn board, turned clockwise by a quarter."""
    arrows = str.maketrans("urdl", "rdlu")
    return " ".join(
        "".join(column[::-1]) for column in zip(*board.translate(arrows).split(), strict=True)
    )


def patterns_of(board: str, heading: str) -> Any:
    """How often each class of patterns is there, by kind."""
    memory, work = in_thought(drawn(board, heading))
    counts = np.zeros(patterns.KINDS * patterns.PATTERNS)
    patterns.count_patterns(memory, work, counts)
    groups = patterns.classes()
    return [np.bincount(groups, each) for each in counts.reshape(patterns.KINDS, -1)]


def test_a_rotated_board_has_the_same_patterns() -> None:
    first, second = patterns_of(BOARD, "right"), patterns_of(turned(BOARD), "down")
    cells, vertices, _ = (each.sum() for each in first)
    assert (cells, vertices) == (9, 4 + 8)
    assert all(np.array_equal(*each) for each in zip(first, second, strict=True))
    assert first[0][0] < 9


def test_the_value_of_patterns_is_the_sum_of_their_weights() -> None:
    memory, work = in_thought(drawn(BOARD, "right"))
    counts = np.zeros(patterns.KINDS * patterns.PATTERNS)
    patterns.count_patterns(memory, work, counts)
    expected = memory["pattern_weights"][3].ravel().astype(float) @ counts
    assert patterns.pattern_value(memory, work, 3) == pytest.approx(expected, rel=1e-4)


@pytest.mark.slow
def test_small_boards_are_evaluated_by_distances_only() -> None:
    board = {"width": 8, "height": 8}
    ways = [played(10, board, evaluation=evaluation) for evaluation in ("patterns", "distances")]
    assert ways[0].rounds.tolist() == ways[1].rounds.tolist()


@pytest.mark.slow
def test_weights_are_fitted_to_contenders() -> None:
    pytest.importorskip("numba")
    fitting = fitting_script()
    found = fitting.gather(side=8, games=2, seed=1, every=10)
    assert (np.bincount(found["apple"]) <= fitting.CONTENDERS).all()
    assert (found["costs"] > 0).any()
    features, table = fitting.fit(found, squares=64)
    assert features.shape == (weights.TENTHS, weights.FEATURE_COUNT)
    assert table.shape == (weights.TENTHS, patterns.KINDS, patterns.classes().max() + 1)


@pytest.mark.slow
def test_large_boards_are_evaluated_by_patterns_and_filled() -> None:
    board = {"width": 24, "height": 24}
    ways = [played(2, board, evaluation=evaluation) for evaluation in ("patterns", "distances")]
    assert all((outcomes.utilities == 1).all() for outcomes in ways)
    assert ways[0].rounds.tolist() != ways[1].rounds.tolist()
