"""What can go wrong, as a tree:

GridbotsError
+-- SettingsError     a setting or an option is unknown or has a bad value
+-- UnknownNameError  no such game, bot or move
+-- PluginError       an installed plugin cannot be loaded or used
+-- ProtocolError     a line that the protocol does not allow
+-- MoveError         a bot of ours chose what is no move
+-- OpeningError      given opening moves are not legal, or end the match
+-- RecordError       a file is not a match record, or was damaged
+-- StoreError        the file of a tournament cannot be made, read or written
+-- VoidError         no match came about: a bot did not start, or it was spoilt from outside
+-- OutputError       a result cannot be written: a record, a picture, the standard output
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class GridbotsError(Exception):
    """Anything that gridbots reports to its user as an error of input."""


class SettingsError(GridbotsError):
    pass


class UnknownNameError(GridbotsError):
    pass


class PluginError(GridbotsError):
    pass


class ProtocolError(GridbotsError):
    pass


class MoveError(GridbotsError):
    pass


class OpeningError(GridbotsError):
    pass


class RecordError(GridbotsError):
    pass


class StoreError(GridbotsError):
    pass


class VoidError(GridbotsError):
    pass


class OutputError(GridbotsError):
    pass


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint to put behind an error message: the known name most like this one, or all of them."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known: {', '.join(names)}" if names else "none is known"
