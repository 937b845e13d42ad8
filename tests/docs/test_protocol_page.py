"""The protocol page is correct: its transcripts, tables and names are checked."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.shipped import shipped_games

from gridbots.game import copy_state, step
from gridbots.game.chance import seed_generator
from gridbots.grid import NO_MOVE
from gridbots.pictures.overlay import Overlay, overlay_line, read_overlay
from gridbots.plugins import load_game
from gridbots.protocol import (
    Inbox,
    action_line,
    greeting,
    read_reply,
    reply_words,
    settings_of,
    wire_names,
)
from gridbots.record import TERMINATIONS
from gridbots_referee.play.clock import MILLISECOND, Bank

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "protocol.md").read_text()
TRANSCRIPT = re.compile(
    r"<!-- transcript: ([\w-]+), seat (\d)(?:, seed (\d+))? -->\n```\n(.*?)```", re.DOTALL
)
PAGES = [PAGE, *(file.read_text() for file in ROOT.glob("games/*/protocol.md"))]
"""Games that are packages of their own have pages of their own."""
TRANSCRIPTS = [
    (name, seat, text, seed)
    for page in PAGES
    for name, seat, seed, text in TRANSCRIPT.findall(page)
]
"""Game, seat, text, and the seed of the match: games of chance are played again from it."""
DRAWS = 200
"""Without it, one of so many seeds must lead from field to field."""


def rows_under(heads: str) -> list[list[str]]:
    """The rows of the table with these heads."""
    lines = PAGE.splitlines()
    start = lines.index(heads) + 2
    end = next(i for i in range(start, len(lines)) if not lines[i].startswith("|"))
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[start:end]]


def test_every_game_with_a_section_has_a_transcript() -> None:
    assert {name for name, *_ in TRANSCRIPTS} == {*shipped_games()}


@pytest.mark.parametrize(("name", "seat", "text", "seed"), TRANSCRIPTS)
def test_a_transcript_is_what_the_referee_sends(name: str, seat: str, text: str, seed: str) -> None:
    game = load_game(name)
    sent = [line[2:] for line in text.splitlines() if line.startswith("> ")]
    answers = [line[2:] for line in text.splitlines() if line.startswith("< ")]
    inbox = Inbox()
    requests = [request for line in sent if (request := inbox.read(line))]
    assert len(requests) == len(answers)
    settings = settings_of(game, requests[0])
    heading = [line for line in sent if line.startswith("settings")]
    expected = greeting(
        wire_names(requests[0].seats),
        int(seat),
        int(requests[0].settings["timebank"]),
        int(requests[0].settings["time_per_move"]),
    )
    assert heading == [line.decode() for line in expected + game.wire.settings_lines(settings)]
    state = None
    opening = game.wire.read_updates(None, settings, requests[0].updates)
    if seed:
        seen = game.observation(game.setup(settings, int(seed)), int(seat))
        assert seen.tobytes() == opening.tobytes()
    formatted = ""
    for request in requests:
        state = game.wire.read_updates(state, settings, request.updates)
        formatted += game.wire.updates(state, int(seat)).decode()
        formatted += action_line(request.bank_ms).decode()
    assert formatted.splitlines() == sent[len(heading) :]


@pytest.mark.parametrize(("name", "seat", "text", "seed"), TRANSCRIPTS)
def test_the_answers_in_a_transcript_lead_from_field_to_field(
    name: str, seat: str, text: str, seed: str
) -> None:
    game = load_game(name)
    words = reply_words(game)
    inbox = Inbox()
    seen: list[Any] = []
    for line in text.splitlines():
        request = inbox.read(line[2:]) if line.startswith("> ") else None
        if request:
            settings = settings_of(game, request)
            previous = seen[-1] if seen else None
            seen.append(game.wire.read_updates(previous, settings, request.updates))
    answers = [read_reply(line[2:].encode(), words) for line in text.splitlines() if line[0] == "<"]
    seats, draws = seats_named(text), range(DRAWS if game.chance and not seed else 1)
    tracked = game.setup(settings, int(seed)) if seed else None
    for before, after, mine in zip(seen, seen[1:], answers, strict=False):
        wanted = game.wire.updates(after, int(seat))
        reached = {}
        for moves, draw in product(product(range(len(game.moves)), repeat=seats), draws):
            if moves[int(seat)] == mine:
                state = copy_state(before if tracked is None else tracked)
                if game.chance and tracked is None:
                    seed_generator(state["generator"], draw)
                step(state, list(moves))
                sent = game.wire.updates(game.observation(state, int(seat)), int(seat))
                reached[sent] = state
        assert wanted in reached
        tracked = None if tracked is None else reached[wanted]


def seats_named(text: str) -> int:
    """How many players a transcript names."""
    names = re.search("settings player_names (.+)", text)
    assert names
    return len(names[1].split(","))


@pytest.mark.parametrize(("line", "meaning"), rows_under("| line | is |"))
def test_the_table_of_answers(line: str, meaning: str) -> None:
    text = line[1:-1] if line.startswith("`") else ""
    move = read_reply(text.encode() + b"\n", reply_words(load_game("light-riders")))
    kinds = {None: "malformed", NO_MOVE: "no move"}
    assert kinds.get(move, "a move") == meaning


@pytest.mark.parametrize(("bank", "elapsed", "then"), rows_under("| bank | elapsed | then |"))
def test_the_table_of_the_bank(bank: str, elapsed: str, then: str) -> None:
    before = Bank(int(bank) * MILLISECOND, 200 * MILLISECOND, 10000 * MILLISECOND)
    assert before.after(int(elapsed) * MILLISECOND).left_ms == int(then)


def test_every_termination_is_explained() -> None:
    assert [name for name in TERMINATIONS if f"`{name}`" not in PAGE] == []


OVERLAYS = re.findall(r"^overlay (.*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("text", OVERLAYS)
def test_the_overlay_on_the_page_is_valid(text: str) -> None:
    assert overlay_line(read_overlay(text.encode()))


def test_the_page_names_every_field_of_an_overlay() -> None:
    rows = rows_under("| field | value |")
    assert [name.strip("`") for name, _ in rows] == list(Overlay.__struct_fields__)
