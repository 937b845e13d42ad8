"""Match specification: game, players, opening and limits."""

from __future__ import annotations

import contextlib
import functools
import os
import platform
from typing import TYPE_CHECKING

import msgspec

from gridbots.errors import SettingsError
from gridbots.record import SCHEMA, Match, Player
from gridbots_referee.play.isolation.sandbox.shims import real_command

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.limits import Limits
    from gridbots.settings import Settings
    from gridbots_referee.play.launch import Launch


class MatchSpec(msgspec.Struct, frozen=True):
    """A match to play."""

    id: str
    game: Game
    settings: Settings
    seed: int
    launches: tuple[Launch, ...]
    """In seat order."""
    limits: Limits
    versions: dict[str, str] = {}
    opening: tuple[tuple[str, ...], ...] = ()
    """Joint moves, in the words of the game, that are played before the bots take over."""


def match_header(spec: MatchSpec) -> Match:
    """The first line of the record, without the time and the machine."""
    return Match(
        schema=SCHEMA,
        id=spec.id,
        game=spec.game.name,
        settings=msgspec.structs.asdict(spec.settings),
        seed=spec.seed,
        players=tuple(
            Player(
                name=launch.name,
                command=_command(launch, spec.limits),
                bot=launch.bot,
                package=launch.package,
                digest=launch.digest,
                clock=launch.clock,
                start_allowance_ms=_own_start_allowance_ms(launch, spec.limits),
            )
            for launch in spec.launches
        ),
        limits=spec.limits,
        opening=spec.opening,
        versions=spec.versions,
    )


def _command(launch: Launch, limits: Limits) -> tuple[str, ...]:
    """The command that is started: in a sandbox, with the real program behind a launcher."""
    with contextlib.suppress(SettingsError):
        return real_command(launch.argv, limits.isolation)
    return launch.argv


def _own_start_allowance_ms(launch: Launch, limits: Limits) -> int:
    return launch.start_allowance_ms if launch.limited(limits) is not limits else 0


@functools.cache
def this_system() -> str:
    """The machine, for the record."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
