"""`referee experiment`."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.bots.isolation import isolation_of, isolation_options
from gridbots_referee.cli.completion import STORE, CompletedPath
from gridbots_referee.cli.continuation import command_line, given_words, page_command
from gridbots_referee.cli.matches.run import INTERRUPTED, VOID
from gridbots_referee.cli.tournaments.play import dry_run_option

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from gridbots.limits import Isolation
    from gridbots_referee.experiments.experiment import Experiment
    from gridbots_referee.experiments.ledger import ExperimentStore

OUTSIDE: Final = 1
"""Exit code: a cell is outside its tolerance."""
NOTHING_KEPT: Final = "No match was kept; --store FILE keeps them."


@click.command()
@click.argument("file", type=CompletedPath(".toml", exists=True))
@click.option("--quick", is_flag=True,
              help="Only a few matches, to see that it works; the file says how many.")  # fmt: skip
@click.option("--matches", type=click.IntRange(min=1), metavar="N",
              help="Matches for each line-up, instead of the file's number.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**63 - 1), metavar="N",
              help="Seed of the first opening, instead of the file's.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True,
              help="One JSON object per cell on stdout, text for people on stderr.")  # fmt: skip
@click.option("--write", "folder", type=click.Path(path_type=Path, file_okay=False),
              metavar="DIR", help="Write a page with the results there: DIR/NAME.md.")  # fmt: skip
@click.option("--plot", is_flag=True,
              help="Draw them as well, DIR/NAME.svg; needs gridbots-referee[plots].")  # fmt: skip
@click.option("--store", type=STORE, metavar="FILE",
              help="Keep the matches there as they are played: an experiment that was interrupted "
              "goes on, and one with more matches plays only those.")  # fmt: skip
@dry_run_option
@isolation_options
def experiment(file: Path, **options: Any) -> None:
    """Play a published table again, and print ours beside it.

    FILE says which bots play, how often, what is measured, and what was published; see the files in
    experiments/. Each cell has a verdict: whether chance explains the difference, or whether it is
    as small as the file asks for.

    \b
      referee experiment experiments/multisnake_table1.toml --quick
      referee experiment experiments/multisnake_table1.toml --write docs/results --plot
      referee experiment mine.toml --matches 5000 --store mine.matches

    Exit code 0 if every cell is within its tolerance, 1 if one is outside.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    _check(options)
    sys.exit(_run(file, options))


def _check(options: dict[str, Any]) -> None:
    if options["quick"] and options["matches"]:
        raise click.UsageError("--quick and --matches exclude each other")
    if options["plot"] and not options["folder"]:
        raise click.UsageError("--plot needs --write DIR")
    if options["plot"]:
        from gridbots_referee.show.plots.figure import check_matplotlib

        check_matplotlib()


def _run(file: Path, options: dict[str, Any]) -> int:
    """Play it, print the verdict and write the page; the exit code."""
    from msgspec.structs import replace

    from gridbots_referee.experiments.experiment_file import load
    from gridbots_referee.experiments.runner import matches_of, run_experiment
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.plots.experiment_page import write_page
    from gridbots_referee.show.progress.experiment_console import ExperimentConsole

    experiment, folder = load(file), options["folder"]
    if options["seed"] is not None:
        experiment = replace(experiment, seed=options["seed"])
    matches = matches_of(experiment, quick=options["quick"])
    if options["matches"]:
        matches = [options["matches"]] * len(matches)
    isolation = isolation_of(options)
    if options["dry_run"]:
        _tell_plan(experiment, matches, isolation, as_json=options["as_json"])
        return 0
    console = ExperimentConsole(as_json=options["as_json"])
    with Stop() as stop, _store(options["store"], experiment) as store:
        played = run_experiment(
            experiment, matches, stop, console, isolation=isolation, store=store
        )
        if played.void:
            return VOID
        if stop:
            line = command_line(["experiment", *given_words()])
            kept = "To go on" if store else f"{NOTHING_KEPT} To play all of it again"
            console.log(f"{kept}:{line}")
            return INTERRUPTED
    console.print_verdict(played)
    if folder:
        page = write_page(played, folder, _command(file, options), plot=options["plot"])
        console.log(f"written: {page}")
    return OUTSIDE if any(cell.verdict == "outside" for cell in played.cells) else 0


def _store(
    path: Path | None, experiment: Experiment
) -> AbstractContextManager[ExperimentStore | None]:
    if not path:
        return nullcontext()
    from gridbots_referee.experiments.ledger import ExperimentStore

    return ExperimentStore(path, experiment.name)


def _tell_plan(
    experiment: Experiment, matches: Sequence[int], isolation: Isolation, *, as_json: bool
) -> None:
    from msgspec.structs import asdict

    from gridbots_referee.experiments.runner import plan_experiment
    from gridbots_referee.show.terminal.text import duration

    for plan in plan_experiment(experiment, matches, isolation):
        if as_json:
            click.echo(json.dumps({"event": "planned", **asdict(plan)}))
            continue
        told = f"{plan.lineup}: {plan.matches} matches, {plan.mode}"
        if plan.seconds is not None:
            told += f"; up to {duration(plan.seconds)} if bots use all of their time: {plan.basis}"
        click.echo(told)


def _command(file: Path, options: dict[str, Any]) -> str:
    """The command that makes the page again."""
    given = ["--quick"] if options["quick"] else []
    for name in ("matches", "seed"):
        given += [] if options[name] is None else [f"--{name}", str(options[name])]
    return page_command("experiment", file, given, options["folder"], plot=options["plot"])
