"""Light Riders against matches recorded from the original engine and the paper's simulator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.golden.recordings import golden

from gridbots.game import State, is_over, legal, step
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.rules import (
    LightRidersSettings,
    head_position,
)
from gridbots.games.light_riders.wire import field_text
from gridbots.grid import NO_MOVE
from gridbots.protocol import greeting, read_reply, reply_words, wire_names

WORDS = reply_words(GAME)


MATCHES = golden("light_riders.jsonl")


def settings_for(match: dict[str, Any]) -> LightRidersSettings:
    return LightRidersSettings(
        width=match["w"],
        height=match["h"],
        seats=match["players"],
        max_rounds=match["max_rounds"] or 0,
    )


def field(letters: str) -> str:
    return ",".join(letters)


def opening(match: dict[str, Any]) -> State:
    updates = {"round": "0", "field": field(match["field0"])}
    return GAME.wire.read_updates(None, settings_for(match), updates)


def moves_of(replies: list[str | None]) -> list[int]:
    """What a referee makes of replies: no reply and a malformed one are no move."""
    moves = [NO_MOVE if reply is None else read_reply(reply.encode(), WORDS) for reply in replies]
    return [NO_MOVE if move is None else move for move in moves]


def headings(state: State) -> list[str]:
    return [GAME.moves[state["headings"][seat]] for seat in range(int(state["seats"]))]


def positions(state: State) -> list[list[int]]:
    seats = range(int(state["seats"]))
    return [list(reversed(head_position(state, seat))) for seat in seats]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["id"])
def test_a_recorded_match_is_played_exactly(match: dict[str, Any]) -> None:
    state = opening(match)
    assert positions(state) == [start[:2] for start in match["start"]]
    assert headings(state) == [start[2] for start in match["start"]]
    for recorded in match["rounds"]:
        assert not is_over(state)
        step(state, moves_of(recorded["replies"]))
        assert field_text(state).decode() == field(recorded["field"])
        assert positions(state) == recorded["pos"]
        assert headings(state) == recorded["dir"]
        alive = [int(gone == 0) for gone in state["eliminated"][: state["seats"]]]
        assert alive == recorded["alive"]
    assert is_over(state)
    assert GAME.outcome(state).winner == match["winner"]
    assert state["rounds"] == match["score"]


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["id"])
def test_warnings_of_the_original_are_malformed_or_illegal_moves(match: dict[str, Any]) -> None:
    state = opening(match)
    mask = np.zeros(4, np.uint8)
    for recorded in match["rounds"]:
        for seat, reply in enumerate(recorded["replies"]):
            # A dead rider keeps no error, and an empty line was a missing reply.
            if not reply or state["eliminated"][seat]:
                continue
            move = read_reply(reply.encode(), WORDS)
            legal(state, seat, mask)
            refused = move is None or (move != NO_MOVE and not mask[move])
            assert refused == (recorded["errors"][seat] is not None), (reply, seat)
            kind = (recorded["errors"][seat] or "").partition(":")[0]
            assert kind in {"", "Invalid input" if move is None else "Invalid move"}
        step(state, moves_of(recorded["replies"]))


TRANSCRIPTS = [match for match in MATCHES if "transcript" in match]


@pytest.mark.parametrize("match", TRANSCRIPTS, ids=lambda match: match["id"])
def test_the_lines_sent_are_those_of_the_original(match: dict[str, Any]) -> None:
    wrapped = match["source"] == "engine+wrapper"
    for seat, transcript in enumerate(match["transcript"]):
        assert sent_lines(match, seat, wrapped=wrapped) == recorded_lines(
            transcript, wrapped=wrapped
        )


def sent_lines(match: dict[str, Any], seat: int, *, wrapped: bool) -> list[str]:
    """All lines for one seat, without the time left in the bank: that was a measurement."""
    time = match.get("time", {"timebank": 0, "time_per_move": 0})
    names = wire_names(match["players"])
    lines = greeting(names, seat, time["timebank"], time["time_per_move"])
    lines = lines[:4] * wrapped + lines[4:] + GAME.wire.settings_lines(settings_for(match))
    state = opening(match)
    for recorded in match["rounds"]:
        if state["eliminated"][seat] == 0:
            lines += [*GAME.wire.updates(state, seat).splitlines(), b"action move"]
        step(state, moves_of(recorded["replies"]))
    return [line.decode() for line in lines]


def recorded_lines(transcript: list[Any], *, wrapped: bool) -> list[str]:
    """The lines to the bot in a transcript of either kind."""
    if wrapped:
        sent = [line for line in transcript if line.startswith(("settings", "update", "action"))]
    else:
        sent = [line[1] for line in transcript if line[0] == ">"]
    return [line if not line.startswith("action") else "action move" for line in sent]
