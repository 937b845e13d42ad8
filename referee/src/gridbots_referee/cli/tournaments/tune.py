"""`referee tune`."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.bots.isolation import IsolationFlags, isolation_of, isolation_options
from gridbots_referee.cli.completion import STORE
from gridbots_referee.cli.continuation import (
    PageOptions,
    command_line,
    given_words,
    how_to_continue,
    page_command,
)
from gridbots_referee.cli.matches.run import INTERRUPTED
from gridbots_referee.cli.options import FILE, FOLDER, Option, options
from gridbots_referee.cli.tournaments.play import RunnerOptions

if TYPE_CHECKING:
    from gridbots.limits import Isolation
    from gridbots_referee.show.progress.tuning_console import TuningConsole
    from gridbots_referee.tuning.players import Execution
    from gridbots_referee.tuning.tuning import Tuning

NOT_STRONGER: Final = 1
"""Exit code: the final test has not accepted the tuned bot."""
EXIT_CODES: Final = {"accepted": 0, "stopped": INTERRUPTED}
"""State of the final test -> exit code; NOT_STRONGER for all others."""


@click.command()
@click.argument("file", required=False, type=FILE)
@click.option("--example", is_flag=True, help="Print an example of a tuning file, with comments.")
@click.option("--store", type=STORE, metavar="FILE",
              help="Store of the results; the same command resumes an interrupted tuning.  "
              "[default: NAME.tuning]")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**32 - 1), metavar="N",
              help="Seed of perturbations and openings.  [default: from the file]")  # fmt: skip
@click.option("--matches", type=click.IntRange(min=2), metavar="N",
              help="Total number of matches.  [default: from the file]")  # fmt: skip
@options(
    PageOptions,
    "page",
    folder=Option(
        "Write a page to DIR/NAME.md and the curve to DIR/NAME.csv.", flag="--write", type=FOLDER
    ),
    plot=Option("With --write: draw the curve to DIR/NAME.svg; needs gridbots-referee[plots]."),
)
@options(
    RunnerOptions,
    "runner",
    only=("concurrency", "cluster", "tls", "keep_going", "as_json", "quiet"),
    concurrency=Option(
        "Number of matches at the same time, or of cores for compiled matches.",
        ge=1,
        default="as many as leave a core to every bot, or all cores",
    ),
)
@isolation_options
def tune(
    file: Path | None,
    *,
    example: bool,
    page: PageOptions,
    runner: RunnerOptions,
    isolation: IsolationFlags,
    **chosen: Any,
) -> None:
    """Tune the numeric parameters of a bot by playing matches: SPSA, grid or random search.

    FILE contains the bot with placeholders, such as `./mybot --depth {depth}`, and the range of
    each parameter; --example prints one. At the end, the tuned bot plays the initial bot in a
    sequential test, and the last line of the output is the tuned bot.

    \b
      referee tune --example > mybot.toml
      referee tune mybot.toml --write results --plot

    Exit code 0 if the test shows that the tuned bot is stronger, 1 if not, 130 if interrupted; the
    same command then continues. docs/tuning.md explains the methods.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.tuning.tuning import EXAMPLE, load

    if example:
        click.echo(EXAMPLE, nl=False)
        return
    if file is None:
        raise click.UsageError("expected a FILE; --example prints one")
    page.check()
    tuning = load(file, seed=chosen["seed"], matches=chosen["matches"])
    chosen["isolation"] = isolation_of(isolation, tuning.isolation)
    sys.exit(_run(file, tuning, page, runner, chosen))


def _run(
    file: Path, tuning: Tuning, page: PageOptions, runner: RunnerOptions, options: dict[str, Any]
) -> int:
    """Tune the bot, print the result, and return the exit code."""
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.plots.tuning_plot import write_page
    from gridbots_referee.show.progress.tuning_console import TuningConsole
    from gridbots_referee.tuning.journal import Journal
    from gridbots_referee.tuning.players import player_for
    from gridbots_referee.tuning.runner import run_tuning

    path = options["store"] or Path(f"{tuning.name}.tuning")
    console = TuningConsole(tuning, as_json=runner.as_json, quiet=runner.quiet)
    words = ["tune", *given_words()]
    how = _execution(options["isolation"], runner, console)
    with Stop() as stop, player_for(tuning, how, stop) as player, Journal(path, tuning) as journal:
        console.log(how_to_continue(path, words))
        is_new = not journal.has_begun
        tuned = run_tuning(tuning, journal, player, console)
    if tuned is None or tuned.is_stopped:
        console.emit("interrupted", {"store": str(path), "command": ["referee", *words]})
        console.log(f"Interrupted; results are kept in {path}. To continue:{command_line(words)}")
    if tuned is None:
        return INTERRUPTED
    if page.folder:
        given = {name: options[name] for name in ("seed", "matches")}
        command = page_command("tune", file, page.folder, plot=page.plot, **given)
        written = write_page(tuned, page.folder, command, plot=page.plot, is_new=is_new)
        console.log(f"wrote {written}")
    console.print_result(tuned)
    return EXIT_CODES.get(tuned.state, NOT_STRONGER)


def _execution(isolation: Isolation, runner: RunnerOptions, console: TuningConsole) -> Execution:
    """The workers that play the matches: on this machine, or on a cluster."""
    from gridbots_referee.tuning.players import Execution

    cluster = None
    if runner.cluster:
        from gridbots_referee.tournament.cluster.backend import cluster_workers
        from gridbots_referee.tournament.cluster.pool import Tls

        tls = Tls(*runner.tls) if runner.tls else None
        log = console.log
        cluster = partial(cluster_workers, address=runner.cluster, log=log, warn=log, tls=tls)
    return Execution(
        isolation, runner.concurrency, cluster, console.log, keep_going=runner.keep_going
    )
