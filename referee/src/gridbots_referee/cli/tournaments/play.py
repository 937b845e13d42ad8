"""Plays the missing matches of a tournament, or prints a plan of them."""

from __future__ import annotations

import json
from contextlib import contextmanager, nullcontext
from pathlib import Path  # noqa: TC003  the options of a command need it
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import click

from gridbots_referee.cli.bots.isolation import IsolationFlags, isolation_of
from gridbots_referee.cli.continuation import command_line, how_to_continue, words_to_go_on
from gridbots_referee.cli.matches.run import INTERRUPTED, VOID
from gridbots_referee.cli.matches.view import ServerOptions, announce, linger, started
from gridbots_referee.cli.options import JsonEvents, Option, Quiet, options

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

    from gridbots.limits import Isolation
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.progress.tournament_console import TournamentConsole
    from gridbots_referee.show.viewer.server import Server
    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.run.dispatch import Backend
    from gridbots_referee.tournament.store.store import Store


class RunnerOptions(ServerOptions, frozen=True):
    """Options for the workers of a tournament, and for its output."""

    concurrency: Annotated[
        int | None,
        Option(
            "Number of matches played at the same time.",
            ge=1,
            default="as many as leave a core to every bot",
        ),
    ] = None
    cluster: Annotated[
        str | None,
        Option(
            "Play on the workers of the Dask scheduler at this address, such as tcp://host:8786; "
            "see docs/tournaments.md.",
            metavar="ADDRESS",
        ),
    ] = None
    tls: Annotated[
        tuple[Path, Path, Path] | None,
        Option("Certificate files for a cluster at tls://.", metavar="CA CERT KEY"),
    ] = None
    new_version: Annotated[
        bool, Option("Let bots of a ladder that have changed take part as new versions.")
    ] = False
    sign_key: Annotated[
        Path | None,
        Option("Sign the stored results with the key in this file; see `referee audit`."),
    ] = None
    keep_going: Annotated[
        bool,
        Option("Play on if a bot ends before its first answer, in its first match."),
    ] = False
    as_json: JsonEvents = False
    quiet: Quiet = False
    view: Annotated[bool, Option("Show the tournament in the browser.")] = False


runner_options: Final = options(RunnerOptions, "runner")


def play(store: Store, flags: IsolationFlags, runner: RunnerOptions) -> int:
    """Play the missing matches, print the results, and return the exit code."""
    from gridbots_referee.show.progress.tournament_console import TournamentConsole
    from gridbots_referee.tournament.run.resume import check_versions
    from gridbots_referee.tournament.store.chain import read_key

    if runner.sign_key:
        store.chain.key = read_key(runner.sign_key)
    renewed = check_versions(store, new_version=runner.new_version)
    names = [entrant.name for entrant in store.tournament.bots]
    console = TournamentConsole(
        names, as_json=runner.as_json, quiet=runner.quiet, plays_here=not runner.cluster
    )
    for name in renewed:
        console.log(f"a bot has changed; it plays as {name}")
    try:
        code = _play(store, flags, runner, console)
    except KeyboardInterrupt:  # while preparing the bots
        code = INTERRUPTED
    if code == INTERRUPTED:
        _print_continuation(store, console)
    return code


def _print_continuation(store: Store, console: TournamentConsole) -> None:
    words = words_to_go_on(store.path)
    console.interrupted(len(store) + len(store.voids()), words, command_line(words))


def _play(
    store: Store, flags: IsolationFlags, runner: RunnerOptions, console: TournamentConsole
) -> int:
    from gridbots_referee.play.command_words import path_notes
    from gridbots_referee.play.stop import Stop

    isolation = isolation_of(flags, store.tournament.isolation)
    with _page(store, runner) as page:
        with _backend(store, runner, console) as backend, Stop() as stop:
            for line in path_notes(backend.template.launches, can_be_in_place=False):
                console.log(line)
            backend.template.isolate(isolation)
            backend.template.keep_going = runner.keep_going
            code = _run(store, backend, stop, console, page)
        if page and code == 0:
            page.stay()
    return code


def _run(
    store: Store, backend: Backend, stop: Stop, console: TournamentConsole, page: Page | None
) -> int:
    from gridbots.errors import PluginError, VoidError
    from gridbots_referee.tournament.run.runner import Observers, run_tournament
    from gridbots_referee.tournament.stats.sprt import RunningSprt

    played = store.played()
    console.count_played(played)
    test = RunningSprt(store.tournament.sprt, played) if store.tournament.sprt else None
    if test:
        console.follow(test)
    backend.template.broadcast = page.broadcast if page else ""
    observer = Observers(console, page.site) if page else console
    console.log(how_to_continue(store.path, words_to_go_on(store.path)))
    try:
        with console:
            run_tournament(store, backend, stop, observer, test)
    except (PluginError, VoidError) as error:
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
def _page(store: Store, runner: RunnerOptions) -> Iterator[Page | None]:
    """The page of the tournament, if the user asked for it."""
    if not runner.view:
        yield None
        return
    from gridbots_referee.show.viewer.receiver import Receiver
    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite

    site = TournamentSite(store.path)
    listener = Receiver(site.broadcast_changed, site.feed.has_readers)
    with listener, started(site, runner.port) as server:
        # Workers on other machines cannot reach a socket of this one.
        site.receiver = None if runner.cluster else listener
        announce(server, opens=not runner.no_browser)
        yield Page(site, server, "" if runner.cluster else listener.path)


def _backend(
    store: Store, runner: RunnerOptions, console: TournamentConsole
) -> AbstractContextManager[Backend]:
    """The workers that play the matches: on this machine, or on a cluster."""
    concurrency, address = runner.concurrency, runner.cluster
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

    tls = Tls(*runner.tls) if runner.tls else None
    if tls and not address.startswith("tls://"):
        raise click.UsageError(f"--tls needs a cluster at tls://, got {address}")
    return cluster_backend(store, address, console.log, console.warn, tls)


UNFIT: Final = 2
"""Exit code: a bot cannot take part."""

dry_run_option: Final = click.option(
    "--dry-run", is_flag=True,
    help="Print the bots, the matches and the expected duration; play nothing.",
)  # fmt: skip


def print_plan(
    path: Path, declared: Tournament, isolation: Isolation, runner: RunnerOptions
) -> int:
    """Print the plan of a tournament in this store, which need not exist; return the exit code.

    Raises:
        GridbotsError: it cannot be played, or the store contains another tournament.
    """
    from gridbots_referee.show.tables.tournament import plan as table
    from gridbots_referee.tournament.run.plan import make_plan, planned
    from gridbots_referee.tournament.run.resume import growth_of
    from gridbots_referee.tournament.store.store import Store

    if runner.cluster:
        raise click.UsageError("--dry-run and --cluster are mutually exclusive")
    with Store.open(path, read_only=True) if path.exists() else nullcontext() as store:
        if not store or declared.time != store.tournament.time:
            declared = planned(declared)
        if store:
            declared = growth_of(store, declared).tournament
        plan = make_plan(declared, isolation, store, runner.concurrency)
    if runner.as_json:
        click.echo(json.dumps(table.as_dict(plan, path)))
    else:
        click.echo(table.as_text(plan, path), nl=False)
    return UNFIT if any(bot.trouble for bot in plan.bots) else 0
