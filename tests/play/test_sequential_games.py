"""Games in which seats take turns: only the player to move is asked."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from tests.play.matches import play_match

from gridbots.plugins import load_game
from gridbots.record.verification import verify
from gridbots_referee.play.launch import Launch

GAME = load_game("paperio")
IN_TURNS = {"order": "alternating", "max_rounds": 9}

CIRCLER = """
import sys
moves = 0
for line in sys.stdin:
    if line.startswith("action move"):
        print(("up", "right", "down", "left")[moves % 4], flush=True)
        moves += 1
"""
QUITTER = "import sys; sys.exit(3)"


def bot(text: str, name: str) -> Launch:
    return Launch(name=name, bot=name, argv=(sys.executable, "-S", "-E", "-c", text))


@pytest.mark.parametrize("limits", [{}, {"ask": "in-turn"}], ids=["together", "in turn"])
@pytest.mark.parametrize("seats", [2, 3])
def test_only_the_player_to_move_is_asked(seats: int, limits: dict[str, Any]) -> None:
    bots = [bot(CIRCLER, f"circler {seat}") for seat in range(seats)]
    record = play_match(*bots, game=GAME, settings=IN_TURNS, **limits)
    assert record.result.how == "rules"
    assert len(record.rounds) == 9
    asked = [
        [i for i, bank in enumerate(each.bank_ms) if bank is not None] for each in record.rounds
    ]
    first = asked[0][0]
    assert asked == [[(first + number) % seats] for number in range(9)]
    for each, (seat,) in zip(record.rounds, asked, strict=True):
        for values in (each.moves, each.wall_us):
            assert [i for i, value in enumerate(values) if value is not None] == [seat]
    assert [player.moves for player in record.result.players] == [
        sum(seat == index for (seat,) in asked) for index in range(seats)
    ]
    assert verify(GAME, record) == []


def test_a_bot_that_fails_at_its_first_request_in_a_later_round_forfeits() -> None:
    opening = GAME.setup(GAME.make_settings(IN_TURNS), 1)
    first = int(opening["mover"])
    bots = [
        bot(CIRCLER, "circler") if seat == first else bot(QUITTER, "quitter") for seat in (0, 1)
    ]
    record = play_match(*bots, game=GAME, settings=IN_TURNS)
    assert record.result.how == "forfeit"
    loser = record.result.players[1 - first]
    assert (loser.termination, loser.failed_in_round, loser.place) == ("exited", 1, 2)
    assert record.rounds[0].moves[first] == "up"
    assert verify(GAME, record) == []


TALKER = """
import os, sys
moves = 0
for line in sys.stdin:
    if line.startswith("action move"):
        print(("up", "right", "down", "left")[moves % 4], flush=True)
        moves += 1
        if moves == 2:
            os.write(1, b"x" * 200_000)
"""


def test_a_bot_that_floods_while_it_is_not_asked_fails_at_the_next_request() -> None:
    opening = GAME.setup(GAME.make_settings(IN_TURNS), 1)
    first = int(opening["mover"])
    bots = [bot(TALKER, "talker") if seat == first else bot(CIRCLER, "circler") for seat in (0, 1)]
    record = play_match(*bots, game=GAME, settings=IN_TURNS)
    talker = record.result.players[first]
    assert (record.result.how, talker.termination, talker.failed_in_round) == (
        "forfeit", "output", 4,
    )  # fmt: skip
    (note,) = [each for each in record.rounds[4].notes if each.kind == "failure"]
    assert note.text == "output: a line longer than 65536 bytes"
    assert verify(GAME, record) == []
