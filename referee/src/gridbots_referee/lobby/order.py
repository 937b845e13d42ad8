"""Order: a match as it was chosen in the page, checked field by field."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta

from gridbots import record as records
from gridbots.bot.check import check_bots
from gridbots.errors import GridbotsError
from gridbots.limits import TIME_PER_MOVE_MS, TIMEBANK_MS, Limits
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
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.session import Session


YOU: Final = "human"
"""The name of who has started it: the first of the people."""
GUEST: Final = re.compile(r"guest [1-9][0-9]?")
PERSON: Final = "human"
"""The bot that stands for a person."""
MOST_SEATS: Final = 64
Milliseconds = Annotated[int, Meta(ge=1, le=7 * 86_400_000)]
Word = Annotated[str, Meta(max_length=400)]


class OrderError(GridbotsError):
    """What was chosen does not fit: messages by the names of fields."""

    def __init__(self, fields: dict[str, str]) -> None:
        super().__init__("; ".join(fields.values()))
        self.fields = fields


class Onward(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of a match that was played before, from which another one goes on."""

    match: Annotated[int, Meta(ge=0)]
    """Its key."""
    round: Annotated[int, Meta(ge=0)]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match that is asked for."""

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
    """Rounds a second; None where each waits for the keys."""
    onward: Onward | None = None
    """With the game, the settings and the seed of that match, in place of those named here."""


def is_person(seat: str) -> bool:
    return seat == YOU or GUEST.fullmatch(seat) is not None


def read_order(value: Any) -> Order:
    """An order from what the page has sent.

    Raises:
        OrderError: it is none.
    """
    try:
        return msgspec.convert(value, Order)
    except msgspec.ValidationError as error:
        message, _, place = str(error).partition(" - at `$.")
        name = re.sub(r"\[(\d+)\]", r".\1", place.rstrip("`"))
        raise OrderError({name or "order": message}) from None


def seats_of(order: Order) -> int:
    """How many seats the game has by these settings.

    Raises:
        OrderError: the game is unknown, or a setting does not fit.
    """
    game = _game(order)
    return game.seats(_settings(game, order.settings))


def session_of(order: Order, commands: Sequence[str]) -> Session:
    """The match of an order as a session.

    Raises:
        OrderError: it does not fit.
    """
    game = _game(order)
    seats = game.seats(_settings(game, order.settings))
    if len(order.seats) != seats:
        raise OrderError({"seats": f"expected {seats} players, got {len(order.seats)}"})
    _check_seats(order, commands)
    bots = [PERSON if is_person(seat) else seat for seat in order.seats]
    limits = Limits(timebank_ms=order.timebank_ms, time_per_move_ms=order.time_per_move_ms)
    try:
        session = new_session(game.name, bots, order.settings, limits)
    except GridbotsError as error:
        raise OrderError({"order": str(error)}) from None
    launches = zip(session.launches, order.seats, strict=True)
    return msgspec.structs.replace(
        session,
        seed=secrets.randbits(32) if order.seed is None else order.seed,
        launches=tuple(_with_person(launch, seat, order) for launch, seat in launches),
        rotates=False,
    )


def _with_person(launch: Launch, seat: str, order: Order) -> Launch:
    if not is_person(seat):
        return launch
    clock = Clock(order.person_bank_ms, order.person_move_ms)
    return msgspec.structs.replace(launch, name=seat, clock=clock)


def _game(order: Order) -> Game:
    try:
        return load_game(order.game)
    except GridbotsError as error:
        raise OrderError({"game": str(error)}) from None


def _settings(game: Game, values: dict[str, str]) -> Any:
    """The settings; each that does not fit by itself is told at its field."""
    problems = {}
    for name, value in values.items():
        try:
            game.make_settings({name: value})
        except GridbotsError as error:
            problems[f"settings.{name}"] = str(error).partition(f"{name}: ")[2] or str(error)
    try:
        return game.make_settings(values)
    except GridbotsError as error:
        raise OrderError(problems or {"settings": str(error)}) from None


def _check_seats(order: Order, commands: Sequence[str]) -> None:
    problems = {}
    people = [seat for seat in order.seats if is_person(seat)]
    for number, seat in enumerate(order.seats):
        if people.count(seat) > 1:
            problems[f"seats.{number}"] = f"{seat} cannot sit in two places"
        elif not is_person(seat) and (why := _why_no_bot(seat, order.game, commands)):
            problems[f"seats.{number}"] = why
    if problems:
        raise OrderError(problems)


def _why_no_bot(text: str, game: str, commands: Sequence[str]) -> str:
    """What is wrong with a bot: only installed ones, and those that were named at the start."""
    installed = installed_bots()
    if text in commands:
        return ""
    try:
        text = without_best(text, game, installed)
    except GridbotsError as error:
        return str(error)
    name = text.partition(":")[0]
    if name not in installed or installed[name].needs:
        return f"expected an installed bot, or one named when this was started, got {text!r}"
    try:
        find_bot(text, game, installed)
        check_bots([text], game)
    except GridbotsError as error:
        return str(error)
    return ""


def session_onward(order: Order, path: Path, commands: Sequence[str]) -> Session:
    """The session of an order that goes on from a position of the match in this record.

    Raises:
        OrderError: it does not fit, or nobody can go on from there.
    """
    assert order.onward is not None  # noqa: S101  who calls has looked
    record = records.read(path)
    match = record.match
    try:
        opening = opening_at(load_game(match.game), record, order.onward.round)
    except GridbotsError as error:
        raise OrderError({"onward": str(error)}) from None
    settings = {name: _word(value) for name, value in match.settings.items()}
    same = msgspec.structs.replace(order, game=match.game, settings=settings, seed=match.seed)
    return msgspec.structs.replace(session_of(same, commands), opening=opening)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
