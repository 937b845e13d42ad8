"""`--dry-run`: what would be played, and how long it would take."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

import click

from gridbots_referee.cli.bots.isolation import isolation_of

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots_referee.tournament.formats.tournament import Tournament

UNFIT: Final = 2
"""Exit code: a bot cannot take part."""

dry_run_option: Final = click.option(
    "--dry-run", is_flag=True,
    help="Say what would be played, by which bots, and about how long it takes; write nothing.",
)  # fmt: skip


def tell_plan(path: Path, declared: Tournament, options: dict[str, Any]) -> int:
    """Print the plan of a tournament in this store, which may not be there; the exit code.

    Raises:
        GridbotsError: it cannot be played, or the store holds another one.
    """
    from gridbots_referee.show.tables.tournament import plan as table
    from gridbots_referee.tournament.run.plan import make_plan
    from gridbots_referee.tournament.run.resume import growth_of
    from gridbots_referee.tournament.store.store import Store

    if options["cluster"]:
        raise click.UsageError("--dry-run is about this machine; leave out --cluster")
    with Store.open(path, read_only=True) if path.exists() else nullcontext() as store:
        isolation = isolation_of(options, declared.isolation)
        if store:
            declared = growth_of(store, declared).tournament
        plan = make_plan(declared, isolation, store, options["concurrency"])
    if options["as_json"]:
        click.echo(json.dumps(table.as_dict(plan, path)))
    else:
        click.echo(table.as_text(plan, path), nl=False)
    return UNFIT if any(bot.trouble for bot in plan.bots) else 0
