"""Training of the value networks of Light Riders: self-play, the fit, and resuming."""

from __future__ import annotations

import importlib
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.training.script import keep, restore
from gridbots_mcts.light_riders.crowd_network import features as crowd_features
from gridbots_mcts.light_riders.duel_network import features as duel_features
from gridbots_mcts.light_riders.duel_network.evaluation import NETWORK, log_odds
from gridbots_mcts.light_riders.value_network.layers import write_network

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.training.script import Script
    from gridbots_mcts.light_riders.value_network.generations import Training
    from gridbots_mcts.light_riders.value_network.self_play import Parameters

pytestmark = [pytest.mark.torch, pytest.mark.slow]

AREA = {"duel": duel_features.BOTH + 1, "crowd": crowd_features.ALL + 1}
"""Index of the feature `area`."""
KINDS = list(AREA)


def script_of(kind: str) -> Script[Any, Training]:
    module = f"gridbots_mcts.light_riders.{kind}_network.training"
    script: Script[Any, Training] = importlib.import_module(module).SCRIPT
    return script


def small(kind: str, **changes: Any) -> Parameters:
    given = {
        "episodes": 20, "generations": 2, "num_simulations": 20,
        "full_size_fraction": 0.3, "positions_per_episode": 9, "n_epochs": 2,
        "batch_size": 16,
    }  # fmt: skip
    parameters: Parameters = script_of(kind).parameters(**{**given, **changes})
    return parameters


def trained(kind: str, parameters: Parameters, matches: int) -> Training:
    training = script_of(kind).begin(parameters)
    while training.completed < matches:
        training.play_round()
    return training


def bits_of(training: Training) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in training.arrays().items()}


@pytest.mark.parametrize(("kind", "killed"), [("duel", 5), ("duel", 20), ("crowd", 27)])
def test_a_killed_training_ends_with_the_same_bits(kind: str, killed: int, tmp_path: Path) -> None:
    parameters, path = small(kind), tmp_path / "checkpoint.npz"
    whole = trained(kind, parameters, 40)
    keep(path, trained(kind, parameters, killed), parameters, 0.0)
    again = script_of(kind).begin(parameters)
    restore(path, again, parameters)
    assert again.completed == killed
    while again.completed < 40:
        again.play_round()
    assert bits_of(again) == bits_of(whole)


@pytest.mark.parametrize("kind", KINDS)
def test_each_match_yields_distinct_positions_with_one_outcome(kind: str) -> None:
    training = trained(kind, small(kind, positions_per_episode=5, generations=1), 20)
    assert set(training.filled_to.tolist()) <= set(range(6))
    assert training.filled_to.sum() > 40
    for match, count in enumerate(training.filled_to):
        seen, outcome = training.seen[match, :count], training.outcome[match, :count]
        assert len(np.unique(seen, axis=0)) == count
        assert len(np.unique(outcome, axis=0)) <= 1
        between = training.wanted[match, :count] - outcome / 2
        assert ((between >= 0) & (between <= 0.5)).all()
    areas = training.seen[..., AREA[kind]]
    assert areas.max() == 256
    assert areas[areas > 0].min() >= 64


def test_probabilities_of_a_crowd_sum_to_one_over_the_living() -> None:
    training = trained("crowd", small("crowd", generations=1), 20)
    there = np.arange(9) < training.filled_to[:, None]
    alive = training.seen[..., crowd_features.LIVING][there] > 0
    assert {3, 4} == set(alive.sum(axis=1).tolist())
    for chances in (training.wanted[there], training.outcome[there]):
        assert chances.sum(axis=1) == pytest.approx(1)
    assert not training.outcome[there][~alive].any()
    assert not training.wanted[there][~alive].any()


def test_the_fit_finds_the_decisive_feature_and_its_weights_take_unscaled_features() -> None:
    from gridbots_mcts.light_riders.duel_network.training import fit, log_loss

    random = np.random.default_rng(3)
    both, inputs = duel_features.BOTH, duel_features.INPUTS
    seen = (40 + 10 * random.standard_normal((4000, inputs))).astype(np.float32)
    seen[:, both + 1] = 256.0  # A constant feature carries no information and does no harm.
    won = (seen[:, 0] > seen[:, both // 2]).astype(np.float32)
    arrays = fit(seen[:3000], won[:3000], small("duel", n_epochs=8, batch_size=64))
    assert log_loss(arrays, seen[3000:], won[3000:]) < 0.15
    networks = np.zeros(1, NETWORK)
    network = networks[0]
    write_network(network, arrays)
    for row, end in zip(seen[3000:3100], won[3000:3100], strict=True):
        network["seen"][0] = row
        odds = log_odds(network)
        assert abs(odds) < 1 or (odds > 0) == end


def test_the_fit_of_crowds_ignores_eliminated_riders() -> None:
    from gridbots_mcts.light_riders.crowd_network.training import fit, log_loss

    random = np.random.default_rng(3)
    seen = (40 + 10 * random.standard_normal((3000, 4, crowd_features.INPUTS))).astype(np.float32)
    seen[::2, 3] = 0.0
    won = np.zeros((3000, 4), np.float32)
    won[np.arange(3000), seen[..., 0].argmax(axis=1)] = 1.0
    arrays = fit(seen[:2000], won[:2000], small("crowd", n_epochs=12, batch_size=64))
    assert log_loss(arrays, seen[2000:], won[2000:]) < 0.3  # Without knowledge: 1.24.
    others = seen[2000:].copy()
    others[::2, 3, : crowd_features.ALL] = 1e3
    assert log_loss(arrays, others, won[2000:]) == log_loss(arrays, seen[2000:], won[2000:])


def test_fewer_positions_than_a_batch_suffice() -> None:
    from gridbots_mcts.light_riders.duel_network.training import fit

    seen = np.random.default_rng(3).random((40, duel_features.INPUTS)).astype(np.float32)
    arrays = fit(seen, seen[:, 0], small("duel", batch_size=512))
    assert all(np.isfinite(array).all() for array in arrays.values())
    assert arrays["last"].any()


@pytest.mark.parametrize("kind", KINDS)
def test_the_command_writes_weights_that_the_bot_reads(kind: str, tmp_path: Path) -> None:
    words = [
        f"{name}={value}"
        for name, value in (("episodes", 20), ("num_simulations", 10), ("n_epochs", 1))
    ]
    assert (
        script_of(kind).main(
            [*words, "batch_size=16", "positions_per_episode=6", f"folder={tmp_path}"]
        )
        == 0
    )
    about = json.loads((tmp_path / "about.json").read_text())
    assert len(about["log-loss"]) == 2
    reader = importlib.import_module(f"gridbots_mcts.light_riders.{kind}_network.evaluation")
    assert reader.read_network(str(tmp_path / "weights.npz"))["last"].any()
