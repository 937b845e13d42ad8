"""greedy: goes to the nearest candy or apple, and looks at nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.bot import Bot, BotType
from gridbots.grid import NO_MOVE
from gridbots.hookspecs import hookimpl
from gridbots.kernel import kernel
from gridbots_baselines import snake_greedy
from gridbots_baselines.hunting import HuntingBot, Options, allow, new_keys, pick, weigh

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import AnyState, Game


@kernel
def choose(observation: AnyState, seat: int, generator: Any) -> int:
    """The legal move of Multiplayer Snake that leads nearest to a candy; the first of equals."""
    return hunt(observation, seat, generator, 0)


@kernel
def choose_any(observation: AnyState, seat: int, generator: Any) -> int:
    """As `choose`, but any of equals."""
    return hunt(observation, seat, generator, 1)


@kernel
def hunt(observation: AnyState, seat: int, generator: Any, shuffled: int) -> int:
    keys = new_keys()
    if allow(observation, seat, 0, keys) == 0:
        return NO_MOVE
    weigh(observation, seat, 0, keys)
    return pick(keys, generator, shuffled)


class MultisnakePlayer(HuntingBot):
    def __init__(self, options: Options) -> None:
        super().__init__(options, choose, choose_any)


PLAYERS: Final[dict[str, Callable[[Options], Bot]]] = {
    "multisnake": MultisnakePlayer,
    "snake": lambda options: snake_greedy.SnakeGreedy(options.seed),
}
"""The player of each game, by the name of the game."""


def make(game: Game, options: Options) -> Bot:
    return PLAYERS[game.name](options)


def policy(game: Game, options: Options) -> Any:
    if game.name == "snake":
        return snake_greedy.choose
    return choose_any if options.ties == "random" else choose


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="goes to the nearest candy or apple, whoever is in the way",
        make=make,
        options=Options,
        games=tuple(PLAYERS),
        policy=policy,
    )
