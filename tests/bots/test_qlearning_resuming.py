"""A training that is killed goes on with the same command, and ends with the same bits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytest.importorskip("numba")

PARAMETERS = ("opponents=random", "trials=16", "size=12", "max_iter=12", "copies=2", "test=0")


def begin(folder: Path) -> subprocess.Popen[bytes]:
    """The training as a process of its own, uncompiled; it writes a checkpoint in every round."""
    command = [sys.executable, "-m", "gridbots_qlearning.train_multisnake", *PARAMETERS]
    return subprocess.Popen(
        [*command, "checkpoint=0", f"folder={folder}"],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        stderr=subprocess.DEVNULL,
    )


def weights_in(folder: Path) -> bytes:
    with np.load(folder / "weights.npz") as file:
        return bytes(file["indicators"].tobytes())


def test_a_training_that_was_killed_ends_as_if_nothing_had_happened(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    first = begin(killed)
    while not (killed / "checkpoint.npz").exists() and first.poll() is None:
        time.sleep(0.005)
    first.kill()
    first.wait()
    assert (killed / "checkpoint.npz").exists()
    assert not (killed / "about.json").exists()
    for folder in (killed, whole):
        assert begin(folder).wait() == 0
    assert weights_in(killed) == weights_in(whole)
