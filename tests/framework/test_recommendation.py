"""Which bot is meant by `best`."""

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


def test_who_names_the_game_comes_before_who_says_any() -> None:
    installed = bots(able=("*",), baker=("go",), charlie=("chess", "go"), plain=())
    assert recommended("go", installed) == "baker"
    assert recommended("chess", installed) == "charlie"
    assert recommended("shogi", installed) == "able"
    assert not recommended("go", bots(plain=()))


def test_the_order_in_which_they_are_installed_plays_no_part() -> None:
    installed = bots(zebra=("go",), ape=("go",))
    backwards = dict(reversed(installed.items()))
    assert recommended("go", installed) == recommended("go", backwards) == "ape"


def test_options_stay_behind_the_name() -> None:
    installed = bots(able=("*",))
    assert without_best("best", "go", installed) == "able"
    assert without_best("best:depth=2,width=3", "go", installed) == "able:depth=2,width=3"
    assert without_best("bestial:depth=2", "go", installed) == "bestial:depth=2"


def test_a_game_for_which_none_is_recommended_says_where_to_look() -> None:
    with pytest.raises(UnknownNameError, match="no installed bot is recommended for go"):
        without_best("best", "go", bots(plain=()))


@pytest.mark.parametrize("game", sorted(shipped_games()))
def test_one_of_ours_is_recommended_for_each_of_our_games(game: str) -> None:
    installed = shipped_bots()
    best = installed[recommended(game, installed)]
    assert not best.needs
    assert not best.games or game in best.games


def test_the_bot_of_paperio_is_the_winner_where_all_move_at_once() -> None:
    """It is what docs/results/td_rounds.md says; that is the default order of the game."""
    assert recommended("paperio", shipped_bots()) == "mcts"
