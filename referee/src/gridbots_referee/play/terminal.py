"""The terminal, lent to a bot that a person plays."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots_referee.play.launch import Launch

VARIABLE: Final = "GRIDBOTS_TERMINAL"
"""Where the terminal is, for bots: they have sessions of their own, and those have none."""
KEYBOARD: Final = 0
"""The standard input of the referee."""


@contextlib.contextmanager
def lent_terminal(launches: Sequence[Launch]) -> Iterator[None]:
    """Tell the bot that needs the terminal where it is; take it back as it was.

    A bot may be ended while it waits for keys, so it is not left to it to tidy up.

    Raises:
        SettingsError: more than one bot needs it, or the standard input is no terminal.
    """
    needing = [launch.name for launch in launches if launch.needs_terminal]
    if not needing:
        yield
        return
    if len(needing) > 1:
        raise SettingsError(f"expected one person at the terminal, got {', '.join(needing)}")
    if not os.isatty(KEYBOARD):
        raise SettingsError(f"expected a terminal as standard input for {needing[0]}, got none")
    import termios

    before = termios.tcgetattr(KEYBOARD)
    os.environ[VARIABLE] = os.ttyname(KEYBOARD)
    try:
        yield
    finally:
        del os.environ[VARIABLE]
        # What was typed for the match is not meant for the shell.
        termios.tcsetattr(KEYBOARD, termios.TCSAFLUSH, before)
