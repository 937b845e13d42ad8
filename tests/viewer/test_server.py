"""The local server: access, responses and events."""

from __future__ import annotations

import http.client
import json
import queue
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.viewer.replays import record_of

from gridbots.record import write
from gridbots_referee.show.viewer import connections, handler
from gridbots_referee.show.viewer.feed import Feed
from gridbots_referee.show.viewer.handler import POLICY
from gridbots_referee.show.viewer.server import Server
from gridbots_referee.show.viewer.sites.record_site import RecordSite

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridbots_referee.show.viewer.handler import Site

Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture
def server(serve: Callable[[Site], Server], tmp_path: Path) -> Server:
    return serve(RecordSite([write(record_of("snake"), tmp_path)]))


def ask(server: Server, path: str, method: str = "GET", **request: Any) -> Answer:
    """The response to a request."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    token = request.pop("token", server.token)
    connection.request(method, f"/{token}/{path}", **request)
    answer = connection.getresponse()
    message = (answer.status, dict(answer.getheaders()), answer.read())
    connection.close()
    return message


def value_of(answer: Answer) -> Any:
    return json.loads(answer[2])


def test_the_policy_of_the_page_allows_only_its_own_origin(server: Server) -> None:
    status, headers, body = ask(server, "")
    assert (status, headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert headers["Content-Security-Policy"] == POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert "Access-Control-Allow-Origin" not in headers
    assert b"<script>" not in body


@pytest.mark.parametrize("token", ["", "x", "../..", "%00"])
def test_a_wrong_address_shows_nothing(server: Server, token: str) -> None:
    assert ask(server, "api/about", token=token)[0] == 404


def test_the_token_differs_from_server_to_server(server: Server, serve: Any) -> None:
    other = serve(RecordSite([]))
    assert other.token != server.token
    assert len(server.token) >= 32


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
    ],
)
def test_no_other_origin_may_read(server: Server, headers: dict[str, str], status: int) -> None:
    assert ask(server, "api/about", headers=headers)[0] == status


@pytest.mark.parametrize(
    "path",
    [
        "nothing.js",
        "../server.py",
        "%2e%2e/server.py",
        "..%2fserver.py",
        "api",
        "api/nothing",
        "api/replay/1",
        "api/replay/-1",
        "api/replay/x",
        "api/replay/99999999999999999999",
        "api/replay/0/stretch/x",
        "api/replay/0/nothing",
    ],
)
def test_only_the_page_and_its_data_are_served(server: Server, path: str) -> None:
    assert ask(server, path)[0] == 404


def test_a_missing_stretch_is_reported(server: Server) -> None:
    status, _, body = ask(server, "api/replay/0/stretch/999")
    assert status == 422
    assert "expected a stretch from 0 to" in json.loads(body)["error"]


def test_a_replay_is_sent_in_stretches(server: Server) -> None:
    about = value_of(ask(server, "api/replay/0"))
    assert (about["game"], about["players"][0]["name"]) == ("snake", "ada")
    stretch = value_of(ask(server, "api/replay/0/stretch/0"))
    assert len(stretch["changes"]) == min(about["last"], about["stretch"] - 1)


def test_a_read_only_server_accepts_no_posts(server: Server) -> None:
    headers = {"Content-Type": "application/json"}
    assert ask(server, "api/replay/0/move", method="POST", body="{}", headers=headers)[0] == 404
    assert ask(server, "api/replay/0", method="PUT")[0] == 501


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"Content-Type": "text/plain"}, "{}"),
        ({"Content-Type": "application/json"}, "{"),
        ({"Content-Type": "application/json"}, " " * 2000),
    ],
)
def test_a_large_or_invalid_json_body_is_refused(
    server: Server, headers: dict[str, str], body: str
) -> None:
    assert ask(server, "api/replay/0/move", method="POST", headers=headers, body=body)[0] == 400


def test_it_listens_on_the_loopback_only(server: Server) -> None:
    assert server._http.server_address[0] == "127.0.0.1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "expected a match on line 1"),
        (b"\x1f\x8bnonsense", ".jsonl.gz"),
        (b"{}\n{}\n", "line 1"),
        (b'{"line":"match","schema":99}\n{}\n', "expected schema 1 or older, got 99"),
    ],
)
def test_a_damaged_record_is_reported_in_the_list_and_on_its_page(
    serve: Any, tmp_path: Path, text: bytes, message: str
) -> None:
    path = tmp_path / "damaged.jsonl.gz"
    path.write_bytes(text)
    server = serve(RecordSite([path, write(record_of("snake"), tmp_path)]))
    broken, whole = value_of(ask(server, "api/matches"))["matches"]
    assert message in broken["error"]
    assert whole["game"] == "snake"
    status, _, body = ask(server, "api/replay/0")
    assert (status, message in json.loads(body)["error"]) == (422, True)


def test_a_record_of_a_missing_game_is_reported(serve: Any, tmp_path: Path) -> None:
    import msgspec

    record = record_of("snake")
    match = msgspec.structs.replace(record.match, game="chess")
    path = write(msgspec.structs.replace(record, match=match), tmp_path)
    status, _, body = ask(serve(RecordSite([path])), "api/replay/0")
    assert (status, "unknown game 'chess'" in json.loads(body)["error"]) == (422, True)


def read_news(server: Server, least: int) -> bytes:
    """The first bytes of the stream of events."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", f"/{server.token}/api/news")
    answer = connection.getresponse()
    text = b""
    while len(text) < least:
        text += answer.read1(65536)
    connection.close()
    answer.close()
    return text


def test_news_are_events_of_which_only_the_latest_are_kept(server: Server) -> None:
    for number in range(1000):
        server.site.feed.publish("replay", {"last": number})
    server.site.feed.publish("site", {})
    message = b'event: replay\ndata: {"last":999}\n\nevent: site\ndata: {}\n\n'
    assert read_news(server, len(message)) == message


def test_a_page_that_was_closed_is_noticed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handler, "HEARTBEAT_SECONDS", 0.02)
    feed = server.site.feed
    assert not feed.is_deserted(0)
    feed.publish("replay", {})
    read_news(server, 10)
    end = time.monotonic() + 60
    while not feed.is_deserted(0) and time.monotonic() < end:
        time.sleep(0.02)
    assert feed.is_deserted(0)
    assert not feed.is_deserted(1000)


def test_a_feed_that_is_closed_ends_its_readers() -> None:
    feed = Feed()
    heard: list[Any] = []
    reader = threading.Thread(target=lambda: heard.extend(feed.read(10)))
    reader.start()
    feed.publish("replay", 1)
    feed.close()
    reader.join(10)
    assert not reader.is_alive()
    assert [kind for news in heard for kind, _ in news] == ["replay"]


class SlowSite:
    """A slow site."""

    def __init__(self) -> None:
        self.feed = Feed()
        self.was_asked = threading.Event()

    def get(self, *_: object) -> str:
        self.was_asked.set()
        time.sleep(0.2)
        return "answer"

    def post(self, *_: object) -> None:
        raise KeyError


def test_a_started_response_is_sent_before_the_server_stops() -> None:
    site, answers = SlowSite(), queue.SimpleQueue[Answer]()
    with Server(site) as server:
        threading.Thread(target=lambda: answers.put(ask(server, "api/about"))).start()
        site.was_asked.wait(10)
    assert not server._http.handlers
    assert value_of(answers.get(timeout=60)) == "answer"


def test_requests_after_the_last_event_are_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "QUIET_SECONDS", 60)
    monkeypatch.setattr(connections, "ENDING_SECONDS", 60)
    answers = queue.SimpleQueue[Answer]()
    with Server(SlowSite()) as server:
        news = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        news.request("GET", f"/{server.token}/api/news")
        message = news.getresponse()

        def ask_at_the_end() -> None:
            message.read()
            while server._http._open.total():  # the connection for events has ended
                time.sleep(0.001)
            time.sleep(0.1)
            answers.put(ask(server, "api/about"))
            monkeypatch.setattr(connections, "QUIET_SECONDS", 0)

        page = threading.Thread(target=ask_at_the_end)
        page.start()
    page.join()
    news.close()
    assert value_of(answers.get_nowait()) == "answer"


def test_a_stopping_server_neither_waits_for_requests_nor_accepts_them() -> None:
    with Server(SlowSite()) as server:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        connection.request("GET", f"/{server.token}/api/about")
        connection.getresponse().read()
    assert not server._http.handlers
    assert connection.sock.recv(1) == b""
    connection.close()
    with pytest.raises(ConnectionRefusedError):
        ask(server, "api/about")
