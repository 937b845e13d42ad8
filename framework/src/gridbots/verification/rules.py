"""Verification of a record: plays it again by the rules, and says what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.game import Outcome, is_over, is_to_move, step
from gridbots.replay import move_numbers, opening_of, settings_in, told, with_forfeits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game, State
    from gridbots.record import How, Record, Result, Round


def verify(game: Game, record: Record) -> list[str]:
    """Verify a record: replay its moves by the rules, and say what differs (nothing: [])."""
    if record.match.game != game.name:
        return [f"game: expected {game.name}, got {record.match.game}"]
    settings = settings_in(game, record)
    seats = game.seats(settings)
    differences = _verify_players(record, seats)
    if differences:
        return differences
    state = opening_of(game, record)
    for number, each in enumerate(record.rounds):
        if is_over(state):
            return [f"round {number}: the rules end the match here, the record goes on"]
        differences = _verify_round(game, state, each, number, seats)
        if differences:
            return differences
        step(state, move_numbers(game, each.moves))
    differences = _verify_result(game, state, record.result, seats)
    if record.result.rounds != len(record.rounds):
        differences.append(f"rounds: expected {len(record.rounds)}, got {record.result.rounds}")
    return differences


def _verify_players(record: Record, seats: int) -> list[str]:
    counts = {
        "players": len(record.match.players),
        "results": len(record.result.players),
        **{f"moves of round {n}": len(each.moves) for n, each in enumerate(record.rounds)},
    }
    return [f"{what}: expected {seats}, got {n}" for what, n in counts.items() if n != seats]


def _verify_round(game: Game, state: State, each: Round, number: int, seats: int) -> list[str]:
    expected = told(game, state, seats)
    if each.told != expected:
        return [f"round {number}: the board differs from what the bots were told"]
    return [
        f"round {number}: seat {seat} has a move, but by the rules it is not to move"
        for seat, word in enumerate(each.moves)
        if word is not None and not is_to_move(state, seat)
    ]


def _verify_result(game: Game, state: State, result: Result, seats: int) -> list[str]:
    if result.how == "void":
        return []
    failed = [player.failed_in_round for player in result.players]
    differences = []
    if result.how == "rules" and not is_over(state):
        differences.append("the record ends by the rules, but by the rules it goes on")
    if result.how == "forfeit" and failed == [None] * seats:
        differences.append("the record ends by a forfeit, but nobody has failed")
    expected = _expected_outcome(game.checked_outcome(state, seats), result.how, failed)
    if result.outcome != expected:
        differences.append(f"outcome: the rules say {expected}, got {result.outcome}")
    if result.told != told(game, state, seats):
        differences.append("the board at the end differs")
    return differences + _verify_places(result)


def _expected_outcome(by_rules: Outcome, how: How, failed: Sequence[int | None]) -> Outcome | None:
    if how == "interrupted":
        return None
    return with_forfeits(by_rules, failed) if how == "forfeit" else by_rules


def _verify_places(result: Result) -> list[str]:
    """The players have the places and scores of the outcome."""
    nobody = (None,) * len(result.players)
    places = result.outcome.places if result.outcome else nobody
    scores = result.outcome.scores if result.outcome else nobody
    return [
        f"seat {seat}: expected place {place} and score {score}, "
        f"got {player.place} and {player.score}"
        for seat, (player, place, score) in enumerate(
            zip(result.players, places, scores, strict=True)
        )
        if (player.place, player.score) != (place, score)
    ]
