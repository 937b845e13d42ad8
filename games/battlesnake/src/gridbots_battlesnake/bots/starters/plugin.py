"""How the decision of a starter becomes a bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from gridbots import BotType
from gridbots.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game


class StarterOptions(Settings, frozen=True):
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="of random moves; 0: from the system")
    ] = 0


def starter(summary: str, decide: Callable[..., int]) -> BotType:
    def policy(game: Game, options: StarterOptions) -> Any:  # noqa: ARG001  it plays one game
        return decide

    return BotType(
        summary=summary,
        options=StarterOptions,
        games=("battlesnake", "battlesnake-fog"),
        policy=policy,
        plain=True,
        opened=True,
    )
