"""Plugin filter: environment variables that say which installed plugins are left alone.

`GRIDBOTS_PLUGINS=none` leaves those of gridbots and its referee; `GRIDBOTS_PLUGINS=a,b` those, and
what it names. `GRIDBOTS_BLOCK_PLUGINS=a,b` leaves all but what it names. A name is that of a bot, a
game or a package. Bots' processes go by them, too.
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
    """The variable by which a plugin is not to be used; empty if it may be."""
    allowed, blocked = os.environ.get(ALLOWED), os.environ.get(BLOCKED)
    if not allowed and not blocked:
        return ""  # soon: the name of a package stands in a file of its own
    names = {plain(entry.name), plain(entry.dist.name if entry.dist else "")}
    if names & named(BLOCKED):
        return BLOCKED
    return "" if not allowed or names & OURS or names & named(ALLOWED) else ALLOWED


def named(variable: str) -> set[str]:
    """The names in a variable, in their plain forms."""
    words = {plain(word.strip()) for word in os.environ.get(variable, "").split(",")}
    return words - {"", NONE}


def plain(name: str) -> str:
    """The name of a package as it is compared: `Grid_Bots.X` is `grid-bots-x`."""
    return re.sub(r"[-_.]+", "-", name).lower()
