"""The bot that `best` stands for."""

from __future__ import annotations

import pytest
from tests.shipped import shipped_bots, shipped_games

from gridbots.errors import UnknownNameError
from gridbots.plugins import Installed
from gridbots.plugins.bot_text import recommended, without_best


def bots(**recommendations: tuple[str, ...]) -> dict[str, Installed]:
    return {
        name: Installed(name, f"package_{name}", name, "1", "", recommended=games)
        for name, games in recommendations.items()
    }


def test_bots_for_the_game_come_before_bots_for_any_game() -> None:
    installed = bots(able=("*",), baker=("go",), charlie=("chess", "go"), plain=())
    assert recommended("go", installed) == "baker"
    assert recommended("chess", installed) == "charlie"
    assert recommended("shogi", installed) == "able"
    assert not recommended("go", bots(plain=()))


def test_the_order_of_installation_does_not_matter() -> None:
    installed = bots(zebra=("go",), ape=("go",))
    backwards = dict(reversed(installed.items()))
    assert recommended("go", installed) == recommended("go", backwards) == "ape"


def test_options_stay_behind_the_name() -> None:
    installed = bots(able=("*",))
    assert without_best("best", "go", installed) == "able"
    assert without_best("best:depth=2,width=3", "go", installed) == "able:depth=2,width=3"
    assert without_best("bestial:depth=2", "go", installed) == "bestial:depth=2"


def test_without_a_recommendation_the_error_names_the_list() -> None:
    with pytest.raises(UnknownNameError, match="no installed bot is recommended for go"):
        without_best("best", "go", bots(plain=()))


@pytest.mark.parametrize("game", sorted(shipped_games()))
def test_each_shipped_game_has_a_shipped_recommendation(game: str) -> None:
    installed = shipped_bots()
    best = installed[recommended(game, installed)]
    assert not best.needs
    assert not best.games or game in best.games


def test_paperio_recommends_the_winner_with_simultaneous_moves() -> None:
    """docs/results/td_rounds.md shows this for the default order of the game."""
    assert recommended("paperio", shipped_bots()) == "mcts"
