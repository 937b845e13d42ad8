"""Training of the network that judges duels of Light Riders: matches, the fit, and going on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.training.script import keep, restore
from gridbots_mcts.light_riders.duel_network.features import BOTH, INPUTS
from gridbots_mcts.light_riders.duel_network.layers import NETWORK, log_odds
from gridbots_mcts.light_riders.duel_network.trained import read_network
from gridbots_mcts.light_riders.duel_network.training.parameters import Parameters
from gridbots_mcts.light_riders.value_network.trained import write_network

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_mcts.light_riders.value_network.training.generations import Training

pytestmark = [pytest.mark.torch, pytest.mark.slow]


def small(**changes: Any) -> Parameters:
    given = {
        "matches": 20, "generations": 2, "leaves": 20, "usual": 0.3, "positions": 9, "epochs": 2,
        "batch": 16,
    }  # fmt: skip
    return Parameters(**{**given, **changes})


def trained(parameters: Parameters, matches: int) -> Training:
    from gridbots_mcts.light_riders.duel_network.training.script import SCRIPT

    training = SCRIPT.begin(parameters)
    while training.done < matches:
        training.play_round()
    return training


def bits_of(training: Training) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in training.arrays().items()}


@pytest.mark.parametrize("killed", [5, 20, 27])
def test_a_training_that_was_killed_ends_with_the_same_bits(killed: int, tmp_path: Path) -> None:
    from gridbots_mcts.light_riders.duel_network.training.script import SCRIPT

    parameters, path = small(), tmp_path / "checkpoint.npz"
    whole = trained(parameters, 40)
    keep(path, trained(parameters, killed), parameters, 0.0)
    again = SCRIPT.begin(parameters)
    restore(path, again, parameters)
    assert again.done == killed
    while again.done < 40:
        again.play_round()
    assert bits_of(again) == bits_of(whole)


def test_each_match_gives_positions_that_differ_and_one_outcome() -> None:
    training = trained(small(positions=5, generations=1), 20)
    assert set(training.filled_to.tolist()) <= set(range(6))
    assert training.filled_to.sum() > 40
    for match, count in enumerate(training.filled_to):
        assert len(np.unique(training.seen[match, :count], axis=0)) == count
        assert len(set(training.outcome[match, :count].tolist())) <= 1
        between = training.wanted[match, :count] - training.outcome[match, :count] / 2
        assert ((between >= 0) & (between <= 0.5)).all()
    areas = training.seen[training.filled_to > 0, 0, BOTH + 1]
    assert {256.0} < set(areas.tolist())
    assert areas.min() >= 64


def test_the_fit_finds_what_decides_and_is_told_for_features_as_they_are() -> None:
    from gridbots_mcts.light_riders.duel_network.training.regression import fit, log_loss

    random = np.random.default_rng(3)
    seen = (40 + 10 * random.standard_normal((4000, INPUTS))).astype(np.float32)
    seen[:, BOTH + 1] = 256.0  # What is always the same tells nothing, and does no harm.
    won = (seen[:, 0] > seen[:, BOTH // 2]).astype(np.float32)
    arrays = fit(seen[:3000], won[:3000], small(epochs=8, batch=64))
    assert log_loss(arrays, seen[3000:], won[3000:]) < 0.15
    networks = np.zeros(1, NETWORK)
    network = networks[0]
    write_network(network, arrays)
    for row, end in zip(seen[3000:3100], won[3000:3100], strict=True):
        network["seen"][0] = row
        odds = log_odds(network)
        assert abs(odds) < 1 or (odds > 0) == end


def test_fewer_positions_than_a_batch_are_learned_from_too() -> None:
    from gridbots_mcts.light_riders.duel_network.training.regression import fit

    seen = np.random.default_rng(3).random((40, INPUTS)).astype(np.float32)
    arrays = fit(seen, seen[:, 0], small(batch=512))
    assert all(np.isfinite(array).all() for array in arrays.values())
    assert arrays["last"].any()


def test_the_command_writes_weights_that_the_bot_plays_by(tmp_path: Path) -> None:
    from gridbots_mcts.light_riders.duel_network.training.script import SCRIPT

    words = [f"{name}={value}" for name, value in (("matches", 20), ("leaves", 10), ("epochs", 1))]
    assert SCRIPT.main([*words, "batch=16", "positions=6", f"folder={tmp_path}"]) == 0
    about = json.loads((tmp_path / "about.json").read_text())
    assert len(about["log-loss"]) == 2
    assert read_network(str(tmp_path / "weights.npz"))["last"].any()
