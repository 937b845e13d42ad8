"""`referee replay` and `referee verify`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from gridbots_referee.cli.completion import RECORD
from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


@click.command()
@click.argument("file", type=RECORD)
@click.option("--round", "rounds", type=click.IntRange(min=0), multiple=True, metavar="N",
              help="Print the board of this round instead; may be repeated.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Print all rounds instead.")
@click.option("--stderr", is_flag=True,
              help="Print the end of each bot's stderr instead.")  # fmt: skip
def replay(file: Path, rounds: tuple[int, ...], *, everything: bool, stderr: bool) -> None:
    """Step through a recorded match in the terminal.

    \b
    Keys:
      left, right   previous and next round
      PgUp, PgDn    10 rounds back and forward
      Home, End     first and last round
      N, Enter      round N
      E, e          previous and next event
      space, +, -   play, faster, slower
      ?, q          help, quit

    Without a terminal, all rounds are printed.

    \b
      referee replay records/20260101-120000-abcdef-1.jsonl.gz
      referee replay RECORD --round 20 --round 21
      referee replay RECORD --stderr
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots import record
    from gridbots.plugins import load_game
    from gridbots_referee.show.board.replay import replay as show_replay
    from gridbots_referee.show.tables.report import stderr_of

    loaded = record.read(file)
    if stderr:
        click.echo("\n".join(stderr_of(loaded, failures=True)))
        return
    last = len(loaded.rounds)
    if any(number > last for number in rounds):
        raise click.BadParameter(f"expected a round from 0 to {last}, got {max(rounds)}")
    numbers = range(last + 1) if everything else rounds or None
    show_replay(loaded, load_game(loaded.match.game), numbers)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE ...", type=RECORD)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per record.")
def verify(files: tuple[Path, ...], as_json: bool) -> None:
    """Verify records: replay them by the rules, and print the differences.

    Exit code 0 if all records are correct, 1 if one differs, 2 if one cannot be verified: the file
    is not a record or is damaged, or its game is not installed.

    \b
      referee verify records/*.jsonl.gz
    """  # noqa: D301  \b is click's mark for "do not wrap"
    verifications = []
    for path in files:
        found = _verify(path)
        _print_verification(path, found, as_json=as_json)
        verifications.append(found)
    if not as_json and len(files) > 1:
        true = sum(found.is_true for found in verifications)
        click.echo(f"{true} of {len(files)} records verified")
    if any(found.error for found in verifications):
        sys.exit(2)
    sys.exit(0 if all(found.is_true for found in verifications) else 1)


class Verification(NamedTuple):
    """Result of verifying a file."""

    differences: Sequence[str] = ()
    error: str = ""
    """Why it cannot be verified."""

    @property
    def is_true(self) -> bool:
        return not self.differences and not self.error


def _verify(path: Path) -> Verification:
    from gridbots import record
    from gridbots.errors import GridbotsError, RecordError
    from gridbots.plugins import load_game
    from gridbots.record.verification import verify as verify_record

    try:
        loaded = record.read(path)
    except RecordError as error:
        return Verification(error=f"not a record: {str(error).removeprefix(f'{path}: ')}")
    try:
        return Verification(verify_record(load_game(loaded.match.game), loaded))
    except GridbotsError as error:
        return Verification(error=f"cannot be verified: {error}")


def _print_verification(path: Path, found: Verification, *, as_json: bool) -> None:
    if as_json:
        report = {"record": str(path), "verified": found.is_true, **found._asdict()}
        click.echo(json.dumps(report))
        return
    result = found.error or ("DIFFERS" if found.differences else "verified")
    for line in (f"{path}: {result}", *(f"  {each}" for each in found.differences)):
        click.echo(visible(line))
