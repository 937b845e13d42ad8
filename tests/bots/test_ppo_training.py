"""Training of ppo: updates, start positions, warm starts, and resuming."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.errors import SettingsError
from gridbots.plugins import load_game
from gridbots.training.script import keep, restore
from gridbots.training.weights import write
from gridbots.vector import Batch
from gridbots_dqn import centred_view
from gridbots_dqn.network import Network

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_dqn.ppo.training.policy_optimisation import Parameters, Training

pytestmark = [pytest.mark.torch, pytest.mark.slow]

GAME = load_game("snake")


def small(**changes: Any) -> Parameters:
    from gridbots_dqn.ppo.training.policy_optimisation import Parameters

    given = {
        "size": 5, "total_timesteps": 400, "n_envs": 8, "n_steps": 8, "dense": "12 8",
        "batch_size": 16,
        "curriculum_fraction": 0.5, "bfloat16": False, "n_test_episodes": 4,
    }  # fmt: skip
    return Parameters(**{**given, **changes})


@pytest.fixture(autouse=True)
def few_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few points of the learning curve, with few episodes each."""
    from gridbots_dqn.ppo.training import policy_optimisation

    monkeypatch.setattr(policy_optimisation, "POINTS", 2)
    monkeypatch.setattr(policy_optimisation, "N_EVAL_EPISODES", 4)


def trained(parameters: Parameters, rounds: int) -> Training:
    """`rounds`: of learning."""
    from gridbots_dqn.ppo.training.policy_optimisation import Training

    training = Training(parameters, plain=True)
    for _ in range(rounds):
        training.play_round()
    return training


def bits_of(training: Training) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in training.arrays().items()}


def test_numpy_computes_the_logits_of_torch() -> None:
    import torch

    training = trained(small(), 1)
    seen = np.random.default_rng(3).integers(0, 5, (7, 5 * 9 * 9))
    logits = training.network(torch.from_numpy(seen))[0].detach().numpy()
    network = Network(training.architecture, training.network.for_playing())
    assert network(seen.astype(np.float32)) == pytest.approx(logits, abs=1e-5)


def test_a_training_that_was_killed_ends_with_the_same_bits(tmp_path: Path) -> None:
    from gridbots_dqn.ppo.training.policy_optimisation import Training

    parameters, path = small(), tmp_path / "checkpoint.npz"
    whole, first = trained(parameters, 6), trained(parameters, 3)
    keep(path, first, parameters, 0.0)
    first.play_round()
    again = Training(parameters, plain=True)
    restore(path, again, parameters)
    while again.completed < again.total:
        again.play_round()
    assert bits_of(again) == bits_of(whole)


def test_another_seed_gives_other_weights() -> None:
    one, other = (trained(small(seed=seed), 1).network.arrays() for seed in (1, 2))
    assert (one["dense0_weight"] != other["dense0_weight"]).any()


def test_a_training_ends_with_weights_that_the_bot_plays_by(tmp_path: Path) -> None:
    from gridbots_dqn.ppo.training.script import finish
    from gridbots_dqn.trained import network_of, read_trained

    training = trained(small(), 6)
    about, arrays = finish(training, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"curve.csv", "curve.svg"}
    write(tmp_path / "weights.npz", {**about, "command": "none"}, arrays)
    assert about["test"]["episodes"] == 4
    seen = np.random.default_rng(3).integers(0, 5, (7, 5 * 9 * 9)).astype(np.float32)
    logits = Network(training.architecture, training.network.for_playing())(seen)
    found = network_of(read_trained(str(tmp_path / "weights.npz")))
    assert found(seen) == pytest.approx(logits, abs=0.01)


def test_a_larger_board_starts_from_the_weights_of_a_smaller_one(tmp_path: Path) -> None:
    parameters = small()
    learned = trained(parameters, 1)
    keep(tmp_path / "checkpoint.npz", learned, parameters, 0.0)
    larger = trained(small(size=6, init_from=str(tmp_path)), 0)
    mine, before = (each.network.arrays() for each in (larger, learned))
    assert (mine["critic_weight"] == before["critic_weight"]).all()
    first = mine["dense0_weight"].reshape(12, 5, 11, 11)
    middle = first[:, :, 1:-1, 1:-1].copy()
    assert abs(first).sum() == pytest.approx(abs(middle).sum())
    # Rounds until a part is gone are a share of the board.
    middle[:, centred_view.FREE_IN] *= 25 / 36
    assert middle.reshape(12, -1) == pytest.approx(before["dense0_weight"])


def test_the_policy_of_a_bot_is_fixed_until_the_critic_has_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gridbots_dqn.ppo.training import policy_optimisation, script

    monkeypatch.setattr(policy_optimisation, "CRITIC_UPDATES", 2)
    learned = trained(small(), 6)
    about, arrays = script.finish(learned, tmp_path)
    path = tmp_path / "weights.npz"
    write(path, {**about, "command": "none"}, arrays)
    again = trained(small(init_from=str(path)), 0)
    kept = {name: array.copy() for name, array in again.network.arrays().items()}
    for name, array in learned.network.arrays().items():
        if name.startswith("critic"):
            assert not kept[name].any()
        else:
            assert kept[name] == pytest.approx(array, abs=1e-3)
    for moved in ({"critic_bias", "critic_weight"}, set(kept)):
        for _ in range(2):
            again.play_round()
        now = again.network.arrays()
        assert {name for name in kept if (now[name] != kept[name]).any()} == moved
        kept = {name: array.copy() for name, array in now.items()}


def test_weights_with_other_layers_are_refused(tmp_path: Path) -> None:
    parameters = small(dense="10 8")
    keep(tmp_path / "checkpoint.npz", trained(parameters, 0), parameters, 0.0)
    with pytest.raises(SettingsError, match="expected layers of 12 8 units, got dense='10 8'"):
        trained(small(init_from=str(tmp_path)), 0)
    with pytest.raises(SettingsError, match="got dense='768 256'"):
        trained(small(init_from="ppo-8x8"), 0)
    (tmp_path / "empty").mkdir()
    for start, expected in {
        "empty": "a folder of a training, got FileNotFoundError",
        "none": "a folder of a training, or weights; weights: expected a name",
        "none.npz": "a folder of a training, or weights; ",
    }.items():
        with pytest.raises(SettingsError, match=f"init_from: expected {expected}"):
            trained(small(init_from=str(tmp_path / start)), 0)
    with pytest.raises(SettingsError, match="init_from: expected weights of ppo, got those of dqn"):
        trained(small(init_from="dqn-8x8"), 0)


def test_actions_are_sampled_with_their_probabilities() -> None:
    from gridbots_dqn.ppo.training.actor_critic import sample_actions

    odds = np.array([0.2, 0.5, 0.3])
    logits = np.tile(np.log(odds) + 7, (1000, 1)).astype(np.float32)
    uniform = (np.arange(1000) + 0.5) / 1000
    actions, log_probs = np.zeros(1000, np.int64), np.zeros(1000, np.float32)
    sample_actions(logits, uniform, actions, log_probs)
    assert np.bincount(actions).tolist() == [200, 500, 300]
    assert log_probs == pytest.approx(np.log(odds)[actions], abs=1e-5)


@pytest.mark.parametrize(
    ("gae_lambda", "wanted"),
    [
        pytest.param(0.0, [1 + 0.5 * 20 - 10, 2 - 20, 4 + 0.5 * 40 - 30], id="the next value"),
        pytest.param(1.0, [1 + 0.5 * 2 - 10, 2 - 20, 4 + 0.5 * 40 - 30], id="the whole return"),
    ],
)
def test_advantages_are_generalized_advantage_estimates(
    gae_lambda: float, wanted: list[float]
) -> None:
    from gridbots_dqn.ppo.training.actor_critic import Rollout

    rollout = Rollout(3, 1, 1)
    rollout.rewards[:, 0] = 1, 2, 4
    rollout.values[:, 0] = 10, 20, 30, 40
    rollout.ended[1] = True
    assert rollout.advantages(0.5, gae_lambda)[:, 0].tolist() == wanted


def test_actions_with_positive_advantage_become_more_likely() -> None:
    import torch

    from gridbots_dqn.ppo.training import actor_critic

    training = trained(small(ent_coef=0.0), 0)
    random = np.random.default_rng(1)
    training.play(random)
    better = np.where(training.rollout.actions == 2, 1.0, -1.0).astype(np.float32)
    hyperparameters = actor_critic.Hyperparameters(
        batch_size=32, n_epochs=4, clip_range=0.2, vf_coef=0.5, ent_coef=0.0, learning_rate=1e-2
    )
    actor_critic.learn(
        training.network, training.adam, training.rollout, better, hyperparameters, random
    )
    seen = torch.from_numpy(training.rollout.seen[:-1].reshape(64, -1))
    chances = torch.softmax(training.network(seen)[0], dim=1).mean(dim=0)
    assert chances[2] > 0.4


def test_some_episodes_start_with_a_long_snake() -> None:
    from gridbots_dqn.curriculum import StartPositions

    settings = GAME.make_settings({"preset": "corner-8", "width": 5, "height": 5})
    batch, random = Batch(GAME, settings, 64, 1, plain=True), np.random.default_rng(1)
    starts = StartPositions(batch.states[0], area=25, shortest=5)
    starts.begin(batch.states, np.arange(64), random)
    assert (batch.states["length"] == 4).all(), "no positions are kept yet"
    long = batch.states.copy()
    long["length"], long["rounds"] = np.arange(64) % 3 + 4, 99
    for _ in range(20):
        starts.keep(long, random)
    generators = batch.states["generator"].copy()
    starts.begin(batch.states, np.arange(32), random)
    assert set(batch.states["length"][:32]) == {5, 6}
    assert (batch.states["length"][32:] == 4).all()
    assert (batch.states["rounds"] == 0).all()
    assert (batch.states["generator"] == generators).all()
