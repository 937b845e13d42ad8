"""`referee view` and `referee play`, and the options and functions for pages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
import msgspec

from gridbots_referee.cli.completion import RECORDS, complete_bot
from gridbots_referee.cli.options import BotsCommand, Option, options

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots_referee.show.viewer.handler import Site
    from gridbots_referee.show.viewer.server import Server


CAUTION = "Anyone who knows a link or can read the network traffic can use it."


class ServerOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of commands that show a page; in the help they come last."""

    port: Annotated[
        int, Option("Port of the page on this machine.", ge=0, le=65535, default="a free one")
    ] = 0
    no_browser: Annotated[bool, Option("Print the address, but open no browser.")] = False


class NetworkOptions(msgspec.Struct, frozen=True):
    """Options of commands whose page can be opened from other machines."""

    host: Annotated[
        str | None,
        Option(
            "Serve the page to other machines too, at this address of this machine.",
            metavar="ADDRESS",
            default="this machine only",
        ),
    ] = None
    lan: Annotated[
        bool, Option("As --host, with the address of this machine in the local network.")
    ] = False


server_options = options(ServerOptions)
network_options = options(NetworkOptions)


def host_of(options: Mapping[str, Any]) -> str:
    """The address at which to serve the page.

    Raises:
        UsageError: it is not a single address of this machine.
    """
    from gridbots_referee.show.viewer.server import LOOPBACK, lan_address

    host = options["host"]
    if host and options["lan"]:
        raise click.UsageError("expected --host or --lan, got both")
    if host in {"", "0.0.0.0", "*"}:  # noqa: S104  it is refused
        raise click.UsageError(
            f"--host: expected one address of this machine, or its name, got {host!r}; "
            "--lan finds the address in the local network"
        )
    if options["lan"]:
        try:
            return lan_address()
        except OSError as error:
            raise click.UsageError(
                f"--lan: this machine has no address in a local network ({error.strerror}); "
                "name one with --host"
            ) from None
    return host or LOOPBACK


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORD ...",
                type=RECORDS)  # fmt: skip
@server_options
def view(records: tuple[Path, ...], port: int, no_browser: bool) -> None:
    """Watch recorded matches in the browser.

    RECORD is a file or a folder of records. The page lists all records, and adds new ones as they
    appear; you can filter and sort by every column. It is served on this machine only, at a secret
    address, until you close it or press Ctrl-C. Keys: space plays, arrows step, e goes to the next
    event, ? shows all keys.

    \b
      referee view records/
      referee view records/20260101-120000-abcdef-1.jsonl.gz --no-browser
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.show.viewer.sites.record_site import RecordSite

    site = RecordSite(records)
    if not len(site):
        raise click.BadParameter(f"no records in {records[0]}")
    show(site, port, opens=not no_browser)


def show(site: Site, port: int, *, opens: bool) -> None:
    """Serve a page until all of its windows are closed."""
    with started(site, port) as server:
        announce(server, opens=opens)
        linger(server)


def started(site: Site, port: int, host: str | None = None) -> Server:
    """The server of a page, to be used in a `with` statement.

    Raises:
        UsageError: the port is taken, or the host is not this machine.
    """
    from gridbots_referee.show.viewer.server import LOOPBACK, Server

    try:
        return Server(site, port, host or LOOPBACK)
    except OSError as error:
        if host and host != LOOPBACK:
            raise click.UsageError(
                f"cannot serve the page at {host} port {port}: {error.strerror}"
            ) from None
        raise click.UsageError(f"cannot use port {port}: {error.strerror}") from None


def linger(server: Server) -> None:
    """Continue to serve until all pages are closed or the user presses Ctrl-C."""
    from contextlib import suppress

    with suppress(KeyboardInterrupt):
        server.wait()


def announce(server: Server, *, opens: bool, links: Mapping[str, str] | None = None) -> None:
    """Print the address of the page, or a link for each name, and open the first."""
    width = max(map(len, links or [""]))
    named = [f"{name.ljust(width)}  {link}" for name, link in (links or {}).items()]
    lines = "\n".join(named or [server.address])
    if not server.is_local:
        lines += f"\nOther machines can reach this page over plain HTTP. {CAUTION}"
    click.echo(f"{lines}\nClose the page or press Ctrl-C to end.", err=True)
    if opens:
        server.open_browser()


GUESTS = 4
"""Number of links for other people."""


@click.command(cls=BotsCommand)
@click.argument("bots", nargs=-1, metavar="[BOT ...]", shell_complete=complete_bot)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("records"),
              show_default=True, metavar="DIR", help="Folder for the records.")  # fmt: skip
@network_options
@server_options
def play(bots: tuple[str, ...], out: Path, **options: Any) -> None:
    """Set up matches in the browser, and play in them yourself.

    In the page you choose game, settings, players, clocks and seed. Players are you, guests with
    links of their own, the installed bots, and each BOT of the command line, which may be a command
    as for `referee run`. Each match is recorded. The page is served on this machine only, unless
    you add --lan or --host, until you close it or press Ctrl-C.

    \b
      referee play minimax
      referee play "python3 mybot.py" --out my-matches
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from contextlib import suppress

    from gridbots.plugins import installed_bots
    from gridbots.plugins.bot_text import BEST
    from gridbots_referee.lobby.lobby import Lobby
    from gridbots_referee.lobby.lobby_site import LobbySite
    from gridbots_referee.lobby.match_request import MOST_SEATS
    from gridbots_referee.play.human_input import browser_input
    from gridbots_referee.play.launch import find_bot
    from gridbots_referee.play.session import check_writable
    from gridbots_referee.show.viewer.sites.live_site import LiveSite

    for bot in bots:
        if bot.partition(":")[0] != BEST:  # which depends on the game
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
