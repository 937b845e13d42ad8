"""`referee install`, `referee uninstall` and `referee plugins`."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from gridbots.command_line.columns import table
from gridbots_referee.cli.options import json_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.packages.inventory import Plugin

HEADS = ("name", "kind", "package", "module", "state")


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED,
                metavar="NAME|PATH|URL ...")  # fmt: skip
def install(words: tuple[str, ...]) -> None:
    """Install packages with bots or games, and check whether they load.

    The packages go into the Python environment of this referee. The command passes options such as
    --editable and --upgrade on to pip, or to uv if there is no pip.

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
        click.echo("No new bot or game; `referee plugins` lists all.")
    sys.exit(any(each.fails for each in found))


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="NAME ...")
def uninstall(names: tuple[str, ...]) -> None:
    """Uninstall packages with bots or games.

    NAME is a package, or the only bot or game of one.

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
            click.echo(f"{each.kind} {each.name}, from {each.package} {each.version}: uninstalled")


@click.command()
@click.option("--check", "is_checked", is_flag=True,
              help="Load each bot and game in a separate process; exit code 1 if one "
              "fails.")  # fmt: skip
@json_option
def plugins(is_checked: bool, as_json: bool) -> None:
    """List installed bots and games by package, and which are hidden, blocked or broken.

    \b
      referee plugins --check
      GRIDBOTS_PLUGINS=none referee plugins
      GRIDBOTS_BLOCK_PLUGINS=gridbots-dqn,spiral referee bots

    GRIDBOTS_PLUGINS=a,b allows only these bots, games or packages, besides the games of gridbots
    itself and `human`; GRIDBOTS_PLUGINS=none allows no others. GRIDBOTS_BLOCK_PLUGINS=a,b blocks
    these. Both variables also apply to the processes of bots.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from msgspec.structs import asdict

    from gridbots_referee.packages.inventory import checked, hidden_packages, unknown_names
    from gridbots_referee.packages.inventory import plugins as installed_plugins

    found = installed_plugins()
    warnings = [*hidden_packages(), *unknown_names(found)]
    if is_checked:
        found = checked(found)
    if as_json:
        shown = [{**asdict(each), "fails": each.fails} for each in found]
        click.echo(json.dumps({"plugins": shown, "warnings": warnings}))
    else:
        _list(found)
        for warning in warnings:
            click.echo(f"referee: {warning}", err=True)
    sys.exit(is_checked and any(each.fails for each in found))


def _list(found: Sequence[Plugin]) -> None:
    from gridbots_referee.show.terminal.text import visible

    rows = [
        (each.name, each.kind, f"{each.package} {each.version}", each.module, each.state)
        for each in found
    ]
    click.echo(table(HEADS, [[visible(cell) for cell in row] for row in rows]))
