"""The local server and hostile clients: slow, many, loud, and with wrong tokens."""

from __future__ import annotations

import http.client
import json
import socket
import time
from typing import TYPE_CHECKING

import pytest
from tests.viewer.replays import record_of
from tests.viewer.test_live_site import live, person_of
from tests.viewer.test_server import ask

from gridbots_referee.cli.failures import exit_code
from gridbots_referee.show.viewer import connections
from gridbots_referee.show.viewer.connections import TokenBucket
from gridbots_referee.show.viewer.server import LOOPBACK, Server, lan_address
from gridbots_referee.show.viewer.sites.live_site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots_referee.show.viewer.handler import Site

JSON = {"Content-Type": "application/json"}


def press(server: Server, word: str, token: str) -> int:
    body = json.dumps({"move": word})
    path = "api/replay/0/move"
    return ask(server, path, method="POST", body=body, headers=JSON, token=token)[0]


def test_a_link_moves_only_its_own_seat(
    serve: Callable[[Site], Server],
) -> None:
    record = record_of("light-riders")
    matches, site, sent = live(record, 0, human=0)
    server = serve(site)
    tokens = {
        name: server.add(LiveSite(matches, name)).split("/")[-2]
        for name in (person_of(record, 1), None)
    }
    assert len({server.token, *tokens.values()}) == 3
    for token in (*tokens.values(), "", "x" * 32, server.token[:-1]):
        assert press(server, "up", token) == 404
    assert sent.words == []
    legal = matches.seat_status(person_of(record, 0))["legal"]
    assert press(server, legal[0], server.token) == 200
    assert sent.words == [(0, legal[0])]


def test_too_many_posts_are_refused_and_the_page_is_still_served(
    serve: Callable[[Site], Server],
) -> None:
    _, site, sent = live(record_of("light-riders"), 0, human=0)
    server = serve(site)
    server._buckets[server.token] = TokenBucket(0.001, 5)
    connection = http.client.HTTPConnection(LOOPBACK, server.port, timeout=60)
    refused = 0
    for _ in range(20):
        connection.request("POST", f"/{server.token}/api/replay/0/move", '{"move":"up"}', JSON)
        answer = connection.getresponse()
        answer.read()
        refused += answer.status == 429
    connection.close()
    assert refused == 15
    assert ask(server, "api/about")[0] == 200
    assert len(sent.words) <= 1


def test_slow_requests_are_cut_off(
    serve: Callable[[Site], Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "READ_SECONDS", 0.05)
    _, site, _ = live(record_of("light-riders"), 0, human=0)
    server = serve(site)
    kind = "Content-Type: application/json"
    head = f"POST /{server.token}/api/replay/0/move HTTP/1.1\r\n"
    for start in (
        "G",
        head,
        f"{head}Host: 127.0.0.1:{server.port}\r\nContent-Length: 900\r\n{kind}\r\n\r\n{{",
    ):
        with socket.create_connection((LOOPBACK, server.port), timeout=60) as slow:
            slow.sendall(start.encode())
            assert slow.recv(1000) == b""


def test_connections_per_address_are_limited(
    serve: Callable[[Site], Server], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_OF_ONE", 3)
    _, site, _ = live(record_of("light-riders"), 0, human=0)
    server = serve(site)
    idle = [socket.create_connection((LOOPBACK, server.port), timeout=60) for _ in range(3)]
    end = time.monotonic() + 60
    while server._http._open[LOOPBACK] < 3 and time.monotonic() < end:
        time.sleep(0.01)
    with socket.create_connection((LOOPBACK, server.port), timeout=60) as more:
        assert more.recv(1) == b""
    for each in idle:
        each.close()
    while server._http._open[LOOPBACK] and time.monotonic() < end:
        time.sleep(0.01)
    assert ask(server, "api/about")[0] == 200


def test_a_bucket_limits_bursts() -> None:
    bucket = TokenBucket(0.001, 3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_on_the_network_requests_must_name_the_served_address() -> None:
    try:
        host = lan_address()
    except OSError:
        pytest.skip("this machine is in no network")
    _, site, _ = live(record_of("light-riders"), 0, human=0)
    with Server(site, host=host) as server:
        assert server.address.startswith(f"http://{host}:{server.port}/")
        for name, status in ((host, 200), ("localhost", 421), ("evil.example", 421)):
            connection = http.client.HTTPConnection(host, server.port, timeout=60)
            headers = {"Host": f"{name}:{server.port}"}
            connection.request("GET", f"/{server.token}/api/about", headers=headers)
            assert connection.getresponse().status == status
            connection.close()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play", "--host", "0.0.0.0"], "expected one address of this machine"),  # noqa: S104  it is refused
        (["play", "--host", "192.0.2.77", "--no-browser"], "cannot serve the page at 192.0.2.77"),
        (["play", "--host", LOOPBACK, "--lan"], "got both"),
        (["run", "human", "straight", "--lan"], "--host and --lan need --view"),
    ],
)
def test_a_host_that_cannot_be_served_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    from gridbots_referee.cli.group import run_command

    monkeypatch.chdir(str(tmp_path))
    with pytest.raises(SystemExit) as caught:
        raise SystemExit(exit_code(lambda: run_command(words)))
    assert caught.value.code == 2
    assert message in capsys.readouterr().err
