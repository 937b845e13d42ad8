"""Checked requests of a call, and its messages with the process that plays: JSON lines."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

import msgspec
from msgspec import Meta

from gridbots import errors
from gridbots.errors import GridbotsError, SettingsError
from gridbots.limits import DEFAULT_ISOLATION, ClockKind, Isolation, Level, LimitOptions
from gridbots.toml_reader import convert

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class TimeOptions(TypedDict, total=False):
    """How bots are timed and judged: as the table `time` of a tournament file, in milliseconds."""

    timebank: int
    time_per_move: int
    start_allowance: int
    margin: int
    clock: ClockKind
    ask: Literal["together", "in-turn"]
    on_failure: Literal["forfeit", "no-move"]
    strict: bool
    in_process: bool


class IsolationOptions(TypedDict, total=False):
    """How bots are kept apart: as the table `isolation` of a tournament file."""

    level: Level
    memory_mib: int
    processes: int
    open_files: int
    file_size_mib: int
    quota_mib: int
    network: bool
    pass_env: Sequence[str]


class MatchRequest(msgspec.Struct, frozen=True, tag="matches", forbid_unknown_fields=True):
    """Matches in a row between the same bots."""

    game: str
    bots: tuple[str, ...]
    settings: dict[str, Any]
    folder: str
    """Of the records."""
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    """None: one is drawn."""
    matches: Annotated[int, Meta(ge=1)] = 1
    time: LimitOptions = LimitOptions()
    isolation: Isolation = DEFAULT_ISOLATION
    in_place: bool = False


class TournamentRequest(msgspec.Struct, frozen=True, tag="tournament"):
    """What is missing of the tournament in a store."""

    store: str
    concurrency: int | None = None


Request = MatchRequest | TournamentRequest


def match_request(values: Mapping[str, Any]) -> MatchRequest:
    """A checked request; None in `values` stands for the default.

    Raises:
        SettingsError: a name is unknown, or a value does not fit.
    """
    told = {name: value for name, value in values.items() if value is not None}
    for name in told.get("settings", {}):
        if not isinstance(name, str):
            raise SettingsError(f"settings: expected names as keys, got {name!r}")
    request = convert(plain(told), MatchRequest)
    try:
        msgspec.json.encode(request)
    except (TypeError, ValueError, RecursionError) as error:
        raise SettingsError(
            f"settings: expected numbers, texts and lists of them; {error}"
        ) from None
    return request


def isolation_table(isolation: Level | IsolationOptions | None) -> Mapping[str, Any] | None:
    """A level alone stands for a table with nothing else."""
    return {"level": isolation} if isinstance(isolation, str) else isolation


def bot_texts(bots: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Bots as users name them; a path is a program.

    Raises:
        SettingsError: it is one text, where several bots are wanted.
    """
    if isinstance(bots, str | os.PathLike):
        raise SettingsError(f"expected a list of bots, got {str(bots)!r}; write [{str(bots)!r}]")
    return [os.fspath(each) if isinstance(each, os.PathLike) else each for each in bots]


def plain(value: Any) -> Any:
    """A value of plain Python from one of numpy or pandas, so that it can be sent as JSON."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value.item() if hasattr(value, "item") else value


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
