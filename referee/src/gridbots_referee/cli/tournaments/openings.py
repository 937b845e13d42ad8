"""`referee openings`."""

from __future__ import annotations

import click

from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.cli.completion import complete_game, complete_setting


@click.command()
@click.option("--game", default=DEFAULT_GAME, show_default=True, shell_complete=complete_game,
              help="The game, as in `referee games`.")  # fmt: skip
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE",
              shell_complete=complete_setting,
              help="A setting of the game; `referee games GAME` lists them.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(min=0), default=4, show_default=True, metavar="K",
              help="Rounds of random moves in each opening.")  # fmt: skip
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="How many openings.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**62), default=1, show_default=True,
              metavar="N", help="Seed of the first opening; the next ones follow.")  # fmt: skip
def openings(game: str, settings: tuple[str, ...], rounds: int, count: int, seed: int) -> None:
    """Print random openings, one JSON object per line, for the file of a tournament.

    All moves are legal, and after them nobody is out. The same options print the same openings.

    \b
      referee openings --rounds 6 --count 500 > openings.jsonl
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots.plugins import load_game
    from gridbots.settings import parse_assignments
    from gridbots_referee.tournament.formats.openings import openings_text, random_opening

    loaded = load_game(game)
    made = loaded.make_settings(parse_assignments(settings))
    for number in range(seed, seed + count):
        click.echo(openings_text([random_opening(loaded, made, number, rounds)]), nl=False)
