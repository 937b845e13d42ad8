"""Verbs: functions dispatched on the type of a state record, and their defaults.

The verbs find the rules by the record, so search, learning and the referee use one text of the
rules without naming a game. `Verbs` lists what a game brings; what it leaves out has a default, or
is not offered. Verbs and defaults run plain and compiled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from gridbots.game.state import moves_mask
from gridbots.kernel import kernel, move_count, verb

if TYPE_CHECKING:
    from collections.abc import Collection

    from gridbots.game.state import AnyState, Moves


@verb
def step(state: AnyState, moves: Moves) -> None:
    """Play one round in place: everything is decided first, then applied."""


@verb
def step_seat(state: AnyState, seat: int, move: int) -> None:
    """Play the move of one seat alone, in place: the seats after it see it.

    For searches that take a round for a sequence of moves, as published ones do. Nothing is drawn,
    and rounds are not counted. No default.
    """


@verb
def legal(state: AnyState, seat: int, mask: Any) -> int:  # type: ignore[empty-body]
    """Set mask[move] to 1 where the rules accept the move, else 0; return how many they accept.

    A legal move may still be suicidal. A seat that is not to move has none, and none has in a
    finished match. A seat that is to move may have none only where it has no choice either.
    Default: asks `accepts`.
    """


@verb
def accepts(state: AnyState, seat: int, move: int) -> bool:  # type: ignore[empty-body]
    """Whether the rules accept this move. Default: its place in the mask of `legal`."""


@verb
def observe(state: AnyState, seat: int) -> None:
    """Blank in place what this seat cannot see; the generator is never seen.

    Default: blanks the field `generator`, if there is one.
    """


@verb
def sample(state: AnyState, seat: int, generator: Any) -> None:
    """Draw in place what a seat does not see: of what it observes make a state that may be so.

    What it sees stays as it is, and all chance comes from the generator (see `game.chance`).
    For games that hide something; no default.
    """


@verb
def is_over(state: AnyState) -> bool:  # type: ignore[empty-body]
    """Whether the match has ended by the rules.

    Default, with the fields `rounds` and `max_rounds`: after so many rounds.
    """


@verb
def is_living(state: AnyState, seat: int) -> bool:  # type: ignore[empty-body]
    """Whether the seat has not been eliminated. Default: nobody ever is."""


@verb
def is_to_move(state: AnyState, seat: int) -> bool:  # type: ignore[empty-body]
    """Whether the seat is asked for a move in this round.

    A match that goes on has at least one such seat, and all of them are living. Default: every
    living seat; with the field `turn`, the one of that number.
    """


@verb
def has_choice(state: AnyState, seat: int) -> bool:  # type: ignore[empty-body]
    """Whether the move of a seat that is asked can still change anything. Default: always."""


@verb
def utility(state: AnyState, seat: int) -> float:  # type: ignore[empty-body]
    """How a finished match went for a seat: 1 won, 0 drawn, -1 lost, between them for places.

    Of a match that goes on, how it will have gone for a seat that is out. Default, with the field
    `scores`: the share of the others that have less, minus the share that have more.
    """


@verb
def reopen(state: AnyState) -> None:
    """Make in place the opening that `setup` makes with the generator as it stands.

    The generator is the field `generator`, and `setup` does nothing with its seed but
    `seed_generator`. No default: then new openings are made by `setup`, which is never compiled.
    """


@verb
def score(state: AnyState, seat: int) -> float:  # type: ignore[empty-body]
    """The score of a seat in the outcome of a finished match.

    Default: the seat's entry in the field `scores`; without that field 0, or no score at all where
    the game makes its outcomes itself.
    """


@verb
def margin(state: AnyState, seat: int) -> float:  # type: ignore[empty-body]
    """How much a finished match was won by, in the measure in which the game's results are told.

    Published tables give means of it. Default: the utility.
    """


@verb
def candidates(state: AnyState, seat: int, mask: Any) -> int:  # type: ignore[empty-body]
    """As `legal`, but may leave out moves that are never better than one that is kept.

    For search. A seat that has a legal move has a candidate. Default: all legal moves.
    """


@verb
def evaluate(state: AnyState, seat: int, weights: Any) -> float:  # type: ignore[empty-body]
    """Features times weights: how good the position is for a living seat of a match that goes on.

    The features have their names in `Game.features`; those of weight 0 are not computed. No
    default: for searches something stands in (see `gridbots.search.evaluation`).
    """


Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Verbs:
    """The kernels of a game, by the verbs that they stand for; None for the default."""

    step: Kernel
    """(state, moves): play one round."""
    is_over: Kernel | None = None
    """(state): whether the match has ended; this or the fields `rounds` and `max_rounds`."""
    utility: Kernel | None = None
    """(state, seat): how a finished match went, from -1 to 1; this or the field `scores`."""
    legal: Kernel | None = None
    """(state, seat, mask): mark and count the legal moves; this or `accepts` is needed."""
    accepts: Kernel | None = None
    """(state, seat, move): whether a move is legal."""
    observe: Kernel | None = None
    """(state, seat): blank what a seat does not see."""
    sample: Kernel | None = None
    """(state, seat, generator): draw what a seat does not see."""
    is_living: Kernel | None = None
    """(state, seat): whether the seat has not been eliminated."""
    is_to_move: Kernel | None = None
    """(state, seat): whether the seat is asked for a move."""
    has_choice: Kernel | None = None
    """(state, seat): whether its move can change anything."""
    score: Kernel | None = None
    """(state, seat): the score in the outcome."""
    margin: Kernel | None = None
    """(state, seat): how much the match was won by."""
    reopen: Kernel | None = None
    """(state): make a new opening in place."""
    step_seat: Kernel | None = None
    """(state, seat, move): play the move of one seat alone."""
    candidates: Kernel | None = None
    """(state, seat, mask): `legal` without moves that are never better."""
    evaluate: Kernel | None = None
    """(state, seat, weights): features times weights."""

    def own(self) -> dict[str, Kernel]:
        """What the game brings itself."""
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: function for name, function in given.items() if function is not None}

    def complete(self, names: Collection[str], *, scored: bool = True) -> dict[str, Kernel]:
        """With the defaults, for records with fields of these names.

        Without `scored` there is no default for scores that the record does not have.
        """
        found: dict[str, Kernel] = {
            "legal": legal_by_accepts,
            "accepts": accepts_by_legal,
            "observe": observe_all_but_the_generator if "generator" in names else observe_all,
            "is_living": always,
            "is_to_move": living_is_to_move,
            "has_choice": always,
            "margin": margin_by_utility,
            "candidates": candidates_by_legal,
        }
        if "scores" in names:
            found["score"] = score_by_field
            found["utility"] = utility_by_seats if "seats" in names else utility_by_scores
        elif scored:
            found["score"] = no_score
        if "turn" in names:
            found["is_to_move"] = is_to_move_by_turn
        if {"rounds", "max_rounds"} <= {*names}:
            found["is_over"] = is_over_by_rounds
        return found | self.own()


@kernel
def legal_by_accepts(state: AnyState, seat: int, mask: Any) -> int:
    count = 0
    for move in range(move_count(state)):
        is_accepted = accepts(state, seat, move)
        mask[move] = is_accepted
        count += is_accepted
    return count


@kernel
def accepts_by_legal(state: AnyState, seat: int, move: int) -> bool:
    mask = moves_mask(state)
    legal(state, seat, mask)
    return bool(0 <= move < len(mask) and mask[move] != 0)


@kernel
def observe_all_but_the_generator(state: AnyState, seat: int) -> None:  # noqa: ARG001  all see the same
    generator = state["generator"]
    for index in range(len(generator)):
        generator[index] = 0


@kernel
def observe_all(state: AnyState, seat: int) -> None:
    pass


@kernel
def always(state: AnyState, seat: int) -> bool:  # noqa: ARG001  whatever it is
    return True


@kernel
def living_is_to_move(state: AnyState, seat: int) -> bool:
    return is_living(state, seat)


@kernel
def is_to_move_by_turn(state: AnyState, seat: int) -> bool:
    return bool(state["turn"] == seat and is_living(state, seat))


@kernel
def is_over_by_rounds(state: AnyState) -> bool:
    return bool(state["rounds"] >= state["max_rounds"])


@kernel
def utility_by_scores(state: AnyState, seat: int) -> float:
    return place_among(state, seat, len(state["scores"]))


@kernel
def utility_by_seats(state: AnyState, seat: int) -> float:
    return place_among(state, seat, state["seats"])


@kernel
def place_among(state: AnyState, seat: int, seats: int) -> float:
    """Place by scores among the first seats: 1 for the best alone, -1 for the last alone."""
    scores, ahead = state["scores"], 0
    for other in range(seats):
        ahead += int(scores[other] < scores[seat]) - int(scores[other] > scores[seat])
    return float(ahead / max(1, seats - 1))


@kernel
def score_by_field(state: AnyState, seat: int) -> float:
    return float(state["scores"][seat])


@kernel
def no_score(state: AnyState, seat: int) -> float:  # noqa: ARG001  whatever it is
    return 0.0


@kernel
def margin_by_utility(state: AnyState, seat: int) -> float:
    return utility(state, seat)


@kernel
def candidates_by_legal(state: AnyState, seat: int, mask: Any) -> int:
    return legal(state, seat, mask)
