"""The command `referee`."""

from __future__ import annotations

import sys


def main() -> None:
    """Entry point: errors of input are one readable line and exit code 2."""
    import click

    from gridbots.errors import GridbotsError
    from gridbots_referee.cli.group import cli

    try:
        cli.main(prog_name="referee")
    except GridbotsError as error:
        click.echo(f"referee: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        # The reader of our output has left, as in `referee bots | head`.
        sys.stderr.close()
        sys.exit(0)
    except OSError as error:
        if error.filename is None:
            raise
        click.echo(f"referee: {error.filename}: {error.strerror}", err=True)
        sys.exit(2)
