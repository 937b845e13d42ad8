"""minimax with learned weights, weights from a file, and the value function of another bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.bot.runner import make_policy
from gridbots.errors import GridbotsError, SettingsError
from gridbots.game import copy_state, evaluate, step
from gridbots.games.light_riders import GAME as RIDERS
from gridbots.games.multisnake import GAME as SNAKES
from gridbots.games.paperio import GAME as LAND
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_bot
from gridbots.search.minimax import Minimax
from gridbots.settings import make_settings
from gridbots.training.weights import FeatureWeights, feature_weights, read, write
from gridbots.vector import Fitting, fitted, play_matches
from gridbots_minimax.learned_weights import FOLDER, given_weights, learned_weights
from gridbots_minimax.light_riders.evaluations import WEIGHTS, weights_of
from gridbots_minimax.light_riders.options import Options
from gridbots_minimax.multisnake.evaluations import agent_of, value_of
from gridbots_minimax.multisnake.options import Options as SnakeOptions
from gridbots_minimax.paperio.agent import end_value_for, plan_of, variant_of
from gridbots_minimax.paperio.options import Options as LandOptions

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.game import Game, State


def policy(game: Game, **options: Any) -> Any:
    return make_policy(load_bot("minimax"), "minimax", game, options)


def written(path: Path, game: str, weights: dict[str, float]) -> str:
    about = {"game": game, "settings": {}, "learner": "features", "command": "none"}
    values = np.array(list(weights.values()), dtype=float)
    write(path, {**about, "features": list(weights)}, {"weights": values})
    return str(path)


def test_weights_in_a_file_replace_an_evaluation(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.npz", "light-riders", WEIGHTS["territory"])
    named = Options(evaluation="territory")
    assert weights_of(Options(weights=path), 2) == weights_of(named, 2)


def test_weights_as_text_replace_an_evaluation() -> None:
    words = "+".join(f"{name}:{weight:g}" for name, weight in WEIGHTS["chambers"].items())
    assert weights_of(Options(weights=words), 2) == weights_of(Options(), 2)
    assert given_weights("a:-1e-2+b:1e+2", "any", ("a", "b", "c")) == [-0.01, 100.0, 0.0]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("terrytory:1", "did you mean 'territory'"),
        ("territory:much", "such as territory:1.5, got territory:much"),
        ("territory:nan", "expected territory and a number"),
        ("territory:1e4", "from -1000 to 1000"),
        ("territory:1+territory:2", "expected each feature once"),
        ("territory", "expected a file of weights"),
    ],
)
def test_text_of_invalid_weights_is_refused(words: str, message: str) -> None:
    with pytest.raises(GridbotsError, match=message):
        policy(RIDERS, weights=words, depth=1)


@pytest.mark.parametrize("game", ["light-riders", "multisnake"])
def test_weights_of_the_package_describe_their_training(game: str) -> None:
    known = {"light-riders": RIDERS, "multisnake": SNAKES}[game].features
    path = FOLDER / f"{game}.npz"
    found = feature_weights(path, game, known)
    assert any(found)
    command = read(path, FeatureWeights).about.command
    assert command.startswith("python -m gridbots_td.training.weights")
    assert learned_weights(game, known, Options(evaluation="learned")) == found


@pytest.mark.parametrize(
    ("game", "weights", "message"),
    [
        ("snake", {}, "expected weights of light-riders"),
        ("light-riders", {"terrytory": 1}, "did you mean 'territory'"),
        ("light-riders", {"territory": np.nan}, "expected finite numbers"),
        ("light-riders", {"territory": 1e7}, "no larger than"),
    ],
)
def test_a_file_with_weights_of_another_game_is_refused(
    game: str, weights: dict[str, float], message: str, tmp_path: Path
) -> None:
    path = written(tmp_path / "weights.npz", game, weights)
    with pytest.raises(SettingsError, match=message):
        policy(RIDERS, weights=path, depth=1).make(state_of(RIDERS).dtype)


def test_a_file_without_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    options = Options(weights=str(path))
    path.write_text("")
    with pytest.raises(SettingsError, match="expected weights in"):
        weights_of(options, 2)
    about = {"game": "light-riders", "settings": {}, "learner": "features", "command": "none"}
    write(path, about, {"weights": np.ones(1)})
    with pytest.raises(SettingsError, match=r"expected weights of features in .*`features`"):
        weights_of(options, 2)
    write(path, {**about, "features": ["territory"]}, {"weights": np.ones(2)})
    with pytest.raises(SettingsError, match=r"expected weights of shape \(1\)"):
        weights_of(options, 2)


def test_a_missing_file_is_reported_by_its_name() -> None:
    with pytest.raises(SettingsError, match=r"got 'nowhere\.npz'"):
        weights_of(Options(weights="nowhere.npz"), 2)


def test_only_one_evaluation_can_be_given() -> None:
    with pytest.raises(SettingsError, match="evaluation=territory and weights=mine"):
        policy(RIDERS, evaluation="territory", weights="mine.npz")
    with pytest.raises(SettingsError, match="unknown option 'value' of minimax in multisnake"):
        policy(SNAKES, value="td")
    with pytest.raises(SettingsError, match=r"in paperio: expected auto, lead"):
        policy(LAND, evaluation="learned")


def state_of(game: Game, rounds: int = 0, **values: Any) -> State:
    state = game.setup(game.make_settings(values), 5)
    for _ in range(rounds):
        step(state, [next(iter(game.legal_moves(state, seat)), NO_MOVE) for seat in range(2)])
    return state


def test_a_snake_can_use_weights_from_a_file(tmp_path: Path) -> None:
    weights = {"lead": 1.5, "territory": 0.02, "exits": -0.5}
    path = written(tmp_path / "mine.npz", "multisnake", weights)
    state = state_of(SNAKES, 4)
    found = value_of(agent_of(SnakeOptions(weights=path), averages=False), state, 0)
    in_order = np.array([weights.get(name, 0.0) for name in SNAKES.features])
    assert found == evaluate(state, 0, in_order)
    assert found != value_of(agent_of(SnakeOptions(), averages=False), state, 0)


def test_paperio_can_use_weights_from_a_file(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.npz", "paperio", {"land": 1.0, "danger": -2.0})
    dtype = state_of(LAND).dtype
    mine, safe = (
        plan_of(options, dtype, averages=False)["search"][0]["weights"].tolist()
        for options in (LandOptions(weights=path), LandOptions(evaluation="safe"))
    )
    assert mine == safe


def value_of_td(state: State) -> Any:
    kind = load_bot("td")
    assert kind.value is not None
    value = kind.value(LAND, make_settings(kind.options, {}))
    assert isinstance(value, Fitting)
    return fitted(value, state.dtype)


def test_paperio_can_use_the_value_function_of_another_bot() -> None:
    state = state_of(LAND, 1, size=7, order="alternating")
    mover = int(state["mover"])
    options, value = LandOptions(value="td", depth=1), value_of_td(state)
    variant = variant_of(end_value_for(options, state.dtype), averages=False)
    search = Minimax(state.dtype, 2, [0.0] * len(LAND.features), variant, plain=True)
    search.search(state, mover, 1)
    assert search.is_cut_short
    for move, found in search.values.items():
        after = copy_state(state)
        step(after, [move, move])
        assert found == value(after, mover)


def test_only_a_bot_with_a_value_function_is_accepted() -> None:
    # At once, for its kernels must be known before anything is compiled.
    with pytest.raises(SettingsError, match="expected a bot with a value function for paperio"):
        policy(LAND, value="random", depth=1)
    with pytest.raises(GridbotsError, match="unknown bot"):
        policy(LAND, value="tdd", depth=1)
    with pytest.raises(GridbotsError, match=r"expected a name or a \.npz file"):
        policy(LAND, value="td:weights=nobody", depth=1)


def test_matches_by_learned_weights_repeat() -> None:
    settings = RIDERS.make_settings({"width": 4, "height": 4, "start": "cs221"})
    players = [policy(RIDERS, depth=1, **more) for more in ({"evaluation": "learned"}, {})]
    one, other = (play_matches(RIDERS, settings, players, 1, seed=3, plain=True) for _ in range(2))
    assert one.rounds.tolist() == other.rounds.tolist()
    assert one.places.tolist() == other.places.tolist()
