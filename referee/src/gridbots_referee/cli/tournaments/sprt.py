"""`referee sprt` and `referee gate`."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.bots_command import BotsCommand
from gridbots_referee.cli.completion import STORE, complete_bot
from gridbots_referee.cli.tournaments.play import dry_run_option, play, tell_plan
from gridbots_referee.cli.tournaments.tournament import (
    from_options,
    playing_options,
    watching_options,
)

if TYPE_CHECKING:
    from gridbots_referee.tournament.store.store import Store


MOST_MATCHES = 100_000


@click.command(cls=BotsCommand)
@click.argument("first", metavar="A", shell_complete=complete_bot)
@click.argument("second", metavar="B", shell_complete=complete_bot)
@click.option("--elo0", type=float, default=0.0, show_default=True,
              help="The lesser hypothesis: A is stronger than B by this.")  # fmt: skip
@click.option("--elo1", type=float, default=10.0, show_default=True,
              help="The greater hypothesis: A is stronger than B by this.")  # fmt: skip
@click.option("--alpha", type=float, default=0.05, show_default=True,
              help="How often at most an A of elo0 may be accepted.")  # fmt: skip
@click.option("--beta", type=float, default=0.05, show_default=True,
              help="How often at most an A of elo1 may be rejected.")  # fmt: skip
@click.option("--model", type=click.Choice(["logistic", "normalized"]), default="logistic",
              show_default=True, help="The unit of elo0 and elo1.")  # fmt: skip
@click.option("--matches", type=click.IntRange(min=2), default=MOST_MATCHES, show_default=True,
              metavar="N", help="Give up after so many.")  # fmt: skip
@click.option("--store", type=STORE, default=Path("sprt.db"), show_default=True, metavar="FILE",
              help="Where the results are kept; a test that was interrupted goes on.")  # fmt: skip
@dry_run_option
@playing_options
@watching_options
def sprt(first: str, second: str, store: Path, **options: Any) -> None:
    """Test whether A is stronger than B, with no more matches than it takes.

    \b
      referee sprt "./mybot --new" "./mybot --old" --elo0 0 --elo1 10
      referee sprt minimax:depth=4 minimax:depth=3 --opening-rounds 6

    Matches come in pairs with the same opening and the seats swapped. After each pair the evidence
    is weighed (a pentanomial generalised sequential probability ratio test); it ends as soon as
    that suffices. Bots without chance play the same match from the same opening: what differs from
    pair to pair is the seed, and the moves of --opening-rounds.

    Exit code 0: decided, or all matches played. docs/statistics.md explains the numbers.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.tournament.run.resume import open_or_create

    keys = ("elo0", "elo1", "alpha", "beta", "model")
    test = {key: options.pop(key) for key in keys}
    named = {**options, "name": store.stem}
    declared = from_options(named, [first, second], sprt=test)
    if options["dry_run"]:
        sys.exit(tell_plan(store, declared, options))
    with open_or_create(store, declared) as opened:
        sys.exit(play(opened, options))


BOUNDS: Final = {"gain": (0.0, 2.0), "simplification": (-1.75, 0.25)}
"""Name -> elo0 and elo1: those that fishtest has for short time controls."""
STATES: Final = {"accepted": 0, "rejected": 1, "undecided": 2}
"""Exit codes."""
SUMMARY: Final = "GITHUB_STEP_SUMMARY"
"""The variable with which GitHub Actions names the file of its summary."""


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
              help="What NEW is tested for: gain is 0,2 (it is stronger), simplification is "
              "-1.75,0.25 (it is not weaker).")  # fmt: skip
@click.option("--model", type=click.Choice(["normalized", "logistic"]), default="normalized",
              show_default=True, help="The unit of the bounds.")  # fmt: skip
@click.option("--alpha", type=float, default=0.05, show_default=True,
              help="How often at most a NEW of elo0 may pass.")  # fmt: skip
@click.option("--beta", type=float, default=0.05, show_default=True,
              help="How often at most a NEW of elo1 may fail.")  # fmt: skip
@click.option("--max-matches", type=click.IntRange(min=2), default=MOST_MATCHES, metavar="N",
              show_default=True, help="Undecided after so many.")  # fmt: skip
@click.option("--summary", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE",
              help=f"Append a summary in Markdown; that of {SUMMARY} gets it, too.")  # fmt: skip
@click.option("--store", type=STORE, default=Path("gate.db"), show_default=True, metavar="FILE",
              help="Where the results are kept; a gate that was interrupted goes on.")  # fmt: skip
@playing_options
@watching_options
def gate(new: str, old: str, store: Path, **options: Any) -> None:
    """Let NEW pass if it is stronger than OLD: a sequential test for continuous integration.

    \b
      referee gate ./mybot ./mybot-released --bounds 0,10 --max-matches 20000
      referee gate ./simpler ./mybot --bounds simplification --summary gate.md

    It is `referee sprt` with the bounds of fishtest, which decides so about Stockfish. They are
    narrow: a gain of 2 takes some ten thousand matches. Wider ones take fewer, four times as few
    for twice the width.

    Exit code 0: passed, 1: failed, 2: undecided after --max-matches (or wrong usage), 3: a match
    could not be played, 130: interrupted. docs/tuning.md has a workflow.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.tournament.run.resume import open_or_create

    elo0, elo1 = options.pop("bounds")
    test = {"elo0": elo0, "elo1": elo1}
    test |= {key: options.pop(key) for key in ("alpha", "beta", "model")}
    files = _summary_files(options.pop("summary"))
    named = {**options, "matches": options.pop("max_matches"), "name": store.stem}
    declared = from_options(named, [new, old], sprt=test)
    with open_or_create(store, declared) as opened:
        code = play(opened, options)
        sys.exit(code or _judge(opened, files))


def _summary_files(named: Path | None) -> list[Path]:
    """Where the summary goes.

    Raises:
        SettingsError: one of them cannot be written; nothing was played.
    """
    from gridbots.errors import SettingsError

    given = os.environ.get(SUMMARY)
    files = [*([named] if named else []), *([Path(given)] if given else [])]
    for file in files:
        try:
            file.open("a", encoding="utf-8").close()
        except OSError as error:
            raise SettingsError(f"{file}: no summary can be written: {error.strerror}") from None
    return files


def _judge(store: Store, files: list[Path]) -> int:
    """Write the summary; the exit code."""
    from gridbots_referee.show.tables.tournament.gate import summary
    from gridbots_referee.tournament.stats.running_sprt import RunningSprt

    assert store.tournament.sprt  # noqa: S101  a gate has a test
    test = RunningSprt(store.tournament.sprt, store.played())
    text = summary(store.tournament, test, shlex.join(["referee", *sys.argv[1:]]))
    for file in files:
        with file.open("a", encoding="utf-8") as summary_file:
            summary_file.write(text)
    return STATES[test.status.state]
