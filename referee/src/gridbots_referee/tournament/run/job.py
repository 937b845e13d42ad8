"""Jobs and reports: messages between a runner and its workers, one JSON object per line."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import msgspec
from msgspec.structs import replace

from gridbots.limits import Limits  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots.record import Record  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots_referee.play.clock import SECOND, WALL_EXTRA, WALL_FACTOR
from gridbots_referee.play.launch import Launch  # noqa: TC001  as above
from gridbots_referee.play.session import check_sandbox
from gridbots_referee.tournament.formats.tournament import Fixture  # noqa: TC001  as above

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridbots.limits import Isolation


class MatchJob(msgspec.Struct, frozen=True):
    """A match for a worker to play."""

    fixture: Fixture
    game: str
    settings: dict[str, Any]
    launches: tuple[Launch, ...]
    """In seat order."""
    limits: Limits
    folder: str
    """Of the record."""
    broadcast: str = ""
    """Path of the socket to which it is broadcast; see `broadcast`."""


class Alive(msgspec.Struct, frozen=True, tag="alive"):
    """Heartbeat: a worker has started, or is still playing."""


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """A match was played and its record was written."""

    fixture: str
    record: Record
    """Without its rounds, which are in the file."""
    path: str


class Broken(msgspec.Struct, frozen=True, tag="broken"):
    """A match could not be played because of an error of the referee or the machine."""

    fixture: str
    why: str


class Lost(msgspec.Struct, frozen=True, tag="lost"):
    """The worker that played a match died or was stuck."""

    fixture: str
    why: str
    """How the worker ended."""
    tries: int = 1
    """How many workers in a row were lost with this match."""
    is_final: bool = False
    """Whether the cluster has given up on it."""


Report = Finished | Broken | Lost

encode = msgspec.json.Encoder().encode
decode_job = msgspec.json.Decoder(MatchJob).decode
decode_report = msgspec.json.Decoder(Report).decode
decode_message = msgspec.json.Decoder(Alive | Report).decode


class JobTemplate:
    """Common parts of all jobs of a tournament: launches, limits and settings."""

    def __init__(  # noqa: PLR0913, PLR0917  the common parts of matches
        self,
        game: str,
        settings: dict[str, Any],
        seats: int,
        launches: Sequence[Launch],
        limits: Limits,
        records: Path,
    ) -> None:
        self.game = game
        self._settings = settings
        self.seats = seats
        """Of a match."""
        self.launches = launches
        """In the order of the entrants."""
        self.limits = limits
        self._records = records
        self.keep_going = False
        """Whether a bot that ends before its first answer, in its first match, stops nothing."""
        self.broadcast = ""
        """Path of the socket to which matches are broadcast."""

    def isolate(self, isolation: Isolation) -> None:
        """Set the isolation of bots, unless they run in the referee's process.

        Raises:
            SettingsError: a bot cannot play in a sandbox.
        """
        check_sandbox(self.launches, isolation)
        if not self.limits.in_process:
            self.limits = replace(self.limits, isolation=isolation)

    def job(self, fixture: Fixture) -> MatchJob:
        return MatchJob(
            fixture=fixture,
            game=self.game,
            settings=self._settings,
            launches=tuple(self.launches[player] for player in fixture.players),
            limits=self.limits,
            folder=str(self._records),
            broadcast=self.broadcast,
        )


def own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Stdin and stdout under other numbers, so that output of bots does not mix with messages."""
    requests, messages = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return requests, messages


START_SECONDS: Final = 90.0
"""Longest start of a bot: its zygote has 60 seconds."""
SLACK_SECONDS: Final = 60.0
"""For everything else that a worker does between two rounds, on a busy machine."""


def longest_silence(job: MatchJob) -> float:
    """Seconds within which a worker finishes a round of this match, whatever the bots do."""
    limits = job.limits
    factor, extra = (WALL_FACTOR, WALL_EXTRA / SECOND) if limits.clock == "cpu" else (1, 0.0)
    milliseconds = sum(
        clock.timebank_ms + clock.time_per_move_ms + own.start_allowance_ms + own.margin_ms
        for launch in job.launches
        for own in [launch.limited(limits)]
        for clock in [launch.clock or own]
    )
    starting = len(job.launches) * (START_SECONDS + extra)
    return factor * milliseconds / 1000 + starting + SLACK_SECONDS
