"""Outcome of a finished match, and the order of elimination.

The kernels at the end are for games whose record has `over`, or `eliminated`: for each seat the
round in which it was eliminated, 0 for a living seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots.errors import PluginError
from gridbots.errors.author_code import definition
from gridbots.game.verbs import score, utility
from gridbots.kernel import bind, kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game.state import State


class Outcome(msgspec.Struct, frozen=True):
    """Outcome of a finished match by the rules, in seat order."""

    winner: int | None
    """The seat that won alone; None for a draw, or for a single seat that has not won."""
    places: tuple[int, ...]
    """1 for the best; equals share a place, and the following places are skipped."""
    scores: tuple[float, ...]
    """The game's own points."""


def outcome_of(places: Sequence[int], scores: Sequence[float]) -> Outcome:
    """An outcome from places and scores; a seat alone in place 1 is the winner.

    In a game with one seat there is no winner, unless the game itself decides so.
    """
    first = [seat for seat, place in enumerate(places) if place == 1]
    winner = first[0] if len(first) == 1 < len(places) else None
    plain = tuple(int(place) for place in places)
    return Outcome(winner=winner, places=plain, scores=tuple(scores))


def whole(number: float) -> float:
    """Convert an integral number to int, so that it is formatted without a decimal point."""
    return int(number) if number == int(number) else float(number)


def outcome_by_utility(state: State, seats: int) -> Outcome:
    """Places by utility; a single seat has won with a utility of 1."""
    utilities = [_number(utility, state, seat) for seat in range(seats)]
    scores = [whole(_number(score, state, seat)) for seat in range(seats)]
    places = [1 + sum(other > mine for other in utilities) for mine in utilities]
    outcome = outcome_of(places, scores)
    if seats == 1 and utilities[0] == 1:
        return msgspec.structs.replace(outcome, winner=0)
    return outcome


def _number(act: Callable[[State, int], float], state: State, seat: int) -> float:
    """What `utility` or `score` returns.

    Raises:
        PluginError: it is no number.
    """
    value: object = act(state, seat)
    try:
        return float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        function = bind(act, state)
        what = f"expected a number from {act.__name__} ({definition(function)})"
        raise PluginError(f"{what}, got {value!r}") from None


def outcome_by_survival(state: State, scores: Sequence[float]) -> Outcome:
    """Places by how long the seats lasted."""
    return outcome_of([1 + outlasted_by(state, seat) for seat in range(len(scores))], scores)


@kernel
def has_ended(state: State) -> bool:
    return bool(state["over"] != 0)


@kernel
def is_in_play(state: State, seat: int) -> bool:
    return bool(state["eliminated"][seat] == 0)


@kernel
def outlasted_by(state: State, seat: int) -> int:
    """How many seats lasted longer than this one."""
    gone, longer = state["eliminated"][seat], 0
    for other in range(state["seats"]):
        theirs = state["eliminated"][other]
        longer += gone != 0 and (theirs == 0 or theirs > gone)
    return longer


@kernel
def outlasts(state: State, seat: int) -> int:
    """How many seats this one outlasted."""
    gone, shorter = state["eliminated"][seat], 0
    for other in range(state["seats"]):
        theirs = state["eliminated"][other]
        shorter += theirs != 0 and (gone == 0 or theirs < gone)
    return shorter


@kernel
def standing(state: State, seat: int) -> float:
    """1 for a seat that outlasts all others, -1 for one that all others outlast; the sum is 0.

    For two or more seats.
    """
    return float((outlasts(state, seat) - outlasted_by(state, seat)) / (state["seats"] - 1))
