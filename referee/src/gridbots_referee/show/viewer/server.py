"""Local HTTP server behind the page: on the loopback unless asked, for who knows its address only.

Each address holds a random token. Requests that name another host, or that come from a page of
another origin, are refused: so no page elsewhere can read, not even through a name that resolves
to this machine.
"""

from __future__ import annotations

import hmac
import secrets
import socket
import threading
import time
import webbrowser
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

import msgspec

from gridbots import grid
from gridbots.pictures import overlay
from gridbots_referee.show.drawing import palette, shapes, symbols
from gridbots_referee.show.viewer.connections import TokenBucket
from gridbots_referee.show.viewer.handler import TYPES, PageHTTPServer, SiteLike

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

    from gridbots_referee.show.viewer.feed import Feed

DRAWING: Final = "base/drawing.js"
POSTS_PER_SECOND, POSTS_AT_ONCE = 50, 100
"""Of each address."""
LOOPBACK: Final = "127.0.0.1"
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
    """Serves a site from threads of its own, in a `with` statement.

    `host` is an address of this machine, or its name in the network.

    Raises:
        OSError: the port is taken, or the address is not one of this machine.
    """

    def __init__(self, site: Site, port: int = 0, host: str = LOOPBACK) -> None:
        self.site = site
        self.host = host
        self.token = secrets.token_urlsafe(24)
        self.sites = {self.token: site}
        """By the tokens of their addresses."""
        self.page = page_files()
        self._buckets = {self.token: new_bucket()}
        self._http = PageHTTPServer((host, port), self)
        self.port = self._http.server_port
        names = (LOOPBACK, "localhost") if host == LOOPBACK else (host,)
        self.hosts = {f"{name}:{self.port}" for name in names}
        """What requests may name as host."""

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        return self.host == LOOPBACK

    @property
    def address(self) -> str:
        return self._address(self.token)

    def _address(self, token: str) -> str:
        return f"http://{self.host}:{self.port}/{token}/"

    def add(self, site: Site) -> str:
        """Serve one more site; its address, with a token of its own."""
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

    def may_post(self, site: SiteLike) -> bool:
        """Whether one more post is taken from who sees this site."""
        return any(self._buckets[token].take() for token in self.sites if self.sites[token] is site)

    def site_of(self, token: str) -> Site | None:
        """The site at the address with this token; how long it takes tells nothing of others."""
        told = token.encode()
        found = [
            site for known, site in self.sites.items() if hmac.compare_digest(known.encode(), told)
        ]
        return found[0] if found else None


def new_bucket() -> TokenBucket:
    return TokenBucket(POSTS_PER_SECOND, POSTS_AT_ONCE)


def lan_address() -> str:
    """The address of this machine in the network by which it reaches others; nothing is sent.

    Raises:
        OSError: it is in no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address that is nobody's
        return str(probe.getsockname()[0])
