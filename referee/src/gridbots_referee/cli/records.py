"""`referee replay` and `referee verify`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

RECORD = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@click.argument("file", type=RECORD)
@click.option("--round", "rounds", type=click.IntRange(min=0), multiple=True, metavar="N",
              help="Print the board of this round instead.")  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Print all rounds instead.")
def replay(file: Path, rounds: tuple[int, ...], everything: bool) -> None:
    """Step through a recorded match in the terminal.

    Arrow keys go forward and back, PgUp and PgDn by ten, Home and End to the ends, a number and
    Enter to a round; e and E to the next and the last event; space plays, + and - set the speed;
    ? shows help and q leaves. Where there is no terminal, all rounds are printed.
    """
    from gridbots import record
    from gridbots.plugins import load_game
    from gridbots_referee.show.replay import replay as show_replay

    loaded = record.read(file)
    last = len(loaded.rounds)
    if any(number > last for number in rounds):
        raise click.BadParameter(f"expected a round from 0 to {last}, got {max(rounds)}")
    numbers = range(last + 1) if everything else rounds or None
    show_replay(loaded, load_game(loaded.match.game), numbers)


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE ...", type=RECORD)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per record.")
def verify(files: tuple[Path, ...], as_json: bool) -> None:
    """Play records again by the rules and say what differs.

    Exit code 0 if every record is true, 1 if one differs or is damaged.
    """
    wrong = 0
    for path in files:
        differences = _differences(path)
        wrong += bool(differences)
        _tell(path, differences, as_json=as_json)
    if not as_json and len(files) > 1:
        click.echo(f"{len(files) - wrong} of {len(files)} records verified")
    sys.exit(1 if wrong else 0)


def _differences(path: Path) -> list[str]:
    from gridbots import record
    from gridbots.errors import GridbotsError
    from gridbots.plugins import load_game
    from gridbots.replay import verify as verify_record

    try:
        loaded = record.read(path)
        return verify_record(load_game(loaded.match.game), loaded)
    except GridbotsError as error:
        return [str(error)]


def _tell(path: Path, differences: Sequence[str], *, as_json: bool) -> None:
    if as_json:
        told = {"record": str(path), "verified": not differences, "differences": differences}
        click.echo(json.dumps(told))
    elif differences:
        click.echo(f"{path}: DIFFERS")
        for difference in differences:
            click.echo(f"  {difference}")
    else:
        click.echo(f"{path}: verified")


@click.command()
@click.argument("file", type=RECORD)
@click.option("--svg", "target", type=click.Path(path_type=Path, dir_okay=False), required=True,
              metavar="OUT", help="Write a picture of a round here.")  # fmt: skip
@click.option("--round", "number", type=click.IntRange(min=0), metavar="N",
              help="Which round; the end of the match if not given.")  # fmt: skip
def export(file: Path, target: Path, number: int | None) -> None:
    """Make a picture of a recorded match."""
    from gridbots import record, replay
    from gridbots.plugins import load_game
    from gridbots_referee.show.svg import svg

    loaded = record.read(file)
    last = len(loaded.rounds)
    if number is not None and number > last:
        raise click.BadParameter(f"expected a round from 0 to {last}, got {number}")
    game = load_game(loaded.match.game)
    moves = [replay.move_numbers(game, each.moves) for each in loaded.rounds[:number]]
    *_, picture = replay.frames(game, replay.opening_of(game, loaded), moves)
    target.write_text(svg(picture, [player.name for player in loaded.match.players]))
    click.echo(f"{target}: round {len(moves)} of {last}")
