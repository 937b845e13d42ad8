"""Multiplayer Snake: snakes eat candies and grow; a snake that runs into another is eliminated.

All snakes move at once, up, right, down or left. A snake may cross its own body, by the rule in
`accepts`; it may not leave the board. A snake without a legal move is eliminated, and so is every
snake whose head enters another snake. Eliminated snakes turn into candies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game.outcome import has_ended, outcome_by_survival, outlasts
from gridbots.games.multisnake.elimination import become_candies, clear_away, crash, dissolve, lift
from gridbots.games.multisnake.movement import accepts, glide, go
from gridbots.games.multisnake.state import EMPTY, SNAKE, cover, draw_cell, drop_candy
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel

if TYPE_CHECKING:
    from gridbots.game import Moves, Outcome, State


@kernel
def step(state: State, moves: Moves) -> None:
    if has_ended(state):
        return
    advance(state, moves)
    drop_candy(state, draw_cell(state))


@kernel
def advance(state: State, moves: Moves) -> None:
    """Play a round, without the candy that falls at its end."""
    state["rounds"] += 1
    go(state, moves)
    crash(state, moves)
    clear_away(state, moves)
    become_candies(state)
    if state["acceleration"]:
        drop_shed(state)
    finish(state)


@kernel
def drop_shed(state: State) -> None:
    """Drop the candy of each dash behind the tail, if that cell is free."""
    for seat in range(state["seats"]):
        if state["shed"][seat] != 0:
            if state["eliminated"][seat] == 0:
                drop_candy(state, state["shed"][seat])
            state["shed"][seat] = 0


@kernel
def finish(state: State) -> None:
    living = 0
    for seat in range(state["seats"]):
        living += state["eliminated"][seat] == 0
    if living <= 1 or state["rounds"] >= state["max_rounds"]:
        state["over"] = 1


@kernel
def rank_of(state: State, seat: int) -> int:
    """Number of snakes that lasted at least as long as this one, including it."""
    return int(state["seats"] - outlasts(state, seat))


@kernel
def score(state: State, seat: int) -> float:
    """Points divided by rank.

    The rank counts snakes eliminated in the same round: the last two, if eliminated together, have
    rank 2. A sole survivor has rank 1; at the end of time, the rank of living snakes is their
    number.
    """
    return float(state["points"][seat] / rank_of(state, seat))


def outcome(state: State) -> Outcome:
    """Places by how long the snakes lasted."""
    return outcome_by_survival(state, [score(state, seat) for seat in range(int(state["seats"]))])


@kernel
def step_seat(state: State, seat: int, move: int) -> None:
    """Move one living snake while all others rest; without a legal move it is eliminated in place.

    The searches of the CS221 paper play a round snake by snake. No candy falls and no round is
    counted. As in the paper's program, an eliminated snake leaves candies except at its head.
    """
    if move == NO_MOVE or not accepts(state, seat, move):
        take_out(state, seat)
        return
    glide(state, seat, move)
    if state["cells"][state["bodies"][seat, 0]] in (EMPTY, SNAKE + seat):
        cover(state, seat, state["bodies"][seat, 0])
    else:
        take_out(state, seat)


@kernel
def take_out(state: State, seat: int) -> None:
    state["eliminated"][seat] = state["rounds"] + 1
    lift(state, seat)
    dissolve(state, seat, 1)
    living = 0
    for other in range(state["seats"]):
        living += state["eliminated"][other] == 0
    if living <= 1:
        state["over"] = 1
