"""A running match is streamed from a worker to the page."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.viewer.replays import record_of
from tests.viewer.test_live_site import spec_of

from gridbots_referee.show.viewer import receiver
from gridbots_referee.show.viewer.receiver import Receiver
from gridbots_referee.tournament.run.broadcast import Broadcast, broadcast_to

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.show.viewer.replay.replay import Replay


class Ear:
    """Hears what a listener tells."""

    def __init__(self) -> None:
        self.replays: dict[str, Replay] = {}
        self._changed = threading.Condition()

    def tell(self, key: str, replay: Replay) -> None:
        with self._changed:
            self.replays[key] = replay
            self._changed.notify_all()

    def wait(self, key: str, last: int, *, ended: bool = True) -> Replay:
        def is_there() -> bool:
            replay = self.replays.get(key)
            return (
                replay is not None and replay.last >= last and (replay.result is not None) == ended
            )

        with self._changed:
            assert self._changed.wait_for(is_there, timeout=10)
        return self.replays[key]

    def wait_for_any(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: bool(self.replays), timeout=seconds)


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Ear, Receiver]]:
    monkeypatch.setattr(receiver, "PAUSE_SECONDS", 0)
    heard = Ear()
    with Receiver(heard.tell) as listener:
        yield heard, listener


def relay_rounds(broadcast: Broadcast, record: Record, count: int) -> None:
    for each in record.rounds[:count]:
        broadcast.watch(None, lambda each=each: each)  # type: ignore[misc]


def test_a_match_is_heard_as_it_is_played(ear: tuple[Ear, Receiver]) -> None:
    heard, listener = ear
    record = record_of("light-riders")
    broadcast = Broadcast(listener.path, spec_of(record))
    relay_rounds(broadcast, record, 5)
    replay = heard.wait("live1", 5, ended=False)
    assert replay.about()["how"] is None
    relay_rounds(broadcast, record, 0)
    broadcast.end(record.result)
    assert heard.wait("live1", 5).about()["how"] == "rules"


def test_while_one_match_is_heard_others_are_refused(ear: tuple[Ear, Receiver]) -> None:
    heard, listener = ear
    record = record_of("light-riders")
    first = Broadcast(listener.path, spec_of(record))
    heard.wait("live1", 0, ended=False)
    second = Broadcast(listener.path, spec_of(record))
    end = time.monotonic() + 10
    while second._socket and time.monotonic() < end:
        relay_rounds(second, record, 3)
        time.sleep(0.01)
    assert second._socket is None
    first.end(record.result)
    heard.wait("live1", 0)
    assert list(heard.replays) == ["live1"]


def test_what_is_no_match_is_not_heard(ear: tuple[Ear, Receiver]) -> None:
    heard, listener = ear
    for text in (b"nonsense\n", b'{"line":"round","moves":[],"told":0}\n', b"\xff\n"):
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.connect(listener.path)
            stranger.send(text)
        time.sleep(0.05)
    record = record_of("snake")
    end = time.monotonic() + 10
    while not heard.replays and time.monotonic() < end:
        # It is refused while the last stranger is still heard.
        Broadcast(listener.path, spec_of(record)).end(record.result)
        heard.wait_for_any(seconds=1)
    assert [replay.match.game for replay in heard.replays.values()] == ["snake"]


def test_a_reader_that_is_slow_does_not_hold_up_the_match(tmp_path: Path) -> None:
    path = str(tmp_path / "socket")
    record: Any = record_of("light-riders")
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(path)
        deaf.listen()
        broadcast = Broadcast(path, spec_of(record))
        for _ in range(20_000):
            relay_rounds(broadcast, record, 1)
        assert broadcast._socket is None


def test_where_nobody_listens_nothing_is_told(tmp_path: Path) -> None:
    record = record_of("light-riders")
    with broadcast_to(str(tmp_path / "nobody"), spec_of(record)) as broadcast:
        assert broadcast is not None
        relay_rounds(broadcast, record, 2)
        broadcast.end(record.result)
    with broadcast_to("", spec_of(record)) as none:
        assert none is None
