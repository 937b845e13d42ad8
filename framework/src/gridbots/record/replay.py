"""Replay of a record by the rules."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.errors import OpeningError, RecordError, SettingsError
from gridbots.game import (
    Outcome,
    as_record,
    copy_state,
    is_over,
    observe,
    outcome_of,
    step,
)
from gridbots.grid import NO_MOVE, column_of, row_of
from gridbots.pictures.frames import Mark
from gridbots.protocol import TimeControl, settings_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.game import AnyState, Game, State
    from gridbots.pictures.frames import Frame
    from gridbots.record import Match, Record


def checksum(game: Game, state: State, seats: int) -> int:
    """Checksum (CRC-32) of the update lines of all seats, including those not to move."""
    return updates(game, state, seats)[1]


def updates(game: Game, state: AnyState, seats: int) -> tuple[list[bytes], int]:
    """The update lines of each seat, and their checksum (see `checksum`).

    The state is a record, unless the wire `reads_plain_states`.
    """
    if tells_all_alike(game):
        text = game.wire.updates(state, 0)
        return [text] * seats, zlib.crc32(text)
    texts = []
    for seat in range(seats):
        seen = game.opened(state)
        observe(seen, seat)
        texts.append(game.wire.updates(as_record(seen), seat))
    return texts, zlib.crc32(b"".join(texts))


def tells_all_alike(game: Game) -> bool:
    """Whether all seats have the same update lines."""
    return not game.hidden and getattr(game.wire, "tells_all_alike", False)


def reads_plain_states(game: Game) -> bool:
    """Whether `updates` accepts a PlainState of this game, too."""
    return tells_all_alike(game) and getattr(game.wire, "reads_plain_states", False)


def move_numbers(game: Game, words: Sequence[str | None]) -> list[int]:
    """The joint move of a round, as numbers.

    Raises:
        RecordError: a word is not a move of the game.
    """
    try:
        return [NO_MOVE if word is None else game.moves.index(word) for word in words]
    except ValueError:
        raise RecordError(f"expected moves among {game.moves}, got {list(words)}") from None


def settings_in(game: Game, record: Record) -> Any:
    """The settings of a recorded match.

    Raises:
        RecordError: the settings are not valid for the game.
    """
    try:
        return game.make_settings(record.match.settings)
    except SettingsError as error:
        raise RecordError(str(error)) from None


def settings_sent(game: Game, record: Record, seat: int, settings: Any) -> bytes:
    """The settings lines sent to a seat of a recorded match.

    In old matches there was no line about CPU time; the checksum decides.
    """
    players, limits = record.match.players, record.match.limits
    own = players[seat].clock or limits
    time = TimeControl(own.timebank_ms, own.time_per_move_ms, limits.clock)
    text = settings_text(game, settings, seat, len(players), time)
    if zlib.crc32(text) == record.result.players[seat].told_settings:
        return text
    return settings_text(game, settings, seat, len(players), time._replace(clock="wall"))


def opened(game: Game, settings: Any, seed: int, opening: Sequence[Sequence[str]] = ()) -> State:
    """The state of the first move request: the opening of a seed, after the given joint moves.

    For a seat that is not to move, they have one of `game.passes`.

    Raises:
        OpeningError: a move is not legal, or the match is over after them.
    """
    state = game.setup(settings, seed)
    seats = game.seats(settings)
    for number, words in enumerate(opening):
        if len(words) != seats:
            raise OpeningError(f"opening round {number}: expected {seats} moves, got {len(words)}")
        step(state, [_given(game, state, number, seat, word) for seat, word in enumerate(words)])
        if is_over(state):
            raise OpeningError(
                f"opening round {number}: expected moves after which the match goes on, "
                f"got {' '.join(words)}, which end it"
            )
    return state


def _given(game: Game, state: State, number: int, seat: int, word: str) -> int:
    """The move of a seat in a round of an opening."""
    expected = [game.moves[move] for move in game.legal_moves(state, seat)] or game.passes
    if word not in expected:
        raise OpeningError(
            f"opening round {number}: expected {' or '.join(expected)} for seat {seat}, "
            f"got {word!r}"
        )
    return NO_MOVE if word in game.passes else game.moves.index(word)


def opening_of(game: Game, record: Record) -> State:
    """The state of the first move request: see `opening_of_match`."""
    return opening_of_match(game, record.match)


def opening_of_match(game: Game, match: Match) -> State:
    """The state of the first move request in a match.

    Raises:
        RecordError: the settings are not valid for the game, give another number of seats than the
            match has, or the moves of the opening are illegal.
    """
    try:
        settings = game.make_settings(match.settings)
        if len(match.players) != game.seats(settings):
            seats = game.seats(settings)
            raise RecordError(f"expected {seats} players, got {len(match.players)}")
        return opened(game, settings, match.seed, match.opening)
    except (SettingsError, OpeningError) as error:
        raise RecordError(str(error)) from None


def replay(game: Game, record: Record) -> Iterator[State]:
    """The states of a match: the opening, then the state after each round (the same object)."""
    state = opening_of(game, record)
    yield state
    for each in record.rounds:
        step(state, move_numbers(game, each.moves))
        yield state


def frames(game: Game, opening: State, rounds: Sequence[Sequence[int]]) -> Iterator[Frame]:
    """The frames of a match: the opening, then one after each round."""
    state = copy_state(opening)
    picture = game.frame(state, None)
    yield picture
    for moves in rounds:
        step(state, moves)
        picture = game.frame(state, picture)
        yield picture


def seen_frame(game: Game, state: State, seat: int, previous: Frame | None) -> Frame:
    """The frame of a state as a seat sees it, with fog over the rest."""
    seen = game.observation(state, seat)
    picture = game.frame(seen, previous)
    if game.belief_model is None:
        return picture
    stride = picture.columns + 2
    fog = [
        Mark(row_of(cell, stride), column_of(cell, stride), "fog")
        for cell in game.belief_model.cells(seen)
        if not game.belief_model.sees(seen, seat, cell)
    ]
    return msgspec.structs.replace(picture, marks=(*picture.marks, *fog))


def with_last_moves(
    game: Game, picture: Frame, words: Sequence[str | None], seat: int | None = None
) -> Frame:
    """The frame with the last move of each seat as a measure.

    Heads show moves in directions, so the frame stays as it is. A `seat` that sees the frame knows
    only its own move if information is hidden.
    """
    if game.steers:
        return picture
    hides = game.hidden and seat is not None
    shown = tuple(None if hides and each != seat else word for each, word in enumerate(words))
    return msgspec.structs.replace(picture, measures={**picture.measures, "last move": shown})


def with_forfeits(outcome: Outcome, failed: Sequence[int | None]) -> Outcome:
    """The outcome by the rules, with seats that forfeited placed after all others.

    `failed` has for each seat the round of its forfeit, or None. Later forfeits are placed better;
    forfeits in the same round are equal.
    """
    keys = [
        (0, place) if number is None else (1, -number)
        for place, number in zip(outcome.places, failed, strict=True)
    ]
    places = [1 + sum(other < key for other in keys) for key in keys]
    return outcome_of(places, outcome.scores)
