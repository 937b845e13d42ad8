"""The lines common to all games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots.errors import ProtocolError, UnknownNameError
from gridbots.games.light_riders import GAME
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP
from gridbots.protocol import (
    Inbox,
    Request,
    action_line,
    greeting,
    read_count,
    read_reply,
    reply_line,
    reply_words,
    settings_of,
    wire_names,
)

WORDS = reply_words(GAME)


@pytest.mark.parametrize(
    ("line", "move"),
    [
        (b"up", UP),
        (b"right\n", RIGHT),
        (b"DOWN", DOWN),
        (b"Left", LEFT),
        (b"up  \t ", UP),
        (b"up\r\n", UP),
        (b"pass", NO_MOVE),
        (b"no_moves", NO_MOVE),
        (b" up", None),
        (b"\tup", None),
        (b"", None),
        (b"\r\n", None),
        (b"upp", None),
        (b"u p", None),
        (b"up down", None),
        (b"no_move", None),
        (b"0", None),
        (b"\xff\xfe", None),
        (b"up\x00", None),
        (b"\xef\xbb\xbfup", None),
    ],
    ids=repr,
)
def test_a_reply_is_read(line: bytes, move: int | None) -> None:
    assert read_reply(line, WORDS) == move


@given(st.binary(max_size=30))
def test_any_bytes_are_a_reply_or_malformed(line: bytes) -> None:
    assert read_reply(line, WORDS) in {None, NO_MOVE, UP, RIGHT, DOWN, LEFT}


@pytest.mark.parametrize("move", [NO_MOVE, UP, RIGHT, DOWN, LEFT])
def test_a_reply_that_was_written_is_read_back(move: int) -> None:
    assert read_reply(reply_line(GAME, move), WORDS) == move


@pytest.mark.parametrize("move", [-2, 4])
def test_unknown_moves_are_never_written(move: int) -> None:
    with pytest.raises(UnknownNameError, match=f"expected a move from -1 to 3, got {move}"):
        reply_line(GAME, move)


def test_the_greeting_is_in_the_order_of_the_original() -> None:
    assert greeting(wire_names(2), 1, 10_000, 200) == [
        b"settings player_names player0,player1",
        b"settings your_bot player1",
        b"settings timebank 10000",
        b"settings time_per_move 200",
        b"settings your_botid 1",
    ]


def test_a_request_has_the_remaining_time() -> None:
    assert action_line(9876) == b"action move 9876\n"


LINES = [
    "settings player_names player0,player1,player2,player3",
    "settings your_bot player2",
    "settings timebank 10000",
    "settings time_per_move 200",
    "settings your_botid 2",
    "settings field_width 7",
    "settings field_height 8",
    "update game round 3",
    "update game field .,x,0",
]
REQUEST = Request(
    settings={
        "player_names": "player0,player1,player2,player3",
        "your_bot": "player2",
        "timebank": "10000",
        "time_per_move": "200",
        "your_botid": "2",
        "field_width": "7",
        "field_height": "8",
    },
    updates={"round": "3", "field": ".,x,0"},
    bank_ms=9876,
)
UNKNOWN = [
    "",
    " ",
    "settings",
    "update",
    "update game",
    "update player1 move up",
    "quit",
    "action",
    "action move",
    "action shout 10",
    "action move 10 20",
    "settin",
    "\x00\ufffd",
]


@given(st.permutations(LINES), st.sampled_from(["", "\n", "\r\n", " \n"]))
def test_lines_are_collected_in_any_order_and_with_any_end(lines: list[str], end: str) -> None:
    inbox = Inbox()
    for line in lines:
        assert inbox.read(line + end) is None
    assert inbox.read("action move 9876" + end) == REQUEST


@given(st.lists(st.sampled_from(UNKNOWN)), st.randoms(use_true_random=False))
def test_unknown_and_partial_lines_are_ignored(unknown: list[str], chance: object) -> None:
    lines = LINES + unknown
    chance.shuffle(lines)  # type: ignore[attr-defined]
    inbox = Inbox()
    for line in lines:
        assert inbox.read(line + "\n") is None
    assert inbox.read("action move 9876\n") == REQUEST


@given(st.text("ab_1 ,.\t\r\n\x1c\xa0"))
def test_any_whitespace_separates_an_update(rest: str) -> None:
    inbox, words = Inbox(), rest.rstrip().split(maxsplit=1)
    inbox.read(f"update game {rest}")
    request = inbox.read("action move 1")
    assert request is not None
    assert request.updates == ({words[0]: "".join(words[1:])} if words else {})


WHOLE = st.lists(st.sampled_from(["update game a", "action move 1", "settings s 1", "end", ""]))
ODD = st.builds("update game {}{}".format, st.sampled_from("ab_1"), st.text(" 1,.\t\r\x1c\xa0"))


@given(st.lists(WHOLE | st.lists(ODD)))
def test_a_block_of_lines_equals_its_single_lines(parts: list[list[str]]) -> None:
    at_once, one_by_one = Inbox(), Inbox()
    for lines in parts:
        expected = [one_by_one.read(line) for line in lines]
        found = at_once.read_lines("".join(f"{line}\n" for line in lines))
        assert found == [request for request in expected if request is not None]
    assert at_once.read("end") == one_by_one.read("end")


@given(st.lists(st.text()))
def test_only_requests_have_an_answer(lines: list[str]) -> None:
    inbox = Inbox()
    for line in lines:
        assert inbox.read(line) is None


def test_settings_persist_and_updates_end_with_a_request() -> None:
    inbox = Inbox()
    for line in LINES:
        inbox.read(line)
    inbox.read("action move 1")
    inbox.read("settings timebank 5")
    inbox.read("update game round 4")
    request = inbox.read("action move 2\n")
    assert request == Request(
        settings={**REQUEST.settings, "timebank": "5"}, updates={"round": "4"}, bank_ms=2
    )


def test_a_request_is_left_as_it_was_by_later_lines() -> None:
    inbox = Inbox()
    for line in LINES:
        inbox.read(line)
    request = inbox.read("action move 9876")
    inbox.read("settings timebank 5")
    inbox.read("update game round 4")
    assert request == REQUEST


def test_players_and_their_number_are_read_from_the_settings() -> None:
    assert (REQUEST.seat, REQUEST.seats) == (2, 4)
    silent = Request(settings={}, updates={}, bank_ms=0)
    assert (silent.seat, silent.seats) == (0, 2)


def test_a_seat_that_does_not_play_is_an_error() -> None:
    request = Request(settings={"your_botid": "2"}, updates={}, bank_ms=0)
    with pytest.raises(ProtocolError, match="expected a your_botid below 2, got 2"):
        _ = request.seat


@pytest.mark.parametrize(
    "text",
    ["", "ten", "-1", "1.5", "1_0", "+1", "0x10", "\u0661", "\u00b2", "2147483648", "9" * 10_000],
    ids=lambda text: ascii(text[:12]),
)
def test_anything_but_a_non_negative_integer_is_an_error(text: str) -> None:
    with pytest.raises(ProtocolError, match="expected an integer from 0 to 2147483647 for bank"):
        read_count({"bank": text}, "bank", 0)
    with pytest.raises(ProtocolError, match="expected an integer"):
        settings_of(GAME, Request({"field_width": text}, {}, 0))


def test_a_missing_integer_has_a_default() -> None:
    assert read_count({"bank": "2147483647"}, "bank", 0) == 2**31 - 1
    assert read_count({"bank": "007"}, "bank", 0) == 7
    assert read_count({}, "bank", 5) == 5


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"field_width": "65"}, "width: expected an integer <= 64, got 65"),
        ({"field_height": "0"}, "height: expected an integer >= 3, got 0"),
        ({"player_names": "a,b,c"}, "seats: expected 2 or 4, got 3"),
        ({"player_names": "a,b,c,d", "field_width": "4"}, "expected at least 6 columns"),
    ],
    ids=str,
)
def test_an_impossible_board_is_a_protocol_error(settings: dict[str, str], message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        settings_of(GAME, Request(settings, {}, 0))
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("updates", "message"),
    [
        ({}, "expected a field of 12 cells (4x3), got 0"),
        ({"field": ".,.,."}, "expected a field of 12 cells (4x3), got 3"),
        ({"field": "0,.,.,?," * 3}, "expected a field of the letters .x01, got '0..?0..?0..?'"),
        ({"field": "....0.1....2"}, "expected a field of the letters .x01, got '....0.1....2'"),
        ({"field": "....0.1....\x00"}, "expected a field of the letters .x01, got"),
        ({"field": "....0.1....\udc80"}, "expected a field of the letters .x01, got"),
        ({"field": "....0.1....0"}, "expected each rider once on the field, got '....0.1....0'"),
        ({"field": "....0.1.....", "round": "-1"}, "expected an integer from 0 to"),
    ],
    ids=ascii,
)
def test_an_unreadable_board_is_reported_with_the_reason(
    updates: dict[str, str], message: str
) -> None:
    settings = GAME.make_settings({"width": 4, "height": 3, "start": "cs221"})
    with pytest.raises(ProtocolError) as caught:
        GAME.wire.read_updates(None, settings, updates)
    assert str(caught.value).startswith(message)


def test_a_rider_missing_from_the_first_field_is_eliminated() -> None:
    settings = GAME.make_settings({"width": 4, "height": 3, "start": "cs221"})
    state = GAME.wire.read_updates(None, settings, {"round": "0", "field": "....0......."})
    assert state["eliminated"][:2].tolist() == [0, 1]
    assert state["over"]
