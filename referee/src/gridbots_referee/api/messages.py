"""Messages between a call and the process that plays for it, one JSON object per line."""

from __future__ import annotations

import msgspec

from gridbots import errors
from gridbots.errors import GridbotsError
from gridbots_referee.api.requests import Request


class LogLine(msgspec.Struct, frozen=True, tag="log"):
    """A line for people: why nothing happens meanwhile."""

    text: str


class Written(msgspec.Struct, frozen=True, tag="written"):
    """A match was played, and its record lies here."""

    path: str


class MatchCount(msgspec.Struct, frozen=True, tag="progress"):
    """How far it has come."""

    done: int
    all: int


class ErrorMessage(msgspec.Struct, frozen=True, tag="error"):
    """What was wrong; nothing follows."""

    kind: str
    """The name of the exception."""
    text: str

    def error(self) -> GridbotsError:
        kind: type[GridbotsError] = getattr(errors, self.kind, GridbotsError)
        return kind(self.text)


class Done(msgspec.Struct, frozen=True, tag="done"):
    """All was played; nothing follows."""


Message = LogLine | Written | MatchCount | ErrorMessage | Done

encode = msgspec.json.Encoder().encode
decode_request = msgspec.json.Decoder(Request).decode
decode_message = msgspec.json.Decoder(Message).decode
