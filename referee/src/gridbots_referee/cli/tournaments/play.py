"""Plays the missing matches of a tournament, or prints a plan of them."""

from __future__ import annotations

import json
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from gridbots_referee.cli.bots.isolation import isolation_of
from gridbots_referee.cli.continuation import command_line, words_to_go_on
from gridbots_referee.cli.matches.run import INTERRUPTED, VOID
from gridbots_referee.cli.matches.view import announce, linger, started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.progress.tournament_console import TournamentConsole
    from gridbots_referee.show.viewer.server import Server
    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.run.dispatch import Backend
    from gridbots_referee.tournament.store.store import Store


def play(store: Store, options: dict[str, Any]) -> int:
    """Play the missing matches, print the results, and return the exit code."""
    from gridbots_referee.show.progress.tournament_console import TournamentConsole
    from gridbots_referee.tournament.run.resume import check_versions
    from gridbots_referee.tournament.store.chain import read_key

    if options["sign_key"]:
        store.chain.key = read_key(options["sign_key"])
    renewed = check_versions(store, new_version=options["new_version"])
    names = [entrant.name for entrant in store.tournament.bots]
    console = TournamentConsole(names, as_json=options["as_json"], quiet=options["quiet"],
                             plays_here=not options["cluster"])  # fmt: skip
    for name in renewed:
        console.log(f"a bot has changed; it plays as {name}")
    try:
        code = _play(store, options, console)
    except KeyboardInterrupt:  # while preparing the bots
        code = INTERRUPTED
    if code == INTERRUPTED:
        _print_continuation(store, console)
    return code


def _print_continuation(store: Store, console: TournamentConsole) -> None:
    words = words_to_go_on(store.path)
    console.interrupted(len(store) + len(store.voids()), words, command_line(words))


def _play(store: Store, options: dict[str, Any], console: TournamentConsole) -> int:
    from gridbots_referee.play.command_words import path_notes
    from gridbots_referee.play.stop import Stop

    isolation = isolation_of(options, store.tournament.isolation)
    with _page(store, options) as page:
        with _backend(store, options, console) as backend, Stop() as stop:
            for line in path_notes(backend.template.launches, can_be_in_place=False):
                console.log(line)
            backend.template.isolate(isolation)
            code = _run(store, backend, stop, console, page)
        if page and code == 0:
            page.stay()
    return code


def _run(
    store: Store, backend: Backend, stop: Stop, console: TournamentConsole, page: Page | None
) -> int:
    from gridbots.errors import PluginError
    from gridbots_referee.tournament.run.runner import Observers, run_tournament
    from gridbots_referee.tournament.stats.sprt import RunningSprt

    played = store.played()
    console.count_played(played)
    test = RunningSprt(store.tournament.sprt, played) if store.tournament.sprt else None
    if test:
        console.follow(test)
    backend.template.broadcast = page.broadcast if page else ""
    observer = Observers(console, page.site) if page else console
    try:
        with console:
            run_tournament(store, backend, stop, observer, test)
    except PluginError as error:
        console.log(f"referee: {error}")
        return VOID
    console.print_result(store)
    if stop:
        return INTERRUPTED
    return VOID if store.voids() else 0


class Page(NamedTuple):
    """The page that shows a tournament while it is played."""

    site: TournamentSite
    server: Server
    broadcast: str
    """The socket to which workers send their matches."""

    def stay(self) -> None:
        """Show the final results until the page is closed."""
        self.site.publish()
        linger(self.server)


@contextmanager
def _page(store: Store, options: dict[str, Any]) -> Iterator[Page | None]:
    """The page of the tournament, if the user asked for it."""
    if not options["view"]:
        yield None
        return
    from gridbots_referee.show.viewer.receiver import Receiver
    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite

    site = TournamentSite(store.path)
    listener = Receiver(site.broadcast_changed, site.feed.has_readers)
    with listener, started(site, options["port"]) as server:
        # Workers on other machines cannot reach a socket of this one.
        site.receiver = None if options["cluster"] else listener
        announce(server, opens=not options["no_browser"])
        yield Page(site, server, "" if options["cluster"] else listener.path)


def _backend(
    store: Store, options: dict[str, Any], console: TournamentConsole
) -> AbstractContextManager[Backend]:
    """The workers that play the matches: on this machine, or on a cluster."""
    concurrency, address = options["concurrency"], options["cluster"]
    if not address:
        from gridbots_referee.tournament.run.prepare import local_backend

        return nullcontext(local_backend(store, concurrency, console.log))
    if concurrency:
        raise click.UsageError(
            "--concurrency and --cluster are mutually exclusive: on a cluster, every thread of a "
            "worker plays one match at a time"
        )
    from gridbots_referee.tournament.cluster.backend import cluster_backend
    from gridbots_referee.tournament.cluster.pool import Tls

    tls = Tls(*options["tls"]) if options["tls"] else None
    if tls and not address.startswith("tls://"):
        raise click.UsageError(f"--tls needs a cluster at tls://, got {address}")
    return cluster_backend(store, address, console.log, console.warn, tls)


UNFIT: Final = 2
"""Exit code: a bot cannot take part."""

dry_run_option: Final = click.option(
    "--dry-run", is_flag=True,
    help="Print the bots, the matches and the expected duration; play nothing.",
)  # fmt: skip


def print_plan(path: Path, declared: Tournament, options: dict[str, Any]) -> int:
    """Print the plan of a tournament in this store, which need not exist; return the exit code.

    Raises:
        GridbotsError: it cannot be played, or the store contains another tournament.
    """
    from gridbots_referee.show.tables.tournament import plan as table
    from gridbots_referee.tournament.run.plan import make_plan
    from gridbots_referee.tournament.run.resume import growth_of
    from gridbots_referee.tournament.store.store import Store

    if options["cluster"]:
        raise click.UsageError("--dry-run and --cluster are mutually exclusive")
    with Store.open(path, read_only=True) if path.exists() else nullcontext() as store:
        isolation = isolation_of(options, declared.isolation)
        if store:
            declared = growth_of(store, declared).tournament
        plan = make_plan(declared, isolation, store, options["concurrency"])
    if options["as_json"]:
        click.echo(json.dumps(table.as_dict(plan, path)))
    else:
        click.echo(table.as_text(plan, path), nl=False)
    return UNFIT if any(bot.trouble for bot in plan.bots) else 0
