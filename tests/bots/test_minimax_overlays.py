"""Overlays of minimax and expectimax."""

from __future__ import annotations

from typing import Any

import pytest

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot
from gridbots.game import is_to_move
from gridbots.grid import DIRECTIONS
from gridbots.pictures.overlay import OVERLAY, read_overlay
from gridbots.plugins import load_bot, load_game

LETTER = {"u": "up", "r": "right", "d": "down", "l": "left"}

KINDS: list[Any] = [
    ("light-riders", "minimax", {"depth": 2}),
    ("light-riders", "minimax", {"search": "paper", "depth": 2}),
    ("light-riders", "minimax", {"search": "paper", "nodes": 500}),
    ("multisnake", "minimax", {"radius": 2}),
    ("paperio", "minimax", {"depth": 2}),
    ("paperio", "expectimax", {"depth": 1, "belief": "sampled"}),
]

pytestmark = pytest.mark.slow  # each compiles for seconds


@pytest.mark.parametrize(("game_name", "name", "options"), KINDS, ids=str)
def test_overlays_show_the_move_the_expected_replies_and_the_value(
    game_name: str, name: str, options: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    game = load_game(game_name)
    settings = game.make_settings({})
    state = game.setup(settings, 2)
    seat = next(each for each in range(game.seats(settings)) if is_to_move(state, each))
    texts = {key: str(value) for key, value in options.items()}
    bot = make_bot(load_bot(name), name, game, {**texts, "overlay": "true"})
    assert isinstance(bot, Bot)
    bot.open(Briefing(game, settings, seat, game.seats(settings)))
    move = bot.choose(game.observation(state, seat), Budget(10**7, 0, 0.0))
    lines = capsys.readouterr().err.splitlines()
    assert [line.startswith(OVERLAY.decode()) for line in lines] == [True]
    parsed = read_overlay(lines[0].removeprefix(OVERLAY.decode()).encode())
    _, _, steps = parsed.path[0]
    assert parsed.pv[0] == game.moves[move] == LETTER[steps[0]]
    assert set(parsed.pv) <= {*DIRECTIONS}
    assert parsed.value is not None
    assert parsed.nodes


def test_without_the_option_no_overlay_is_sent(capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game("light-riders")
    settings = game.make_settings({})
    bot = make_bot(load_bot("minimax"), "minimax", game, {"depth": "1"})
    assert isinstance(bot, Bot)
    bot.open(Briefing(game, settings, 0, 2))
    bot.choose(game.observation(game.setup(settings, 2), 0), Budget(10**7, 0, 0.0))
    assert capsys.readouterr().err == ""
