"""`referee sprt` and `referee gate`."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import click
import msgspec

from gridbots_referee.cli.completion import STORE, complete_bot
from gridbots_referee.cli.options import FILE, BotsCommand, Option, options
from gridbots_referee.cli.tournaments.play import dry_run_option, play, print_plan, runner_options
from gridbots_referee.cli.tournaments.tournament import (
    from_options,
    playing_options,
)

if TYPE_CHECKING:
    from gridbots_referee.cli.bots.isolation import IsolationFlags
    from gridbots_referee.cli.tournaments.play import RunnerOptions
    from gridbots_referee.tournament.store.store import Store


MOST_MATCHES = 100_000


class SprtOptions(msgspec.Struct, frozen=True):
    """The hypotheses of a sequential test, and its probabilities of error."""

    elo0: Annotated[float, Option("Null hypothesis: how much stronger A is than B.")] = 0.0
    elo1: Annotated[float, Option("Alternative hypothesis: how much stronger A is than B.")] = 10.0
    alpha: Annotated[float, Option("Maximum probability of accepting A if elo0 is true.")] = 0.05
    beta: Annotated[float, Option("Maximum probability of rejecting A if elo1 is true.")] = 0.05
    model: Annotated[Literal["logistic", "normalized"], Option("The unit of elo0 and elo1.")] = (
        "logistic"
    )


@click.command(cls=BotsCommand)
@click.argument("first", metavar="A", shell_complete=complete_bot)
@click.argument("second", metavar="B", shell_complete=complete_bot)
@options(SprtOptions, "test")
@click.option("--matches", type=click.IntRange(min=2), default=MOST_MATCHES, show_default=True,
              metavar="N", help="Stop undecided after N matches.")  # fmt: skip
@click.option("--store", type=STORE, default=Path("sprt.db"), show_default=True, metavar="FILE",
              help="Store of the results; the same command resumes an interrupted "
              "test.")  # fmt: skip
@dry_run_option
@playing_options
@runner_options
def sprt(  # noqa: PLR0913  the groups of options of the command
    first: str,
    second: str,
    *,
    store: Path,
    test: SprtOptions,
    isolation: IsolationFlags,
    runner: RunnerOptions,
    **playing: Any,
) -> None:
    """Test whether A is stronger than B by a sequential probability ratio test (SPRT).

    \b
      referee sprt "./mybot --new" "./mybot --old" --elo0 0 --elo1 10
      referee sprt minimax:depth=4 minimax:depth=3 --opening-rounds 6

    Matches are played in pairs, with the same opening and swapped seats. After each pair, a
    pentanomial generalised SPRT evaluates the results; the test stops as soon as the evidence
    suffices. Deterministic bots repeat the same match from the same opening, so the pairs differ by
    their seeds and by the random moves of --opening-rounds.

    Exit code 0 if the test is decided or all matches were played. docs/statistics.md explains the
    numbers.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.tournament.run.resume import open_or_create

    named = {**playing, "name": store.stem}
    declared = from_options(named, [first, second], isolation, sprt=msgspec.structs.asdict(test))
    if playing["dry_run"]:
        sys.exit(print_plan(store, declared, declared.isolation, runner))
    with open_or_create(store, declared) as opened:
        sys.exit(play(opened, isolation, runner))


BOUNDS: Final = {"gain": (0.0, 2.0), "simplification": (-1.75, 0.25)}
"""Name -> elo0 and elo1, as in fishtest for short time controls."""
STATES: Final = {"accepted": 0, "rejected": 1, "undecided": 2}
"""Exit codes."""
SUMMARY: Final = "GITHUB_STEP_SUMMARY"
"""The variable in which GitHub Actions names its summary file."""


def _read_bounds(_: click.Context, __: click.Parameter, text: str) -> tuple[float, float]:
    """A name of BOUNDS, or ELO0,ELO1."""
    if text in BOUNDS:
        return BOUNDS[text]
    low, _comma, high = text.partition(",")
    try:
        return float(low), float(high)
    except ValueError:
        raise click.BadParameter(
            f"expected gain, simplification or ELO0,ELO1 such as 0,10, got {text!r}"
        ) from None


@click.command(cls=BotsCommand)
@click.argument("new", metavar="NEW", shell_complete=complete_bot)
@click.argument("old", metavar="OLD", shell_complete=complete_bot)
@click.option("--bounds", default="gain", callback=_read_bounds, show_default=True,
              metavar="gain|simplification|ELO0,ELO1",
              help="Hypotheses: gain is 0,2 (NEW is stronger), simplification is -1.75,0.25 (NEW "
              "is not weaker).")  # fmt: skip
@click.option("--model", type=click.Choice(["normalized", "logistic"]), default="normalized",
              show_default=True, help="The unit of the bounds.")  # fmt: skip
@options(SprtOptions, only=("alpha", "beta"),
         alpha=Option("Maximum probability of passing NEW if ELO0 is true."),
         beta=Option("Maximum probability of failing NEW if ELO1 is true."))  # fmt: skip
@click.option("--max-matches", type=click.IntRange(min=2), default=MOST_MATCHES, metavar="N",
              show_default=True, help="Stop undecided after N matches.")  # fmt: skip
@click.option("--summary", type=FILE, metavar="FILE",
              help=f"Append a Markdown summary to FILE, as to the file in {SUMMARY}.")  # fmt: skip
@click.option("--store", type=STORE, default=Path("gate.db"), show_default=True, metavar="FILE",
              help="Store of the results; the same command resumes an interrupted "
              "gate.")  # fmt: skip
@playing_options
@runner_options
def gate(
    new: str,
    old: str,
    *,
    store: Path,
    isolation: IsolationFlags,
    runner: RunnerOptions,
    **playing: Any,
) -> None:
    """Pass NEW if it is stronger than OLD: a sequential test for continuous integration.

    \b
      referee gate ./mybot ./mybot-released --bounds 0,10 --max-matches 20000
      referee gate ./simpler ./mybot --bounds simplification --summary gate.md

    This is `referee sprt` with the bounds of fishtest, the test server of Stockfish. They are
    narrow: to prove a gain of 2 takes some ten thousand matches. Bounds twice as wide need a
    quarter of the matches.

    Exit code 0: passed, 1: failed, 2: undecided after --max-matches (or wrong usage), 3: a match
    could not be played, 130: interrupted. docs/tuning.md has an example workflow.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.tournament.run.resume import open_or_create

    elo0, elo1 = playing.pop("bounds")
    test = {"elo0": elo0, "elo1": elo1}
    test |= {key: playing.pop(key) for key in ("alpha", "beta", "model")}
    files = _summary_files(playing.pop("summary"))
    named = {**playing, "matches": playing.pop("max_matches"), "name": store.stem}
    declared = from_options(named, [new, old], isolation, sprt=test)
    with open_or_create(store, declared) as opened:
        code = play(opened, isolation, runner)
        sys.exit(code or _finish(opened, files))


def _summary_files(named: Path | None) -> list[Path]:
    """The files for the summary.

    Raises:
        SettingsError: one of them cannot be written.
    """
    from gridbots.errors import SettingsError

    given = os.environ.get(SUMMARY)
    files = [*([named] if named else []), *([Path(given)] if given else [])]
    for file in files:
        try:
            file.open("a", encoding="utf-8").close()
        except OSError as error:
            raise SettingsError(f"{file}: cannot write the summary: {error.strerror}") from None
    return files


def _finish(store: Store, files: list[Path]) -> int:
    """Write the summary, and return the exit code."""
    from gridbots_referee.show.tables.tournament.gate import summary
    from gridbots_referee.tournament.stats.sprt import RunningSprt

    assert store.tournament.sprt  # noqa: S101  a gate has a test
    test = RunningSprt(store.tournament.sprt, store.played())
    forfeits = store.arrays().forfeits(2)
    text = summary(store.tournament, test, forfeits, shlex.join(["referee", *sys.argv[1:]]))
    for file in files:
        with file.open("a", encoding="utf-8") as summary_file:
            summary_file.write(text)
    return STATES[test.status.state]
