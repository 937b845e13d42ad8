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
    """Time control: the table `time` of a tournament file; times in milliseconds."""

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
    """Isolation of bots: the table `isolation` of a tournament file."""

    level: Level
    memory_mib: int
    processes: int
    open_files: int
    file_size_mib: int
    quota_mib: int
    network: bool
    pass_env: Sequence[str]


class MatchRequest(msgspec.Struct, frozen=True, tag="matches", forbid_unknown_fields=True):
    """Consecutive matches between the same bots."""

    game: str
    bots: tuple[str, ...]
    settings: dict[str, Any]
    folder: str
    """Of the records."""
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] | None = None
    """None: a random one."""
    matches: Annotated[int, Meta(ge=1)] = 1
    time: LimitOptions = LimitOptions()
    isolation: Isolation = DEFAULT_ISOLATION
    in_place: bool = False


class TournamentRequest(msgspec.Struct, frozen=True, tag="tournament"):
    """The missing matches of a stored tournament."""

    store: str
    concurrency: int | None = None
    keep_going: bool = False


Request = MatchRequest | TournamentRequest


def match_request(values: Mapping[str, Any]) -> MatchRequest:
    """A checked request; None in `values` means the default.

    Raises:
        SettingsError: a name is unknown or a value is invalid.
    """
    given = {name: value for name, value in values.items() if value is not None}
    for name in given.get("settings", {}):
        if not isinstance(name, str):
            raise SettingsError(f"settings: expected names as keys, got {name!r}")
    request = convert(plain(given), MatchRequest)
    try:
        msgspec.json.encode(request)
    except (TypeError, ValueError, RecursionError) as error:
        raise SettingsError(
            f"settings: expected numbers, texts and lists of them; {error}"
        ) from None
    return request


def isolation_table(isolation: Level | IsolationOptions | None) -> Mapping[str, Any] | None:
    """A table; a level alone means a table with only this level."""
    return {"level": isolation} if isinstance(isolation, str) else isolation


def bot_texts(bots: Sequence[str | os.PathLike[str]]) -> list[str]:
    """Bots as text; a path is a program.

    Raises:
        SettingsError: `bots` is a single text, not a list.
    """
    if isinstance(bots, str | os.PathLike):
        raise SettingsError(f"expected a list of bots, got {str(bots)!r}; write [{str(bots)!r}]")
    return [os.fspath(each) if isinstance(each, os.PathLike) else each for each in bots]


def plain(value: Any) -> Any:
    """A plain Python value from one of numpy or pandas, so that it can be sent as JSON."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    return value.item() if hasattr(value, "item") else value


class LogLine(msgspec.Struct, frozen=True, tag="log"):
    """A message for the user, such as the reason of a delay."""

    text: str


class Written(msgspec.Struct, frozen=True, tag="written"):
    """A match was played; path of its record."""

    path: str


class MatchCount(msgspec.Struct, frozen=True, tag="progress"):
    """Progress of a tournament."""

    done: int
    all: int


class ErrorMessage(msgspec.Struct, frozen=True, tag="error"):
    """An error; the last message."""

    kind: str
    """The name of the exception."""
    text: str

    def error(self) -> GridbotsError:
        kind: type[GridbotsError] = getattr(errors, self.kind, GridbotsError)
        return kind(self.text)


class Done(msgspec.Struct, frozen=True, tag="done"):
    """Everything was played; the last message."""


Message = LogLine | Written | MatchCount | ErrorMessage | Done

encode = msgspec.json.Encoder().encode
decode_request = msgspec.json.Decoder(Request).decode
decode_message = msgspec.json.Decoder(Message).decode
