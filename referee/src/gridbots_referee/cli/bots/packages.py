"""`referee install`, `referee uninstall` and `referee plugins`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.packages.inventory import Plugin

HEADS = ("kind", "name", "package", "module", "state")


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED,
                metavar="NAME|PATH|URL ...")  # fmt: skip
def install(words: tuple[str, ...]) -> None:
    """Install packages with bots or games, and say what they bring and whether it loads.

    They come into the environment of this referee, by its pip (or uv where there is no pip),
    which gets options that it knows, such as --editable or --upgrade.

    \b
      referee install ./examples/plugin-bot
      referee install --editable ./my-game
      referee install gridbots-mcts
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.packages import installer
    from gridbots_referee.packages.inventory import checked, plugins

    before = plugins()
    installer.install(words)
    found = checked([each for each in plugins() if each not in before])
    for each in found:
        click.echo(f"{each.kind} {each.name}, from {each.package} {each.version}: {each.state}")
    if not found:
        click.echo("No bot and no game is new; `referee plugins` lists all.")
    sys.exit(any(each.fails for each in found))


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME ...")
def uninstall(names: tuple[str, ...]) -> None:
    """Uninstall packages with bots or games, each by its name or that of its only bot or game.

    \b
      referee uninstall gridbots-spiral
      referee uninstall spiral
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.packages import installer
    from gridbots_referee.packages.inventory import plugins

    before = plugins()
    installer.uninstall(names)
    after = plugins()
    for each in before:
        if each not in after:
            click.echo(f"{each.kind} {each.name}, from {each.package} {each.version}: gone")


@click.command()
@click.option("--check", "is_checked", is_flag=True,
              help="Load each in a process of its own; exit code 1 if one fails.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def plugins(is_checked: bool, as_json: bool) -> None:
    """List installed bots and games with their packages: what is hidden, blocked, or fails to load.

    \b
      referee plugins --check
      GRIDBOTS_PLUGINS=none referee plugins
      GRIDBOTS_BLOCK_PLUGINS=gridbots-dqn,spiral referee bots

    GRIDBOTS_PLUGINS=none leaves the games of gridbots itself and `human`, GRIDBOTS_PLUGINS=a,b
    also what it names; GRIDBOTS_BLOCK_PLUGINS=a,b leaves all but what it names: bots, games or
    packages. Bots go by both, too.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from msgspec.structs import asdict

    from gridbots_referee.packages.inventory import checked, hidden_packages, unknown_names
    from gridbots_referee.packages.inventory import plugins as installed_plugins

    found = installed_plugins()
    warnings = [*hidden_packages(), *unknown_names(found)]
    if is_checked:
        found = checked(found)
    if as_json:
        told = [{**asdict(each), "fails": each.fails} for each in found]
        click.echo(json.dumps({"plugins": told, "warnings": warnings}))
    else:
        _list(found)
        for warning in warnings:
            click.echo(f"referee: {warning}", err=True)
    sys.exit(is_checked and any(each.fails for each in found))


def _list(found: Sequence[Plugin]) -> None:
    from gridbots_referee.show.terminal.text import align, visible

    rows = [
        (each.kind, each.name, f"{each.package} {each.version}", each.module, each.state)
        for each in found
    ]
    texts = [tuple(visible(cell) for cell in row) for row in (HEADS, *rows)]
    click.echo("\n".join(line.rstrip() for line in align(texts)))
