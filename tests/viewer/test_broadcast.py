"""Broadcasts: a worker streams a live match to the page."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.tournament.stored import autumn
from tests.viewer.replays import record_of
from tests.viewer.test_live_site import spec_of

from gridbots_referee.show.viewer import receiver
from gridbots_referee.show.viewer.receiver import Receiver
from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
from gridbots_referee.tournament.run.broadcast import Broadcast, broadcast_to

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots.record import Record
    from gridbots_referee.show.replay.replay import Replay


class Ear:
    """Collects the calls of a receiver."""

    def __init__(self) -> None:
        self.replays: dict[int, Replay] = {}
        self.over: set[int] = set()
        self._changed = threading.Condition()

    def tell(self, key: int, replay: Replay, is_over: bool) -> None:  # noqa: FBT001  the signature of the callback
        with self._changed:
            self.replays[key] = replay
            if is_over:
                self.over.add(key)
            self._changed.notify_all()

    def wait(self, key: int, last: int, *, ended: bool = True) -> Replay:
        def is_there() -> bool:
            replay = self.replays.get(key)
            return (
                replay is not None and replay.last >= last and (replay.result is not None) == ended
            )

        with self._changed:
            assert self._changed.wait_for(is_there, timeout=60)
        return self.replays[key]

    def wait_for_any(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: bool(self.replays), timeout=seconds)


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Ear, Receiver]]:
    monkeypatch.setattr(receiver, "PAUSE_SECONDS", 1000)
    monkeypatch.setattr(receiver, "TICK_SECONDS", 0.02)
    heard = Ear()
    with Receiver(heard.tell) as listener:
        yield heard, listener


def relay_rounds(broadcast: Broadcast, record: Record, count: int) -> None:
    for each in record.rounds[:count]:
        broadcast.watch(None, lambda each=each: each)  # type: ignore[misc]


def test_a_match_is_broadcast_while_it_is_played(ear: tuple[Ear, Receiver]) -> None:
    heard, listener = ear
    record = record_of("light-riders")
    broadcast = Broadcast(listener.path, spec_of(record))
    relay_rounds(broadcast, record, 5)
    replay = heard.wait(1, 5, ended=False)
    assert replay.about()["how"] is None
    relay_rounds(broadcast, record, 0)
    broadcast.end(record.result)
    assert heard.wait(1, 5).about()["how"] == "rules"


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not holds() and time.monotonic() < end:
        time.sleep(0.005)
    assert holds()


def begin(listener: Receiver, record: Record) -> Broadcast:
    """A match that a receiver has received."""
    broadcast = Broadcast(listener.path, spec_of(record))
    assert broadcast._socket
    return broadcast


def test_several_matches_are_received_at_once_up_to_the_limit(
    ear: tuple[Ear, Receiver],
) -> None:
    heard, listener = ear
    record = record_of("light-riders")
    first = [begin(listener, record) for _ in range(receiver.FRESH)]
    until(lambda: len(heard.replays) == receiver.FRESH)
    until(lambda: not Path(listener.path).exists())
    assert Broadcast(listener.path, spec_of(record))._socket is None
    # A board that takes one allows the next.
    assert listener.fresh() == [1, 2, 3, 4]
    listener.give(1)
    until(lambda: Path(listener.path).exists())
    begin(listener, record).end(record.result)
    heard.wait(5, 0)
    for broadcast in first:
        broadcast.close()


def test_an_aborted_match_ends_and_is_forgotten(ear: tuple[Ear, Receiver]) -> None:
    heard, listener = ear
    record = record_of("light-riders")
    broadcast = begin(listener, record)
    relay_rounds(broadcast, record, 3)
    heard.wait(1, 3, ended=False)
    assert listener.replay(1) is heard.replays[1]
    broadcast.close()
    until(lambda: 1 in heard.over)
    assert listener.replay(1) is None


def test_no_match_is_received_without_open_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receiver, "TICK_SECONDS", 0.02)
    record, watched = record_of("light-riders"), False
    with Receiver(Ear().tell, lambda: watched) as listener:
        until(lambda: not Path(listener.path).exists())
        assert Broadcast(listener.path, spec_of(record))._socket is None
        watched = True
        until(lambda: Path(listener.path).exists())
        begin(listener, record).close()


def test_the_number_of_kept_matches_is_limited(
    ear: tuple[Ear, Receiver], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, listener = ear
    monkeypatch.setattr(receiver, "KEPT", 3)
    record = record_of("light-riders")
    for number in range(1, 7):
        until(lambda: Path(listener.path).exists())
        begin(listener, record).end(record.result)
        heard.wait(number, 0)
        listener.give(number)
    until(lambda: listener.fresh() == [4, 5, 6])
    assert [listener.replay(number) is None for number in range(1, 7)] == [True] * 3 + [False] * 3


def test_boards_show_received_matches(tmp_path: Path) -> None:
    site, record = TournamentSite(autumn(tmp_path / "autumn.db")), record_of("light-riders")
    with Receiver(site.broadcast_changed) as listener:
        site.receiver = listener
        begin(listener, record).end(record.result)
        until(lambda: site.get(["about"], {})["live"] == "live1")
        response = site.get(["wall"], {"boards": "2"})
        assert response["boards"] == [{"key": "live1", "live": True}, {"key": "6", "live": False}]
        until(lambda: site.get(["replay", "live1"], {})["how"] == "rules")
        with pytest.raises(KeyError):
            site.get(["replay", "live9"], {})


def test_invalid_messages_are_ignored(ear: tuple[Ear, Receiver]) -> None:
    heard, listener = ear
    for text in (b"nonsense\n", b'{"line":"round","moves":[],"response":0}\n', b"\xff\n"):
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.connect(listener.path)
            stranger.send(text)
        time.sleep(0.05)
    record = record_of("snake")
    end = time.monotonic() + 60
    while not heard.replays and time.monotonic() < end:
        # It is refused while the previous match is still received.
        Broadcast(listener.path, spec_of(record)).end(record.result)
        heard.wait_for_any(seconds=1)
    assert [replay.match.game for replay in heard.replays.values()] == ["snake"]


def test_a_slow_reader_does_not_delay_the_match(tmp_path: Path) -> None:
    path = str(tmp_path / "socket")
    record: Any = record_of("light-riders")
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(path)
        deaf.listen()
        broadcast = Broadcast(path, spec_of(record))
        for _ in range(20_000):
            relay_rounds(broadcast, record, 1)
        assert broadcast._socket is None


def test_nothing_is_broadcast_without_a_receiver(tmp_path: Path) -> None:
    record = record_of("light-riders")
    with broadcast_to(str(tmp_path / "nobody"), spec_of(record)) as broadcast:
        assert broadcast is not None
        relay_rounds(broadcast, record, 2)
        broadcast.end(record.result)
    with broadcast_to("", spec_of(record)) as none:
        assert none is None
