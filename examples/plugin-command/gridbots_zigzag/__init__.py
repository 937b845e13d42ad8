"""zigzag: a bot that is a Perl program. This module only declares how to start it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from gridbots import BotType, Command, Settings, hookimpl

if TYPE_CHECKING:
    from gridbots import Game


class Options(Settings, frozen=True):
    every: Annotated[int, Meta(ge=1, le=64, description="moves before each turn")] = 1


def make(game: Game, options: Options) -> Command:
    program = Path(__file__).with_name("zigzag.pl")
    return Command(("perl", str(program), str(options.every)))


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(summary="rides in zigzags", make=make, options=Options, games=("light-riders",))
