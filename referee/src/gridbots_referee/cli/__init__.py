"""The command `referee`: its entry point, which imports nothing before signals are in order.

group, commands  the group, and the table of its commands
config           defaults of options from files
bots_command     commands that take bots, whose words may lack quotes
completion       shell completion, and what is completed
shell_scripts    what shells run for it
continuation     what to type after an interruption
streams          standard streams that may fail
failures         what went wrong, as one line and an exit code
bots/            about bots, games and this machine
matches/         about single matches
tournaments/     about many
"""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Entry point: whatever goes wrong is one readable line and an exit code."""
    # Until there is something to clean up, and after that, an interrupted process ends at once.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from gridbots_referee.cli.failures import exit_code
    from gridbots_referee.cli.group import run_command
    from gridbots_referee.cli.streams import finish, prepare

    prepare()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    code = exit_code(lambda: run_command(sys.argv[1:]))
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    finish()
    sys.exit(code)
