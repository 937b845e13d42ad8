"""`referee play`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gridbots_referee.cli.bots_command import BotsCommand
from gridbots_referee.cli.completion import complete_bot
from gridbots_referee.cli.matches.view import (
    announce,
    host_of,
    network_options,
    server_options,
    started,
)

GUESTS = 4
"""Links for other people."""


@click.command(cls=BotsCommand)
@click.argument("bots", nargs=-1, metavar="[BOT ...]", shell_complete=complete_bot)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("records"),
              show_default=True, metavar="DIR", help="Folder for the records.")  # fmt: skip
@network_options
@server_options
def play(bots: tuple[str, ...], out: Path, **options: Any) -> None:
    """Choose matches in the browser, and play them yourself.

    Game, settings, players, clocks and seed are chosen in the page: the installed bots, and each
    BOT that is named here, which may be a command as for `referee run`; you, and guests by links
    of their own. Each match leaves a record. The page is served on this machine only, unless
    --lan or --host is given, until it is closed or Ctrl-C is pressed.

    No BOT needs to be named. With one of your own:

    \b
      referee play "python3 mybot.py" --out my-matches
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from contextlib import suppress

    from gridbots.plugins import installed_bots
    from gridbots.plugins.recommendation import BEST
    from gridbots_referee.lobby.lobby import Lobby
    from gridbots_referee.lobby.lobby_site import LobbySite
    from gridbots_referee.lobby.order import MOST_SEATS
    from gridbots_referee.play.human_input import browser_input
    from gridbots_referee.play.launch import find_bot
    from gridbots_referee.play.session import check_writable
    from gridbots_referee.show.viewer.sites.live_site import LiveSite

    for bot in bots:
        if bot.partition(":")[0] != BEST:  # which is not known before the game is
            find_bot(bot, "", installed_bots())
    check_writable(out)
    with browser_input(MOST_SEATS) as pipes:
        lobby = Lobby(out, pipes, bots)
        site = LobbySite(lobby)
        with (
            started(site, options["port"], host_of(options)) as server,
            suppress(KeyboardInterrupt),
        ):
            for name in [f"guest {number}" for number in range(1, GUESTS + 1)]:
                site.links[name] = server.add(LiveSite(lobby.matches, name))
            site.links["spectators"] = server.add(LiveSite(lobby.matches))
            announce(server, opens=not options["no_browser"])
            lobby.run(server.is_deserted, lambda text: click.echo(text, err=True))
