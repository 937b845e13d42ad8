"""Laws of records: a match is recorded, read back, replayed and verified."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots import record as records
from gridbots.game import is_living, is_to_move
from gridbots.limits import Limits
from gridbots.record.replay import checksum, replay
from gridbots.record.verification import verify
from gridbots.testing.expectation import expect, expect_equal, expect_same_state

if TYPE_CHECKING:
    from gridbots.game import Outcome, State
    from gridbots.record import Record
    from gridbots.testing.case import Case, Position


def a_record_can_be_replayed_and_verified(case: Case) -> None:
    """A record is written and read back, replays to the same states, and verifies."""
    record = records.decode(records.encode(record_of(case)))
    states = replay(case.game, record)
    for position, state in zip(case.match(), states, strict=True):
        expect_same_state(f"{position.place}, replayed", position.state, state)
    differences = verify(case.game, record)
    expect(not differences, "verify", "a correct record", "; ".join(differences))


def record_of(case: Case) -> Record:
    """The record of the random match of a case."""
    *positions, last = case.match()
    names = [f"player{seat}" for seat in range(case.seats)]
    match = records.Match(
        schema=records.SCHEMA,
        id="law",
        game=case.game.name,
        settings=msgspec.structs.asdict(case.settings),
        seed=case.seed,
        players=tuple(records.Player(name, ("law",)) for name in names),
        limits=Limits(),
    )
    ended = case.end() is not None
    outcome = case.game.outcome(last.state) if ended else None
    result = records.Result(
        how="rules" if ended else "interrupted",
        rounds=len(positions),
        outcome=outcome,
        players=tuple(
            _player_result(name, seat, outcome, last.state) for seat, name in enumerate(names)
        ),
        told=checksum(case.game, last.state, case.seats),
    )
    return records.Record(match, tuple(_round_of(case, each) for each in positions), result)


def _round_of(case: Case, position: Position) -> records.Round:
    expect_equal(f"{position.place}, moves", case.seats, len(position.moves))
    words = tuple(
        case.game.moves[move] if move >= 0 and is_to_move(position.state, seat) else None
        for seat, move in enumerate(position.moves)
    )
    return records.Round(words, checksum(case.game, position.state, case.seats))


def _player_result(
    name: str, seat: int, outcome: Outcome | None, end: State
) -> records.PlayerResult:
    if outcome is None:
        return records.PlayerResult(name, None, None, "stopped")
    termination = "survived" if is_living(end, seat) else "eliminated"
    return records.PlayerResult(name, outcome.places[seat], outcome.scores[seat], termination)
