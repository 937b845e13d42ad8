"""Opening book: openings by a seed alone, after random moves, or from a file.

A file of openings has one JSON object per line, `{"seed": 7, "moves": [["up", "left"], ...]}`:
the seed of the game's own opening, then joint moves in seat order, which may be left out.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import OpeningError, SettingsError
from gridbots.errors.author_code import game_errors
from gridbots.game import AnyState, as_record, copy_state, is_living, is_over, legal, step
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.game.record_wire import GENERATOR
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_game
from gridbots.record.replay import opened
from gridbots.toml_reader import read_bytes
from gridbots_referee.tournament.formats.tournament import Opening

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from gridbots.game import Game, State
    from gridbots.settings import Settings
    from gridbots_referee.tournament.formats.tournament import Tournament

DRAWS: Final = 100
"""Openings that are tried before the search fails."""
STRIDE: Final = 1_000_003
"""Step between tried seeds: not 1, so that consecutive seeds do not yield the same opening."""
SAMPLES: Final = 100
"""Openings of a tournament that are compared with each other."""
TRIES: Final = 32
"""Joint moves tried in one round before another opening is tried."""


def random_opening(game: Game, settings: Settings, seed: int, rounds: int) -> Opening:
    """Rounds of random legal moves, after which no seat is eliminated and the match is not over.

    The board is that of the seed, or else of the first following seed on which such moves are
    found. An unfair opening is balanced by the rotation of players over the seats.

    Raises:
        OpeningError: no opening was found.
    """
    for tried in range(seed, seed + DRAWS * STRIDE, STRIDE):
        moves = _random_moves(game, settings, tried, rounds)
        if moves is not None:
            return Opening(tried, moves)
    raise OpeningError(
        f"no {rounds} random rounds of {game.name} without eliminations were found "
        f"in {DRAWS} draws from seed {seed}; try fewer rounds"
    )


def _random_moves(
    game: Game, settings: Settings, seed: int, rounds: int
) -> tuple[tuple[str, ...], ...] | None:
    state: State = game.setup(settings, seed)
    generator = [0] * GENERATOR_SIZE
    seed_generator(generator, ~seed)  # not the stream that the game itself draws from
    played = []
    for _ in range(rounds):
        found = _random_round(game, state, game.seats(settings), generator)
        if found is None:
            return None
        moves, state = found
        played.append(tuple(_word(game, move) for move in moves))
    return tuple(played)


def _word(game: Game, move: int) -> str:
    return game.passes[0] if move == NO_MOVE else game.moves[move]


def _random_round(
    game: Game, state: State, seats: int, generator: Any
) -> tuple[list[int], State] | None:
    """A joint move that all seats survive, and the state after it.

    All eliminated seats choose again at the same time, so that no seat is favoured.
    """
    trial = game.opened(state)
    choices = [_legal_moves(game, trial, seat) for seat in range(seats)]
    moves, again = [NO_MOVE] * seats, list(range(seats))
    for _ in range(TRIES):
        for seat in again:
            if choices[seat]:
                moves[seat] = choices[seat][below(generator, len(choices[seat]))]
        step(trial, moves)
        again = [seat for seat in range(seats) if not is_living(trial, seat)]
        if not again:
            return None if is_over(trial) else (moves, copy_state(as_record(trial)))
        trial = game.opened(state)
    return None


def _legal_moves(game: Game, state: AnyState, seat: int) -> list[int]:
    mask = [0] * len(game.moves)
    legal(state, seat, mask)
    return [move for move, accepted in enumerate(mask) if accepted]


def read_openings(path: Path, game: Game, settings: Settings) -> tuple[Opening, ...]:
    """The openings of a file, each legal in the game under these settings.

    Raises:
        OpeningError: the file cannot be read or a line is invalid; the message names the line.
    """
    try:
        lines = read_bytes(path).splitlines()
    except OSError as error:
        raise OpeningError(f"{path}: {error.strerror}") from None
    except SettingsError as error:
        raise OpeningError(f"{path}: {error}") from None
    found = tuple(
        _read_line(f"{path}, line {number}", line, game, settings)
        for number, line in enumerate(lines, 1)
        if line.strip()
    )
    if not found:
        raise OpeningError(f"{path}: the file contains no openings; write one per line")
    return found


def _read_line(place: str, line: bytes, game: Game, settings: Settings) -> Opening:
    try:
        opening = msgspec.json.decode(line, type=Opening)
        check_opening(opening, game, settings)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, OpeningError) as error:
        raise OpeningError(f"{place}: {error}") from None
    return opening


def check_opening(opening: Opening, game: Game, settings: Settings) -> None:
    """Check that the moves are legal and that the match is not over after them.

    Raises:
        OpeningError: a move is illegal, or the match is over.
    """
    opened(game, settings, opening.seed, opening.moves)


def openings_text(openings: Iterable[Opening]) -> str:
    """The text of a file of openings."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in openings).decode()


def openings_of(tournament: Tournament) -> Callable[[int], Opening]:
    """The opening of each match group of a tournament, by its number, counted from 0.

    Raises (when called):
        OpeningError: no random opening was found.
    """
    given, rounds = tournament.openings.given, tournament.openings.rounds
    if given:
        return lambda number: given[number % len(given)]
    if not rounds:
        return lambda number: Opening(tournament.seed + number)
    settings = msgspec.json.encode(tournament.settings, order="sorted")
    return functools.partial(_random, tournament.game, settings, tournament.seed, rounds)


@functools.lru_cache(maxsize=1 << 17)
def _random(game: str, settings: bytes, seed: int, rounds: int, number: int) -> Opening:
    """A random opening, cached since schedules are made repeatedly."""
    return random_opening(*game_under(game, settings), seed + number, rounds)


@functools.lru_cache(maxsize=8)
def game_under(name: str, settings: bytes) -> tuple[Game, Settings]:
    """A game and its settings, from the JSON text of the settings."""
    game = load_game(name)
    made = game.make_settings(msgspec.json.decode(settings))
    with game_errors(name):
        game.setup(made, 0)
    return game, made


def game_of(tournament: Tournament) -> tuple[Game, Settings]:
    """The game of a tournament, and its settings.

    Raises:
        GridbotsError: the game is unknown, or the settings are invalid.
    """
    settings = msgspec.json.encode(tournament.settings, order="sorted")
    return game_under(tournament.game, settings)


def seats_of(tournament: Tournament) -> int:
    """Number of seats of a match.

    Raises:
        GridbotsError: as for `game_of`.
    """
    game, settings = game_of(tournament)
    return game.seats(settings)


def repetition_of(tournament: Tournament, number: int) -> str:
    """How the first openings of a tournament repeat, in words; empty if they do not."""
    given, opening_of = tournament.openings.given, openings_of(tournament)
    if given and number > len(given):
        times = -(-number // len(given))
        return f"{len(given)} for {number} match groups: each is used up to {times} times"
    sampled = min(number, SAMPLES)
    positions = len({_position(tournament, opening_of(each)) for each in range(sampled)})
    if positions == sampled:
        return ""
    found = "the same position" if positions == 1 else f"only {positions} different positions"
    more = "" if given else "; openings.rounds (--opening-rounds) adds random moves"
    return f"the first {sampled} have {found}{more}"


def _position(tournament: Tournament, opening: Opening) -> bytes:
    """The position after an opening, with the generator if there is chance in the game."""
    game, settings = game_of(tournament)
    state = copy_state(as_record(opened(game, settings, opening.seed, opening.moves)))
    if not game.chance and GENERATOR in (state.dtype.names or ()):
        state[GENERATOR] = 0
    return state.tobytes()
