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


def main() -> None:
    """Entry point: reports every error as one readable line and an exit code."""
    # Before and after the command there is nothing to clean up: Ctrl-C ends the process at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from gridbots.streams import finish, prepare
    from gridbots_referee.cli.failures import exit_code
    from gridbots_referee.cli.group import run_command

    prepare()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = exit_code(lambda: run_command(sys.argv[1:]))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    finish()
    sys.exit(code)
