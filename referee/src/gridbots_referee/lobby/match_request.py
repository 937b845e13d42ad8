"""Match request: a match as the page asks for it, checked field by field."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta

from gridbots import record as records
from gridbots.bot.check import check_bots
from gridbots.errors import GridbotsError
from gridbots.limits import TIME_PER_MOVE_MS, TIMEBANK_MS, LimitOptions
from gridbots.plugins import installed_bots, load_game
from gridbots.plugins.bot_text import without_best
from gridbots.record import Clock
from gridbots_referee.play.launch import find_bot
from gridbots_referee.play.session import new_session, opening_at

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Any

    from gridbots.game import Game
    from gridbots.settings import Settings
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.session import Session


YOU: Final = "human"
"""Player name of the user who started the lobby."""
GUEST: Final = re.compile(r"guest [1-9][0-9]?")
PERSON: Final = "human"
"""The bot that a person plays."""
MOST_SEATS: Final = 64
Milliseconds = Annotated[int, Meta(ge=1, le=7 * 86_400_000)]
Word = Annotated[str, Meta(max_length=400)]


class LobbyRequestError(GridbotsError):
    """An invalid request, with a message for each wrong field."""

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__("; ".join(fields.values()))
        self.fields = fields


class StartPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of an earlier match, from which a new match starts."""

    match: Annotated[int, Meta(ge=0)]
    """Key of the match."""
    round: Annotated[int, Meta(ge=0)]


class LobbyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a match."""

    game: Word
    settings: dict[Word, Word] = {}
    seats: Annotated[tuple[Word, ...], Meta(max_length=MOST_SEATS)] = ()
    """In seat order: `human`, `guest 1`, or a bot with its options."""
    timebank_ms: Milliseconds = TIMEBANK_MS
    time_per_move_ms: Annotated[int, Meta(ge=0, le=86_400_000)] = TIME_PER_MOVE_MS
    person_bank_ms: Milliseconds = 600_000
    person_move_ms: Annotated[int, Meta(ge=0, le=86_400_000)] = 10_000
    seed: Annotated[int, Meta(ge=0, le=2**53)] | None = None
    pace: Annotated[float, Meta(ge=0.5, le=30)] | None = None
    """Rounds per second; None: each round waits for the keys."""
    start: StartPosition | None = None
    """The new match takes game, settings and seed from that of the position."""


def is_person(seat: str) -> bool:
    return seat == YOU or GUEST.fullmatch(seat) is not None


def read_request(value: Any) -> LobbyRequest:
    """The request that the page has sent.

    Raises:
        LobbyRequestError: it is invalid.
    """
    try:
        return msgspec.convert(value, LobbyRequest)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$.")
        name = re.sub(r"\[(\d+)\]", r".\1", place.rstrip("`"))
        raise LobbyRequestError({name or "request": message}) from None


def seats_of(request: LobbyRequest) -> int:
    """The number of seats of the game with these settings.

    Raises:
        LobbyRequestError: the game is unknown, or a setting is invalid.
    """
    game = _game(request)
    return game.seats(_settings(game, request.settings))


def session_of(request: LobbyRequest, commands: Sequence[str]) -> Session:
    """The session of a request.

    Raises:
        LobbyRequestError: it is invalid.
    """
    game = _game(request)
    seats = game.seats(_settings(game, request.settings))
    if len(request.seats) != seats:
        raise LobbyRequestError({"seats": f"expected {seats} players, got {len(request.seats)}"})
    _check_seats(request, commands)
    bots = [PERSON if is_person(seat) else seat for seat in request.seats]
    options = LimitOptions(timebank=request.timebank_ms, time_per_move=request.time_per_move_ms)
    try:
        session = new_session(game.name, bots, request.settings, options)
    except GridbotsError as error:
        raise LobbyRequestError({"request": str(error)}) from None
    launches = zip(session.launches, request.seats, strict=True)
    return msgspec.structs.replace(
        session,
        seed=secrets.randbits(32) if request.seed is None else request.seed,
        launches=tuple(_with_person(launch, seat, request) for launch, seat in launches),
        rotates=False,
    )


def _with_person(launch: Launch, seat: str, request: LobbyRequest) -> Launch:
    if not is_person(seat):
        return launch
    clock = Clock(request.person_bank_ms, request.person_move_ms)
    return msgspec.structs.replace(launch, name=seat, clock=clock)


def _game(request: LobbyRequest) -> Game:
    try:
        return load_game(request.game)
    except GridbotsError as error:
        raise LobbyRequestError({"game": str(error)}) from None


def _settings(game: Game, values: dict[str, str]) -> Settings:
    """The settings; a value that is wrong by itself is reported at its field."""
    problems = {}
    for name, value in values.items():
        try:
            game.make_settings({name: value})
        except GridbotsError as error:
            problems[f"settings.{name}"] = str(error).partition(f"{name}: ")[2] or str(error)
    try:
        settings: Settings = game.make_settings(values)
    except GridbotsError as error:
        raise LobbyRequestError(problems or {"settings": str(error)}) from None
    return settings


def _check_seats(request: LobbyRequest, commands: Sequence[str]) -> None:
    problems = {}
    people = [seat for seat in request.seats if is_person(seat)]
    for number, seat in enumerate(request.seats):
        if people.count(seat) > 1:
            problems[f"seats.{number}"] = f"{seat} cannot take two seats"
        elif not is_person(seat) and (why := _why_no_bot(seat, request.game, commands)):
            problems[f"seats.{number}"] = why
    if problems:
        raise LobbyRequestError(problems)


def _why_no_bot(text: str, game: str, commands: Sequence[str]) -> str:
    """Why a bot is not allowed: only installed bots and those of the command line are; else ""."""
    installed = installed_bots()
    if text in commands:
        return ""
    try:
        text = without_best(text, game, installed)
    except GridbotsError as error:
        return str(error)
    name = text.partition(":")[0]
    if name not in installed or installed[name].needs:
        return f"expected an installed bot, or one from the command line, got {text!r}"
    try:
        find_bot(text, game, installed)
        check_bots([text], game)
    except GridbotsError as error:
        return str(error)
    return ""


def session_from_position(request: LobbyRequest, path: Path, commands: Sequence[str]) -> Session:
    """The session of a request that starts from a position of the match in this record.

    Raises:
        LobbyRequestError: it is invalid, or no match can start from there.
    """
    assert request.start is not None  # noqa: S101  the caller has checked
    record = records.read(path)
    match = record.match
    try:
        opening = opening_at(load_game(match.game), record, request.start.round)
    except GridbotsError as error:
        raise LobbyRequestError({"start": str(error)}) from None
    settings = {name: _word(value) for name, value in match.settings.items()}
    same = msgspec.structs.replace(request, game=match.game, settings=settings, seed=match.seed)
    return msgspec.structs.replace(session_of(same, commands), opening=opening)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
