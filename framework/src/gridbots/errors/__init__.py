"""Exceptions, as a tree:

GridbotsError
+-- SettingsError     a setting or an option is unknown or has a bad value
+-- UnknownNameError  no such game, bot or move
+-- PluginError       an installed plugin cannot be loaded or used
|   +-- GameError     the code of a game raised an error, so that a match cannot be played
|   +-- CompileError  a kernel of a game or a bot cannot be compiled
+-- ProtocolError     a line that the protocol does not allow
+-- MoveError         a bot returned something that is not a move
+-- OpeningError      the given opening moves are illegal, or end the match
+-- RecordError       a file is not a match record, or is damaged
+-- StoreError        the file of a tournament cannot be created, read or written
+-- VoidError         the match is void: a bot did not start, or something outside spoilt it
+-- OutputError       a result cannot be written: a record, a picture, the standard output

author_code    the line of a game or a bot that raised an error
"""

from __future__ import annotations

import difflib
import errno
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable


class GridbotsError(Exception):
    """Base class of the errors that gridbots reports to the user."""


class SettingsError(GridbotsError):
    pass


class UnknownNameError(GridbotsError):
    pass


class PluginError(GridbotsError):
    pass


class GameError(PluginError):
    pass


class CompileError(PluginError):
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


REMEDIES: Final = {
    errno.EMFILE: "allow more open files: ulimit -n 1024",
    errno.ENFILE: "the machine has too many open files",
    errno.ENOSPC: "free disk space, or set TMPDIR to a folder on another disk",
    errno.EDQUOT: "free disk space, or set TMPDIR to a folder on another disk",
    errno.EFBIG: "allow larger files: ulimit -f unlimited",
    errno.ENOMEM: "allow more memory, or close other programs",
    errno.EAGAIN: "allow more processes: ulimit -u",
}
"""Shortages of the machine, and their remedies."""


def with_remedy(error: OSError) -> str:
    """The system's words for an error and, for a shortage of the machine, the remedy."""
    remedy = REMEDIES.get(error.errno or 0)
    return f"{error.strerror}; {remedy}" if remedy else str(error.strerror or error)


def nearest(name: str, known: Iterable[str]) -> str:
    """A hint for an error message: the most similar known name, or all known names."""
    names = sorted(known)
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    if close:
        return f"did you mean {close[0]!r}?"
    return f"known: {', '.join(names)}" if names else "none is known"
