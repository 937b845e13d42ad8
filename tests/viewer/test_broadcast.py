"""Matches of a contest on their way from workers to the page, while they are played."""

from __future__ import annotations

import socket
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.viewer.films import record_of
from tests.viewer.test_live_site import plan_of

from gridbots_referee.contest.run.broadcast import Relay, relay_to
from gridbots_referee.show.viewer import receiver
from gridbots_referee.show.viewer.receiver import Listener

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.show.viewer.film import Film


class Ear:
    """Hears what a listener tells."""

    def __init__(self) -> None:
        self.films: dict[str, Film] = {}
        self._changed = threading.Condition()

    def tell(self, key: str, film: Film) -> None:
        with self._changed:
            self.films[key] = film
            self._changed.notify_all()

    def wait(self, key: str, last: int, *, ended: bool = True) -> Film:
        def is_there() -> bool:
            film = self.films.get(key)
            return film is not None and film.last >= last and (film.result is not None) == ended

        with self._changed:
            assert self._changed.wait_for(is_there, timeout=10)
        return self.films[key]


@pytest.fixture
def ear(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Ear, Listener]]:
    monkeypatch.setattr(receiver, "PAUSE_SECONDS", 0)
    heard = Ear()
    with Listener(heard.tell) as listener:
        yield heard, listener


def relay_rounds(relay: Relay, record: Record, count: int) -> None:
    for each in record.rounds[:count]:
        relay.watch(None, lambda each=each: each)  # type: ignore[misc]


def test_a_match_is_heard_as_it_is_played(ear: tuple[Ear, Listener]) -> None:
    heard, listener = ear
    record = record_of("light-riders")
    relay = Relay(listener.path, plan_of(record))
    relay_rounds(relay, record, 5)
    film = heard.wait("live1", 5, ended=False)
    assert film.about()["how"] is None
    relay_rounds(relay, record, 0)
    relay.end(record.result)
    assert heard.wait("live1", 5).about()["how"] == "rules"


def test_while_one_match_is_heard_others_are_refused(ear: tuple[Ear, Listener]) -> None:
    heard, listener = ear
    record = record_of("light-riders")
    first = Relay(listener.path, plan_of(record))
    heard.wait("live1", 0, ended=False)
    second = Relay(listener.path, plan_of(record))
    end = time.monotonic() + 10
    while second._socket and time.monotonic() < end:
        relay_rounds(second, record, 3)
        time.sleep(0.01)
    assert second._socket is None
    first.end(record.result)
    heard.wait("live1", 0)
    assert list(heard.films) == ["live1"]


def test_what_is_no_match_is_not_heard(ear: tuple[Ear, Listener]) -> None:
    heard, listener = ear
    for text in (b"nonsense\n", b'{"line":"round","moves":[],"told":0}\n', b"\xff\n"):
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.connect(listener.path)
            stranger.send(text)
        time.sleep(0.05)
    record = record_of("snake")
    end = time.monotonic() + 10
    while not heard.films and time.monotonic() < end:
        Relay(listener.path, plan_of(record)).end(record.result)
        time.sleep(0.02)
    assert [film.match.game for film in heard.films.values()] == ["snake"]


def test_a_reader_that_is_slow_does_not_hold_up_the_match(tmp_path: Path) -> None:
    path = str(tmp_path / "socket")
    record: Any = record_of("light-riders")
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(path)
        deaf.listen()
        relay = Relay(path, plan_of(record))
        for _ in range(20_000):
            relay_rounds(relay, record, 1)
        assert relay._socket is None


def test_where_nobody_listens_nothing_is_told(tmp_path: Path) -> None:
    record = record_of("light-riders")
    with relay_to(str(tmp_path / "nobody"), plan_of(record)) as relay:
        assert relay is not None
        relay_rounds(relay, record, 2)
        relay.end(record.result)
    with relay_to("", plan_of(record)) as none:
        assert none is None
