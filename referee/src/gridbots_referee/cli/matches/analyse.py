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
from gridbots_referee.cli.completion import RECORD, complete_bot
from gridbots_referee.cli.options import BotsCommand, ExaminerOptions, json_option, options

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.record import Record
    from gridbots_referee.analysis.analysis_file import AnalysisWriter
    from gridbots_referee.analysis.runner import AnalysisJob
    from gridbots_referee.analysis.values import Analysis, AnyLine
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.progress.console import ProgressLine

TIME_MS: Final = 200
INTERRUPTED: Final = 130
ROUNDS: Final = re.compile(r"(\d{1,9})?-(\d{1,9})?|(\d{1,9})")


@click.command(cls=BotsCommand)
@click.argument("file", metavar="RECORD", type=RECORD)
@click.option("--with", "bots", multiple=True, metavar="BOT", shell_complete=complete_bot,
              help="A bot that analyses the match; may be repeated. Without it, the existing "
              "analysis is shown.")  # fmt: skip
@click.option("--seat", "seats", type=click.IntRange(min=0), multiple=True, metavar="N",
              help="Analyse only this seat; may be repeated.")  # fmt: skip
@click.option("--rounds", metavar="A-B", help="Analyse only these rounds, such as 20-40 or 57.")
@click.option("--time", "time_ms", type=click.IntRange(min=1), default=TIME_MS, show_default=True,
              metavar="MS", help="Time for each position, as announced to the bots.")  # fmt: skip
@click.option("--jobs", type=click.IntRange(min=1, max=256), default=1, show_default=True,
              metavar="N", help="Number of positions analysed at the same time.")  # fmt: skip
@click.option("--fresh", is_flag=True, help="Discard the existing analysis, and start again.")
@click.option("--most", type=click.IntRange(min=0), default=20, show_default=True, metavar="N",
              help="Show at most N turning points.")  # fmt: skip
@options(ExaminerOptions)
@isolation_options
@click.option("--markdown", is_flag=True, help="Print tables in Markdown.")
@json_option
def analyse(file: Path, bots: tuple[str, ...], **options: Any) -> None:
    """Analyse a recorded match with bots: blunders, turning points, best lines.

    Each bot gets every position of the record as its seat saw it, and answers with a move and, if
    it sends overlays, an evaluation. Evaluations, as minimax and mcts send them, show the turning
    points of the match; for other bots, the analysis shows how often they agree with the moves of
    the record.

    The analysis is stored in a .analysis file next to the record, where `referee view` finds it.
    After an interruption, the same command continues.

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
        options["isolation"] = isolation_of(options["isolation"])
        refuse_beside_sandbox(options["isolation"], in_place=options["in_place"])
        launches = _launches(bots, game, loaded, options)
        with opened_analysis(path, loaded, fresh=options["fresh"]) as (analysis, writer):
            job = _job(file, path, launches, (game, loaded, analysis, writer), options)
            _run(job, game, loaded, options["jobs"], writer)
    analysis = read_analysis(path, loaded)
    if not analysis.bots:
        raise RecordError(f"{path}: no analysis yet; --with BOT makes one")
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
    """The rounds, and the next one, whose evaluation assesses the last move."""
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
    """Analyse the remaining positions; exit if the user stops the command."""
    from gridbots_referee.analysis.runner import run_job, shares
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.progress.console import ProgressLine

    total = sum(len(task.rounds) for task in job.tasks)
    if not total:
        return
    progress = ProgressLine(total, "positions")
    progress.update(0)
    try:
        with Stop() as stop:
            if jobs == 1:
                done = 0

                def keep(line: AnyLine) -> None:
                    nonlocal done
                    done += 1
                    writer.add(line)
                    progress.update(done)

                run_job(job, game, record, stop, keep)
            else:
                _wait_for(shares(job, jobs), progress, stop)
    except KeyboardInterrupt:
        progress.end()
        click.echo(
            "Interrupted. The analysis so far is stored; the same command continues it.", err=True
        )
        sys.exit(INTERRUPTED)
    progress.end()


def _wait_for(jobs: list[AnalysisJob], progress: ProgressLine, stop: Stop) -> None:
    """Run the jobs in workers.

    Raises:
        OutputError: a worker failed.
        KeyboardInterrupt: the user stopped the command.
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
    from gridbots_referee.show.tables.analysis import analysis_json, analysis_lines

    found = assessments(game, record, analysis)
    if options["as_json"]:
        click.echo(json.dumps(analysis_json(analysis, found)))
        return
    lines = analysis_lines(record, analysis, found, options["most"], markdown=options["markdown"])
    click.echo("\n".join(lines))
