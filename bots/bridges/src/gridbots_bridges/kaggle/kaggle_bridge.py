"""Kaggle agents of Hungry Geese: the last function in a file, asked within the bridge's process.

What it prints goes to stderr, an error ends the bot, and an action that is none goes to the referee
as it came.
"""

from __future__ import annotations

import os
import shlex
import sys
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from gridbots import BotType
from gridbots.plugins.bot import ProtocolBot
from gridbots.plugins.hookspecs import hookimpl
from gridbots.settings import Settings
from gridbots_bridges.kaggle import stand_in
from gridbots_bridges.kaggle.agent_file import arguments_taken, load_agent
from gridbots_bridges.kaggle.observation import configuration, move_of, observation
from gridbots_bridges.referee_input import RefereeInput

if TYPE_CHECKING:
    from gridbots.game import Game


class KaggleOptions(Settings, frozen=True):
    command: Annotated[str, Meta(description="the file of the agent")]

    def __post_init__(self) -> None:
        if len(shlex.split(self.command)) != 1:
            raise ValueError(f"expected one file, got {self.command}")


class KaggleBridge(ProtocolBot):
    def __init__(self, options: KaggleOptions) -> None:
        (self._path,) = shlex.split(options.command)
        self._referee = RefereeInput()

    def run(self) -> None:
        replies = os.dup(1)
        # Nothing but moves must reach the referee.
        os.dup2(2, 1)
        sys.stdout = os.fdopen(2, "w", buffering=1, closefd=False)
        stand_in.install()
        agent = load_agent(self._path)
        count, settings = arguments_taken(agent, 2), None
        while self._referee.is_open:
            for request in self._referee.read()[-1:]:
                settings = settings or configuration(request)
                action = agent(*(observation(request), settings)[:count])
                answer = move_of(action) or repr(action)[:80]
                os.write(replies, f"{answer}\n".encode(errors="replace"))


def make(_: Game, options: Any) -> KaggleBridge:
    return KaggleBridge(options)


def refusal(_: Game, options: KaggleOptions) -> str:
    (path,) = shlex.split(options.command)
    is_file = os.path.isfile(path)  # noqa: PTH113  a word may be no path
    return "" if is_file else f"expected the file of an agent, got {path!r}, which is none"


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="an agent of Kaggle's Hungry Geese, as kaggle:FILE",
        options=KaggleOptions,
        make=make,
        games=("hungry-geese",),
        refusal=refusal,
    )
