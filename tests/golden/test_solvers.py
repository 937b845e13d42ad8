"""The solvers of Snake against games recorded from the original programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.golden.recordings import golden

from gridbots import Briefing, Budget
from gridbots.bot.policy_bot import PolicyBot
from gridbots.bot.runner import make_bot
from gridbots.game import State, is_over, step
from gridbots.games.snake import GAME
from gridbots.games.snake.opening import put_snake
from gridbots.games.snake.state import blank_state, put_apple
from gridbots.grid import RIGHT, index_of, offset
from gridbots.plugins import load_bot
from gridbots_hamiltonian import cycles
from gridbots_hamiltonian.cells import inward, outward

if TYPE_CHECKING:
    from collections.abc import Iterator

MATCHES = golden("snake.jsonl")
DIRECTIONS = {letter: move for move, letter in enumerate("urdl")}
OPTIONS = {"hamilton-no-shortcuts": ("hamilton", {"shortcuts": "false"})}
"""Bot and options, where the recorded name is not that of a bot."""
AGENTS = sorted({match["agent"] for match in MATCHES})
BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)


def bot_of(agent: str, state: State) -> PolicyBot:
    name, options = OPTIONS.get(agent, (agent, {}))
    bot = make_bot(load_bot(name), name, GAME, options)
    assert isinstance(bot, PolicyBot)
    settings = GAME.make_settings({"width": int(state["width"]), "height": int(state["height"])})
    bot.open(Briefing(GAME, settings, 0, 1))
    return bot


def opening(match: dict[str, Any]) -> State:
    """The start; it may be told as one cell, column first, or as a body, row first."""
    preset = {"twanvl": "classic-30", "chuyangliu": "corner-8"}[match["source"]]
    values = {"preset": preset, "width": match["size"], "height": match["size"]}
    state = blank_state(GAME.make_settings(values))
    start = match["start"]
    row, column = start[::-1] if match["source"] == "twanvl" else start[-1]
    length = 1 if match["source"] == "twanvl" else len(start)
    put_snake(state, index_of(row, column, int(state["stride"])), RIGHT, length)
    return state


def apples_of(match: dict[str, Any], stride: int) -> list[int]:
    if match["source"] == "twanvl":
        return [index_of(row, column, stride) for column, row in match["apples"]]
    return [index_of(row, column, stride) for row, column in match["foods"]]


def lay(match: dict[str, Any], state: State, memory: Any) -> None:
    """Write the recorded cycle to a memory."""
    stride = int(state["stride"])
    here = index_of(0, 0, stride)
    memory["next_move"] = -1
    for letter in match["cycle"]:
        memory["next_move"][here] = DIRECTIONS[letter]
        here += offset(DIRECTIONS[letter], stride)
    assert cycles.number(state, memory) == match["size"] ** 2


def differences(match: dict[str, Any]) -> Iterator[list[Any]]:
    """The moves that are not the recorded ones: their numbers and letters."""
    state = opening(match)
    bot = bot_of(match["agent"], state)
    if match["agent"] == "fixed":
        lay(match, state, bot.memories[0])
    apples = iter(apples_of(match, int(state["stride"])))
    put_apple(state, next(apples))
    for number, letter in enumerate(match["moves"]):
        chosen = "urdl"[bot.choose(state, BUDGET)]
        if chosen != letter:
            yield [number, chosen]
        before = state["length"]
        step(state, [DIRECTIONS[letter]])
        if state["length"] > before and not is_over(state):
            put_apple(state, next(apples))


@pytest.mark.slow  # each compiles for seconds
@pytest.mark.parametrize("agent", AGENTS)
def test_given_the_same_apples_a_solver_makes_the_recorded_moves(agent: str) -> None:
    pytest.importorskip("numba")
    for match in MATCHES:
        if match["agent"] == agent:
            # Between equal ways the original tosses a coin.
            tossed = match.get("alternatives", [])
            assert all(each in tossed for each in differences(match)), match["id"]


def test_cells_are_driven_through_on_the_right() -> None:
    """Every step of the recorded games is one of the two moves of its square."""
    for match in MATCHES:
        if match["agent"] in {"cell", "cell1", "cell-fixed", "cell-variant"}:
            column, row = match["start"]
            for letter in match["moves"]:
                move = DIRECTIONS[letter]
                assert move in {inward(row, column), outward(row, column)}
                row, column = row + (-1, 0, 1, 0)[move], column + (0, 1, 0, -1)[move]
