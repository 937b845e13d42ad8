"""`referee tune`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.bots.isolation import isolation_of, isolation_options
from gridbots_referee.cli.completion import STORE
from gridbots_referee.cli.continuation import command_line, given_words, page_command
from gridbots_referee.cli.matches.run import INTERRUPTED

if TYPE_CHECKING:
    from gridbots_referee.show.progress.tuning_console import TuningConsole
    from gridbots_referee.tuning.players import Execution
    from gridbots_referee.tuning.tuning import Tuning

NOT_STRONGER: Final = 1
"""Exit code: the confirming test has not accepted what was found."""
EXIT_CODES: Final = {"accepted": 0, "stopped": INTERRUPTED}
"""By what is known of the tuned bot; NOT_STRONGER for all else."""


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, dir_okay=False))
@click.option("--example", is_flag=True, help="Print a tuning file that explains itself.")
@click.option("--store", type=STORE, metavar="FILE",
              help="Where the results are kept; a tuning that was interrupted goes on.  "
              "[default: NAME.tuning]")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**32 - 1), metavar="N",
              help="Of perturbations and openings, instead of the file's.")  # fmt: skip
@click.option("--matches", type=click.IntRange(min=2), metavar="N",
              help="In all, instead of the file's number.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True,
              help="Events as JSON lines on stdout; text for people goes to stderr.")  # fmt: skip
@click.option("--quiet", is_flag=True, help="No text for people.")
@click.option("--write", "folder", type=click.Path(path_type=Path, file_okay=False),
              metavar="DIR", help="Write a page there, NAME.md, and the curve, .csv.")  # fmt: skip
@click.option("--plot", is_flag=True,
              help="Draw the curve as well, NAME.svg; needs gridbots-referee[plots].")  # fmt: skip
@click.option("--concurrency", type=click.IntRange(min=1), metavar="N",
              help="Matches at a time, and cores for kernels.  [default: as many as leave a core "
              "to every bot, and all cores]")  # fmt: skip
@click.option("--cluster", metavar="ADDRESS",
              help="Play on the workers of the Dask scheduler at this address.")  # fmt: skip
@click.option("--tls", nargs=3, type=STORE, metavar="CA CERT KEY",
              help="Files of certificates for a cluster at tls://.")  # fmt: skip
@isolation_options
def tune(file: Path | None, example: bool, **options: Any) -> None:
    """Make the numbers of a bot better by matches: SPSA, grid search or random search.

    FILE names a bot with placeholders, such as `./mybot --depth {depth}`, and the range of each;
    --example prints one. In the end the tuned bot meets the start in a sequential test, and is
    printed on a line of its own.

    \b
      referee tune --example > mybot.toml
      referee tune mybot.toml --write results --plot

    Exit code 0 if the tuned bot is stronger than the start, 1 if that is not shown, 130 if
    interrupted; the same command goes on. docs/tuning.md explains it.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.tuning.tuning_file import EXAMPLE, load

    if example:
        click.echo(EXAMPLE, nl=False)
        return
    if file is None:
        raise click.UsageError("name a FILE; --example prints one")
    if options["plot"] and not options["folder"]:
        raise click.UsageError("--plot needs --write DIR")
    if options["plot"]:
        from gridbots_referee.show.plots.figure import check_matplotlib

        check_matplotlib()
    tuning = load(file, seed=options["seed"], matches=options["matches"])
    sys.exit(_run(file, tuning, options))


def _run(file: Path, tuning: Tuning, options: dict[str, Any]) -> int:
    """Play it, and say what came of it; the exit code."""
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.plots.tuning_page import write_page
    from gridbots_referee.show.progress.tuning_console import TuningConsole
    from gridbots_referee.tuning.journal import Journal
    from gridbots_referee.tuning.players import player_for
    from gridbots_referee.tuning.runner import run_tuning

    path = options["store"] or Path(f"{tuning.name}.tuning")
    console = TuningConsole(tuning, as_json=options["as_json"], quiet=options["quiet"])
    how = _execution(tuning, options, console)
    with Stop() as stop, player_for(tuning, how, stop) as player, Journal(path, tuning) as journal:
        is_new = not journal.has_begun
        tuned = run_tuning(tuning, journal, player, console)
    if tuned is None or tuned.is_stopped:
        console.log(f"interrupted; to go on: {command_line(['tune', *given_words()]).strip()}")
    if tuned is None:
        return INTERRUPTED
    if options["folder"]:
        page = write_page(
            tuned, options["folder"], _command(file, options), plot=options["plot"], is_new=is_new
        )
        console.log(f"written: {page}")
    console.print_result(tuned)
    return EXIT_CODES.get(tuned.state, NOT_STRONGER)


def _execution(tuning: Tuning, options: dict[str, Any], console: TuningConsole) -> Execution:
    """Where the matches are played: on this machine, or on a cluster."""
    from gridbots_referee.tuning.players import Execution

    isolation = isolation_of(options, tuning.isolation)
    address, cluster = options["cluster"], None
    if address:
        from gridbots_referee.tournament.cluster.backend import cluster_workers
        from gridbots_referee.tournament.cluster.pool import Tls

        tls = Tls(*options["tls"]) if options["tls"] else None
        log = console.log
        cluster = partial(cluster_workers, address=address, log=log, warn=log, tls=tls)
    return Execution(isolation, options["concurrency"], cluster, console.log)


def _command(file: Path, options: dict[str, Any]) -> str:
    """The command that makes the page again."""
    given: list[str] = []
    for name in ("seed", "matches"):
        given += [] if options[name] is None else [f"--{name}", str(options[name])]
    return page_command("tune", file, given, options["folder"], plot=options["plot"])
