"""Local HTTP server behind the page: on the loopback only, for who knows its address only.

The address holds a random token. Requests that name another host, or that come from a page of
another origin, are refused: so no page elsewhere can read, not even through a name that resolves
to this machine.
"""

from __future__ import annotations

import hmac
import secrets
import threading
import time
import webbrowser
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Protocol, Self
from urllib.parse import parse_qsl, urlsplit

import msgspec

from gridbots.errors import GridbotsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

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
"""How soon it is noticed that a page was closed."""
NEWS_SECONDS: Final = 0.05
"""Between two pieces of news."""
POST_CAP: Final = 16_000
"""Bytes in the body of a request at most."""
DESERTED_SECONDS: Final = 3.0
"""After the last page was closed for so long, nobody looks any more."""


class Site(Protocol):
    """What there is to see behind the page."""

    feed: Feed

    def get(self, path: Sequence[str], query: Mapping[str, str]) -> Any:
        """A value for the page.

        Raises:
            KeyError: there is nothing at this path.
            GridbotsError: it cannot be shown.
        """

    def post(self, path: Sequence[str], value: Any) -> Any:
        """Take in a value from the page; raises like `get`."""


def page_files() -> dict[str, bytes]:
    """The files of the page, by their paths in its folder."""
    return dict(_files_in(files("gridbots_referee.show.viewer") / "page", ""))


def _files_in(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _files_in(each, f"{prefix}{each.name}/")
        elif each.name.rpartition(".")[2] in TYPES:
            yield prefix + each.name, each.read_bytes()


class Server:
    """Serves a site from threads of its own, in a `with` statement.

    Raises:
        OSError: the port is taken.
    """

    def __init__(self, site: Site, port: int = 0) -> None:
        self.site = site
        self.token = secrets.token_urlsafe(24)
        self.sites = {self.token: site}
        """By the tokens of their addresses."""
        self.page = page_files()
        self._http = _HTTPServer(("127.0.0.1", port), self)
        self.port = self._http.server_port

    @property
    def address(self) -> str:
        return self._address(self.token)

    def _address(self, token: str) -> str:
        return f"http://127.0.0.1:{self.port}/{token}/"

    def add(self, site: Site) -> str:
        """Serve one more site; its address, with a token of its own."""
        token = secrets.token_urlsafe(24)
        self.sites[token] = site
        return self._address(token)

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.1,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for site in self.sites.values():
            site.feed.close()
        self._http.shutdown()
        self._http.server_close()

    def open_browser(self) -> bool:
        """Open the page in the browser, if there is one."""
        try:
            return webbrowser.open(self.address)
        except webbrowser.Error:
            return False

    def wait(self, seconds: float = DESERTED_SECONDS) -> None:
        """Until all pages have been closed for so long."""
        while not self.is_deserted(seconds):
            time.sleep(0.1)

    def is_deserted(self, seconds: float = DESERTED_SECONDS) -> bool:
        """Whether pages were open, and for so long none has been."""
        feeds = [site.feed for site in self.sites.values() if site.feed.was_read]
        return bool(feeds) and all(feed.deserted(seconds) for feed in feeds)

    def site_of(self, token: str) -> Site | None:
        """The site at the address with this token; how long it takes tells nothing of others."""
        told = token.encode()
        found = [
            site for known, site in self.sites.items() if hmac.compare_digest(known.encode(), told)
        ]
        return found[0] if found else None


class _HTTPServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, address: tuple[str, int], owner: Server) -> None:
        self.owner = owner
        super().__init__(address, Handler)

    def handle_error(self, *_: object) -> None:
        """A page was closed while something was being sent."""


class RequestError(Exception):
    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


class Handler(BaseHTTPRequestHandler):
    server: _HTTPServer
    protocol_version = "HTTP/1.1"
    timeout = 60

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_HEAD(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def _answer(self, act: Any) -> None:
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
            told = f"{type(error).__name__}: {error}"
            self._send_json({"error": told}, HTTPStatus.INTERNAL_SERVER_ERROR)

    def _admit(self) -> tuple[Site, list[str], dict[str, str]]:
        """The site of the token, the path behind it, and the query.

        Raises:
            RefusedError: whoever asks is not the page.
        """
        owner = self.server.owner
        hosts = {f"{name}:{owner.port}" for name in ("127.0.0.1", "localhost")}
        if self.headers.get("Host") not in hosts:
            raise RequestError(
                HTTPStatus.MISDIRECTED_REQUEST, "requests must name this server as host"
            )
        origin = self.headers.get("Origin")
        if origin is not None and origin not in {f"http://{host}" for host in hosts}:
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
                HTTPStatus.NOT_FOUND, "open the whole address of the page, with its token"
            )
        return site, path, dict(parse_qsl(parts.query, keep_blank_values=True))

    def _get(self, site: Site, path: list[str], query: dict[str, str]) -> None:
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
        try:
            value = msgspec.json.decode(body)
        except msgspec.DecodeError:
            raise RequestError(HTTPStatus.BAD_REQUEST, "expected JSON") from None
        self._send_json(site.post(path[1:], value))

    def _send_json(self, value: Any, status: HTTPStatus = HTTPStatus.OK) -> None:
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
