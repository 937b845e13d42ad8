"""The options of the bot `minimax`, and its lazy imports."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.bots.test_minimax import bot_for

from gridbots.errors import SettingsError
from gridbots.games.light_riders import GAME
from gridbots.plugins import ANY, installed_bots, load_bot
from gridbots_minimax.light_riders.evaluations import CROWD_WEIGHTS, WEIGHTS, weights_of
from gridbots_minimax.light_riders.options import Options


@pytest.mark.parametrize("weights", [WEIGHTS, CROWD_WEIGHTS], ids=["two", "crowd"])
def test_evaluations_name_known_features(weights: dict[str, dict[str, float]]) -> None:
    for evaluation, named in weights.items():
        assert set(named) <= set(GAME.features)
        assert any(weights_of(Options(evaluation=evaluation), 2))  # type: ignore[arg-type]
    assert weights_of(Options(), 2) != weights_of(Options(), 4)


def test_an_unknown_evaluation_is_refused() -> None:
    with pytest.raises(SettingsError, match="evaluation"):
        bot_for({}, evaluation="luck")


def test_an_option_of_another_game_is_refused() -> None:
    with pytest.raises(SettingsError, match="unknown option 'radius' of minimax in light-riders"):
        bot_for({}, radius=3)
    with pytest.raises(SettingsError, match=r"light-riders: expected all_direct, attack"):
        bot_for({}, evaluation="greedy")


@pytest.mark.parametrize("name", ["minimax", "expectimax"])
def test_all_options_are_listed_in_the_package_by_game(name: str) -> None:
    listed, kind = installed_bots()[name], load_bot(name)
    assert listed.games == kind.plays == ()
    entries = {ANY: kind, **kind.entries}
    assert listed.options == {
        game: entry.options.__struct_fields__ for game, entry in entries.items()
    }


def test_loading_the_plugin_does_not_load_numba() -> None:
    code = (
        "import sys; from gridbots_minimax import minimax; minimax.gridbots_bot(); "
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
