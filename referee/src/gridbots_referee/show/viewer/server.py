"""Local HTTP server behind the page, on the loopback interface by default.

Each address contains a random token. The server refuses requests that name another host or come
from a page of another origin. So no other page can read from it, not even through a host name that
resolves to this machine.
"""

from __future__ import annotations

import hmac
import secrets
import socket
import threading
import time
import webbrowser
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Self

import msgspec

from gridbots import grid
from gridbots.pictures import overlay
from gridbots_referee.show.drawing import palette, shapes, symbols
from gridbots_referee.show.viewer.connections import TokenBucket
from gridbots_referee.show.viewer.handler import TYPES, PageHTTPServer, Site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.resources.abc import Traversable


DRAWING: Final = "base/drawing.js"
POSTS_PER_SECOND, POSTS_AT_ONCE = 50, 100
"""Rate limit of each address."""
LOOPBACK: Final = "127.0.0.1"
DESERTED_SECONDS: Final = 3.0
"""The site counts as deserted this long after the last page was closed."""


def page_files() -> dict[str, bytes]:
    """The files of the page by their paths in its folder; DRAWING is generated."""
    found = dict(_files_in(files("gridbots_referee.show.viewer") / "page", ""))
    return {**found, DRAWING: drawing_module()}


def drawing_module() -> bytes:
    """A JavaScript module with the colours, patterns and measures that all renderers share."""
    values = {
        "THEMES": palette.TABLE,
        "PATTERNS": palette.PATTERNS,
        "PATTERN_WIDTH": palette.PATTERN_WIDTH,
        "MARGIN": shapes.MARGIN,
        "REACH": shapes.REACH,
        "LEGIBLE": shapes.LEGIBLE,
        "TAIL": shapes.TAIL,
        "PLAN_STRENGTHS": symbols.WEIGHTS,
        "ROW_STEPS": grid.ROW_STEPS,
        "COLUMN_STEPS": grid.COLUMN_STEPS,
        "STEP_LETTERS": overlay.LETTERS,
    }
    lines = [f"export const {name} = {msgspec.json.encode(each).decode()};\n"
             for name, each in values.items()]  # fmt: skip
    return "".join(lines).encode()


def _files_in(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        if each.is_dir():
            yield from _files_in(each, f"{prefix}{each.name}/")
        elif each.name.rpartition(".")[2] in TYPES:
            yield prefix + each.name, each.read_bytes()


class Server:
    """Serves a site in background threads, within a `with` statement.

    `host` is an address of this machine, or its name in the network.

    Raises:
        OSError: the port is in use, or the address does not belong to this machine.
    """

    def __init__(self, site: Site, port: int = 0, host: str = LOOPBACK) -> None:
        self.site = site
        self.host = host
        self.token = secrets.token_urlsafe(24)
        self.sites = {self.token: site}
        """Sites by the tokens of their addresses."""
        self.page = page_files()
        self._buckets = {self.token: new_bucket()}
        self._http = PageHTTPServer((host, port), self)
        self.port = self._http.server_port
        names = (LOOPBACK, "localhost") if host == LOOPBACK else (host,)
        self.hosts = {f"{name}:{self.port}" for name in names}
        """Host names that requests may use."""

    @property
    def is_local(self) -> bool:
        """Whether the server is reachable only from this machine."""
        return self.host == LOOPBACK

    @property
    def address(self) -> str:
        return self._address(self.token)

    def _address(self, token: str) -> str:
        return f"http://{self.host}:{self.port}/{token}/"

    def add(self, site: Site) -> str:
        """Serve another site, and return its address with a new token."""
        token = secrets.token_urlsafe(24)
        self._buckets[token] = new_bucket()
        self.sites[token] = site
        return self._address(token)

    def __enter__(self) -> Self:
        threading.Thread(target=self._http.serve_forever, args=(0.1,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for site in self.sites.values():
            site.feed.close()
        self._http.serve_last()
        self._http.shutdown()
        self._http.server_close()
        self._http.finish_answers()

    def open_browser(self) -> bool:
        """Open the page in the browser; return whether a browser exists."""
        try:
            return webbrowser.open(self.address)
        except webbrowser.Error:
            return False

    def wait(self, seconds: float = DESERTED_SECONDS) -> None:
        """Wait until all pages have been closed for this number of seconds."""
        while not self.is_deserted(seconds):
            time.sleep(0.1)

    def is_deserted(self, seconds: float = DESERTED_SECONDS) -> bool:
        """Whether pages were open, but none for this number of seconds."""
        feeds = [site.feed for site in self.sites.values() if site.feed.was_read]
        return bool(feeds) and all(feed.is_deserted(seconds) for feed in feeds)

    def may_post(self, site: Site) -> bool:
        """Whether this client may send another request that changes something."""
        return any(self._buckets[token].take() for token in self.sites if self.sites[token] is site)

    def site_of(self, token: str) -> Site | None:
        """The site with this token; compared in constant time."""
        wanted = token.encode()
        found = [
            site
            for known, site in self.sites.items()
            if hmac.compare_digest(known.encode(), wanted)
        ]
        return found[0] if found else None


def new_bucket() -> TokenBucket:
    return TokenBucket(POSTS_PER_SECOND, POSTS_AT_ONCE)


def lan_address() -> str:
    """The address of this machine in its network; no packet is sent.

    Raises:
        OSError: the machine has no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        return str(probe.getsockname()[0])
