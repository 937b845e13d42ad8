"""Weights learned by TD in self-play: the regression, and trainings."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.bots.small_games import GAMBLE, GAMBLE_STATE

from gridbots.errors import SettingsError
from gridbots.game import Verbs, new_state
from gridbots.game.chance import below
from gridbots.games.light_riders import GAME
from gridbots.kernel import kernel
from gridbots.training import checkpoint
from gridbots.training.script import restore
from gridbots.training.weights import feature_weights, write
from gridbots_td.training import self_play, weights
from gridbots_td.training.weights import Parameters, Training, direction, finish

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.game import Moves, State


def learner(directions: int = 2, **values: float) -> Any:
    made = np.zeros(1, self_play.learner_dtype(3, directions))[0]
    for name, value in {"td_lambda": 0.5, "window_fraction": 1.0, **values}.items():
        made[name] = value
    made["covariance"] = np.eye(directions)
    return made


def test_the_update_is_a_logistic_regression_on_the_targets() -> None:
    rng, true = np.random.default_rng(1), np.array([0.8, -0.3])
    learned = learner()
    # The second feature is strongly correlated with the first.
    seen = rng.normal(size=(6000, 1)) + rng.normal(size=(6000, 2)) * [0.05, 0.3]
    won = rng.random(6000) < 1 / (1 + np.exp(-seen @ true))
    for each, target in zip(seen, np.where(won, 1.0, -1.0), strict=True):
        self_play.move_towards(learned, each, target, self_play.value_of(learned, each))
    found = self_play.value_of(learned, np.array([1.0, 1.0]))
    assert found == pytest.approx(np.tanh(0.25), abs=0.05)
    assert learned["factors"] == pytest.approx(true, abs=0.25)


def noted(values: list[float], *, explores: list[int]) -> Any:
    trajectory = np.zeros(1, self_play.trajectory_dtype(1, 1, len(values)))[0]
    trajectory["length"] = len(values)
    trajectory["living"] = 1
    trajectory["explores"] = explores
    trajectory["seen"][:, 0, 0] = values
    return trajectory


def test_targets_are_lambda_returns() -> None:
    whole, learned = learner(1, td_lambda=1.0), learner(1, td_lambda=1.0)
    self_play.learn_from(whole, noted([1.0, 2.0], explores=[0, 0]), 0, 1.0)
    for seen in (2.0, 1.0):
        value = self_play.value_of(learned, np.array([seen]))
        self_play.move_towards(learned, np.array([seen]), 1.0, value)
    assert whole["factors"] == learned["factors"] > 0


def test_rounds_with_exploratory_moves_are_skipped() -> None:
    learned = learner(1)
    self_play.learn_from(learned, noted([1.0, 2.0], explores=[1, 1]), 0, 1.0)
    assert learned["factors"].tolist() == [0.0]
    # The return is cut there, so earlier positions learn nothing either.
    self_play.learn_from(learned, noted([1.0, 2.0], explores=[0, 1]), 0, 1.0)
    assert learned["factors"].tolist() == [0.0]


def test_a_direction_is_a_feature_or_a_sum_with_a_fixed_ratio() -> None:
    known = ("land", "trail", "danger")
    assert direction("trail", known) == [0, 1, 0]
    assert direction("land+danger*-2", known) == [1, 0, -2]
    with pytest.raises(SettingsError, match="did you mean 'danger'"):
        direction("land+dangr*-2", known)
    with pytest.raises(SettingsError, match=r"expected FEATURE or FEATURE\*NUMBER"):
        direction("land*much", known)


def small(folder: Path, **values: Any) -> Parameters:
    usual: dict[str, Any] = {
        "settings": "width=4 height=4 start=cs221", "features": "mobility chain+territory*-1 lead",
        "depth": 1, "episodes": 8, "n_envs": 3, "rounds_per_episode": 12, "folder": str(folder),
    }  # fmt: skip
    return Parameters(**usual | values)


def trained(training: Training, matches: int) -> Training:
    while training.completed < matches:
        training.play_round()
    return training


def test_a_training_resumes_from_its_checkpoint_bit_for_bit(tmp_path: Path) -> None:
    parameters, path = small(tmp_path), tmp_path / "checkpoint.npz"
    whole = trained(Training(parameters, plain=True), 8).arrays()
    first = trained(Training(parameters, plain=True), 4)
    checkpoint.save(path, parameters, first.arrays(), {"training": {}, "seconds": 1.0})
    second = Training(parameters, plain=True)
    restore(path, second, parameters)
    assert second.completed >= 4
    for name, array in trained(second, 8).arrays().items():
        assert array.tobytes() == whole[name].tobytes(), name


def test_written_weights_are_read_by_searches(tmp_path: Path) -> None:
    training = trained(Training(small(tmp_path), plain=True), 8)
    about, arrays = finish(training, tmp_path)
    write(tmp_path / "weights.npz", {**about, "command": "none"}, arrays)
    found = feature_weights(tmp_path / "weights.npz", "light-riders", GAME.features)
    by_name = dict(zip(GAME.features, found, strict=True))
    assert {name: weight for name, weight in by_name.items() if weight} == training.weights()
    assert by_name["chain"] == -by_name["territory"]
    assert about["settings"] == {"width": 4, "height": 4, "start": "cs221"}
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


def test_the_script_learns_another_game(tmp_path: Path) -> None:
    parameters = small(
        tmp_path,
        game="multisnake",
        settings="size=12 max_rounds=8",
        features="lead exits",
        episodes=1,
    )
    training = trained(Training(parameters, plain=True), 1)
    assert set(training.weights()) <= {"lead", "exits"}
    assert not np.isnan(training.learners["factors"]).any()


def test_an_unknown_game_or_setting_is_refused(tmp_path: Path) -> None:
    assert weights.SCRIPT.main([f"folder={tmp_path}", "game=chess"]) == 2
    assert weights.SCRIPT.main([f"folder={tmp_path}", "settings=heigth=4"]) == 2


@pytest.mark.parametrize(
    ("former", "present"),
    {"copies": "n_envs", "matches": "episodes", "trace": "td_lambda"}.items(),
)
def test_a_former_name_of_a_parameter_is_refused_with_the_present_one(
    former: str, present: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert weights.SCRIPT.main([f"{former}=1"]) == 2
    assert f"unknown parameter '{former}': it is now {present}" in capsys.readouterr().err


BETS_STATE = np.dtype([*GAMBLE_STATE.descr[:-1], ("weighed", "i4"), ("turn", "i4")])


@kernel
def bet_in_turn(state: State, moves: Moves) -> None:
    seat = state["turn"]
    wins = below(state["generator"], 6) > moves[seat]
    state["scores"][seat] += moves[seat] + 1 if wins else -1
    state["turn"] = (seat + 1) % 3
    state["rounds"] += 1


@kernel
def weigh_bets(state: State, seat: int, weights: Any) -> float:
    """The own score, and the sum of the others."""
    own = state["scores"][seat]
    return float(weights[0] * own + weights[1] * (np.sum(state["scores"]) - own))


@kernel
def bet_when_asked(state: State, seat: int, mask: Any) -> int:
    asked = state["turn"] == seat and state["rounds"] < state["max_rounds"]
    for move in range(len(mask)):
        mask[move] = asked
    return len(mask) if asked else 0


def set_up_bets(settings: Any, seed: int) -> State:
    state = new_state(BETS_STATE, settings, seed)
    state["max_rounds"] = 24
    return state


BETS = dataclasses.replace(
    GAMBLE,
    name="bets",
    state=BETS_STATE,
    setup=set_up_bets,
    verbs=Verbs(step=bet_in_turn, legal=bet_when_asked, evaluate=weigh_bets),
    features=("own", "others"),
)


@pytest.mark.slow
def test_a_game_in_turns_with_dice_is_learned_with_all_features(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "load_game", lambda _: BETS)
    parameters = small(
        tmp_path, game="bets", settings="", features="", episodes=60, rounds_per_episode=30
    )
    learned = trained(Training(parameters, plain=True), 60).weights()
    assert learned["own"] > 0 > learned["others"]


def test_a_game_without_features_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weights, "load_game", lambda _: GAMBLE)
    with pytest.raises(SettingsError, match="expected a game with features, got gamble"):
        Training(small(tmp_path, settings="", features=""), plain=True)
