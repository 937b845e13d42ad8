"""`referee sprt`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from gridbots_referee.cli.bots_command import BotsCommand
from gridbots_referee.cli.completion import STORE, complete_bot
from gridbots_referee.cli.tournaments.dry_run import dry_run_option, tell_plan
from gridbots_referee.cli.tournaments.play import play
from gridbots_referee.cli.tournaments.tournament import (
    from_options,
    playing_options,
    watching_options,
)

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
