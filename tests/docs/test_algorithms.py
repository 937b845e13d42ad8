"""The table of algorithms is current, and its entries about each game are correct."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.framework.counting_games import GAMES
from tests.shipped import shipped_bots, shipped_games

from gridbots.bot.runner import entry_with_options
from gridbots.errors import GridbotsError
from gridbots.game import Game, Verbs
from gridbots.plugins import algorithms, load_bot, load_game
from gridbots.plugins.needs import moves_at_most, seats_at_most, unmet
from gridbots.search.ply_stack import MOST_MOVES, MOST_SEATS

PAGE = Path(__file__).parents[2] / "docs" / "results" / "algorithms.md"


def all_games() -> dict[str, Game]:
    return GAMES | {name: load_game(name) for name in shipped_games()}


def test_the_table_of_the_page_is_that_of_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(algorithms, "installed_bots", shipped_bots)
    assert f"\n\n{algorithms.as_markdown(print)}\n\n" in PAGE.read_text()


def test_used_capabilities_are_parts_of_a_game() -> None:
    parts = {*Game.__dataclass_fields__, *Verbs.__dataclass_fields__}
    for each in algorithms.algorithms(print):
        assert {*each.uses} <= parts, each.name


@pytest.mark.parametrize("bot", ["minimax", "expectimax", "mcts", "random"])
def test_a_bot_refuses_a_game_that_lacks_what_it_needs(bot: str) -> None:
    kind = load_bot(bot)
    for name, game in all_games().items():
        entry = kind.entry(name)
        assert entry is not None
        if lacking := unmet(entry.needs, game):
            with pytest.raises(GridbotsError, match=f"{bot} cannot play {name}: .*{lacking}"):
                entry_with_options(kind, bot, game, {})
        else:
            entry_with_options(kind, bot, game, {})


def test_searches_refuse_games_beyond_their_limits() -> None:
    words = {need.words for need in load_bot("minimax").needs}
    assert words == {moves_at_most(MOST_MOVES).words, seats_at_most(MOST_SEATS).words}
    assert {need.words for need in load_bot("mcts").needs} == {seats_at_most(MOST_SEATS).words}


def test_the_command_lists_what_a_game_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    from gridbots.__main__ import run_command

    assert run_command(["algorithms", "snake"]) == 0
    verdicts = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines())
    assert verdicts["algorithm"] == "can play snake"
    assert verdicts["mcts"] == "yes"
    assert verdicts["gridbots.belief"] == "needs `hidden=True` and a `belief_model`, got none"
    assert verdicts["gridbots.environments.parallel_env"] == "needs at least 2 seats, got 1"
