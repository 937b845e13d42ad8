"""`referee analyse`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.bots.isolation import (
    isolation_of,
    isolation_options,
    refuse_beside_sandbox,
)
from gridbots_referee.cli.bots_command import BotsCommand
from gridbots_referee.cli.completion import RECORD, complete_bot

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.record import Record
    from gridbots_referee.analysis.analysis_file import AnalysisWriter
    from gridbots_referee.analysis.runner import AnalysisJob
    from gridbots_referee.analysis.values import Analysis
    from gridbots_referee.play.launch import Launch

TIME_MS: Final = 200
TIMEOUT_MS: Final = 60_000
INTERRUPTED: Final = 130
ROUNDS: Final = re.compile(r"(\d{1,9})?-(\d{1,9})?|(\d{1,9})")


@click.command(cls=BotsCommand)
@click.argument("file", metavar="RECORD", type=RECORD)
@click.option("--with", "bots", multiple=True, metavar="BOT", shell_complete=complete_bot,
              help="A bot that examines; more may be given. Without one, what has been found "
              "before is shown.")  # fmt: skip
@click.option("--seat", "seats", type=click.IntRange(min=0), multiple=True, metavar="N",
              help="Only the play of this seat; more may be given.")  # fmt: skip
@click.option("--rounds", metavar="A-B", help="Only these rounds, such as 20-40 or 57.")
@click.option("--time", "time_ms", type=click.IntRange(min=1), default=TIME_MS, show_default=True,
              metavar="MS", help="What bots are told to have for each position.")  # fmt: skip
@click.option("--timeout", type=click.IntRange(min=1), default=TIMEOUT_MS, show_default=True,
              metavar="MS", help="The most that an answer may take.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(min=1, max=256), default=1, show_default=True,
              metavar="N", help="How many positions are examined at a time.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Begin anew: forget what was found before.")
@click.option("--most", type=click.IntRange(min=0), default=20, show_default=True, metavar="N",
              help="How many turning points are shown.")  # fmt: skip
@click.option("--in-place", is_flag=True,
              help="Start the bots in this folder instead of an empty one each.")  # fmt: skip
@isolation_options
@click.option("--markdown", is_flag=True, help="Print the tables as Markdown.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def analyse(file: Path, bots: tuple[str, ...], **options: Any) -> None:
    """Let bots re-examine a recorded match: blunders, turning points, best lines.

    Each bot is sent the positions of the record as the seats were sent them, and says what it would
    play and what it thinks of the position. Bots that tell values in overlays, such as minimax and
    mcts, show where the match turned; of all others it is told how often they would have played the
    same.

    What is found is kept beside the record, in a file that ends in .analysis: `referee view` shows
    it. An analysis that was interrupted goes on with the same command.

    \b
      referee analyse records/20*.jsonl.gz --with minimax:depth=6
      referee analyse RECORD --with minimax --with mcts --time 500 --jobs 2
      referee analyse RECORD --with "./mybot --verbose" --seat 1 --rounds 40-
      referee analyse RECORD
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots import record
    from gridbots.errors import RecordError
    from gridbots.plugins import load_game
    from gridbots_referee.analysis.analysis_file import opened_analysis, path_beside, read_analysis

    if options["as_json"] and options["markdown"]:
        raise click.UsageError("expected --json or --markdown, got both")
    loaded = record.read(file)
    game = load_game(loaded.match.game)
    path = path_beside(file)
    if bots:
        options["isolation"] = isolation_of(options)
        refuse_beside_sandbox(options["isolation"], options)
        launches = _launches(bots, game, loaded, options)
        with opened_analysis(path, loaded, fresh=options["fresh"]) as (analysis, writer):
            job = _job(file, path, launches, (game, loaded, analysis, writer), options)
            _run(job, game, loaded, options["jobs"], writer)
    analysis = read_analysis(path, loaded)
    if not analysis.bots:
        raise RecordError(f"{path}: there is no analysis yet; --with BOT makes one")
    _show(game, loaded, analysis, options)


def _launches(
    bots: tuple[str, ...], game: Game, record: Record, options: dict[str, Any]
) -> tuple[Launch, ...]:
    from gridbots_referee.analysis.runner import examiner_launches
    from gridbots_referee.play.launch import seeded
    from gridbots_referee.play.warmup import warm_bots

    launches = examiner_launches(bots, game, in_place=options["in_place"])
    values = {name: str(value) for name, value in record.match.settings.items()}
    warm_bots(launches, game.name, values, lambda line: click.echo(line, err=True))
    return seeded(launches, record.match.seed, "analyse")


def _job(
    file: Path,
    path: Path,
    launches: tuple[Launch, ...],
    opened: tuple[Game, Record, Analysis, AnalysisWriter],
    options: dict[str, Any],
) -> AnalysisJob:
    from gridbots_referee.analysis.analysis_file import registered
    from gridbots_referee.analysis.runner import AnalysisJob
    from gridbots_referee.analysis.tasks import rounds_of_choice, tasks_of

    game, record, analysis, writer = opened
    seats = _seats(record, options["seats"])
    wanted = _rounds(record, options["rounds"])
    names = [(launch.bot, launch.package, options["time_ms"]) for launch in launches]
    numbers = [bot.number for bot in registered(analysis, writer, names)]
    pieces = 1 if game.hidden else options["jobs"]
    choices = rounds_of_choice(game, record)
    tasks = tasks_of(choices, analysis, numbers, seats, wanted, pieces=pieces)
    return AnalysisJob(
        record=str(file),
        file=str(path),
        launches=tuple(zip(numbers, launches, strict=True)),
        tasks=tuple(tasks),
        isolation=options["isolation"],
        timeout_ms=options["timeout"],
        time_ms=options["time_ms"],
        in_place=options["in_place"],
    )


def _seats(record: Record, seats: tuple[int, ...]) -> tuple[int, ...]:
    count = len(record.match.players)
    if any(seat >= count for seat in seats):
        raise click.BadParameter(f"--seat: expected 0 to {count - 1}, got {max(seats)}")
    return tuple(dict.fromkeys(seats)) or tuple(range(count))


def _rounds(record: Record, text: str | None) -> range:
    """The rounds, and the one after them: its value is that of the last move."""
    last = len(record.rounds) - 1
    if text is None:
        return range(last + 1)
    match = ROUNDS.fullmatch(text)
    if match is None or text == "-":
        raise click.BadParameter(f"--rounds: expected A-B, A-, -B or A, got {text!r}")
    first, end, one = (None if each is None else int(each) for each in match.groups())
    begin = one if one is not None else first or 0
    stop = one if one is not None else last if end is None else end
    if not begin <= stop or begin > last:
        raise click.BadParameter(f"--rounds: expected rounds from 0 to {last}, got {text}")
    return range(begin, stop + 2)


def _run(job: AnalysisJob, game: Game, record: Record, jobs: int, writer: AnalysisWriter) -> None:
    """Examine what is left; exit where the user has asked to stop."""
    from gridbots_referee.analysis.runner import run_job, shares
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.progress.progress_line import ProgressLine

    total = sum(len(task.rounds) for task in job.tasks)
    if not total:
        return
    progress = ProgressLine(total, "positions")
    progress.update(0)
    try:
        with Stop() as stop:
            if jobs == 1:
                done = 0

                def keep(line: Any) -> None:
                    nonlocal done
                    done += 1
                    writer.add(line)
                    progress.update(done)

                run_job(job, game, record, stop, keep)
            else:
                _wait_for(shares(job, jobs), progress, stop)
    except KeyboardInterrupt:
        progress.end()
        click.echo("Interrupted. What was found is kept: the same command goes on.", err=True)
        sys.exit(INTERRUPTED)
    progress.end()


def _wait_for(jobs: list[AnalysisJob], progress: Any, stop: Any) -> None:
    """Let workers do the jobs.

    Raises:
        OutputError: one of them could not.
        KeyboardInterrupt: the user has asked to stop.
    """
    import select

    from gridbots.errors import OutputError
    from gridbots_referee.analysis.runner import LOOK_SECONDS, AnalysisWorkers, count_lines, size_of

    file = Path(jobs[0].file)
    begin = size_of(file)
    with AnalysisWorkers(jobs) as workers:
        while workers.is_running():
            select.select([stop.fileno()], [], [], LOOK_SECONDS)
            if stop:
                raise KeyboardInterrupt
            progress.update(count_lines(file, begin) or 0)
        if problem := workers.problem():
            raise OutputError(problem)


def _show(game: Game, record: Record, analysis: Analysis, options: dict[str, Any]) -> None:
    from gridbots_referee.analysis.assessment import assessments
    from gridbots_referee.show.tables.analysis import (
        analysis_json,
        analysis_lines,
        analysis_markdown,
    )

    found = assessments(game, record, analysis)
    if options["as_json"]:
        click.echo(json.dumps(analysis_json(analysis, found)))
        return
    lines = analysis_markdown if options["markdown"] else analysis_lines
    click.echo("\n".join(lines(record, analysis, found, options["most"])))
