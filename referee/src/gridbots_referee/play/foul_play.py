"""Foul play: deaths of bots that the referee did not cause, and another bot may have.

A bot that crashes dies of a signal of its own: SIGSEGV, SIGABRT and the like. SIGKILL, SIGTERM,
SIGINT and SIGHUP come from some process, and nobody can know from which. In a sandbox no other bot
can send one, so that there it is the bot's own doing.
"""

from __future__ import annotations

import signal
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gridbots.limits import Isolation

SENT: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Signals that a process does not die of unless somebody sends them."""


def cause_of_death(name: str, code: int | None, isolation: Isolation) -> str:
    """Why a match does not count in which a bot ended with this exit code; empty if it does."""
    if isolation.level == "sandbox" or code is None or -code not in SENT:
        return ""
    number = signal.Signals(-code)
    memory = ", or the system for want of memory" if number == signal.SIGKILL else ""
    return (
        f"{name} was killed by {number.name}, which the referee did not send: itself, another "
        f"process of the same user{memory}; play with --isolation sandbox, where no other can"
    )
