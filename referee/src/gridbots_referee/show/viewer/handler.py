"""Request handler: checks each request, and sends responses and events."""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import parse_qsl, urlsplit

import msgspec

from gridbots.errors import GridbotsError
from gridbots_referee.show.viewer.connections import BoundedHandler, BoundedHTTPServer

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots_referee.show.viewer.feed import Feed

TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
}
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
HEARTBEAT_SECONDS: Final = 2.0
"""Interval of heartbeats, which detect closed pages."""
NEWS_SECONDS: Final = 0.05
"""Pause between two events."""
POST_CAP: Final = 16_000
"""Size of the body of a request in bytes, at most."""


class Site(Protocol):
    """The data behind the page."""

    feed: Feed

    def get(self, path: Sequence[str], query: Mapping[str, str]) -> Any:
        """A value for the page.

        Raises:
            KeyError: nothing exists at this path.
            GridbotsError: the value cannot be shown.
        """

    def post(self, path: Sequence[str], value: object) -> Any:
        """Process a value from the page; raises the same errors as `get`."""


class Owner(Protocol):
    """The server whose requests are handled."""

    hosts: set[str]
    page: dict[str, bytes]

    def site_of(self, token: str) -> Site | None: ...

    def may_post(self, site: Site) -> bool: ...


class PageHTTPServer(BoundedHTTPServer):
    def __init__(self, address: tuple[str, int], owner: Owner) -> None:
        self.owner = owner
        super().__init__(address, Handler)


class RequestError(Exception):
    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


class Handler(BoundedHandler):
    server: PageHTTPServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Write no log."""

    def do_GET(self) -> None:  # noqa: N802  the name that http.server calls
        self._answer(self._get)

    def do_HEAD(self) -> None:  # noqa: N802  the name that http.server calls
        self._answer(self._get)

    def do_POST(self) -> None:  # noqa: N802  the name that http.server calls
        self._answer(self._post)

    def _answer(self, act: Callable[[Site, list[str], dict[str, str]], None]) -> None:
        try:
            act(*self._admit())
        except RequestError as refusal:
            self.close_connection = True
            self._send_json({"error": str(refusal)}, refusal.status)
        except KeyError:
            self._send_json({"error": "there is nothing at this path"}, HTTPStatus.NOT_FOUND)
        except GridbotsError as error:
            self._send_json({"error": str(error)}, HTTPStatus.UNPROCESSABLE_ENTITY)
        except ConnectionError:
            self.close_connection = True
        except Exception as error:  # noqa: BLE001  a plugin's game may raise anything
            message = f"{type(error).__name__}: {error}"
            self._send_json({"error": message}, HTTPStatus.INTERNAL_SERVER_ERROR)

    def _admit(self) -> tuple[Site, list[str], dict[str, str]]:
        """The site of the token, the path behind it, and the query.

        Raises:
            RequestError: the request does not come from a page of this server.
        """
        owner = self.server.owner
        if self.headers.get("Host") not in owner.hosts:
            raise RequestError(
                HTTPStatus.MISDIRECTED_REQUEST, "requests must name this server as host"
            )
        origin = self.headers.get("Origin")
        if origin is not None and origin not in {f"http://{host}" for host in owner.hosts}:
            raise RequestError(
                HTTPStatus.FORBIDDEN, "requests must come from a page of this server"
            )
        if self.headers.get("Sec-Fetch-Site", "none") not in {"none", "same-origin"}:
            raise RequestError(
                HTTPStatus.FORBIDDEN, "requests must come from a page of this server"
            )
        parts = urlsplit(self.path)
        _, token, *path = parts.path.split("/")
        site = owner.site_of(token)
        if site is None:
            raise RequestError(
                HTTPStatus.NOT_FOUND, "open the complete address of the page, with its token"
            )
        return site, path, dict(parse_qsl(parts.query, keep_blank_values=True))

    def _get(self, site: Site, path: list[str], query: dict[str, str]) -> None:
        self.has_read()
        if path == ["api", "news"]:
            self._send_news(site)
        elif path[:1] == ["api"]:
            self._send_json(site.get(path[1:], query))
        else:
            name = "/".join(path) or "index.html"
            self._send(self.server.owner.page[name], TYPES[name.rpartition(".")[2]])

    def _post(self, site: Site, path: list[str], _: dict[str, str]) -> None:
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > POST_CAP:
            raise RequestError(HTTPStatus.BAD_REQUEST, f"expected {POST_CAP} bytes at most")
        if self.headers.get("Content-Type") != "application/json" or path[:1] != ["api"]:
            raise RequestError(HTTPStatus.BAD_REQUEST, "expected JSON")
        body = self.rfile.read(int(length))
        self.has_read()
        if not self.server.owner.may_post(site):
            raise RequestError(HTTPStatus.TOO_MANY_REQUESTS, "too many posts per second")
        try:
            value = msgspec.json.decode(body)
        except msgspec.DecodeError:
            raise RequestError(HTTPStatus.BAD_REQUEST, "expected JSON") from None
        self._send_json(site.post(path[1:], value))

    def _send_json(self, value: object, status: HTTPStatus = HTTPStatus.OK) -> None:
        self._send(msgspec.json.encode(value), "application/json", status)

    def _send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self._begin(status, kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def _begin(self, status: HTTPStatus, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")

    def _send_news(self, site: Site) -> None:
        """Server-sent events, until the page is closed."""
        self.close_connection = True
        self._begin(HTTPStatus.OK, "text/event-stream")
        self.end_headers()
        for news in site.feed.read(HEARTBEAT_SECONDS):
            lines = [b"event: %b\ndata: %b\n\n" % (kind.encode(), text) for kind, text in news]
            self.wfile.write(b"".join(lines) or b": still here\n\n")
            self.wfile.flush()
            time.sleep(NEWS_SECONDS)
