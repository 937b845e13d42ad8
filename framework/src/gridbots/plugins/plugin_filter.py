"""Plugin filter: environment variables that allow or block installed plugins.

`GRIDBOTS_PLUGINS=none` allows only the plugins of gridbots and its referee; `GRIDBOTS_PLUGINS=a,b`
allows these and the named ones. `GRIDBOTS_BLOCK_PLUGINS=a,b` blocks the named ones. A name is that
of a bot, a game or a package. The processes of bots obey the variables, too.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ALLOWED: Final = "GRIDBOTS_PLUGINS"
BLOCKED: Final = "GRIDBOTS_BLOCK_PLUGINS"
NONE: Final = "none"
OURS: Final = frozenset({"gridbots", "gridbots-referee"})
"""Packages that are always allowed: without them there is nothing to start."""


def why_blocked(entry: EntryPoint) -> str:
    """The variable that blocks a plugin; empty if none does."""
    allowed, blocked = os.environ.get(ALLOWED), os.environ.get(BLOCKED)
    if not allowed and not blocked:
        return ""  # the fast path: the name of a package is in a separate file
    names = {plain(entry.name), plain(entry.dist.name if entry.dist else "")}
    if names & named(BLOCKED):
        return BLOCKED
    return "" if not allowed or names & OURS or names & named(ALLOWED) else ALLOWED


def named(variable: str) -> set[str]:
    """The names in a variable, normalised."""
    words = {plain(word.strip()) for word in os.environ.get(variable, "").split(",")}
    return words - {"", NONE}


def plain(name: str) -> str:
    """Normalised name of a package: `Grid_Bots.X` is `grid-bots-x`."""
    return re.sub(r"[-_.]+", "-", name).lower()
