"""Bots that cannot play a game are refused before the start, with suitable alternatives."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.framework.counting_games import GAMES

from gridbots.bot import check as bot_check
from gridbots.bot.check import check_bots, check_here
from gridbots.bot.runner import make_bot, make_policy
from gridbots.errors import GridbotsError, PluginError, UnknownNameError
from gridbots.plugins import load_bot

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    ("bot", "game", "said"),
    [
        (
            "straight",
            "snake",
            "straight plays light-riders, got snake; snake is played by .*ran",
        ),
        (
            "minimax:evaluation=foo",
            "light-riders",
            "expected .*chambers.*, got 'foo'",
        ),
        ("minimax:evaluation=foo", "snake", "expected auto, features, lead"),
        ("random:sed=1", "snake", "unknown option 'sed' of random; did you mean 'seed'"),
        ("minimax:weights=none.npz", "light-riders", "none.npz"),
        ("minimax:value=random", "paperio", "a bot with a value function for paperio, got"),
    ],
)
def test_an_unsuitable_match_is_reported(bot: str, game: str, said: str) -> None:
    with pytest.raises(GridbotsError, match=said):
        check_bots(["random", bot], game)


def test_a_suitable_match_reports_nothing() -> None:
    check_bots(["random", "minimax", "expectimax:depth=2,samples=3"], "snake")
    check_bots([], "snake")


@pytest.mark.parametrize("make", [make_bot, make_policy], ids=["bot", "policy"])
def test_searches_refuse_a_game_with_too_many_moves(make: Callable[..., Any]) -> None:
    game = GAMES["counting-300-1-dice"]
    with pytest.raises(UnknownNameError, match=r"minimax cannot play .* at most 250 moves, got"):
        make(load_bot("minimax"), "minimax", game, {"depth": "1"})
    many = dataclasses.replace(GAMES["counting-12-2"], seats=lambda _: 17)
    with pytest.raises(UnknownNameError, match="expected 1 to 16 seats, got 17"):
        make(load_bot("minimax"), "minimax", many, {"depth": "1"})


def test_nothing_is_compiled_for_the_answer() -> None:
    code = (
        "import sys; from gridbots.bot.check import check_here; "
        "check_here(['minimax:depth=2', 'expectimax:evaluation=lead'], 'snake'); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_plugins_that_do_not_load_in_time_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_check, "SECONDS", 0.001)
    with pytest.raises(PluginError, match=r"expected random:seed=4711 to be loaded within 0.001 s"):
        check_bots(["random:seed=4711"], "snake")


def test_the_plugins_themselves_are_asked() -> None:
    with pytest.raises(GridbotsError, match="unknown option 'deep' of minimax in snake"):
        check_here(["minimax:deep=2"], "snake")
