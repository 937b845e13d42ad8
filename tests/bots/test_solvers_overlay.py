"""Overlays of solvers: they can be drawn, and the solvers keep to their plans."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from gridbots import Bot, Briefing, Budget, is_over, step
from gridbots.bot.runner import make_bot
from gridbots.game import copy_state
from gridbots.games.snake import GAME
from gridbots.pictures.overlay import LETTERS, OVERLAY, Overlay, following, read_overlay
from gridbots.plugins import load_bot

if TYPE_CHECKING:
    from gridbots.pictures.overlay import Way

pytestmark = pytest.mark.slow  # each solver compiles for seconds

BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)
SETTINGS = GAME.make_settings({"width": 8, "height": 8})
ROUNDS = 120


def overlays_and_moves(
    name: str, capsys: pytest.CaptureFixture[str]
) -> tuple[list[Overlay], list[int]]:
    """The overlays of a solver in its first rounds, and its moves."""
    bot = make_bot(load_bot(name), name, GAME, {"overlay": "true"})
    assert isinstance(bot, Bot)
    bot.open(Briefing(GAME, SETTINGS, 0, 1))
    state, moves = GAME.setup(SETTINGS, 5), []
    for _ in range(ROUNDS):
        if is_over(state):
            break
        moves.append(bot.choose(copy_state(state), BUDGET))
        step(state, [moves[-1]])
    lines = capsys.readouterr().err.encode().splitlines()
    return [read_overlay(line.removeprefix(OVERLAY)) for line in lines], moves


def cells_of(way: Way) -> list[tuple[int, int]]:
    row, column, steps = way
    cells = [(row, column)]
    for letter in steps:
        row += {"u": -1, "d": 1}.get(letter, 0)
        column += {"l": -1, "r": 1}.get(letter, 0)
        cells.append((row, column))
    return cells


@pytest.mark.parametrize("name", ["swift", "cell", "cell-fixed", "fixed", "dhcr", "path-greedy"])
def test_a_path_begins_with_the_move(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    overlays, moves = overlays_and_moves(name, capsys)
    assert len(overlays) == len(moves) > 20
    assert [LETTERS.index(each.path[0][2][0]) for each in overlays] == moves


def test_swift_keeps_to_its_plan_until_the_apple(capsys: pytest.CaptureFixture[str]) -> None:
    overlays, _ = overlays_and_moves("swift", capsys)
    plans = [each.path[0][2] for each in overlays]
    for plan, after in itertools.pairwise(plans):
        assert len(plan) == 1 or after == plan[1:]


def test_the_tree_of_cells_joins_neighbours(capsys: pytest.CaptureFixture[str]) -> None:
    overlays, _ = overlays_and_moves("cell", capsys)
    shown = list(itertools.accumulate(overlays, following))
    trees = [each.tree or () for each in shown if each is not None]
    assert any(trees)
    for tree in trees:
        parents = {cells_of(way)[0]: cells_of(way)[-1] for way in tree}
        assert len(parents) == len(tree)
        for child, parent in parents.items():
            assert abs(child[0] - parent[0]) + abs(child[1] - parent[1]) == 2
            assert child[0] % 2 == child[1] % 2 == 0


@pytest.mark.parametrize("name", ["fixed", "dhcr"])
def test_a_cycle_visits_every_square_once(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    overlays, _ = overlays_and_moves(name, capsys)
    cycles = [each.cycle for each in overlays if each.cycle]
    assert cycles
    for (way,) in cycles:
        visited = cells_of(way)
        assert visited[0] == visited[-1]
        assert len(set(visited)) == len(visited) - 1 == 64
