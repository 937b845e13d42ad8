"""A killed training resumes with the same command, and ends with the same bits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.training.weights import unpack
from gridbots_qlearning.training.multisnake.linear import Parameters, Training

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

pytest.importorskip("numba")

PARAMETERS: dict[str, Any] = {
    "opponents": "random", "episodes": 12, "size": 12, "max_rounds": 12, "n_envs": 2,
    "n_test_episodes": 0,
}  # fmt: skip


def begin(folder: Path) -> subprocess.Popen[bytes]:
    """Start the training as a process, uncompiled, with a checkpoint in every round."""
    given = [f"{name}={value}" for name, value in PARAMETERS.items()]
    command = [sys.executable, "-m", "gridbots_qlearning.training.multisnake.linear", *given]
    return subprocess.Popen(
        [*command, "checkpoint=0", f"folder={folder}"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stderr=subprocess.DEVNULL,
    )


def learned_at_once() -> bytes:
    training = Training(Parameters(**PARAMETERS), plain=True)
    while training.completed < training.total:
        training.play_round()
    return training.weights.astype(np.float32).tobytes()


def test_a_killed_training_ends_like_an_uninterrupted_one(tmp_path: Path) -> None:
    first = begin(tmp_path)
    while not (tmp_path / "checkpoint.npz").exists() and first.poll() is None:
        time.sleep(0.005)
    first.kill()
    first.wait()
    assert (tmp_path / "checkpoint.npz").exists()
    assert not (tmp_path / "about.json").exists()
    assert begin(tmp_path).wait() == 0
    assert unpack(tmp_path / "weights.npz")["indicators"].tobytes() == learned_at_once()
