"""Reports after matches."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.show.show_records import random_record, with_note, with_player, with_result

from gridbots.game import Outcome, outcome_of
from gridbots.record import TERMINATIONS, Exchange, Note, Record
from gridbots_referee.show.progress.console import progress_line
from gridbots_referee.show.tables.report import COLUMNS, report
from gridbots_referee.show.tables.result_text import verdict
from gridbots_referee.show.tables.summary import Summary
from gridbots_referee.show.terminal.text import duration
from gridbots_referee.tournament.stats.played import points_of_outcome

PATH = Path("records/test.jsonl.gz")


def won_by_ada(**changes: object) -> Record:
    """A match that ada won; `changes` apply to the result of bob."""
    record = with_result(random_record(), outcome=outcome_of([1, 2], [18, 18]), rounds=18)
    record = with_player(record, 0, place=1, score=18.0, termination="survived", moves=18)
    bob: dict[str, object] = {
        "place": 2,
        "score": 18.0,
        "termination": "eliminated",
        "moves": 18,
        **changes,
    }
    return with_player(record, 1, **bob)


CRASHED: dict[str, object] = {
    "termination": "exited",
    "failed_in_round": 17,
    "exit_status": "killed by SIGSEGV",
    "detail": "its output ended",
    "warnings": 2,
    "stderr": "Traceback\n\tboom \x1b[2J\x1b]0;title\x07\r\n",
    "stderr_bytes": 31,
    "exchanges": (
        Exchange(16, "referee", "update game field " + "." * 300),
        Exchange(16, "bot", "up"),
        Exchange(17, "referee", "action move 9000"),
    ),
}


def test_a_match_in_a_few_lines() -> None:
    text = report(won_by_ada(), PATH)
    above, table, below = text.split("\n\n")
    assert above == (
        "ada won: bob was enclosed and left the board.\n"
        "18 rounds in 0.0 s: light-riders seats=2, seed 1."
    )
    header, ada, bob, units = table.splitlines()
    assert header.split() == " ".join(COLUMNS).split()
    assert ada.endswith("not measured  9876       0")
    assert ada.split()[:9] == ["0", "ada", "1", "18", "survived", "18", "1.50", "/", "12"]
    assert bob.split()[:9] == ["1", "bob", "2", "18", "eliminated", "18", "1.50", "/", "12"]
    assert len(header) == len(ada) == len(bob)
    assert units == (
        "Times: the median and the longest of all moves; "
        "the first move includes the start of the bot; bank: ms left."
    )
    assert below == "Record: records/test.jsonl.gz\n"


def test_players_with_the_same_name_are_distinguished() -> None:
    assert verdict(won_by_ada(name="ada").result) == (
        "ada (seat 0) won: ada (seat 1) was eliminated by the rules."
    )


def test_the_exit_code_is_reported_once() -> None:
    text = report(won_by_ada(termination="exited", detail="exit code 1", exit_status="exit code 1"))
    assert text.count("exit code 1") == 1


def test_the_winner_of_four_beat_each_of_the_others() -> None:
    record = drawn("eliminated", seats=4)
    record = with_result(record, outcome=outcome_of([2, 1, 3, 4], [9, 10, 8, 7]))
    assert verdict(record.result) == "bob won: each of the others was eliminated by the rules."


def test_a_failure_is_reported_with_all_details() -> None:
    record = with_result(won_by_ada(**CRASHED), how="forfeit")
    record = with_note(record, 4, Note(1, "malformed", "expected a move, got 'jump\x1b[31m'"))
    text = report(record, PATH)
    assert text.startswith("ada won: bob ended before the match did in round 17.\n")
    assert "exited, round 17" in text
    field = "update game field " + "." * 81 + "… (318 characters)"
    assert (
        f"""\
bob: 2 warnings, the first in round 4: malformed: expected a move, got 'jump\\x1b[31m'

bob ended before the match did in round 17.
  its output ended
  The process exited: killed by SIGSEGV.
  The last lines exchanged:
    round 16  to bot    {field}
    round 16  from bot  up
    round 17  to bot    action move 9000
  The end of its stderr (31 bytes in all):
    Traceback
        boom \\x1b[2J\\x1b]0;title\\x07

Record: records/test.jsonl.gz
"""
        in text
    )


def test_a_failure_without_output_is_reported() -> None:
    text = report(won_by_ada(termination="late", failed_in_round=3, exit_status="exit code 1"))
    assert (
        "bob had no time left in its bank in round 3.\n  The process exited: exit code 1.\n" in text
    )
    assert "The bot wrote nothing to stderr." in text
    assert "Record:" not in text


def test_only_the_end_of_a_long_stderr_is_reported() -> None:
    stderr = "".join(f"line {number}\n" for number in range(100))
    text = report(won_by_ada(termination="late", stderr=stderr, stderr_bytes=len(stderr)))
    assert "line 99" in text
    assert "line 80\n" in text
    assert "line 79" not in text


@given(
    wild=st.text(), termination=st.sampled_from([*TERMINATIONS, "\x1b[1m"]), unicode=st.booleans()
)
def test_nothing_that_bots_write_reaches_the_terminal(
    wild: str,
    termination: str,
    unicode: bool,  # noqa: FBT001
) -> None:
    record = won_by_ada(
        name=wild,
        termination=termination,
        detail=wild,
        exit_status=wild,
        stderr=wild,
        warnings=1,
        exchanges=(Exchange(1, "bot", wild),),
    )
    record = with_note(record, 2, Note(1, "malformed", wild))
    for text in (report(record, Path(wild), unicode=unicode), summary(record, unicode=unicode)):
        assert text.replace("\n", "").isprintable()
        assert unicode or text.isascii()


# Verdicts.


def drawn(termination: str, *, seats: int = 2) -> Record:
    record = with_result(random_record(1, seats), outcome=outcome_of([1] * seats, [9] * seats))
    for seat in range(seats):
        record = with_player(record, seat, termination=termination)
    return record


def with_all_in(*scores: float) -> Record:
    """A match that ada won by her score, without eliminations."""
    record = drawn("survived", seats=len(scores))
    places = [1 + sum(other > mine for other in scores) for mine in scores]
    return with_result(record, outcome=outcome_of(places, scores))


def alone(winner: int | None, score: float, **changes: object) -> Record:
    """A match with ada as the only player."""
    record = with_result(random_record(), outcome=Outcome(winner, (1,), (score,)), rounds=12)
    record = with_result(record, players=record.result.players[:1])
    return with_player(record, 0, score=score, **changes)


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (
            alone(None, 5, termination="eliminated"),
            "ada did not win: it was eliminated by the rules, with a score of 5.",
        ),
        (
            alone(0, 16, termination="survived"),
            "ada won: it was still in the game at the end, with a score of 16.",
        ),
        (
            alone(None, 5, termination="late", failed_in_round=3),
            "ada did not win: it had no time left in its bank in round 3, with a score of 5.",
        ),
        (won_by_ada(), "ada won: bob was eliminated by the rules."),
        (
            won_by_ada(termination="late", failed_in_round=0),
            "ada won: bob had no time left in its bank in round 0.",
        ),
        (with_all_in(18, 13), "ada won by 18 to 13."),
        (with_all_in(18, 2.5, 13, 9), "ada won by 18 to 2.5, 13 and 9."),
        (drawn("eliminated"), "A draw between ada and bob: each was eliminated by the rules."),
        (
            drawn("survived", seats=4),
            "A draw between ada, bob, cleo and dan: each was still in the game at the end.",
        ),
        (
            with_player(
                with_result(drawn("stopped"), how="void", outcome=None),
                1,
                termination="not-started",
            ),
            "Void, no match was played: bob could not be started.",
        ),
        (
            with_result(drawn("stopped"), how="interrupted", outcome=None, rounds=1),
            "Interrupted after 1 round: there is no result.",
        ),
    ],
)
def test_one_sentence_names_the_winner_and_the_reason(record: Record, expected: str) -> None:
    assert verdict(record.result) == expected


def test_a_void_match_has_a_report() -> None:
    record = with_result(drawn("stopped"), how="void", outcome=None)
    record = with_player(record, 0, place=None, score=None, termination="not-started")
    text = report(record, PATH)
    assert "   0  ada         -      -  not-started" in text


# Summaries.


def summary(*records: Record, unicode: bool = True) -> str:
    total = Summary()
    for record in records:
        total.add(record)
    return total.text(unicode=unicode)


def test_a_summary_of_several_matches() -> None:
    failed = with_result(won_by_ada(**CRASHED), how="forfeit", rounds=20)
    void = with_result(drawn("stopped"), how="void", outcome=None)
    text = summary(won_by_ada(), drawn("eliminated"), failed, void)
    assert (
        text
        == f"""\
player  points  matches  won  drawn  lost  failures
ada        2.5        3    2      1     0         0
bob        0.5        3    0      1     2         1

4 matches: 2 ended by the rules, 1 ended by a forfeit, 1 void; \
{(18 + len(random_record().rounds) + 20) / 3:.1f} rounds on average.

bob failed 1 time: 1 exited
  1 exited: boom \\x1b[2J\\x1b]0;title\\x07
"""
    )


PERL = """\
Can't locate JSON/XS.pm in @INC at bot.pl line 2.
BEGIN failed--compilation aborted at bot.pl line 2.
"""


def test_a_summary_names_the_causes_of_failures() -> None:
    errors = [PERL, *["Traceback\nKeyError: 5\n"] * 2, "A: 1", "A: 2", "A: 3"]
    records = [won_by_ada(**{**CRASHED, "stderr": each}) for each in errors]
    late = won_by_ada(**{**CRASHED, "termination": "late", "detail": "no answer after 200 ms"})
    text = summary(*records, late, late, late)
    assert text.partition("\n\nbob ")[2] == (
        "failed 9 times: 6 exited, 3 late\n"
        "  3 late: no answer after 200 ms\n"
        "  2 exited: KeyError: 5\n"
        "  1 exited: Can't locate JSON/XS.pm in @INC at bot.pl line 2.\n"
        "  3 for other reasons\n"
    )


def test_a_report_names_the_cause_above_the_end_of_stderr() -> None:
    text = report(won_by_ada(**{**CRASHED, "stderr": PERL}))
    assert "\n  its output ended\n  Can't locate JSON/XS.pm in @INC at bot.pl line 2.\n" in text


def test_a_summary_of_one_player_matches_has_the_mean_score() -> None:
    text = summary(alone(None, 5, termination="eliminated"), alone(0, 16, termination="survived"))
    assert (
        text
        == """\
player  points  matches  won  drawn  lost  failures
ada          1        2    1      0     1         0

2 matches: 2 ended by the rules; 12.0 rounds and a score of 10.50 on average.
"""
    )


def test_a_summary_of_nothing() -> None:
    assert summary() == "0 matches: none.\n"


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([1, 2], [1, 0]),
        ([1, 1], [0.5, 0.5]),
        ([1, 2, 2, 4], [1, 0.5, 0.5, 0]),
    ],
)
def test_points_are_the_share_of_opponents_beaten(places: list[int], expected: list[float]) -> None:
    outcome = outcome_of(places, [0] * len(places))
    assert list(points_of_outcome(outcome)) == expected


@pytest.mark.parametrize(("winner", "expected"), [(0, 1), (None, 0)])
def test_a_single_player_gets_all_points_or_none(winner: int | None, expected: float) -> None:
    assert points_of_outcome(Outcome(winner, (1,), (5,))) == (expected,)


@given(st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_points_of_a_match_always_sum_to_half_the_seats(places: list[int]) -> None:
    outcome = outcome_of(places, [0] * len(places))
    assert sum(points_of_outcome(outcome)) == pytest.approx(len(places) / 2)


@pytest.mark.parametrize(
    ("done", "total", "seconds", "expected"),
    [
        (0, 100, 0.0, "  0 of 100    0 %"),
        (34, 100, 6.8, " 34 of 100   34 %  5.0 matches/s  13 s left"),
        (1, 20, 90.0, " 1 of 20    5 %  0.7 matches/min  28 min 30 s left"),
        (100, 100, 5.0, "100 of 100  100 %  20.0 matches/s  0 s left"),
        (0, 0, 0.0, "0 of 0  100 %"),
    ],
)
def test_progress_shows_rate_and_time_left(
    done: int, total: int, seconds: float, expected: str
) -> None:
    assert progress_line(done, total, seconds) == expected


def test_durations_have_two_units_at_most() -> None:
    assert [duration(value) for value in (59.4, 60, 3599, 7384)] == [
        "59 s",
        "1 min 0 s",
        "59 min 59 s",
        "2 h 3 min",
    ]


def test_the_stderr_of_surviving_bots_is_reported_on_request() -> None:
    record = with_player(won_by_ada(), 0, stderr="depth 3\x1b[2J\ndepth 4\n", stderr_bytes=20)
    assert "depth 4" not in report(record, PATH)
    part = report(record, PATH, stderr=True).split("\n\n")[-2]
    assert part.splitlines() == [
        "ada (seat 0):",
        "  The end of its stderr (20 bytes in all):",
        "    depth 3\\x1b[2J",
        "    depth 4",
        "bob (seat 1):",
        "  The bot wrote nothing to stderr.",
    ]


def test_the_stderr_of_a_failed_bot_is_reported_once() -> None:
    assert report(won_by_ada(**CRASHED), PATH, stderr=True).count("boom") == 1


def test_the_line_that_names_the_error_and_the_detail_are_whole() -> None:
    error = "ModuleNotFoundError: No module named " + "x" * 200 + " in the end"
    detail = "the limit of memory was hit; " + "y" * 200 + "; exited: exit code 1"
    text = report(won_by_ada(**{**CRASHED, "stderr": f"Traceback\n{error}\n", "detail": detail}))
    assert f"    {error}\n" in text
    assert f"  {detail}\n" in text
