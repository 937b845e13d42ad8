"""Two small games, to be hard on bots for any game: in turns with 40 moves, and with dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.game import Game, Verbs, new_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.kernel import kernel
from gridbots.settings import NoSettings

if TYPE_CHECKING:
    from gridbots.game import Moves, State

ROWS: Final = 5
COLUMNS: Final = 8
IN_LINE: Final = 4
"""So many stones in a line win."""

FOUR_STATE: Final = np.dtype(
    [("rounds", "i4"), ("turn", "i4"), ("winner", "i4"), ("stones", "u1", (ROWS, COLUMNS))]
)


@kernel
def put_stone(state: State, moves: Moves) -> None:
    seat = state["turn"]
    move = moves[seat]
    if move >= 0 and not is_finished(state):
        row, column = move // COLUMNS, move % COLUMNS
        state["stones"][row, column] = 1 + seat
        if longest_line(state, row, column) >= IN_LINE:
            state["winner"] = 1 + seat
    state["rounds"] += 1
    state["turn"] = 1 - seat


@kernel
def longest_line(state: State, row: int, column: int) -> int:
    """Stones of one seat in a line through this one."""
    longest = 0
    for direction in range(4):
        down, right = min(direction, 1), 1 if direction == 0 else direction - 2
        longest = max(
            longest,
            1 + stones_from(state, row, column, down, right)
            + stones_from(state, row, column, -down, -right),
        )  # fmt: skip
    return longest


@kernel
def stones_from(state: State, row: int, column: int, down: int, right: int) -> int:
    """Stones like this one in a direction."""
    stones, count = state["stones"], 0
    there, across = row + down, column + right
    while 0 <= there < ROWS and 0 <= across < COLUMNS:
        if stones[there, across] != stones[row, column]:
            break
        count += 1
        there += down
        across += right
    return count


@kernel
def is_finished(state: State) -> bool:
    return bool(state["winner"] > 0 or state["rounds"] >= ROWS * COLUMNS)


@kernel
def is_bare(state: State, seat: int, move: int) -> bool:
    is_turn = state["turn"] == seat and not is_finished(state)
    return bool(is_turn and state["stones"][move // COLUMNS, move % COLUMNS] == 0)


@kernel
def has_won(state: State, seat: int) -> float:
    if state["winner"] == 0:
        return 0.0
    return 1.0 if state["winner"] == 1 + seat else -1.0


FOUR: Final = Game(
    name="four",
    title="Four",
    summary="Put stones on a board in turns; four in a line win.",
    moves=tuple(f"{row}-{column}" for row in range(ROWS) for column in range(COLUMNS)),
    settings=NoSettings,
    seats=lambda _: 2,
    state=FOUR_STATE,
    setup=lambda settings, seed: new_state(FOUR_STATE, settings, seed),
    verbs=Verbs(step=put_stone, is_over=is_finished, accepts=is_bare, utility=has_won),
    chance=False,
)
"""Without scores, so that roll-outs stand in."""


GAMBLE_STATE: Final = np.dtype(
    [("generator", "i8", (GENERATOR_SIZE,)), ("scores", "i4", (3,)), ("rounds", "i4"),
     ("max_rounds", "i4"), ("bets", "i4")]
)  # fmt: skip


@kernel
def throw_dice(state: State, moves: Moves) -> None:
    """A move n wins n + 1 points if a die shows more than n, and loses one otherwise."""
    for seat in range(len(state["scores"])):
        if moves[seat] >= 0:
            wins = below(state["generator"], 6) > moves[seat]
            state["scores"][seat] += moves[seat] + 1 if wins else -1
    state["rounds"] += 1


@kernel
def may_gamble(state: State, seat: int, move: int) -> bool:  # noqa: ARG001  whoever it is
    return bool(state["rounds"] < state["max_rounds"])


def set_up_gamble(settings: Any, seed: int) -> State:
    state = new_state(GAMBLE_STATE, settings, seed)
    state["max_rounds"] = 12
    return state


GAMBLE: Final = Game(
    name="gamble",
    title="Gamble",
    summary="Bet on dice; the most points win.",
    moves=("one", "two", "three", "four", "five", "six"),
    settings=NoSettings,
    seats=lambda _: 3,
    state=GAMBLE_STATE,
    setup=set_up_gamble,
    verbs=Verbs(step=throw_dice, accepts=may_gamble),
    chance=True,
)
"""With scores: their lead stands in. Three and four have the highest expectation, 1.33 and 1.0."""
