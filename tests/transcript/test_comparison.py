"""Two bots are compared in the positions of records; both are fed the recorded match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.play.matches import villain
from tests.transcript.talkers import keeper, match_against, match_of_keepers

from gridbots.games.light_riders import GAME
from gridbots.limits import DEFAULT_ISOLATION
from gridbots_referee.play.stop import Stop
from gridbots_referee.transcript.comparison import (
    ComparedPosition,
    Decision,
    agreement,
    by_phase,
    compare,
    differences,
    most_interesting,
)
from gridbots_referee.transcript.feed import FeedOptions
from gridbots_referee.transcript.transcript import Answer, Transcript

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch

SMALL = {"width": 8, "height": 8}


def position(
    first: str, second: str, number: int = 0, source: int = 0, **of_second: float
) -> ComparedPosition:
    """A position in a match of 9 rounds with these decisions; "" for no answer.

    The move of the first has the evaluation 0 and the fate 0, that of the second perhaps others.
    """
    answers = [Answer("move", word) if word else Answer("none", "late") for word in (first, second)]
    value, fate = of_second.get("value", 0.0), int(of_second.get("fate", 0))
    decisions = Decision(answers[0], 1000, 0.0, 0), Decision(answers[1], 1000, value, fate)
    return ComparedPosition(source, number, 9, Answer("move", "up"), decisions)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Record:
    folder = tmp_path_factory.mktemp("played")
    return match_of_keepers(folder, GAME, ("up",), ("down",), settings=SMALL)[0]


def compared(record: Record, first: Launch, second: Launch) -> list[ComparedPosition]:
    stop = Stop()
    try:
        options = FeedOptions(DEFAULT_ISOLATION)
        return list(compare(Transcript(GAME, record, 0), 0, (first, second), stop, options))
    finally:
        stop.close()


def test_both_bots_see_the_recorded_match_whatever_they_decide(
    played: Record, tmp_path: Path
) -> None:
    """Seat 0 goes up from row 3 or 4 to the edge; a bot that turns there survives.

    . . . . . . . .
    . . . . . . . .
    . ^ . . . . . .
    . 0 . . . . 1 .
    """
    up, right = keeper(tmp_path / "up", "up"), keeper(tmp_path / "right", "right")
    found = compared(played, up, right)
    assert (tmp_path / "up").read_bytes() == (tmp_path / "right").read_bytes()
    assert all(each.decisions[0].answer.agrees(each.recorded) for each in found)
    assert not any(each.agrees for each in found)
    assert differences(found) == [("up", "right", len(found))]
    fates = [tuple(decision.fate for decision in each.decisions) for each in found]
    assert fates[:-1] == [(0, 0)] * (len(found) - 1)
    outcome = played.result.outcome
    assert outcome is not None
    assert fates[-1] == {0: (1, 1), 1: (-1, 0), None: (0, 1)}[outcome.winner]


def test_the_same_bot_decides_the_same() -> None:
    found = compared(match_against("_honest"), villain("_honest"), villain("_honest"))
    assert found
    assert all(each.agrees for each in found)
    assert agreement(found)[:2] == (len(found), len(found))
    assert most_interesting(found, 3) == []


def test_a_bot_that_fails_leaves_positions_unanswered(played: Record) -> None:
    found = compared(played, villain("exits_at_once"), villain("_honest"))
    assert {each.decisions[0].answer.text for each in found} == {"exited"}
    assert agreement(found) == (0, 0, None)


def test_agreement_counts_answered_positions_by_phase() -> None:
    positions = [
        *(position("up", "up", number=number) for number in range(6)),
        position("up", "left", number=6),
        position("up", "", number=7),
    ]
    assert agreement(positions)[:2] == (7, 6)
    assert [each[:2] for each in by_phase(positions)] == [(3, 3), (3, 3), (1, 0)]
    assert agreement([]).share is None


def test_the_error_of_the_agreement_is_clustered_by_match() -> None:
    """Nine positions of three matches that agree or differ as a whole count less than nine."""
    alike = [position("up", "up" if source else "left", source=source, number=number)
             for source in range(3) for number in range(3)]  # fmt: skip
    mixed = [position("up", "up" if number else "left", source=source, number=number)
             for source in range(3) for number in range(3)]  # fmt: skip
    assert agreement(alike)[:2] == agreement(mixed)[:2] == (9, 6)
    assert (agreement(alike).error or 0) > (agreement(mixed).error or 0)


def test_agreement_in_all_positions_or_none_also_has_an_error() -> None:
    all_agree = [position("up", "up", number=number) for number in range(20)]
    none_agree = [position("up", "left", number=number) for number in range(20)]
    assert (
        agreement(all_agree).error == agreement(none_agree).error == pytest.approx(0.0806, abs=1e-4)
    )


def test_the_most_interesting_positions_decide_the_match_or_differ_in_value() -> None:
    fatal = position("up", "left", fate=-1)
    valued = position("up", "left", source=1, value=-10.0)
    late = position("up", "left", source=2, number=8)
    early = position("up", "left", source=3, number=1)
    second = position("up", "left", number=2, fate=-1)
    same = position("up", "up", source=4)
    everything = [early, same, late, valued, second, fatal]
    assert most_interesting(everything, 9) == [second, valued, late, early, fatal]
    assert most_interesting(everything, 2) == [second, valued]
