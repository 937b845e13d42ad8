"""Moves chosen ahead, and rounds in real time."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from gridbots_referee.show.viewer.sites import round_timer
from gridbots_referee.show.viewer.sites.person_seat import LENGTH, MoveQueue
from gridbots_referee.show.viewer.sites.round_timer import RoundTimer

if TYPE_CHECKING:
    import pytest

ALL = ("up", "right", "down", "left")


def queue_of(*words: str) -> MoveQueue:
    queue = MoveQueue()
    for word in words:
        queue.put(word)
    return queue


def test_moves_come_out_in_the_order_in_which_they_were_chosen() -> None:
    queue = queue_of("up", "left", "up")
    assert [queue.take(ALL) for _ in range(4)] == ["up", "left", "up", None]


def test_it_holds_a_few_moves_only() -> None:
    assert queue_of(*["up"] * 9).words == ["up"] * LENGTH


def test_the_opposite_of_the_last_move_takes_it_back() -> None:
    assert queue_of("up", "left", "right").words == ["up"]
    assert queue_of("up", "down").words == []


def test_moves_that_are_no_longer_legal_are_dropped() -> None:
    queue = queue_of("up", "left", "up")
    assert queue.take(["left", "down"]) == "left"
    assert queue.words == ["up"]


def test_at_a_pace_rounds_end_by_themselves_but_not_while_it_is_paused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(round_timer, "COUNTDOWN_SECONDS", 0.01)
    lock, ended, is_there = threading.RLock(), threading.Semaphore(0), threading.Event()
    pace = RoundTimer(200, lock, ended.release, is_there.is_set)
    pace.begin_round()
    assert not ended.acquire(timeout=0.05)  # no person is present
    is_there.set()
    for _ in range(3):
        assert ended.acquire(timeout=60)
        pace.begin_round()
    pace.pause(is_paused=True)
    while ended.acquire(timeout=0.05):
        pass
    pace.begin_round()
    assert not ended.acquire(timeout=0.05)
    pace.pause(is_paused=False)
    assert ended.acquire(timeout=60)
    pace.close()
