"""`referee serve`."""

from __future__ import annotations

from pathlib import Path

import click

from gridbots_referee.cli.matches.view import server_options, show


@click.command()
@click.argument("store", type=click.Path(path_type=Path, dir_okay=False))
@server_options
def serve(store: Path, port: int, no_browser: bool) -> None:
    """Browse a tournament in the browser.

    STORE is the file of a tournament; it is only read, and may be played meanwhile. The page has
    the standings with their intervals, who did what against whom, ratings over time, and the
    matches, filtered and sorted; a click shows one. It is served on this machine only, until it
    is closed or Ctrl-C is pressed.
    """
    from gridbots_referee.show.viewer.tournament_site import TournamentSite

    show(TournamentSite(store), port, opens=not no_browser)
