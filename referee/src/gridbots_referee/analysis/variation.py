"""Variation: other moves from a position of a record, played by the rules.

A variation is a record: the rounds before the position, then those of the variation. So everything
that shows or analyses records also works for variations. Addresses contain a variation as numbers
of moves, with `_` for no move, `-` between seats and `.` between rounds: `0-2.1-_`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.errors import RecordError
from gridbots.game import accepts, copy_state, is_over, is_to_move, step
from gridbots.grid import NO_MOVE
from gridbots.pictures.overlay import LETTERS
from gridbots.record import Result, Round
from gridbots.record.replay import checksum, move_numbers, opening_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game, State
    from gridbots.record import Record
    from gridbots_referee.analysis.values import ExaminedPosition

NONE: Final = "_"
ROUND_CAP: Final = 200
"""Maximum rounds of a variation, which has to fit into an address."""
Joint = list[int]


def read_moves(text: str, game: Game, seats: int) -> list[Joint]:
    """The joint moves of a variation in an address; "" for none.

    Raises:
        RecordError: the text is not a variation.
    """
    joints = [
        [NO_MOVE if word == NONE else _number(word, game) for word in part.split("-")]
        for part in text.split(".")
        if part
    ]
    if len(joints) > ROUND_CAP or any(len(joint) != seats for joint in joints):
        raise RecordError(
            f"expected up to {ROUND_CAP} rounds of {seats} moves, as 0-1.2-3, got {text[:80]!r}"
        )
    return joints


def _number(word: str, game: Game) -> int:
    if not word.isdecimal() or len(word) > 4 or int(word) >= len(game.moves):
        raise RecordError(f"expected moves below {len(game.moves)}, got {word[:20]!r}")
    return int(word)


def write_moves(joints: Sequence[Sequence[int]]) -> str:
    return ".".join(
        "-".join(NONE if move == NO_MOVE else str(move) for move in joint) for joint in joints
    )


def position_of(game: Game, record: Record, start: int) -> State:
    """The state before a round of a record, or at its end.

    Raises:
        RecordError: the record has fewer rounds.
    """
    if not 0 <= start <= len(record.rounds):
        raise RecordError(f"expected a round from 0 to {len(record.rounds)}, got {start}")
    state = opening_of(game, record)
    for each in record.rounds[:start]:
        step(state, move_numbers(game, each.moves))
    return state


def variation_record(game: Game, record: Record, start: int, joints: Sequence[Joint]) -> Record:
    """The record of a variation, stopped in its last position.

    Raises:
        RecordError: a move is illegal, or the match ended before it.
    """
    state, seats = position_of(game, record, start), len(record.match.players)
    rounds = list(record.rounds[:start])
    for joint in joints:
        _check(game, state, joint)
        rounds.append(_round(game, state, joint))
        step(state, joint)
    result = record.result
    players = tuple(
        msgspec.structs.replace(
            player, place=None, score=None, termination="stopped", detail="", failed_in_round=None
        )
        for player in result.players
    )
    ended = Result("interrupted", len(rounds), None, players, checksum(game, state, seats))
    return msgspec.structs.replace(record, rounds=tuple(rounds), result=ended)


def _check(game: Game, state: State, joint: Joint) -> None:
    if is_over(state):
        raise RecordError("the match is over in this position")
    for seat, move in enumerate(joint):
        if move != NO_MOVE and not (is_to_move(state, seat) and accepts(state, seat, move)):
            legal = [game.moves[each] for each in game.legal_moves(state, seat)]
            expected = " or ".join(legal) or "no move"
            raise RecordError(f"seat {seat}: expected {expected}, got {game.moves[move]}")


def _round(game: Game, state: State, joint: Joint) -> Round:
    words = tuple(None if move == NO_MOVE else game.moves[move] for move in joint)
    banks = tuple(1000 if is_to_move(state, seat) else None for seat in range(len(joint)))
    return Round(words, checksum(game, state, len(joint)), bank_ms=banks)


def asked_record(game: Game, record: Record) -> Record:
    """A variation with one more round in which all seats are to move, for a bot to answer."""
    state = position_of(game, record, len(record.rounds))
    if is_over(state):
        raise RecordError("the match is over in this position")
    last = _round(game, state, [NO_MOVE] * len(record.match.players))
    return msgspec.structs.replace(record, rounds=(*record.rounds, last))


def line_of(game: Game, record: Record, found: ExaminedPosition) -> list[Joint]:
    """The joint moves of the line that a bot expects, as far as they are legal.

    The line has the moves of all seats in turn, starting with that of the bot. If it equals the
    path of the bot, it has only the bot's own moves; the other seats then play as recorded, or not.
    """
    seats, seat = len(record.match.players), found.seat
    state = copy_state(position_of(game, record, found.round))
    path = found.path[0][2] if found.path else ""
    is_own = seats > 1 and path != "" and path == _letters(found.pv)
    left, joints = list(found.pv), list[Joint]()
    while left and not is_over(state) and len(joints) < ROUND_CAP:
        number = found.round + len(joints)
        joint = [NO_MOVE] * seats
        if is_own and number < len(record.rounds):
            joint = move_numbers(game, record.rounds[number].moves)
        for step_ in range(1 if is_own else seats):
            mover = (seat + step_) % seats
            if left and is_to_move(state, mover):
                word = left.pop(0)
                joint[mover] = game.moves.index(word) if word in game.moves else NO_MOVE
        joint = [_legal(state, each, move) for each, move in enumerate(joint)]
        if joint[seat] == NO_MOVE and is_to_move(state, seat):
            break
        joints.append(joint)
        step(state, joint)
    return joints


def _legal(state: State, seat: int, move: int) -> int:
    """The move if it is legal, else NO_MOVE."""
    is_move = move != NO_MOVE and is_to_move(state, seat) and accepts(state, seat, move)
    return move if is_move else NO_MOVE


def _letters(words: Sequence[str]) -> str:
    """The letters of moves that are directions."""
    return "".join(word[:1] for word in words if word[:1] in LETTERS)
