"""Verification of moves, by a replay."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any

from gridbots.game import is_over
from gridbots.grid import NO_MOVE
from gridbots.record.plain_play import PlainPlay
from gridbots.record.replay import (
    checksum,
    move_numbers,
    opening_of,
    settings_in,
    settings_sent,
    with_forfeits,
)
from gridbots.record.verification.players import check_players
from gridbots.record.verification.times import check_times

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game, Outcome, State
    from gridbots.record import How, Record, Result, Round


def verify(game: Game, record: Record) -> list[str]:
    """Verify a record: replay its moves by the rules; return the differences."""
    if record.match.game != game.name:
        return [f"game: expected {game.name}, got {record.match.game}"]
    settings = settings_in(game, record)
    seats = game.seats(settings)
    differences = _verify_players(record, seats)
    if differences:
        return differences
    differences = _verify_settings_lines(game, record, settings)
    if differences:
        return differences
    play = PlainPlay(game, opening_of(game, record))
    for number, each in enumerate(record.rounds):
        if play.is_over():
            return [f"round {number}: the rules end the match here, but the record goes on"]
        moves = move_numbers(game, each.moves)
        differences = _verify_round(game, play, record, number, moves)
        if differences:
            return differences
        play.step(moves)
    state = play.record()
    differences = _verify_result(game, state, record.result, seats)
    if record.result.rounds != len(record.rounds):
        differences.append(f"rounds: expected {len(record.rounds)}, got {record.result.rounds}")
    return differences + check_players(record, state) + check_times(record)


def _verify_players(record: Record, seats: int) -> list[str]:
    got = len(record.match.players)
    return [] if got == seats else [f"players: expected {seats}, got {got}"]


def _verify_settings_lines(game: Game, record: Record, settings: Any) -> list[str]:
    """Check that the bots received the settings lines of these settings."""
    return [
        f"seat {seat}: the settings lines differ from those that the bot was sent"
        for seat, player in enumerate(record.result.players)
        if player.told_settings
        not in {None, zlib.crc32(settings_sent(game, record, seat, settings))}
    ]


def _verify_round(
    game: Game, play: PlainPlay, record: Record, number: int, moves: Sequence[int]
) -> list[str]:
    each = record.rounds[number]
    if each.told != play.updates(len(moves))[1]:
        return [f"round {number}: the board differs from the one sent to the bots"]
    found = []
    for seat, move in enumerate(moves):
        failed = record.result.players[seat].failed_in_round
        text = _wrong_move(game, play, seat, move)
        if not text and failed is not None and number > failed and move != NO_MOVE:
            text = f"has a move, but has failed in round {failed}"
        if not text and record.result.how != "void":
            text = _wrong_request(play, each, seat, failed=failed, number=number)
        if text:
            found.append(f"round {number}: seat {seat} {text}")
    return found


def _wrong_move(game: Game, play: PlainPlay, seat: int, move: int) -> str:
    """Why a move is wrong by the rules."""
    if move == NO_MOVE:
        return ""
    if not play.is_to_move(seat):
        return "has a move, but by the rules it is not to move"
    return "" if play.accepts(seat, move) else f"has the illegal move {game.moves[move]!r}"


def _wrong_request(
    play: PlainPlay, each: Round, seat: int, *, failed: int | None, number: int
) -> str:
    """Check that exactly the seats to move were asked, until they failed, and their times."""
    is_due = bool(play.is_to_move(seat)) and (failed is None or number <= failed)
    if each.bank_ms and (each.bank_ms[seat] is not None) != is_due:
        return "is to move, but was not asked" if is_due else "was asked, but is not to move"
    if not is_due or failed == number or not each.wall_us or each.wall_us[seat] is not None:
        return ""
    return "gave no answer, but has not failed" if play.has_choice(seat) else ""


def _verify_result(game: Game, state: State, result: Result, seats: int) -> list[str]:
    if result.how == "void":
        return []
    failed = [player.failed_in_round for player in result.players]
    differences = []
    if result.how == "rules" and not is_over(state):
        differences.append("by the record the rules ended the match, but by the rules it goes on")
    if result.how == "forfeit" and failed == [None] * seats:
        differences.append("the record ends by a forfeit, but no player has failed")
    expected = _expected_outcome(game.checked_outcome(state, seats), result.how, failed)
    if result.outcome != expected:
        differences.append(f"outcome: the rules say {expected}, got {result.outcome}")
    if result.told != checksum(game, state, seats):
        differences.append("the board at the end differs")
    return differences + _verify_places(result)


def _expected_outcome(by_rules: Outcome, how: How, failed: Sequence[int | None]) -> Outcome | None:
    if how == "interrupted":
        return None
    return with_forfeits(by_rules, failed) if how == "forfeit" else by_rules


def _verify_places(result: Result) -> list[str]:
    """Check that the players have the places and scores of the outcome."""
    unknown = (None,) * len(result.players)
    places = result.outcome.places if result.outcome else unknown
    scores = result.outcome.scores if result.outcome else unknown
    return [
        f"seat {seat}: expected place {place} and score {score}, "
        f"got {player.place} and {player.score}"
        for seat, (player, place, score) in enumerate(
            zip(result.players, places, scores, strict=True)
        )
        if (player.place, player.score) != (place, score)
    ]
