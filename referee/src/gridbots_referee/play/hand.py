"""The hand of a person who plays in the browser: moves on their way from the page to the bot.

They go through a named pipe, whose path is told in the environment: the bot has its standard
streams for the protocol.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots_referee.play.launch import Launch

VARIABLE: Final = "GRIDBOTS_HAND"
"""Where the pipe is."""
LINE_CAP: Final = 200
"""Bytes in a line at most: the pipe takes so many at once or not at all."""


class Hand:
    """Writes moves; what nobody takes is dropped when the pipe is full."""

    def __init__(self, path: str) -> None:
        # Open for reading as well: writing must not wait for the bot.
        self._pipe = os.open(path, os.O_RDWR | os.O_NONBLOCK)

    def give(self, number: int, word: str) -> None:
        """Choose a move for the picture with this number of rounds."""
        line = f"{number} {word}\n".encode()
        if len(line) <= LINE_CAP:
            with contextlib.suppress(BlockingIOError):
                os.write(self._pipe, line)

    def close(self) -> None:
        os.close(self._pipe)


@contextlib.contextmanager
def lent_hand(launches: Sequence[Launch]) -> Iterator[Hand | None]:
    """Tell the bot that a person plays where the moves come from; None if nobody plays.

    Raises:
        SettingsError: more than one bot needs a person.
    """
    needing = [launch.name for launch in launches if launch.needs_terminal]
    if not needing:
        yield None
        return
    if len(needing) > 1:
        raise SettingsError(f"expected one person in the browser, got {', '.join(needing)}")
    with tempfile.TemporaryDirectory(prefix="gridbots-") as folder:
        path = str(Path(folder) / "moves")
        os.mkfifo(path, 0o600)
        hand = Hand(path)
        os.environ[VARIABLE] = path
        try:
            yield hand
        finally:
            del os.environ[VARIABLE]
            hand.close()
