"""`referee new`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.cli.completion import complete_game

if TYPE_CHECKING:
    from gridbots_referee.scaffold.bot import NewFiles
    from gridbots_referee.scaffold.renaming import Name

FOLDER = click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
NAME = click.option("--name", metavar="NAME", help="Its name.  [default: that of the FOLDER]")
AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")


@click.group()
def new() -> None:
    """Start a bot, a plugin or a game from an example that works.

    \b
      referee new bot --language rust mybot
      referee new bot --language python --game snake --name viper
      referee new bot --list
      referee new plugin --name my-bot
      referee new game --name my-game
    """  # noqa: D301  \b is click's mark for "do not wrap"


@new.command()
@FOLDER
@click.option("--language", metavar="L", help="The language; --list shows which there are.")
@click.option("--game", default=DEFAULT_GAME, show_default=True, shell_complete=complete_game,
              help="The game that it plays, any that is installed.")  # fmt: skip
@NAME
@click.option("--list", "lists", is_flag=True, help="List the languages, and write nothing.")
@AS_JSON
def bot(folder: Path | None, as_json: bool, **options: Any) -> None:
    """Write a bot that plays, with a test and a README, into a FOLDER (named as the bot).

    The bot is one file in the language of your choice that needs no library. For a game that has
    no starter in this language it is one for any game, with what this game tells its bots in the
    README. Nothing that is there is overwritten.

    \b
      referee new bot --language go viper
      referee new bot --language c++ --game paperio
    """  # noqa: D301  \b is click's mark for "do not wrap"
    if options["lists"]:
        _list_languages(as_json=as_json)
        return
    if options["language"] is None:
        raise click.UsageError("expected --language L; --list shows which there are")
    from gridbots.plugins import load_game
    from gridbots_referee.scaffold.bot import new_bot

    folder, called = _place(folder, options["name"], "mybot")
    made = new_bot(options["language"], load_game(options["game"]), called)
    _write(folder, made, as_json=as_json)


@new.command()
@FOLDER
@NAME
@click.option("--command", "is_command", is_flag=True,
              help="A bot that is a program in another language, here in Perl.")  # fmt: skip
@AS_JSON
def plugin(folder: Path | None, name: str | None, is_command: bool, as_json: bool) -> None:
    """Write a package with a bot in Python, which is known by its name once it is installed.

    \b
      referee new plugin --name my-bot
      referee new plugin --command --name my-bot
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots.plugins import installed_bots
    from gridbots_referee.scaffold.package import COMMAND_PLUGIN, PLUGIN, new_package

    folder, called = _place(folder, name, "my-bot")
    kind = COMMAND_PLUGIN if is_command else PLUGIN
    _write(folder, new_package(kind, called, installed_bots()), as_json=as_json)


@new.command()
@FOLDER
@NAME
@AS_JSON
def game(folder: Path | None, name: str | None, as_json: bool) -> None:
    """Write a package with a game of about a hundred lines, to be changed into your own.

    \b
      referee new game --name my-game
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots.plugins import installed_games
    from gridbots_referee.scaffold.package import GAME, new_package

    folder, called = _place(folder, name, "my-game")
    _write(folder, new_package(GAME, called, installed_games()), as_json=as_json)


def _place(folder: Path | None, name: str | None, usual: str) -> tuple[Path, Name]:
    """The folder and the name: each follows from the other."""
    from gridbots_referee.scaffold.renaming import checked_name

    called = checked_name(name or (folder.resolve().name if folder else usual))
    return folder or Path(called.dashed), called


def _write(folder: Path, made: NewFiles, *, as_json: bool) -> None:
    """Write the files, and say what to type next."""
    from gridbots_referee.scaffold.bot import write_files

    write_files(folder, made.files)
    missing = [program for program in made.needs if not shutil.which(program)]
    if as_json:
        told = {"folder": str(folder), "files": sorted(made.files), "commands": dict(made.steps),
                "missing": missing}  # fmt: skip
        click.echo(json.dumps(told))
        return
    click.echo(f"Written to {folder}: {', '.join(made.files)}\n\nNext:\n  cd {folder}")
    for command in made.steps.values():
        click.echo(f"  {command}")
    if missing:
        click.echo(f"\nNot found here, and needed: {', '.join(missing)}", err=True)


def _list_languages(*, as_json: bool) -> None:
    from gridbots_referee.scaffold.starters import languages, starters
    from gridbots_referee.show.terminal.text import align

    found = {
        language: [each for each in starters() if each.language == language]
        for language in languages()
    }
    if as_json:
        games = {language: [each.game for each in found[language]] for language in found}
        click.echo(json.dumps({"languages": games}))
        return
    rows = [("language", "is", "needs", "games")]
    for language, each in found.items():
        needs = " ".join(each[0].needs)
        rows.append((language, each[0].title, needs, ", ".join(one.game for one in each)))
    click.echo("\n".join(align(rows)))
