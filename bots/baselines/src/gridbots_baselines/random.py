"""random: any legal move of any game, all equally likely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from gridbots import BotType
from gridbots.game import candidates, legal, moves_mask
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.plugins.hookspecs import hookimpl
from gridbots.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import State


class Options(Settings, frozen=True):
    among: Annotated[
        Literal["legal", "candidates"],
        Meta(
            description="legal: all legal moves; candidates: without moves that another move "
            "dominates, such as deadly ones"
        ),
    ] = "legal"
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="seed of the moves; 0: from the system")
    ] = 0


@kernel
def choose(observation: State, seat: int, generator: Any) -> int:
    mask = moves_mask(observation)
    return pick(mask, legal(observation, seat, mask), generator)


@kernel
def choose_candidate(observation: State, seat: int, generator: Any) -> int:
    mask = moves_mask(observation)
    return pick(mask, candidates(observation, seat, mask), generator)


@kernel
def pick(mask: Any, count: int, generator: Any) -> int:
    """One of the marked moves, all equally likely.

    Raises:
        ValueError: fewer are marked than were counted.
    """
    if count == 0:
        return NO_MOVE
    # Not in the type of the mask: one byte cannot hold what the generator multiplies.
    move, left = 0, below(generator, int(count))
    while left > 0 or mask[move] == 0:
        left -= mask[move] != 0
        move += 1
        if move == len(mask):
            raise ValueError("expected as many moves in the mask as legal returned, got fewer")
    return move


def decision(options: Options) -> Callable[[State, int, Any], int]:
    return choose if options.among == "legal" else choose_candidate


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="moves at random",
        options=Options,
        policy=lambda game, options: decision(options),  # noqa: ARG005  the same for all games
        uses=("candidates",),
        plain=True,
        opened=True,
    )
