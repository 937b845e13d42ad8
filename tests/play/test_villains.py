"""Bots that misbehave: each gets its verdict, and leaves no process behind."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.play.fault_matrix import PLAYS_ON, ROWS, WARNED
from tests.play.matches import VILLAINS, command, own_children, play_match, villain

from gridbots.games.light_riders import GAME
from gridbots.record import TERMINATIONS
from gridbots.record.verification import verify

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch

PLAYED = {row.name: row for row in ROWS if row.is_played_at("limits") and not row.slow}
VERDICTS = {name: row.verdict_at("limits") for name, row in PLAYED.items()}
FAILS = {name: verdict for name, verdict in VERDICTS.items() if verdict in TERMINATIONS}
"""Villain -> termination: it forfeits, and its opponent wins."""
WARNINGS = {
    name: verdict.removeprefix(WARNED)
    for name, verdict in VERDICTS.items()
    if verdict.startswith(WARNED)
}
"""Villain -> kind of note: a warning, and the match continues."""
TOLERATED = [name for name, verdict in VERDICTS.items() if verdict == PLAYS_ON]
"""Villains whose match ends by the rules, without a warning."""
PATIENCE: dict[str, Any] = {"timebank_ms": 20_000}
"""Time with which no clock runs out, even on a busy machine."""


def bot(name: str) -> Launch:
    return villain(PLAYED[name].villain, *PLAYED[name].words)


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert own_children() == set()


def notes_of(record: Record, seat: int) -> list[str]:
    return [note.kind for each in record.rounds for note in each.notes if note.seat == seat]


def assert_unharmed(record: Record, seat: int) -> None:
    player = record.result.players[seat]
    assert player.termination in {"survived", "eliminated"}
    assert set(notes_of(record, seat)) <= {"gap"}  # a crowded machine may stop the referee, too


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", FAILS)
def test_a_bot_that_fails_forfeits(name: str, seat: int) -> None:
    bots = [villain("_honest"), villain("_honest")]
    bots[seat] = bot(name)
    record = play_match(*bots)
    player = record.result.players[seat]
    assert (record.result.how, player.termination) == ("forfeit", FAILS[name])
    assert record.result.outcome is not None
    assert record.result.outcome.winner == 1 - seat
    assert player.exchanges
    assert_unharmed(record, 1 - seat)
    assert verify(GAME, record) == []


@pytest.mark.parametrize("name", WARNINGS)
def test_a_malformed_or_illegal_move_is_a_warning(name: str) -> None:
    record = play_match(bot(name), villain("_honest"), **PATIENCE)
    assert record.result.how == "rules"
    notes = [kind for kind in notes_of(record, 0) if kind != "gap"]  # as of a crowded machine
    assert set(notes) == {WARNINGS[name]}
    assert record.result.players[0].warnings == len(notes)
    assert_unharmed(record, 1)
    assert verify(GAME, record) == []


@pytest.mark.parametrize("name", WARNINGS)
def test_strict_makes_it_a_forfeit(name: str) -> None:
    record = play_match(bot(name), villain("_honest"), strict=True, **PATIENCE)
    if WARNINGS[name] in {"malformed", "illegal"}:
        assert record.result.players[0].termination == WARNINGS[name]
        assert record.result.how == "forfeit"
    else:
        assert record.result.how == "rules"


@pytest.mark.parametrize("name", TOLERATED)
def test_harmless_behaviour_is_no_failure(name: str) -> None:
    record = play_match(villain("_honest"), bot(name), **PATIENCE)
    assert record.result.how == "rules"
    assert_unharmed(record, 0)
    assert_unharmed(record, 1)
    assert verify(GAME, record) == []


def test_using_much_memory_fails_only_by_the_clock() -> None:
    record = play_match(villain("eats_memory", "64"), villain("_honest"), **PATIENCE)
    assert record.result.how == "rules"


@pytest.mark.parametrize(
    ("program", "notes"),
    [
        pytest.param(
            "for each in _honest.requests():\n"
            "    _honest.answer(each.safe_move() if each.round_number else 'garbage')",
            ["malformed"],
            id="garbage for the first move",
        ),
        pytest.param(
            "_honest.write(b'starting\\n'); time.sleep(0.3); _honest.play()",
            [],
            id="a banner, then a slow start",
        ),
        pytest.param(
            "_honest.write(b'starting\\n'); time.sleep(0.3)\n"
            "for each in _honest.requests():\n"
            "    _honest.answer(each.safe_move() if each.round_number else 'garbage')",
            ["malformed"],
            id="a banner, a slow start and garbage",
        ),
    ],
)
def test_the_start_allowance_covers_bots_that_have_not_read_the_first_request(
    program: str, notes: list[str]
) -> None:
    begin = f"import sys, time; sys.path.insert(0, {str(VILLAINS)!r}); import _honest\n"
    bot = command(sys.executable, "-S", "-E", "-c", begin + program)
    short = {"max_rounds": 3}
    record = play_match(bot, villain("_honest"), settings=short, start_allowance_ms=20_000)
    assert record.result.how == "rules"
    assert notes_of(record, 0) == notes
    assert record.result.seconds < 10


def test_the_second_of_two_moves_does_not_count_for_the_next_round() -> None:
    record = play_match(villain("answers_twice"), villain("_honest"))
    twice = play_match(villain("_honest"), villain("_honest"))
    assert [each.moves[0] for each in record.rounds[:5]] == [
        each.moves[0] for each in twice.rounds[:5]
    ]


def test_an_early_answer_never_fails_the_match() -> None:
    record = play_match(villain("answers_before_being_asked"), villain("_honest"), **PATIENCE)
    assert record.result.how == "rules"
    assert_unharmed(record, 1)


@pytest.mark.parametrize("name", ["never_answers", "exits_in_mid_match", "endless_bytes"])
def test_on_failure_no_move_plays_on_by_the_rules(name: str) -> None:
    record = play_match(villain(name), villain("_honest"), on_failure="no-move")
    player = record.result.players[0]
    assert record.result.how == "rules"
    assert player.termination == FAILS[name]
    assert player.failed_in_round is not None
    late = [each.moves[0] for each in record.rounds[player.failed_in_round :]]
    assert set(late) == {None}
    assert verify(GAME, record) == []


def test_two_failures_in_one_round_are_a_draw() -> None:
    record = play_match(villain("exits_in_mid_match"), villain("killed_by_a_signal"))
    assert record.result.how == "forfeit"
    assert record.result.outcome is not None
    assert record.result.outcome.winner is None
    assert [player.exit_status for player in record.result.players] == [
        "exit code 1",
        "killed by SIGSEGV",
    ]


def test_a_forfeit_among_four_leaves_three_playing() -> None:
    bots = [villain("_honest") for _ in range(4)]
    bots[2] = villain("exits_in_mid_match")
    record = play_match(*bots)
    assert record.result.how == "forfeit"
    assert record.result.players[2].place == 4
    assert record.result.rounds > 4
    for seat in (0, 1, 3):
        assert_unharmed(record, seat)


@pytest.mark.parametrize("name", ["_honest", "stops_itself", "never_answers", "fork_tree"])
def test_asking_in_turn_gives_the_same_verdicts(name: str) -> None:
    record = play_match(villain(name), villain("_honest"), ask="in-turn")
    assert record.result.how == ("forfeit" if name in FAILS else "rules")
    assert_unharmed(record, 1)


@pytest.mark.parametrize("argv", [["./no-such-bot"], [str(VILLAINS)], ["/dev/null"]])
def test_a_bot_that_cannot_be_started_makes_the_match_void(argv: list[str]) -> None:
    record = play_match(villain("_honest"), command(*argv))
    assert (record.result.how, record.result.outcome) == ("void", None)
    players = record.result.players
    assert [player.termination for player in players] == ["stopped", "not-started"]
    assert argv[0] in players[1].detail


def test_the_output_of_a_failed_bot_is_in_the_record() -> None:
    record = play_match(villain("exits_in_mid_match"), villain("_honest"))
    player = record.result.players[0]
    assert "Traceback" in player.stderr
    assert player.exchanges[-1].line.startswith("action move")
    assert player.exchanges[-1].round == 3


def test_only_the_tail_of_a_flood_on_stderr_is_kept() -> None:
    record = play_match(villain("floods_stderr"), villain("_honest"), **PATIENCE)
    player = record.result.players[0]
    assert player.stderr_bytes >= 50_000_000
    assert len(player.stderr) <= 16384
