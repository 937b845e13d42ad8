"""greedy: goes to the nearest candy or apple, and looks at nothing else."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from gridbots import BotType
from gridbots.plugins.hookspecs import hookimpl
from gridbots_baselines import snake_greedy
from gridbots_baselines.hunter import Options, hunt, plan_of

if TYPE_CHECKING:
    from gridbots.game import Game


def policy(game: Game, options: Options) -> Any:
    if game.name == "snake":
        return snake_greedy.choose
    return functools.partial(hunt, plan_of(options, careful=False, envious=False))


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="goes to the nearest candy or apple, whoever is in the way",
        options=Options,
        games=("multisnake", "snake"),
        policy=policy,
        plain=True,
        opened=True,
    )
