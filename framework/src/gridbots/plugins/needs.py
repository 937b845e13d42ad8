"""Requirements of algorithms on a game, checked before anything starts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from gridbots.game import Game


class Need(NamedTuple):
    words: str
    """The requirement, as in "expected a game with ..."."""
    found: Callable[[Game], object]
    """The actual property of the game, for the message."""
    is_met: Callable[[Game], bool]


def moves_of(game: Game) -> int:
    return len(game.moves)


def seats_of(game: Game) -> int:
    return game.seats(game.settings())


def none(game: Game) -> str:  # noqa: ARG001  it is asked where there is none
    return "none"


def moves_at_most(most: int) -> Need:
    return Need(f"at most {most} moves", moves_of, lambda game: moves_of(game) <= most)


def seats_at_most(most: int) -> Need:
    """With default settings; other settings are refused when a match begins."""
    return Need(f"1 to {most} seats", seats_of, lambda game: seats_of(game) <= most)


SEVERAL_SEATS: Final = Need("at least 2 seats", seats_of, lambda game: seats_of(game) > 1)
FEATURES: Final = Need("`features` and `evaluate`", none, lambda game: bool(game.features))
BELIEF_MODEL: Final = Need(
    "`hidden=True` and a `belief_model`", none, lambda game: game.belief_model is not None
)
SAMPLES: Final = Need(
    "`hidden=True` and `sample` or a `belief_model`", none, lambda game: game.has_samples
)


def unmet(needs: Iterable[Need], game: Game) -> str:
    """The requirements that a game does not meet, and what it has; empty if it meets all."""
    return ", and ".join(
        f"{need.words}, got {need.found(game)}" for need in needs if not need.is_met(game)
    )
