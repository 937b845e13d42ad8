"""Bot qlearning: the choice of weights, and its warnings."""

from __future__ import annotations

import functools
import typing
from typing import Any

import numpy as np
import pytest

from gridbots import Bot, Briefing, Budget
from gridbots.bot import policy_bot
from gridbots.bot.runner import make_bot
from gridbots.errors import SettingsError
from gridbots.game import PlainState, copy_state, is_over, step
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_bot, load_game
from gridbots.training.weights import About, Weights, shipped
from gridbots_qlearning import Options, bot

BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)


@pytest.fixture(autouse=True)
def without_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_bot, "has_numba", lambda: False)


def opened(game_name: str, settings: dict[str, Any], seat: int = 0, **options: str) -> Bot:
    game = load_game(game_name)
    bot = make_bot(load_bot("qlearning"), "qlearning", game, options)
    assert isinstance(bot, Bot)
    checked = game.make_settings(settings)
    bot.open(Briefing(game, checked, seat=seat, seats=game.seats(checked)))
    return bot


def test_the_values_of_the_option_are_the_shipped_weights() -> None:
    kind = typing.get_type_hints(Options)["weights"]
    names = typing.get_args(kind)
    assert sorted(names) == ["", *(each.name for each in shipped(bot.FOLDER))]


@pytest.mark.parametrize("weights", shipped(bot.FOLDER), ids=lambda weights: weights.name)
def test_weights_name_the_command_that_made_them(weights: Weights[About]) -> None:
    module = weights.about.command.split()[2]
    assert weights.about.command.startswith("python -m gridbots_qlearning.training.")
    assert bot.FOLDER.parent.joinpath(*module.split(".")[1:]).with_suffix(".py").exists()


def test_weights_of_another_game_are_refused() -> None:
    with pytest.raises(SettingsError, match="expected one of light-riders"):
        opened("light-riders", {}, weights="snakes-config1")


@pytest.mark.parametrize(
    ("game", "settings", "name"),
    [
        ("light-riders", {"width": 4, "height": 4, "start": "cs221"}, "riders-4x4"),
        ("light-riders", {"width": 6, "height": 6, "start": "cs221"}, "riders-6x6"),
        ("light-riders", {"width": 8, "height": 8}, "riders-large"),
        ("light-riders", {}, "riders-large"),
    ],
)
def test_the_default_weights_fit_the_match(
    game: str, settings: dict[str, Any], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = bot.best_for(game, load_game(game).make_settings(settings))
    assert found.name == name
    opened(game, settings)
    assert not capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "settings", "options"),
    [
        ("light-riders", {"width": 9, "height": 7}, {"weights": "riders-6x6"}),
        ("light-riders", {"seats": 4}, {}),
        ("light-riders", {"width": 9, "height": 7, "seats": 4}, {"weights": "riders-large"}),
        ("multisnake", {"size": 14}, {}),
        ("multisnake", {"seats": 2}, {"weights": "snakes-config1"}),
    ],
)
def test_the_bot_warns_and_plays_matches_that_its_weights_do_not_fit(
    game: str,
    settings: dict[str, Any],
    options: dict[str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = {**settings, "max_rounds": 60} if game == "multisnake" else settings
    rules = load_game(game)
    checked = rules.make_settings(settings)
    bots = [opened(game, settings, seat, **options) for seat in range(rules.seats(checked))]
    warnings = capsys.readouterr().err.splitlines()
    assert len(warnings) == len(bots)
    assert "was trained for" in warnings[0]
    assert "got" in warnings[0]
    state = rules.setup(checked, 1)
    while not is_over(state):
        before = state.tobytes()
        moves = [bot.choose(copy_state(state), BUDGET) for bot in bots]
        assert state.tobytes() == before
        step(state, np.array(moves))


@pytest.mark.parametrize("weights", shipped(bot.FOLDER), ids=lambda weights: weights.name)
def test_a_decision_is_the_same_on_a_record_and_on_a_plain_state(weights: Weights[About]) -> None:
    game, generator = load_game(weights.about.game), np.zeros(GENERATOR_SIZE, np.int64)
    settings: dict[str, Any] = dict(weights.about.settings)
    if settings.get("width", 16) < 6:
        settings |= {"start": "cs221"}
    policy = bot.policy_of(weights)
    state = game.setup(game.make_settings(settings), 3)
    for _ in range(3):
        (learned,) = policy.args
        plain, seats = PlainState(state), range(game.seats(game.make_settings(settings)))
        moves = [policy.func(learned, state, seat, generator) for seat in seats]
        assert [policy.func(learned, plain, seat, generator) for seat in seats] == moves
        assert NO_MOVE not in moves
        step(state, np.array(moves))


def test_light_riders_has_policies_only_for_named_weights() -> None:
    kind, game = load_bot("qlearning"), load_game("light-riders")
    assert kind.policy is not None
    assert isinstance(kind.policy(game, Options(weights="riders-4x4")), functools.partial)
    assert isinstance(kind.policy(load_game("multisnake"), Options()), functools.partial)
