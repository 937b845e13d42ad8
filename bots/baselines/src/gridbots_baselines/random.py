"""random: any legal move of any game, all equally likely."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots.bot import Bot, BotType
from gridbots.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.game import MOST_MOVES, candidates, legal
from gridbots.grid import NO_MOVE
from gridbots.hookspecs import hookimpl
from gridbots.kernel import kernel
from gridbots.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.bot import Briefing, Budget
    from gridbots.game import Game, State

SEATS_PER_SEED: Final = 256
"""More seats than any game has: every seat of every seed draws numbers of its own."""


class Options(Settings, frozen=True):
    among: Annotated[
        Literal["legal", "candidates"],
        Meta(
            description="all legal moves, or without those that are never better than another, "
            "such as deadly ones where another is not"
        ),
    ] = "legal"
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="of the moves; 0: from the system")
    ] = 0


@kernel
def choose(observation: State, seat: int, generator: Any) -> int:
    mask = np.zeros(MOST_MOVES, np.uint8)
    return pick(mask, legal(observation, seat, mask), generator)


@kernel
def choose_candidate(observation: State, seat: int, generator: Any) -> int:
    mask = np.zeros(MOST_MOVES, np.uint8)
    return pick(mask, candidates(observation, seat, mask), generator)


@kernel
def pick(mask: Any, count: int, generator: Any) -> int:
    """One of the marked moves, all equally likely."""
    if count == 0:
        return NO_MOVE
    # Not as the mask counts: one byte cannot hold what the generator multiplies.
    move, left = 0, below(generator, int(count))
    while left > 0 or mask[move] == 0:
        left -= mask[move] != 0
        move += 1
    return move


def decision(options: Options) -> Callable[[State, int, Any], int]:
    return choose if options.among == "legal" else choose_candidate


class RandomBot(Bot):
    def __init__(self, game: Game, options: Options) -> None:  # noqa: ARG002  it plays any game
        self._seed = options.seed or int.from_bytes(os.urandom(4))
        self._choose = decision(options)
        self._seat = 0
        self._generator = [0] * GENERATOR_SIZE

    def open(self, briefing: Briefing) -> None:
        self._seat = briefing.seat
        seed_generator(self._generator, self._seed * SEATS_PER_SEED + self._seat)

    def choose(self, observation: State, budget: Budget) -> int:  # noqa: ARG002  it needs no time
        return self._choose(observation, self._seat, self._generator)


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="moves at random",
        make=RandomBot,
        options=Options,
        policy=lambda game, options: decision(options),  # noqa: ARG005  as for any game
    )
