"""A transcript has the lines that were sent to a bot, byte for byte, and its answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.play.matches import play_match
from tests.transcript.talkers import CIRCLE, keeper, match_against, match_of_keepers

from gridbots.errors import RecordError
from gridbots.games.light_riders import GAME
from gridbots.plugins import load_game
from gridbots.record import Clock
from gridbots_referee.show.tables.transcript import footer_lines
from gridbots_referee.transcript.transcript import Answer, Transcript

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.record import Record

SMALL = {"width": 8, "height": 8}


def sent(game_name: str, record: Record, seat: int) -> bytes:
    transcript = Transcript(load_game(game_name), record, seat)
    lines = transcript.settings + b"".join(each.text for each in transcript.requests())
    return lines + transcript.end


def answers(record: Record, seat: int = 0) -> list[Answer]:
    return [each.answer for each in Transcript(GAME, record, seat).requests()]


@pytest.mark.parametrize(
    ("name", "settings", "seats"),
    [
        ("light-riders", SMALL, 2),
        ("light-riders", {}, 4),
        ("multisnake", {}, 3),
        ("paperio", {"max_rounds": 9}, 2),
        ("paperio", {"max_rounds": 9, "order": "alternating"}, 3),
        ("snake", {"width": 6, "height": 6}, 1),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_rebuilt_lines_equal_the_sent_lines(
    name: str, settings: dict[str, Any], seats: int, tmp_path: Path
) -> None:
    turned = [CIRCLE[seat:] + CIRCLE[:seat] for seat in range(seats)]
    record, kept = match_of_keepers(tmp_path, load_game(name), *turned, settings=settings)
    assert record.result.how == "rules"
    for seat in range(seats):
        assert sent(name, record, seat) == kept[seat]


def test_a_player_with_its_own_time_was_sent_it(tmp_path: Path) -> None:
    slow = msgspec.structs.replace(keeper(tmp_path / "slow"), clock=Clock(30_000, 7))
    record = play_match(slow, keeper(tmp_path / "other"), settings=SMALL, timebank_ms=20_000)
    text = sent("light-riders", record, 0)
    assert b"settings timebank 30000\nsettings time_per_move 7\n" in text
    assert text == (tmp_path / "slow").read_bytes()


def test_answers_are_those_of_the_record() -> None:
    malformed = answers(match_against("no_move_word"))
    assert malformed[0].kind == "move"
    assert {each.kind for each in malformed} == {"move", "malformed"}
    assert "illegal" in {each.kind for each in answers(match_against("reverses"))}
    ended = match_against("exits_in_mid_match")
    assert answers(ended)[3][:2] == ("none", "exited")
    assert len(answers(ended)) == 4
    *_, last = Transcript(GAME, ended, 0).requests()
    assert last.lines == ()
    assert "expected no round 3" in Transcript(GAME, ended, 0).player.stderr


def test_a_failed_bot_is_not_asked_again() -> None:
    record = match_against("exits_in_mid_match", on_failure="no-move")
    assert len(record.rounds) > 4
    assert [each.round for each in Transcript(GAME, record, 0).requests()] == [0, 1, 2, 3]
    assert len(answers(record, 1)) == len(record.rounds)


def test_an_answer_agrees_with_the_same_move_legal_or_not() -> None:
    assert Answer("illegal", "up").agrees(Answer("move", "up"))
    assert not Answer("move", "up").agrees(Answer("move", "down"))
    assert Answer("none", "exited", "exit code 1").agrees(Answer("none", "exited", "exit code 2"))
    assert not Answer("pass").agrees(Answer("malformed", "pss"))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Record:
    folder = tmp_path_factory.mktemp("played")
    return match_of_keepers(folder, GAME, CIRCLE, CIRCLE[::-1], settings=SMALL)[0]


def test_lines_that_differ_from_the_sent_ones_are_refused(played: Record) -> None:
    for changes, place in (
        ({"match": msgspec.structs.replace(played.match, seed=99)}, "round 0: the rebuilt lines"),
        (
            {"match": msgspec.structs.replace(
                played.match, limits=msgspec.structs.replace(played.match.limits, timebank_ms=5))},
            "the rebuilt settings lines",
        ),
        ({"result": msgspec.structs.replace(played.result, told=1)}, "the end: the rebuilt lines"),
    ):  # fmt: skip
        changed = msgspec.structs.replace(played, **changes)
        with pytest.raises(RecordError, match=place):
            list(Transcript(GAME, changed, 0).requests())
    with pytest.raises(RecordError, match="expected a seat from 0 to 1, got 2"):
        Transcript(GAME, played, 2)


def test_a_match_without_clocks_has_a_transcript_too(played: Record) -> None:
    """Matches without processes have no times; the player to move was asked."""
    bare = msgspec.structs.replace(
        played,
        rounds=tuple(
            msgspec.structs.replace(each, bank_ms=(), wall_us=(), cpu_us=())
            for each in played.rounds
        ),
    )
    rounds = [each.round for each in Transcript(GAME, bare, 0).requests()]
    assert rounds == [each.round for each in Transcript(GAME, played, 0).requests()]
    assert {each.bank_ms for each in Transcript(GAME, bare, 0).requests()} == {20_000}


def test_the_cause_of_a_void_match_is_reported(played: Record) -> None:
    result = msgspec.structs.replace(played.result, how="void", cause="killed")
    transcript = Transcript(GAME, msgspec.structs.replace(played, result=result), 0)
    assert "# void: killed" in footer_lines(transcript)
