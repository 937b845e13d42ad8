"""`referee check`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gridbots.installed import DEFAULT_GAME
from gridbots_referee.cli.bots_command import BotsCommand
from gridbots_referee.cli.completion import complete_bot, complete_game, complete_setting
from gridbots_referee.cli.matches.run import limit_options, make_session, tell_words

if TYPE_CHECKING:
    from gridbots.errors import OutputError
    from gridbots.record import Record
    from gridbots_referee.play.session import Session


@click.command(cls=BotsCommand)
@click.argument("bot", shell_complete=complete_bot)
@click.option("--game", default=DEFAULT_GAME, show_default=True, shell_complete=complete_game,
              help="The game to play.")  # fmt: skip
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE",
              shell_complete=complete_setting,
              help="A setting of the game.")  # fmt: skip
@click.option("--matches", type=click.IntRange(min=1), default=2, show_default=True, metavar="N",
              help="How many matches the bot plays against itself.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**63 - 1), default=1, show_default=True,
              metavar="N", help="Seed of the first opening.")  # fmt: skip
@limit_options
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("records"),
              show_default=True, metavar="DIR", help="Folder for the records.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def check(bot: str, as_json: bool, **options: Any) -> None:
    """See whether a BOT follows the protocol: it plays against itself.

    Says what is well, what the referee would warn of, and what would lose a match. Exit code 0 if
    nothing would lose a match, 1 otherwise.

    \b
      referee check ./mybot
      referee check "python3 mybot.py" --game multisnake
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots.plugins import load_game
    from gridbots_referee.play.protocol_check import examine
    from gridbots_referee.show.tables import check

    game = load_game(options["game"])
    seats = game.seats(game.make_settings(dict(_pairs(options["settings"]))))
    session = make_session((bot,) * seats, options)
    tell_words(session, lambda line: click.echo(line, err=True))
    played, unwritten = _play(session, options["out"])
    findings = examine(played, session.limits)
    click.echo(check.as_json(findings) if as_json else check.as_text(bot, findings))
    if unwritten:
        raise unwritten
    sys.exit(any(finding.level == "wrong" for finding in findings))


def _pairs(settings: tuple[str, ...]) -> dict[str, str]:
    from gridbots.settings import parse_assignments

    return parse_assignments(settings)


def _play(
    session: Session, folder: Path
) -> tuple[list[tuple[Record, Path | None]], OutputError | None]:
    """What was played, and the error that ended it."""
    from gridbots.errors import OutputError
    from gridbots_referee.play.session import play_session
    from gridbots_referee.play.stop import Stop

    played: list[tuple[Record, Path | None]] = []
    with Stop() as stop:
        try:
            play_session(session, folder, stop, lambda _: None, lambda *each: played.append(each))
        except OutputError as error:
            return played, error
    return played, None
