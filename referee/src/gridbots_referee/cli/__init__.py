"""The command `referee`: its entry point, which sets up signals before it imports anything.

group, commands  the group, and the table of its commands
options          options of commands, made from structs; commands that take bots
config           defaults of options from files
completion       shell completion: the command, the scripts, and what they complete
continuation     commands to type: after an interruption, and to make a page again
failures         an error as one line and an exit code
bots/            commands for bots, games and this machine
matches/         commands for single matches
tournaments/     commands for many matches
"""

from __future__ import annotations

import signal
import sys
from typing import Any


def main() -> None:
    """Entry point: reports every error as one readable line and an exit code."""
    # Before and after the command there is nothing to clean up: signals end the process at once.
    numbers = [signal.SIGINT, signal.SIGTERM]
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # nohup ignores it
        numbers.append(signal.SIGHUP)
    _handle(numbers, signal.SIG_DFL)
    from gridbots.command_line.streams import finish, prepare
    from gridbots_referee.cli.failures import exit_code
    from gridbots_referee.cli.group import run_command

    prepare()
    _handle(numbers, signal.default_int_handler)
    code = exit_code(lambda: run_command(sys.argv[1:]))
    _handle(numbers, signal.SIG_DFL)
    finish()
    sys.exit(code)


def _handle(numbers: list[signal.Signals], handler: Any) -> None:
    for number in numbers:
        signal.signal(number, handler)
