"""`referee bots` and `referee games`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from gridbots_referee.cli.completion import complete_bot, complete_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots.installed import Installed
    from gridbots.settings import FieldInfo, Settings

AS_JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")


@click.command()
@click.argument("name", required=False, shell_complete=complete_bot)
@AS_JSON
def bots(name: str | None, as_json: bool) -> None:
    """List the installed bots; with a NAME, describe that one and its options.

    The list is read from the metadata of the installed packages: no bot is loaded for it.
    """
    from gridbots.installed import installed_bots

    if name is None:
        _list(installed_bots(), as_json=as_json, what="bots")
        return
    from gridbots.plugins import load_bot

    kind = load_bot(name)
    plays = ", ".join(kind.games) or "any game"
    _describe(name, kind.summary, f"plays {plays}", kind.options, "option", as_json=as_json)


@click.command()
@click.argument("name", required=False, shell_complete=complete_game)
@AS_JSON
def games(name: str | None, as_json: bool) -> None:
    """List the installed games; with a NAME, describe that one and its settings."""
    from gridbots.installed import installed_games

    if name is None:
        _list(installed_games(), as_json=as_json, what="games")
        return
    from gridbots.plugins import load_game

    game = load_game(name)
    moves = f"moves: {', '.join(game.moves)}"
    _describe(name, game.summary, moves, game.settings, "--set", as_json=as_json)


def _list(found: Mapping[str, Installed], *, as_json: bool, what: str) -> None:
    if as_json:
        click.echo(json.dumps({what: [_about(plugin) for plugin in found.values()]}))
        return
    if not found:
        click.echo(f"No {what} are installed: pip install gridbots-baselines")
        return
    heads = ("name", "package", "games", "options") if what == "bots" else ("name", "package")
    _table(heads, [_row(plugin)[: len(heads)] for plugin in found.values()])


def _row(plugin: Installed) -> tuple[str, str, str, str]:
    return (
        plugin.name,
        f"{plugin.package} {plugin.version}",
        ", ".join(plugin.games) or "any",
        ", ".join(plugin.options) or "-",
    )


def _about(plugin: Installed) -> dict[str, Any]:
    return {
        "name": plugin.name,
        "package": plugin.package,
        "version": plugin.version,
        "summary": plugin.summary,
        "games": list(plugin.games),
        "options": list(plugin.options),
    }


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    for row in (heads, *rows):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=True)]
        click.echo("  ".join(cells).rstrip())


def _describe(  # noqa: PLR0913  all of them are printed
    name: str, summary: str, detail: str, kind: type[Settings], word: str, *, as_json: bool
) -> None:
    from gridbots.settings import describe

    fields = describe(kind)
    if as_json:
        about = {"name": name, "summary": summary, "detail": detail}
        click.echo(json.dumps({**about, "settings": [_field(field) for field in fields]}))
        return
    click.echo(f"{name}: {summary}\n{detail}")
    if fields:
        click.echo()
        heads = (word, "values", "default", "meaning")
        _table(heads, [_field_row(field) for field in fields])


def _field_row(field: FieldInfo) -> tuple[str, str, str, str]:
    return (field.name, field.type, str(field.default), field.description)


def _field(field: FieldInfo) -> dict[str, Any]:
    return {
        "name": field.name,
        "type": field.type,
        "default": field.default,
        "description": field.description,
    }
