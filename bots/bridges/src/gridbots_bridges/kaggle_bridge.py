"""Kaggle agents of Hungry Geese: the last function in a file, called in the bridge's process.

The agent's output goes to stderr, an error ends the bot, and an invalid action is forwarded to the
referee unchanged.
"""

from __future__ import annotations

import inspect
import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from msgspec import Meta

from gridbots import BotType
from gridbots.errors import PluginError
from gridbots.limits import ArenaTime
from gridbots.plugins.bot import ProtocolBot
from gridbots.plugins.hookspecs import hookimpl
from gridbots.protocol import read_count
from gridbots.settings import Settings
from gridbots_bridges import kaggle_stand_in
from gridbots_bridges.kaggle_stand_in import Configuration, Observation
from gridbots_bridges.line_bridge import RefereeInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game
    from gridbots.protocol import Request


TIME: Final = ArenaTime(timebank_ms=61_000, time_per_move_ms=1_000, is_told=True)
"""1 s for each move, and an overage of 60 s in all: a bank of 61 s to which each move adds 1 s."""
FOOD: Final = "*"
MOVES: Final = {"NORTH": "up", "EAST": "right", "SOUTH": "down", "WEST": "left"}


def configuration(request: Request) -> Configuration:
    settings = request.settings
    return Configuration(
        episodeSteps=read_count(settings, "max_rounds", 199) + 1,
        actTimeout=_act_timeout_ms(request) / 1000,
        runTimeout=1200,
        columns=read_count(settings, "width", 11),
        rows=read_count(settings, "height", 7),
        hunger_rate=read_count(settings, "hunger_rate", 40),
        min_food=read_count(settings, "min_food", 2),
        max_length=read_count(settings, "max_length", 99),
    )


def _act_timeout_ms(request: Request) -> int:
    """The time that each move has, besides the overage."""
    per_move = read_count(request.settings, "time_per_move", TIME.time_per_move_ms)
    timebank = read_count(request.settings, "timebank", TIME.timebank_ms)
    return max(min(per_move, timebank), 1)


def observation(request: Request) -> Observation:
    """What an agent sees: each goose as its cells from the head; an eliminated goose is empty."""
    cells = request.updates.get("field", "").split(",")
    places = list(map(int, request.updates.get("places", "").split(",")))
    parts: list[list[tuple[int, int]]] = [[] for _ in range(request.seats)]
    for cell, letter in enumerate(cells):
        if letter.isdecimal():
            parts[int(letter)].append((places[cell], cell))
    return Observation(
        remainingOverageTime=max(request.bank_ms - _act_timeout_ms(request), 0) / 1000,
        step=read_count(request.updates, "round", 0),
        index=request.seat,
        geese=[[cell for _, cell in sorted(body)] for body in parts],
        food=[cell for cell, letter in enumerate(cells) if letter == FOOD],
    )


def move_of(action: object) -> str | None:
    """The referee's word for an action, given as a name or as a member of an enumeration."""
    name = getattr(action, "name", action)
    return MOVES.get(name) if isinstance(name, str) else None


def load_agent(path: str) -> Callable[..., Any]:
    """Run a file and return the last callable that it defines.

    Raises:
        PluginError: the file cannot be read, or it defines no callable.
    """
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise PluginError(f"cannot read {path}: {error.strerror}") from None
    sys.path.insert(0, str(Path(path).absolute().parent))
    names: dict[str, Any] = {"__name__": "__agent__", "__file__": path}
    exec(compile(source, path, "exec"), names)  # noqa: S102  the agent is a program of the user
    defined: list[Callable[..., Any]] = [value for value in names.values() if callable(value)]
    if not defined:
        raise PluginError(f"expected a function in {path}, got none")
    return defined[-1]


def arguments_taken(agent: Callable[..., Any], most: int) -> int:
    """How many positional arguments an agent takes, up to `most`."""
    kinds = [each.kind for each in inspect.signature(agent).parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return most
    by_position = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
    return min(sum(kind in by_position for kind in kinds), most)


class KaggleOptions(Settings, frozen=True):
    command: Annotated[str, Meta(description="file of the agent")]

    def __post_init__(self) -> None:
        if len(shlex.split(self.command)) != 1:
            raise ValueError(f"expected one file, got {self.command}")


class KaggleBridge(ProtocolBot):
    def __init__(self, options: KaggleOptions) -> None:
        (self._path,) = shlex.split(options.command)
        self._referee = RefereeInput()

    def run(self) -> None:
        replies = os.dup(1)
        # Only moves may reach the referee.
        os.dup2(2, 1)
        sys.stdout = os.fdopen(2, "w", buffering=1, closefd=False)
        kaggle_stand_in.install()
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
    is_file = os.path.isfile(path)  # noqa: PTH113  the word may not be a path
    return "" if is_file else f"expected the file of an agent, got {path!r}, which is not a file"


@hookimpl
def gridbots_bot() -> BotType:
    return BotType(
        summary="an agent of Kaggle's Hungry Geese, as kaggle:FILE",
        options=KaggleOptions,
        make=make,
        games=("hungry-geese",),
        refusal=refusal,
        arena=lambda _: TIME,
    )
