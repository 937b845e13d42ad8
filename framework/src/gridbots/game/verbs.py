"""Verbs: functions dispatched on the type of a state record, and their defaults.

The verbs find the rules by the record, so search, learning and the referee share one implementation
of the rules without naming a game. `Verbs` lists the functions of a game; an omitted one has a
default, or is not offered. Verbs and defaults run plain and compiled.
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
    """Play the move of one seat alone, in place, so that the following seats see it.

    For published searches that treat a round as a sequence of moves. There are no chance events,
    and rounds are not counted. No default.
    """


@verb
def legal(state: AnyState, seat: int, mask: Any) -> int:  # type: ignore[empty-body]
    """Set mask[move] to 1 for legal moves and to 0 for others; return the number of legal moves.

    A legal move may be suicidal. A seat that is not to move has no legal move, and neither has any
    seat in a finished match. A seat that is to move may have none only if it has no choice.
    Default: calls `accepts`.
    """


@verb
def accepts(state: AnyState, seat: int, move: int) -> bool:  # type: ignore[empty-body]
    """Whether this move is legal. Default: its entry in the mask of `legal`."""


@verb
def observe(state: AnyState, seat: int) -> None:
    """Blank in place everything that this seat does not see, including the generator.

    Default: blanks the field `generator`, if there is one.
    """


@verb
def sample(state: AnyState, seat: int, generator: Any) -> None:
    """Sample in place what a seat does not see: turn its observation into a possible state.

    The visible part stays unchanged, and all random numbers come from the generator (see
    `game.chance`). For games with hidden information; no default.
    """


@verb
def is_over(state: AnyState) -> bool:  # type: ignore[empty-body]
    """Whether the match has ended by the rules.

    Default, with the fields `rounds` and `max_rounds`: after `max_rounds` rounds.
    """


@verb
def is_living(state: AnyState, seat: int) -> bool:  # type: ignore[empty-body]
    """Whether the seat has not been eliminated. Default: no seat ever is."""


@verb
def is_to_move(state: AnyState, seat: int) -> bool:  # type: ignore[empty-body]
    """Whether the seat is to move in this round.

    A match that is not over has at least one such seat, and all of them are living. Default: every
    living seat; with the field `turn`, the seat of that number.
    """


@verb
def has_choice(state: AnyState, seat: int) -> bool:  # type: ignore[empty-body]
    """Whether the move of a seat that is to move makes a difference. Default: always."""


@verb
def utility(state: AnyState, seat: int) -> float:  # type: ignore[empty-body]
    """Utility of a finished match for a seat: 1 won, 0 drawn, -1 lost, other places between.

    Before the end of a match it is defined for eliminated seats only. Default, with the field
    `scores`: the share of other seats with lower scores, minus the share with higher ones.
    """


@verb
def reopen(state: AnyState) -> None:
    """Make in place the opening that `setup` makes with the current state of the generator.

    The generator is the field `generator`, and `setup` uses its seed only for `seed_generator`. No
    default: without it, new openings are made by `setup`, which is never compiled.
    """


@verb
def score(state: AnyState, seat: int) -> float:  # type: ignore[empty-body]
    """The score of a seat in the outcome of a finished match.

    Default: the seat's entry in the field `scores`. Without that field 0, or no score at all if the
    game has its own `outcome`.
    """


@verb
def margin(state: AnyState, seat: int) -> float:  # type: ignore[empty-body]
    """Margin of victory in a finished match, in the measure of the game's published results.

    Published tables contain its means. Default: the utility.
    """


@verb
def candidates(state: AnyState, seat: int, mask: Any) -> int:  # type: ignore[empty-body]
    """As `legal`, but may omit moves that are never better than a remaining one.

    For search. A seat with a legal move has a candidate. Default: all legal moves.
    """


@verb
def evaluate(state: AnyState, seat: int, weights: Any) -> float:  # type: ignore[empty-body]
    """Evaluation, features times weights, for a living seat of a match that is not over.

    `Game.features` has the names of the features; those with weight 0 are not computed. No default;
    searches have a substitute (see `gridbots.search.evaluation`).
    """


Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Verbs:
    """The kernels of a game, by verb; None for the default."""

    step: Kernel
    """(state, moves): play one round."""
    is_over: Kernel | None = None
    """(state): whether the match has ended; this or the fields `rounds` and `max_rounds`."""
    utility: Kernel | None = None
    """(state, seat): utility of a finished match, from -1 to 1; this or the field `scores`."""
    legal: Kernel | None = None
    """(state, seat, mask): mark and count the legal moves; this or `accepts` is needed."""
    accepts: Kernel | None = None
    """(state, seat, move): whether a move is legal."""
    observe: Kernel | None = None
    """(state, seat): blank what a seat does not see, and the generator."""
    sample: Kernel | None = None
    """(state, seat, generator): sample what a seat does not see. Without it, searches take the
    observation for the whole state."""
    is_living: Kernel | None = None
    """(state, seat): whether the seat has not been eliminated."""
    is_to_move: Kernel | None = None
    """(state, seat): whether the seat is to move."""
    has_choice: Kernel | None = None
    """(state, seat): whether its move makes a difference."""
    score: Kernel | None = None
    """(state, seat): the score in the outcome."""
    margin: Kernel | None = None
    """(state, seat): the margin of victory."""
    reopen: Kernel | None = None
    """(state): make a new opening in place."""
    step_seat: Kernel | None = None
    """(state, seat, move): play the move of one seat alone."""
    candidates: Kernel | None = None
    """(state, seat, mask): `legal` without dominated moves."""
    evaluate: Kernel | None = None
    """(state, seat, weights): features times weights."""

    def own(self) -> dict[str, Kernel]:
        """The kernels that the game defines."""
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: function for name, function in given.items() if function is not None}

    def complete(self, names: Collection[str], *, scored: bool = True) -> dict[str, Kernel]:
        """These kernels and the defaults, for records with fields of these names.

        Without `scored`, records without scores get no default of `score`.
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
    """Utility by scores among the first seats: 1 for the sole best, -1 for the sole last."""
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
