"""Snake: one snake eats apples, grows by one cell with each, and has won when it fills the board.

The next cell must be on the board and free. The cell of the tail is not, although the tail is about
to leave it. Rules and published caps are those of two programs: twanvl/snake (preset classic-30)
and chuyangliu/snake (preset corner-8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import Outcome
from gridbots.game.outcome import has_ended
from gridbots.games.snake.state import APPLE, BODY, EMPTY, HEAD, place_apple
from gridbots.grid import DIRECTIONS, NO_MOVE, offset, opposite
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import Moves, State

__all__ = [
    "APPLE", "BODY", "EMPTY", "HEAD", "accepts", "finish", "has_choice", "is_full", "is_living",
    "is_open", "move_head", "move_tail", "outcome", "refusal", "score", "steer", "step",
    "utility",
]  # fmt: skip


@kernel
def step(state: State, moves: Moves) -> None:
    if has_ended(state):
        return
    state["rounds"] += 1
    if makes_step(state, moves[0]):
        steer(state, moves[0])
        go(state)
    finish(state)


@kernel
def makes_step(state: State, move: int) -> bool:
    """Where turning back is ignored, it makes no step, and neither does no move."""
    if state["back_is_ignored"] == 0:
        return True
    return bool(move != NO_MOVE and not turns_back(state, move))


@kernel
def turns_back(state: State, move: int) -> bool:
    return bool(state["length"] > 1 and move == opposite(state["heading"]))


@kernel
def steer(state: State, move: int) -> None:
    """Take the direction of the move; without one, go straight on."""
    if move != NO_MOVE:
        state["heading"] = move


@kernel
def go(state: State) -> None:
    """Check the next cell before the tail leaves its cell, then move."""
    state["steps"] += 1
    target = state["head"] + offset(state["heading"], state["stride"])
    found = state["cells"][target]
    if found == EMPTY:
        move_head(state, target)
        move_tail(state)
    elif found == APPLE:
        move_head(state, target)
        state["length"] += 1
        place_apple(state)
    else:
        state["dead"] = 1


@kernel
def move_head(state: State, target: int) -> None:
    cells = state["cells"]
    cells[state["head"]] = BODY + state["heading"]
    cells[target] = HEAD
    state["head"] = target


@kernel
def move_tail(state: State) -> None:
    cells, tail = state["cells"], state["tail"]
    direction = cells[tail] - BODY
    cells[tail] = EMPTY
    state["tail"] = tail + offset(direction, state["stride"])


@kernel
def finish(state: State) -> None:
    if state["dead"] != 0 or is_full(state) or state["rounds"] >= state["max_rounds"]:
        state["over"] = 1


@kernel
def is_full(state: State) -> bool:
    return bool(state["length"] == state["width"] * state["height"])


@kernel
def accepts(state: State, seat: int, move: int) -> bool:  # noqa: ARG001  there is one seat
    """All directions; where turning back is ignored, not back."""
    if state["over"] != 0:
        return False
    return state["back_is_ignored"] == 0 or not turns_back(state, move)


def refusal(state: State, seat: int, move: int) -> str:  # noqa: ARG001  only one thing is illegal
    """Why a move is illegal, for people."""
    return f"that is straight back, the snake is heading {DIRECTIONS[int(state['heading'])]}"


@kernel
def is_living(state: State, seat: int) -> bool:  # noqa: ARG001  there is one seat
    return bool(state["dead"] == 0)


@kernel
def is_open(state: State, move: int) -> bool:
    """Whether a step in this direction is survived."""
    return bool(state["cells"][state["head"] + offset(move, state["stride"])] in (EMPTY, APPLE))


@kernel
def has_choice(state: State, seat: int) -> bool:  # noqa: ARG001  there is one seat
    """Whether any step is open; an enclosed snake can survive if turning back makes no step."""
    if state["back_is_ignored"] != 0:
        return True
    for move in range(4):
        if is_open(state, move):
            return True
    return False


@kernel
def utility(state: State, seat: int) -> float:  # noqa: ARG001  there is one seat
    """From -1 to 1 with the share of the board that the snake fills."""
    return float(2 * state["length"] / (state["width"] * state["height"]) - 1)


@kernel
def score(state: State, seat: int) -> float:  # noqa: ARG001  there is one seat
    """The length."""
    return float(state["length"])


def outcome(state: State) -> Outcome:
    """A full board has won; the score is the length."""
    winner = 0 if is_full(state) else None
    return Outcome(winner=winner, places=(1,), scores=(int(score(state, 0)),))
