"""Records of random matches, without bots, for tests of output for people."""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING

import msgspec
from tests.viewer.replays import careful_move

from gridbots.game import Outcome, is_living, is_over, step
from gridbots.games.light_riders import GAME
from gridbots.limits import Limits
from gridbots.record import (
    SCHEMA,
    Match,
    Note,
    Player,
    PlayerResult,
    Record,
    Result,
    Round,
)
from gridbots.record.replay import checksum

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


NAMES = ("ada", "bob", "cleo", "dan")


@functools.cache
def random_record(seed: int = 1, seats: int = 2, names: tuple[str, ...] = NAMES) -> Record:
    """A match of riders that move at random and avoid walls."""
    rng = random.Random(seed)  # noqa: S311  a match, no secret
    settings = GAME.make_settings({"seats": seats})
    state = GAME.setup(settings, seed)
    rounds = []
    while not is_over(state):
        living = [is_living(state, seat) for seat in range(seats)]
        moves = [careful_move(GAME, state, seat, seats, rng) for seat in range(seats)]
        rounds.append(_round(moves, living, checksum(GAME, state, seats)))
        step(state, moves)
    outcome = GAME.outcome(state)
    players = tuple(_player(name, outcome, seat) for seat, name in enumerate(names[:seats]))
    match = Match(
        schema=SCHEMA,
        id="test",
        game=GAME.name,
        settings={"seats": seats},
        seed=seed,
        players=tuple(Player(name, (name,)) for name in names[:seats]),
        limits=Limits(),
    )
    result = Result(
        how="rules",
        rounds=len(rounds),
        outcome=outcome,
        players=players,
        told=checksum(GAME, state, seats),
    )
    return Record(match, tuple(rounds), result)


def _round(moves: Sequence[int], living: Sequence[bool], crc: int) -> Round:
    def each(value: int) -> tuple[int | None, ...]:
        return tuple(value if alive else None for alive in living)

    words = tuple(
        GAME.moves[move] if alive else None for move, alive in zip(moves, living, strict=True)
    )
    return Round(words, crc, wall_us=each(1500), cpu_us=each(900), bank_ms=each(10000))


def _player(name: str, outcome: Outcome, seat: int) -> PlayerResult:
    return PlayerResult(
        name=name,
        place=outcome.places[seat],
        score=outcome.scores[seat],
        termination="survived" if outcome.winner == seat else "eliminated",
        moves=int(outcome.scores[seat]),
        median_wall_ms=1.5,
        most_wall_ms=12.25,
        bank_left_ms=9876,
    )


def with_player(record: Record, seat: int, **changes: object) -> Record:
    """The record with a different result of one player."""
    players = list(record.result.players)
    players[seat] = msgspec.structs.replace(players[seat], **changes)
    return with_result(record, players=tuple(players))


def with_result(record: Record, **changes: object) -> Record:
    return msgspec.structs.replace(record, result=msgspec.structs.replace(record.result, **changes))


def with_round(record: Record, number: int, change: Callable[[Round], Round]) -> Record:
    rounds = list(record.rounds)
    rounds[number] = change(rounds[number])
    return msgspec.structs.replace(record, rounds=tuple(rounds))


def with_note(record: Record, number: int, note: Note) -> Record:
    return with_round(
        record, number, lambda each: msgspec.structs.replace(each, notes=(*each.notes, note))
    )
