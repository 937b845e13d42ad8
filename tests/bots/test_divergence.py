"""Every training lists the weights that must stay finite, and stops when one is not."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from gridbots.errors import GridbotsError
from gridbots.settings import make_settings, parse_assignments

TORCH = [pytest.mark.torch, pytest.mark.slow]
TRAININGS = [
    ("gridbots_td.training.script", "folder=x"),
    ("gridbots_td.training.script", "features=network"),
    ("gridbots_td.training.weights", "game=light-riders"),
    ("gridbots_qlearning.training.light_riders.table", "table_size=1024"),
    ("gridbots_qlearning.training.light_riders.linear", "folder=x"),
    ("gridbots_qlearning.training.multisnake.linear", "folder=x"),
    ("gridbots_qlearning.training.multisnake.network", "folder=x"),
    pytest.param("gridbots_dqn.ppo.training.script", "size=4", marks=TORCH),
    pytest.param("gridbots_dqn.dqn.training.script", "buffer_size=64", marks=TORCH),
]


@pytest.mark.parametrize(("module", "given"), TRAININGS)
def test_every_training_stops_if_weights_are_not_finite(module: str, given: str) -> None:
    script: Any = import_module(module).SCRIPT
    training = script.begin(make_settings(script.parameters, parse_assignments([given])))
    script.refuse_divergence(training)
    kept, finite = training.arrays().values(), list(training.finite())
    assert finite
    for array in finite:
        assert any(np.shares_memory(array, each) for each in kept)
        array.flat[0] = np.inf
        with pytest.raises(GridbotsError, match="learning has diverged: after 0"):
            script.refuse_divergence(training)
        array.flat[0] = 0.0
