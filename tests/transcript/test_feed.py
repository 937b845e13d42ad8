"""Bots are fed the recorded lines in order, independently of their answers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.play.matches import own_children, villain
from tests.transcript.talkers import CIRCLE, keeper, match_against, match_of_keepers

from gridbots.errors import GridbotsError
from gridbots.games.light_riders import GAME
from gridbots.limits import DEFAULT_ISOLATION
from gridbots.plugins import load_game
from gridbots_referee.play.stop import Stop
from gridbots_referee.transcript.feed import (
    FedAnswer,
    FeedOptions,
    TranscriptFeed,
    fed_launches,
    with_recorded_seed,
)
from gridbots_referee.transcript.transcript import RecordedRequest, Transcript

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch

SMALL = {"width": 8, "height": 8}


def fed(
    transcript: Transcript, *bots: Launch, timeout_ms: int | None = None
) -> list[tuple[RecordedRequest, list[FedAnswer]]]:
    stop = Stop()
    try:
        with TranscriptFeed(
            transcript, bots, stop, FeedOptions(DEFAULT_ISOLATION, timeout_ms)
        ) as feed:
            return [(request, feed.ask(request)) for request in transcript.requests()]
    finally:
        stop.close()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Record:
    folder = tmp_path_factory.mktemp("played")
    return match_of_keepers(folder, GAME, CIRCLE, CIRCLE[::-1], settings=SMALL)[0]


def test_a_bot_is_sent_the_recorded_lines_whatever_it_answers(
    played: Record, tmp_path: Path
) -> None:
    transcript = Transcript(GAME, played, 1)
    before = own_children()
    answers = fed(
        transcript, keeper(tmp_path / "same", *CIRCLE[::-1]), keeper(tmp_path / "up", "up")
    )
    assert own_children() <= before
    requests = b"".join(each.text for each in transcript.requests())
    sent = transcript.settings + requests + transcript.end
    assert sent.endswith(b"\nend\n")
    assert (tmp_path / "same").read_bytes() == (tmp_path / "up").read_bytes() == sent
    for request, (same, up) in answers:
        assert same.answer.agrees(request.answer)
        assert up.answer.text == "up"


def test_hidden_information_is_fed_as_the_seat_saw_it(tmp_path: Path) -> None:
    game = load_game("paperio")
    settings = {"max_rounds": 6, "order": "alternating"}
    record, kept = match_of_keepers(tmp_path, game, CIRCLE, CIRCLE, settings=settings)
    fed(Transcript(game, record, 1), keeper(tmp_path / "again"))
    assert (tmp_path / "again").read_bytes() == kept[1]


def test_a_bot_that_fails_in_the_same_way_agrees() -> None:
    record = match_against("exits_in_mid_match")
    *_, (request, (again,)) = fed(Transcript(GAME, record, 0), villain("exits_in_mid_match"))
    assert request.round == 3
    assert again.answer.agrees(request.answer)
    assert b"expected no round 3" in again.stderr


def test_malformed_answers_agree_when_they_are_the_same() -> None:
    record = match_against("no_move_word")
    answers = fed(Transcript(GAME, record, 0), villain("no_move_word"))
    assert all(again.answer.agrees(request.answer) for request, (again,) in answers)
    assert "malformed" in {again.answer.kind for _, (again,) in answers}


@pytest.mark.slow
def test_without_a_timeout_the_feed_waits_for_a_slow_bot() -> None:
    record = match_against("_honest")
    slow = villain("answers_late", "3000")
    rounds = {
        timeout: [again.answer for _, (again,) in fed(Transcript(GAME, record, 0), slow,
                                                      timeout_ms=timeout)]
        for timeout in (None, 1500)
    }  # fmt: skip
    assert {each.kind for each in rounds[None]} == {"move"}
    assert rounds[1500][3][:2] == ("none", "late")
    assert rounds[1500][3].detail == "no answer within 1500 ms"


def test_a_bot_that_cannot_be_started_is_reported() -> None:
    with pytest.raises(GridbotsError, match="expected an installed bot or a program"):
        fed_launches(["no-such-bot"], GAME, in_place=False)
    with pytest.raises(GridbotsError, match="which a person plays"):
        fed_launches(["human"], GAME, in_place=False)
    (launch,) = fed_launches([f"{sys.executable} -c pass"], GAME, in_place=True)
    assert launch.argv[0] == sys.executable


def test_an_installed_bot_makes_the_recorded_random_choices(played: Record) -> None:
    player = msgspec.structs.replace(
        played.match.players[0],
        package="gridbots-baselines 0.1.0",
        command=("python", "-m", "gridbots", "--seed", "77", "random"),
    )
    (launch,) = fed_launches(["random"], GAME, in_place=False)
    assert with_recorded_seed(launch, player).seed == 77
    assert with_recorded_seed(launch, played.match.players[0]).seed == 0
    assert with_recorded_seed(villain("_honest"), player) == villain("_honest")
