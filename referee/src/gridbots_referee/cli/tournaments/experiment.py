"""`referee experiment`."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.bots.isolation import isolation_of, isolation_options
from gridbots_referee.cli.completion import STORE, CompletedPath
from gridbots_referee.cli.continuation import (
    PageOptions,
    command_line,
    given_words,
    how_to_continue,
    page_command,
)
from gridbots_referee.cli.matches.run import INTERRUPTED, VOID
from gridbots_referee.cli.options import options
from gridbots_referee.cli.tournaments.play import dry_run_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.experiments.experiment import Experiment
    from gridbots_referee.experiments.ledger import ExperimentStore
    from gridbots_referee.experiments.runner import PreparedLineup
    from gridbots_referee.show.progress.experiment_console import ExperimentConsole

OUTSIDE: Final = 1
"""Exit code: a cell is outside its tolerance."""


@click.command()
@click.argument("file", type=CompletedPath(".toml", exists=True))
@click.option("--quick", is_flag=True,
              help="Play only a few matches, as a test; the file sets their number.")  # fmt: skip
@click.option("--matches", type=click.IntRange(min=1), metavar="N",
              help="Matches for each line-up.  [default: from the file]")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**63 - 1), metavar="N",
              help="Seed of the first opening.  [default: from the file]")  # fmt: skip
@click.option("--json", "as_json", is_flag=True,
              help="Print one JSON object per cell on stdout, and text for people on "
              "stderr.")  # fmt: skip
@options(PageOptions, "page")
@click.option("--store", type=STORE, metavar="FILE",
              help="Keep the matches in this file, also to add matches later.  [default: "
              "NAME.unfinished, removed when the experiment is complete]")  # fmt: skip
@dry_run_option
@isolation_options
def experiment(file: Path, page: PageOptions, **chosen: Any) -> None:
    """Reproduce a published table, and print both results side by side.

    FILE lists the bots, the number of matches, the measures and the published values; experiments/
    has examples. The verdict of each cell says whether chance explains the difference, or whether
    it is within the tolerance of the file.

    \b
      referee experiment experiments/multisnake_table1.toml --quick
      referee experiment experiments/multisnake_table1.toml --write results --plot
      referee experiment mine.toml --matches 5000 --store mine.matches

    The same command continues after an interruption.

    Exit code 0 if every cell is within its tolerance, 1 if one is outside.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    if chosen["quick"] and chosen["matches"]:
        raise click.UsageError("--quick and --matches are mutually exclusive")
    page.check()
    sys.exit(_run(file, page, chosen))


def _run(file: Path, page: PageOptions, options: dict[str, Any]) -> int:
    """Play the experiment, print the verdict, write the page, and return the exit code."""
    from msgspec.structs import replace

    from gridbots_referee.experiments.experiment import load
    from gridbots_referee.experiments.runner import matches_of, prepare, run_experiment
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.plots.experiment_plot import write_page
    from gridbots_referee.show.progress.experiment_console import ExperimentConsole

    experiment = load(file)
    if options["seed"] is not None:
        experiment = replace(experiment, seed=options["seed"])
    matches = matches_of(experiment, quick=options["quick"])
    if options["matches"]:
        matches = [options["matches"]] * len(matches)
    prepared = prepare(experiment, matches, isolation_of(options["isolation"]))
    if options["dry_run"]:
        _print_plan(prepared, as_json=options["as_json"])
        return 0
    console = ExperimentConsole(as_json=options["as_json"])
    words = ["experiment", *given_words()]
    with Stop() as stop, ExitStack() as stack:
        store = _store(options["store"], experiment, console)
        if store:
            stack.enter_context(store)
            console.log(how_to_continue(store.path, words))
        played = run_experiment(experiment, prepared, stop, console, store)
        if played.void:
            return VOID
        if stop:
            _print_continuation(console, store, words)
            return INTERRUPTED
        console.print_verdict(played)
        if page.folder:
            given = {name: options[name] for name in ("quick", "matches", "seed")}
            command = page_command("experiment", file, page.folder, plot=page.plot, **given)
            console.log(f"wrote {write_page(played, page.folder, command, plot=page.plot)}")
        if store and not options["store"]:
            store.remove()
    return OUTSIDE if any(cell.verdict == "outside" for cell in played.cells) else 0


def _store(
    given: Path | None, experiment: Experiment, console: ExperimentConsole
) -> ExperimentStore | None:
    """The store; None if the default one cannot be written.

    Raises:
        StoreError: the given one cannot be used.
    """
    from gridbots.errors import StoreError
    from gridbots_referee.experiments.ledger import ExperimentStore

    try:
        return ExperimentStore(given or Path(f"{experiment.name}.unfinished"), experiment.name)
    except StoreError as error:
        if given:
            raise
        console.log(f"Warning: matches are not kept ({error}); --store names another file.")
        return None


def _print_continuation(
    console: ExperimentConsole, store: ExperimentStore | None, words: Sequence[str]
) -> None:
    path, line = store and str(store.path), command_line(words)
    console.emit("interrupted", {"store": path, "command": ["referee", *words]})
    kept = f"Results are kept in {path}. To continue" if store else "To start again"
    console.log(f"{kept}:{line}")


def _print_plan(prepared: Sequence[PreparedLineup], *, as_json: bool) -> None:
    from msgspec.structs import asdict

    from gridbots_referee.experiments.runner import plan_of
    from gridbots_referee.show.terminal.text import duration

    for plan in map(plan_of, prepared):
        if as_json:
            click.echo(json.dumps({"event": "planned", **asdict(plan)}))
            continue
        line = f"{plan.lineup}: {plan.matches} matches, {plan.mode}"
        if plan.seconds is not None:
            line += f"; up to {duration(plan.seconds)} if bots use all of their time: {plan.basis}"
        click.echo(line)
