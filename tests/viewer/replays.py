"""Records of random matches of any game, without bots and clocks, equal in every run."""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.game import copy_state, is_living, is_over, is_to_move, step
from gridbots.grid import NO_MOVE
from gridbots.limits import Limits
from gridbots.plugins import load_game
from gridbots.record import (
    SCHEMA,
    Match,
    Player,
    PlayerResult,
    Record,
    Result,
    Round,
)
from gridbots.record.replay import checksum

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.game import Game, State
    from gridbots.record import How

NAMES = ("ada", "bob", "cleo", "dan", "eve", "fay")
GAMES: dict[str, dict[str, Any]] = {
    "light-riders": {},
    "multisnake": {"seats": 3, "size": 12},
    "snake": {"width": 8, "height": 6},
    "paperio": {"seats": 3, "size": 9},
}
"""The shipped games, and settings for a small match."""
LIVELY = {"light-riders": 5, "multisnake": 37, "snake": 19, "paperio": 26}
"""Seeds of matches with many events."""


@functools.cache
def record_of(name: str, seed: int = 1, most: int = 200) -> Record:
    return random_record(load_game(name), GAMES[name], seed, most)


def random_record(game: Game, values: dict[str, Any], seed: int = 1, most: int = 200) -> Record:
    """A match of players that move at random and avoid walls."""
    rng = random.Random(seed)  # noqa: S311  a match, no secret
    seats = game.seats(game.make_settings(values))

    def choose(state: State, seat: int) -> int:
        return careful_move(game, state, seat, seats, rng)

    return played(game, values, choose, seed, most)


def played(
    game: Game,
    values: dict[str, Any],
    choose: Callable[[State, int], int],
    seed: int,
    most: int,
) -> Record:
    settings = game.make_settings(values)
    state = game.setup(settings, seed)
    seats = range(game.seats(settings))
    rounds: list[Round] = []
    while not is_over(state) and len(rounds) < most:
        moves = [choose(state, seat) if is_to_move(state, seat) else NO_MOVE for seat in seats]
        rounds.append(a_round(game, state, moves, len(rounds)))
        step(state, moves)
    return msgspec.convert(
        {
            "match": Match(
                schema=SCHEMA,
                id=f"{game.name}-{seed}",
                game=game.name,
                settings=values,
                seed=seed,
                players=tuple(Player(NAMES[seat], (NAMES[seat],)) for seat in seats),
                limits=Limits(),
            ),
            "rounds": rounds,
            "result": result_of(game, state, len(seats), len(rounds)),
        },
        Record,
    )


def a_round(game: Game, state: State, moves: Sequence[int], number: int) -> Round:
    """A round with constant times."""
    asked = [is_to_move(state, seat) for seat in range(len(moves))]

    def each(value: int) -> tuple[int | None, ...]:
        return tuple(
            value + 100 * seat if is_asked else None for seat, is_asked in enumerate(asked)
        )

    words = tuple(None if move == NO_MOVE else game.moves[move] for move in moves)
    crc = checksum(game, state, len(moves))
    return Round(words, crc, each(1500 + number), each(900), each(10_000 - 20 * number))


def result_of(game: Game, state: State, seats: int, rounds: int) -> Result:
    outcome = game.outcome(state) if is_over(state) else None
    players = tuple(
        PlayerResult(
            name=NAMES[seat],
            place=outcome.places[seat] if outcome else None,
            score=outcome.scores[seat] if outcome else None,
            termination="survived" if is_living(state, seat) else "eliminated",
        )
        for seat in range(seats)
    )
    how: How = "rules" if outcome else "interrupted"
    return Result(how, rounds, outcome, players, checksum(game, state, seats))


def careful_move(game: Game, state: State, seat: int, seats: int, rng: random.Random) -> int:
    """A random legal move that the seat survives, if one exists."""
    legal = game.legal_moves(state, seat)
    safe = [move for move in legal if survives(state, seat, seats, move)]
    return rng.choice(safe or legal or [NO_MOVE])


def survives(state: State, seat: int, seats: int, move: int) -> bool:
    after, moves = copy_state(state), [NO_MOVE] * seats
    moves[seat] = move
    step(after, moves)
    return is_living(after, seat)


def with_players(record: Record, *names: str, **changes: Any) -> Record:
    """The record with different names and results of all players."""
    players = tuple(
        msgspec.structs.replace(player, name=name, bot=name)
        for player, name in zip(record.match.players, names, strict=True)
    )
    results = tuple(
        msgspec.structs.replace(player, name=name, **changes)
        for player, name in zip(record.result.players, names, strict=True)
    )
    return msgspec.structs.replace(
        record,
        match=msgspec.structs.replace(record.match, players=players),
        result=msgspec.structs.replace(record.result, players=results),
    )


def with_round(record: Record, number: int, **changes: Any) -> Record:
    rounds = list(record.rounds)
    rounds[number] = msgspec.structs.replace(rounds[number], **changes)
    return msgspec.structs.replace(record, rounds=tuple(rounds))
