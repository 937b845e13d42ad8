"""`referee audit`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gridbots_referee.cli.tournaments.results import STORE

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gridbots.game import Game
    from gridbots_referee.tournament.audit.discrepancy import Discrepancy
    from gridbots_referee.tournament.formats.tournament import Tournament

FILE = click.Path(path_type=Path, dir_okay=False)
STEP = 50
"""After how many matches it is told how far the work is."""


@click.command()
@STORE
@click.option("--no-replay", is_flag=True,
              help="Do not play records again by the rules: much faster.")  # fmt: skip
@click.option("--sign-key", type=FILE, metavar="FILE",
              help="Expect all matches to be signed with this key.")  # fmt: skip
@click.option("--head", metavar="DIGEST", default="",
              help="A head that was printed earlier: it must be in the chain still.")  # fmt: skip
@click.option("--rebuild", type=FILE, metavar="NEW",
              help="Make a new store instead, from the records that are true.")  # fmt: skip
@click.option("--tournament", "declared", type=FILE, metavar="FILE",
              help="The tournament to rebuild, where the STORE cannot be read.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object per line.")
def audit(store: Path, as_json: bool, **options: Any) -> None:
    """See whether the results of a tournament can be trusted.

    \b
      referee audit autumn.db
      referee audit autumn.db --sign-key ~/autumn.key --head 3f0c...
      referee audit autumn.db --rebuild new.db

    The rows of each match are compared with its record, the record with the rules, and all of them
    with the chain that links each match to the one before. What is wrong is printed, one line each.

    Exit code 0 if nothing is, 1 if something is, 2 if the store cannot be read.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    if options["declared"] and not options["rebuild"]:
        raise click.UsageError("--tournament is for --rebuild")
    if options["rebuild"] and options["head"]:
        raise click.UsageError("--head and --rebuild exclude each other: a new store has a new one")
    work = _rebuild if options["rebuild"] else _audit
    sys.exit(1 if work(store, options, as_json) else 0)


def _audit(path: Path, options: dict[str, Any], as_json: bool) -> int:
    """Print what is found; how many findings there are."""
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
        said = {"event": "audited", "matches": total, "discrepancies": found, "head": head}
        click.echo(json.dumps(said))
    else:
        click.echo(f"{path}: {total} matches, {found or 'nothing'} wrong; head {head}")
    return found


def _rebuild(path: Path, options: dict[str, Any], as_json: bool) -> int:
    """Make the new store; how many records were not taken."""
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
        said = {"event": "rebuilt", "matches": matches, "discrepancies": len(rebuilder.findings)}
        click.echo(json.dumps(said))
    else:
        click.echo(f"{options['rebuild']}: {matches} matches from the records in {folder}")
    return len(rebuilder.findings)


def _game(tournament: Tournament, options: dict[str, Any]) -> Game | None:
    """By whose rules records are verified."""
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
