"""smart-greedy: goes to the nearest candy, but never onto another snake as it lies now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.bot import Bot, BotType
from gridbots.grid import NO_MOVE
from gridbots.hookspecs import hookimpl
from gridbots.kernel import kernel
from gridbots_baselines.hunting import HuntingBot, Options, allow, new_keys, pick, weigh

if TYPE_CHECKING:
    from gridbots.game import AnyState, Game


@kernel
def choose(observation: AnyState, seat: int, generator: Any) -> int:
    """The move onto no other snake that leads nearest to a candy; the first of equals."""
    return hunt(observation, seat, generator, 0)


@kernel
def choose_any(observation: AnyState, seat: int, generator: Any) -> int:
    """As `choose`, but any of equals."""
    return hunt(observation, seat, generator, 1)


@kernel
def hunt(observation: AnyState, seat: int, generator: Any, shuffled: int) -> int:
    keys = new_keys()
    if allow(observation, seat, 1, keys) == 0:
        return NO_MOVE
    weigh(observation, seat, 0, keys)
    return pick(keys, generator, shuffled)


def make(game: Game, options: Options) -> Bot:  # noqa: ARG001  it plays one game
    return HuntingBot(options, choose, choose_any)


def policy(game: Game, options: Options) -> Any:  # noqa: ARG001  it plays one game
    return choose_any if options.ties == "random" else choose


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="goes to the nearest candy around the other snakes",
        make=make,
        options=Options,
        games=("multisnake",),
        policy=policy,
    )
