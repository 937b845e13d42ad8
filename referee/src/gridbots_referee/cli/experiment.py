"""`referee experiment`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.run import INTERRUPTED, VOID

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.experiments.comparison import Cell, Reproduction
    from gridbots_referee.experiments.execution import ExecutionMode, Results
    from gridbots_referee.experiments.experiment import Experiment, Lineup
    from gridbots_referee.play.session import Session
    from gridbots_referee.play.stop import Stop

OUTSIDE: Final = 1
"""Exit code: a cell is outside its tolerance."""


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
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
def experiment(file: Path, **options: Any) -> None:
    """Play a published table again, and print ours beside it.

    FILE says which bots play, how often, what is measured, and what was published; see the files in
    experiments/. Each cell has a verdict: whether chance explains the difference, or whether it is
    as small as the file asks for.

    \b
      referee experiment experiments/multisnake_table1.toml --quick
      referee experiment experiments/multisnake_table1.toml --write docs/results --plot

    Exit code 0 if every cell is within its tolerance, 1 if one is outside.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.experiments.experiment_file import load
    from gridbots_referee.play.stop import Stop

    _check(options)
    with Stop() as stop:
        sys.exit(_Run(load(file), file, options).play(stop))


def _check(options: dict[str, Any]) -> None:
    if options["quick"] and options["matches"]:
        raise click.UsageError("--quick and --matches exclude each other")
    if options["plot"] and not options["folder"]:
        raise click.UsageError("--plot needs --write DIR")
    if options["plot"]:
        from gridbots_referee.show.pictures.experiment_plot import check_matplotlib

        check_matplotlib()


class _Run:
    """An experiment that is played."""

    def __init__(self, experiment: Experiment, file: Path, options: dict[str, Any]) -> None:
        self._experiment = experiment
        self._file = file
        self._options = options
        self._seed: int = experiment.seed if options["seed"] is None else options["seed"]
        self._cells: list[Cell] = []
        self._forfeits = 0

    def play(self, stop: Stop) -> int:
        """Play all line-ups, print their cells, write the page; the exit code."""
        from gridbots_referee.show.tables.experiment import verdict_line

        lineups = self._experiment.lineups
        prepared = [self._prepare(lineup) for lineup in lineups]  # wrong ones are told at once
        for lineup, (session, way) in zip(lineups, prepared, strict=True):
            code = self._play_lineup(lineup, session, way, stop)
            if code:
                return code
        self._say(verdict_line(self._cells, self._experiment.confidence))
        if self._options["folder"]:
            self._write(self._options["folder"])
        return OUTSIDE if any(cell.verdict == "outside" for cell in self._cells) else 0

    def _prepare(self, lineup: Lineup) -> tuple[Session, ExecutionMode]:
        from gridbots_referee.experiments.execution import fastest_mode, make_session

        session = make_session(self._experiment, lineup, self._matches(lineup), self._seed)
        return session, fastest_mode(session)

    def _play_lineup(self, lineup: Lineup, session: Session, way: ExecutionMode, stop: Stop) -> int:
        from gridbots_referee.experiments import comparison
        from gridbots_referee.play.warmup import warm_bots

        self._note(f"{lineup.title}: {session.matches} matches, {way}")
        if way == "processes":
            values = _words_of(self._experiment, lineup, session)
            warm_bots(session.launches, session.game.name, values, self._note)
        results = _play(session, way, stop)
        played = len(results.outcomes.rounds)
        if results.void:
            self._note(results.void)
            return VOID
        if stop:
            self._note(f"interrupted after {played} of {session.matches} matches")
            return INTERRUPTED
        if results.forfeits:
            self._note(f"{results.forfeits} of {played} matches were forfeits")
        self._forfeits += results.forfeits
        full = played >= (lineup.matches or self._experiment.matches)
        cells = [*comparison.compare(self._experiment, lineup, results.outcomes, full=full)]
        self._tell(lineup, cells)
        self._cells += cells
        return 0

    def _matches(self, lineup: Lineup) -> int:
        if self._options["matches"]:
            return int(self._options["matches"])
        if self._options["quick"]:
            return lineup.quick or self._experiment.quick
        return lineup.matches or self._experiment.matches

    def _tell(self, lineup: Lineup, cells: Sequence[Cell]) -> None:
        from gridbots_referee.show.tables.experiment import as_json, table

        if self._options["as_json"]:
            for cell in cells:
                click.echo(as_json(self._experiment.name, self._seed, cell))
        if len(self._experiment.lineups) > 1:
            self._say(lineup.title)
        self._say("\n".join(table(cells, self._experiment.certainty)) + "\n")

    def _write(self, folder: Path) -> None:
        from gridbots_referee.experiments.comparison import Reproduction
        from gridbots_referee.show.tables.experiment import markdown

        played = Reproduction(self._experiment, tuple(self._cells), self._seed, self._forfeits)
        folder.mkdir(parents=True, exist_ok=True)
        page = folder / f"{self._experiment.name}.md"
        picture = _draw(played, page.with_suffix(".svg")) if self._options["plot"] else ""
        page.write_text(markdown(played, self._command(), picture), encoding="utf-8")
        self._note(f"written: {page}")

    def _command(self) -> str:
        """The command that makes the page again."""
        asked = self._options
        words = ["referee experiment", self._file.as_posix()]
        words += ["--quick"] if asked["quick"] else []
        words += [f"--matches {asked['matches']}"] if asked["matches"] else []
        words += [] if asked["seed"] is None else [f"--seed {asked['seed']}"]
        words += [f"--write {asked['folder'].as_posix()}"]
        return " ".join(words + (["--plot"] if asked["plot"] else []))

    def _say(self, text: str) -> None:
        """The results, for people."""
        click.echo(text, err=self._options["as_json"])

    def _note(self, text: str) -> None:
        """What happens meanwhile, for people."""
        click.echo(text, err=True)


def _play(session: Session, way: ExecutionMode, stop: Stop) -> Results:
    from gridbots_referee.experiments.execution import run_session
    from gridbots_referee.show.progress.progress_line import ProgressLine

    progress = ProgressLine(session.matches)
    try:
        return run_session(session, way, stop, progress.update)
    finally:
        progress.end()


def _draw(played: Reproduction, picture: Path) -> str:
    """Draw the picture; its name."""
    from gridbots_referee.show.pictures.experiment_plot import svg

    picture.write_text(svg(played), encoding="utf-8")
    return picture.name


def _words_of(experiment: Experiment, lineup: Lineup, session: Session) -> dict[str, str]:
    """The settings of the game as a command line has them."""
    import msgspec

    from gridbots_referee.experiments.experiment_file import setting_values

    values = setting_values(session.game, experiment.settings, lineup)
    return {name: msgspec.json.encode(value).decode().strip('"') for name, value in values.items()}
