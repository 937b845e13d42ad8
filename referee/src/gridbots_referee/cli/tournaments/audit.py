"""`referee audit`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from gridbots_referee.cli.options import FILE
from gridbots_referee.cli.tournaments.results import STORE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from gridbots.game import Game
    from gridbots_referee.tournament.audit.rows import Discrepancy
    from gridbots_referee.tournament.formats.tournament import Tournament

STEP = 50
"""Matches between two progress messages."""


@click.command()
@STORE
@click.option("--no-replay", is_flag=True,
              help="Do not replay the records by the rules; much faster.")  # fmt: skip
@click.option("--sign-key", type=FILE, metavar="FILE",
              help="Require that all matches are signed with this key.")  # fmt: skip
@click.option("--head", metavar="DIGEST", default="",
              help="Require that the chain still contains this head, printed earlier.")  # fmt: skip
@click.option("--rebuild", type=FILE, metavar="NEW",
              help="Build a new store from the correct records instead.")  # fmt: skip
@click.option("--tournament", "declared", type=FILE, metavar="FILE",
              help="With --rebuild: the tournament file, if the STORE cannot be read.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line.")
def audit(store: Path, as_json: bool, **options: Any) -> None:
    """Check whether the stored results of a tournament can be trusted.

    \b
      referee audit autumn.db
      referee audit autumn.db --sign-key ~/autumn.key --head 3f0c...
      referee audit autumn.db --rebuild new.db

    The command checks the rows of each match against its record, the record against the rules, and
    all matches against the chain that links each match to the previous one. It prints one line for
    each discrepancy.

    Exit code 0 if there is no discrepancy, 1 if there is one, 2 if the store cannot be read.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    if options["declared"] and not options["rebuild"]:
        raise click.UsageError("--tournament needs --rebuild")
    if options["rebuild"] and options["head"]:
        raise click.UsageError(
            "--head and --rebuild are mutually exclusive: a new store has a new head"
        )
    work = _rebuild if options["rebuild"] else _audit
    sys.exit(1 if work(store, options, as_json) else 0)


def _audit(path: Path, options: dict[str, Any], as_json: bool) -> int:
    """Print the discrepancies, and return their number."""
    from gridbots_referee.tournament.audit.audit import Options, audit
    from gridbots_referee.tournament.store.store import Store

    with Store.open(path, read_only=True) as store:
        chosen = Options(_game(store.tournament, options), _key(options), options["head"])
        total, found = len(store), 0
        for number, findings in enumerate(audit(store, chosen)):
            _print_findings(findings, as_json)
            found += len(findings)
            _print_progress(number, total)
        head = store.chain.head
    if as_json:
        summary = {"event": "audited", "matches": total, "discrepancies": found, "head": head}
        click.echo(json.dumps(summary))
    else:
        click.echo(f"{path}: {total} matches, discrepancies: {found}; head {head}")
    return found


def _rebuild(path: Path, options: dict[str, Any], as_json: bool) -> int:
    """Build the new store, and return the number of rejected records."""
    from gridbots_referee.tournament.audit.rebuild import Rebuilder
    from gridbots_referee.tournament.formats.tournament_file import load
    from gridbots_referee.tournament.store.store import Store

    if options["declared"]:
        declared, folder, voids = load(options["declared"]), Store.records_beside(path), []
    else:
        with Store.open(path, read_only=True) as store:
            declared, folder, voids = store.tournament, store.records, store.voids()
    rebuilder = Rebuilder(declared, folder, _game(declared, options))
    matches = 0
    for matches in rebuilder.rebuild(options["rebuild"], voids, _key(options)):
        _print_progress(matches, matches)
    _print_findings(rebuilder.findings, as_json)
    if as_json:
        summary = {"event": "rebuilt", "matches": matches, "discrepancies": len(rebuilder.findings)}
        click.echo(json.dumps(summary))
    else:
        click.echo(f"{options['rebuild']}: {matches} matches from the records in {folder}")
    return len(rebuilder.findings)


def _game(tournament: Tournament, options: dict[str, Any]) -> Game | None:
    """The game whose rules verify the records; None to skip that."""
    from gridbots.plugins import load_game

    return None if options["no_replay"] else load_game(tournament.game)


def _key(options: dict[str, Any]) -> bytes:
    from gridbots_referee.tournament.store.chain import read_key

    return read_key(options["sign_key"]) if options["sign_key"] else b""


def _print_findings(findings: Iterable[Discrepancy], as_json: bool) -> None:
    import msgspec

    for finding in findings:
        if as_json:
            click.echo(json.dumps({"event": "discrepancy", **msgspec.to_builtins(finding)}))
        else:
            click.echo(str(finding))


def _print_progress(number: int, total: int) -> None:
    if sys.stderr.isatty() and (number % STEP == 0 or number == total):
        click.echo(f"\r{number} of {total} matches ", nl=number == total, err=True)
