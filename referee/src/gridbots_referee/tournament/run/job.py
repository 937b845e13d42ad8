"""Jobs and reports: messages between a runner and its workers, one JSON object per line."""

from __future__ import annotations

from typing import Any

import msgspec

from gridbots.limits import Limits  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots.record import Record  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots_referee.play.launch import Launch  # noqa: TC001  as above
from gridbots_referee.tournament.formats.fixture import Fixture  # noqa: TC001  as above


class MatchJob(msgspec.Struct, frozen=True):
    """A match for a worker to play."""

    fixture: Fixture
    game: str
    settings: dict[str, Any]
    launches: tuple[Launch, ...]
    """In seat order."""
    limits: Limits
    folder: str
    """Where the record goes."""
    broadcast: str = ""
    """Path of the socket to which it is broadcast; see `broadcast`."""


class Finished(msgspec.Struct, frozen=True, tag="finished"):
    """A match was played and its record written."""

    fixture: str
    record: Record
    """Without its rounds: those are in the file."""
    path: str


class Broken(msgspec.Struct, frozen=True, tag="broken"):
    """A match could not be played, and why."""

    fixture: str
    why: str


Report = Finished | Broken

encode = msgspec.json.Encoder().encode
decode_job = msgspec.json.Decoder(MatchJob).decode
decode_report = msgspec.json.Decoder(Report).decode
