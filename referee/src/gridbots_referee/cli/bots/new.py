"""`referee new`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gridbots.command_line.columns import table
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.cli.completion import complete_game
from gridbots_referee.cli.options import json_option

if TYPE_CHECKING:
    from gridbots_referee.scaffold.bot import NewFiles
    from gridbots_referee.scaffold.renaming import Name

FOLDER = click.argument("folder", required=False, type=click.Path(path_type=Path, file_okay=False))
NAME = click.option("--name", metavar="NAME", help="Its name.  [default: the name of the FOLDER]")


@click.group()
def new() -> None:
    """Start a new bot, plugin or game from a working example.

    \b
      referee new bot --language rust mybot
      referee new bot --language python --game snake --name viper
      referee new bot --list
      referee new plugin --name my-bot
      referee new game --name my-game
    """  # noqa: D301  \b is click's mark for "do not wrap"


@new.command()
@FOLDER
@click.option("--language", metavar="L", help="The programming language; --list shows all.")
@click.option("--game", default=DEFAULT_GAME, show_default=True, shell_complete=complete_game,
              help="The game that the bot plays; any installed game.")  # fmt: skip
@NAME
@click.option("--list", "lists", is_flag=True, help="List the languages and exit.")
@json_option
def bot(folder: Path | None, as_json: bool, **options: Any) -> None:
    """Write a working bot, with a test and a README.

    The files go into FOLDER, by default a folder with the name of the bot. The bot is one source
    file without dependencies. If the language has no example for this game, you get one that works
    for any game, and the README describes the lines that this game sends. Existing files are never
    overwritten.

    \b
      referee new bot --language go viper
      referee new bot --language c++ --game paperio
    """  # noqa: D301  \b is click's mark for "do not wrap"
    if options["lists"]:
        _list_languages(as_json=as_json)
        return
    if options["language"] is None:
        raise click.UsageError("missing option --language L; --list shows all languages")
    from gridbots.plugins import load_game
    from gridbots_referee.scaffold.bot import new_bot

    folder, checked = _folder_and_name(folder, options["name"], "mybot")
    made = new_bot(options["language"], load_game(options["game"]), checked)
    _write(folder, made, as_json=as_json)


@new.command()
@FOLDER
@NAME
@click.option("--command", "is_command", is_flag=True,
              help="Make the bot a program in another language (the example is in "
              "Perl).")  # fmt: skip
@json_option
def plugin(folder: Path | None, name: str | None, is_command: bool, as_json: bool) -> None:
    """Write a package with a Python bot.

    Once the package is installed, every command knows the bot by its name.

    \b
      referee new plugin --name my-bot
      referee new plugin --command --name my-bot
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots.plugins import installed_bots
    from gridbots_referee.scaffold.package import COMMAND_PLUGIN, PLUGIN, new_package

    folder, checked = _folder_and_name(folder, name, "my-bot")
    kind = COMMAND_PLUGIN if is_command else PLUGIN
    _write(folder, new_package(kind, checked, installed_bots()), as_json=as_json)


@new.command()
@FOLDER
@NAME
@json_option
def game(folder: Path | None, name: str | None, as_json: bool) -> None:
    """Write a package with a game of about 100 lines.

    Change its rules to make your own game.

    \b
      referee new game --name my-game
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots.plugins import installed_games
    from gridbots_referee.scaffold.package import GAME, new_package

    folder, checked = _folder_and_name(folder, name, "my-game")
    _write(folder, new_package(GAME, checked, installed_games()), as_json=as_json)


def _folder_and_name(folder: Path | None, name: str | None, default: str) -> tuple[Path, Name]:
    """The folder and the name; each is derived from the other if missing."""
    from gridbots_referee.scaffold.renaming import checked_name

    checked = checked_name(name or (folder.resolve().name if folder else default))
    return folder or Path(checked.dashed), checked


def _write(folder: Path, made: NewFiles, *, as_json: bool) -> None:
    """Write the files, and print the next commands."""
    from gridbots_referee.scaffold.bot import write_files

    write_files(folder, made.files)
    missing = [program for program in made.needs if not shutil.which(program)]
    if as_json:
        report = {"folder": str(folder), "files": sorted(made.files), "commands": dict(made.steps),
                "missing": missing}  # fmt: skip
        click.echo(json.dumps(report))
        return
    click.echo(f"Wrote to {folder}: {', '.join(made.files)}\n\nNext:\n  cd {folder}")
    for command in made.steps.values():
        click.echo(f"  {command}")
    if missing:
        click.echo(f"\nRequired but not found here: {', '.join(missing)}", err=True)


def _list_languages(*, as_json: bool) -> None:
    from gridbots_referee.scaffold.starters import languages, starters

    found = {
        language: [each for each in starters() if each.language == language]
        for language in languages()
    }
    if as_json:
        games = {language: [each.game for each in found[language]] for language in found}
        click.echo(json.dumps({"languages": games}))
        return
    rows = []
    for language, each in found.items():
        needs = " ".join(each[0].needs)
        rows.append((language, each[0].title, needs, ", ".join(one.game for one in each)))
    click.echo(table(("language", "is", "needs", "games"), rows))
