"""`referee bots` and `referee games`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gridbots.command_line.columns import table, wrapped
from gridbots_referee.cli.completion import complete_bot, complete_game
from gridbots_referee.cli.options import json_option

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.limits import ArenaTime
    from gridbots.plugins import Installed
    from gridbots.plugins.bot import BotType
    from gridbots.settings import Settings

T = TypeVar("T")


@click.command()
@click.argument("name", required=False, shell_complete=complete_bot)
@json_option
def bots(name: str | None, as_json: bool) -> None:
    """List the installed bots; with a NAME, describe that bot and its options.

    The list comes from the metadata of the installed packages; listing loads no bot. Every command
    that takes a bot accepts `best`, the bot recommended for the game.

    \b
      referee bots
      referee bots minimax
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots.plugins import ANY, installed_bots

    if name is None:
        _list(installed_bots(), as_json=as_json, what="bots")
        return
    from gridbots.plugins import load_bot

    kind = load_bot(name)
    ways = {game: entry.options for game, entry in kind.entries.items()}
    if kind.make or kind.policy:
        ways |= dict.fromkeys(kind.games or (ANY,), kind.options)
    allowance = installed_bots()[name].start_allowance_ms
    arena = _arena_of(kind)
    if as_json:
        options = {game: _fields(ways[game]) for game in sorted(ways)}
        about = {"name": name, "summary": kind.summary, "start_allowance_ms": allowance}
        if arena:
            about |= {"timebank_ms": arena.timebank_ms, "time_per_move_ms": arena.time_per_move_ms}
        click.echo(json.dumps({**about, "options": options}))
        return
    click.echo(wrapped(f"{name}: {kind.summary}"))
    if allowance:
        click.echo(wrapped(f"start allowance: {allowance} ms, or that of the match if longer"))
    if arena:
        click.echo(wrapped(f"time control of its arena: {arena.text}"))
    for games, options_of_games in _grouped(ways).items():
        click.echo(f"\nplays {games.replace(ANY, 'any game')}")
        _settings_table(options_of_games, "option")


def _arena_of(kind: BotType) -> ArenaTime | None:
    """The time control of a bridge's arena, with its default options."""
    if kind.arena is None:
        return None
    from gridbots.plugins import COMMAND

    has_command = COMMAND in kind.options.__struct_fields__
    return kind.arena(kind.options(**({COMMAND: COMMAND} if has_command else {})))


@click.command()
@click.argument("name", required=False, shell_complete=complete_game)
@json_option
def games(name: str | None, as_json: bool) -> None:
    """List the installed games; with a NAME, describe that game and its settings.

    The features of a game are what an evaluation weighs.

    \b
      referee games
      referee games light-riders
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots.plugins import installed_games

    if name is None:
        _list(installed_games(), as_json=as_json, what="games")
        return
    from gridbots.plugins import load_game

    game = load_game(name)
    lists = {"moves": game.moves, "features": game.features}
    if as_json:
        about = {"name": name, "summary": game.summary, **lists}
        click.echo(json.dumps({**about, "settings": _fields(game.settings)}))
        return
    click.echo(wrapped(f"{name}: {game.summary}"))
    for what, words in lists.items():
        if words:
            click.echo(wrapped(f"{what}: {', '.join(words)}"))
    _settings_table(game.settings, "--set")


def _list(found: Mapping[str, Installed], *, as_json: bool, what: str) -> None:
    if as_json:
        about = [_about(plugin) for plugin in found.values()]
        click.echo(
            json.dumps({what: about} | ({"best": _best_of(found)} if what == "bots" else {}))
        )
        return
    if not found:
        click.echo(f"No {what} are installed. Install some: pip install gridbots-baselines")
        return
    if what == "bots":
        best = _best_of(found)
        heads: tuple[str, ...] = ("name", "package", "games", "best in", "options")
        click.echo(table(heads, [row for each in found.values() for row in _rows(each, best)]))
    else:
        rows = [(each.name, f"{each.package} {each.version}") for each in found.values()]
        click.echo(table(("name", "package"), rows))


def _best_of(bots: Mapping[str, Installed]) -> dict[str, str]:
    """The recommended bot of each installed game that has one."""
    from gridbots.plugins import installed_games
    from gridbots.plugins.bot_text import recommended

    return {game: name for game in installed_games() if (name := recommended(game, bots))}


def _rows(plugin: Installed, best: Mapping[str, str]) -> list[tuple[str, ...]]:
    """One row for each set of games with the same options."""
    from gridbots.plugins import ANY

    package = f"{plugin.package} {plugin.version}"
    groups: dict[str, tuple[str, ...]] = _grouped(plugin.options) or {ANY: ()}
    return [
        (
            plugin.name if number == 0 else "",
            package if number == 0 else "",
            games.replace(ANY, "any"),
            ", ".join(x for x in best if best[x] == plugin.name and number == 0) or "-",
            ", ".join(options) or "-",
        )
        for number, (games, options) in enumerate(groups.items())
    ]


def _about(plugin: Installed) -> dict[str, Any]:
    return {
        "name": plugin.name,
        "package": plugin.package,
        "version": plugin.version,
        "summary": plugin.summary,
        "games": list(plugin.games),
        "options": {game: list(options) for game, options in plugin.options.items()},
    }


def _settings_table(kind: type[Settings], word: str) -> None:
    from gridbots.settings import describe

    fields = describe(kind)
    if fields:
        rows = [(each.name, each.type, str(each.default), each.description) for each in fields]
        click.echo(f"\n{table((word, 'values', 'default', 'meaning'), rows)}")


def _fields(kind: type[Settings]) -> list[dict[str, Any]]:
    from msgspec.structs import asdict

    from gridbots.settings import describe

    return [asdict(field) for field in describe(kind)]


def _grouped(values: Mapping[str, T]) -> dict[str, T]:
    """Group names with equal values: `multisnake, snake`."""
    groups: dict[T, list[str]] = {}
    for game in sorted(values):
        groups.setdefault(values[game], []).append(game)
    return {", ".join(games): value for value, games in groups.items()}
