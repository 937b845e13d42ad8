"""Cores are distributed so that concurrent matches disturb each other as little as possible."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots.limits import LimitOptions
from gridbots_referee.play import cores as machine


@pytest.mark.parametrize(
    ("cores", "seats", "time", "expected"),
    [
        (2, 2, LimitOptions(), 1),
        (16, 2, LimitOptions(), 8),
        (16, 4, LimitOptions(), 4),
        (16, 2, LimitOptions(ask="in-turn"), 16),
        (16, 2, LimitOptions(in_process=True), 16),
        (2, 4, LimitOptions(), 1),
    ],
)
def test_every_bot_that_thinks_has_a_core(
    monkeypatch: pytest.MonkeyPatch, cores: int, seats: int, time: LimitOptions, expected: int
) -> None:
    monkeypatch.setattr(machine, "cores", lambda: list(range(cores)))
    assert machine.fair_concurrency(seats, time.limits()) == expected


@given(cores=st.integers(1, 64), workers=st.integers(1, 80))
def test_workers_share_all_cores_evenly(cores: int, workers: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine, "cores", lambda: list(range(cores)))
        shares = [machine.core_share(worker, workers) for worker in range(workers)]
    assert set().union(*shares) == set(range(cores))
    sizes = [len(share) for share in shares]
    assert max(sizes) - min(sizes) <= 1
    if workers <= cores:
        assert sum(sizes) == cores


def test_a_pinned_process_stays_on_its_cores() -> None:
    before = machine.cores()
    try:
        machine.pin({before[0]})
        can_pin = hasattr(os, "sched_setaffinity")
        assert machine.cores() == ([before[0]] if can_pin else before)
    finally:
        machine.pin(set(before))
