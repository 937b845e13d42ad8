"""`referee serve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gridbots_referee.cli.completion import STORE
from gridbots_referee.cli.matches.view import server_options, show

if TYPE_CHECKING:
    from pathlib import Path


@click.command()
@click.argument("store", type=STORE)
@server_options
def serve(store: Path, port: int, no_browser: bool) -> None:
    """Browse a tournament in the browser.

    STORE is the file of a tournament; it is only read, and may be played meanwhile. The page has
    the standings with their intervals, who did what against whom, ratings over time, and the
    matches, filtered and sorted; a click shows one. It is served on this machine only, until it
    is closed or Ctrl-C is pressed.

    \b
      referee serve autumn.db
      referee serve autumn.db --port 8080 --no-browser
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite

    show(TournamentSite(store), port, opens=not no_browser)
