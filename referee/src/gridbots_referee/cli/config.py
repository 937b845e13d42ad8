"""`referee config`, and the configuration files with defaults of options.

A `gridbots.toml` has a table for each command. The file in the current folder overrides the user's
file, and the command line overrides both. A file may come with untrusted bots, so it cannot name
programs, files to write, or machines to connect to.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import click

from gridbots.command_line.columns import table
from gridbots.errors import SettingsError, nearest
from gridbots.toml_reader import toml_text
from gridbots_referee.cli.commands import COMMANDS, load

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAME: Final = "gridbots.toml"
USERS: Final = "GRIDBOTS_CONFIG"
"""Environment variable: the user's file, instead of the default one; empty for none."""
NOT_HERE: Final = frozenset({
    "add", "bots", "cluster", "example", "feed", "head", "help", "host", "lan", "name",
    "new-version", "no-replay", "pass-env", "retry-void", "site", "with",
})  # fmt: skip
"""Options that no file may set: what is done and trusted. Options for files and folders join "
"them."""
LOWERING: Final[Mapping[str, tuple[Any, ...]]] = {
    "in-place": (True,),
    "in-process": (True,),
    "isolation": ("none",),
    "limit": (),
    "network": (True,),
}
"""Option -> values that may lower the isolation of bots; empty: every value."""


class OptionDefault(NamedTuple):
    """Default of an option, from a file."""

    value: Any
    path: Path


def defaults_of(name: str, command: click.Command) -> dict[str, OptionDefault]:
    """Option -> its default from the existing files.

    Raises:
        SettingsError: a command or option is unknown or not allowed in a file, or a value is wrong.
    """
    found: dict[str, OptionDefault] = {}
    for path in reversed(_files()):
        table = _tables(path).get(name, {})
        for key, value in table.items():
            option = key.replace("_", "-")
            _check(f"{path}: {name}.{key}", option, value, command)
            found[option] = OptionDefault(value, path)
    return found


def default_map(name: str, command: click.Command) -> dict[str, Any]:
    """The defaults in the form that click takes; warns of those that may lower isolation."""
    defaults, options = defaults_of(name, command), options_of(command)
    for option, (value, path) in defaults.items():
        if option in LOWERING and (value in LOWERING[option] or not LOWERING[option]):
            setting = f"{option} = {json.dumps(value)}"
            click.echo(f"referee: {path} may lower isolation: {setting}", err=True)
    return {str(options[option].name): value for option, (value, _) in defaults.items()}


def _files() -> list[Path]:
    """The existing files, in order of precedence."""
    users = os.environ.get(USERS, str(Path(click.get_app_dir("gridbots")) / NAME))
    return [path for path in (Path(NAME), Path(users)) if path.is_file()]


def _tables(path: Path) -> dict[str, dict[str, Any]]:
    from gridbots.toml_reader import parse_toml, read_file

    tables = read_file(path, parse_toml)
    for name, options in tables.items():
        if name not in COMMANDS:
            raise SettingsError(f"{path}: unknown command {name!r}; {nearest(name, COMMANDS)}")
        if not isinstance(options, dict):
            raise SettingsError(f"{path}: expected a table [{name}], got {toml_text(options)}")
    return tables


def options_of(command: click.Command) -> dict[str, click.Option]:
    """Name without dashes -> option, for the options of a command that a file may set."""
    return {
        word[2:]: option
        for option in command.params
        if isinstance(option, click.Option) and not isinstance(option.type, click.Path)
        for word in option.opts
        if word.startswith("--") and word[2:] not in NOT_HERE
    }


def _check(place: str, option: str, value: Any, command: click.Command) -> None:
    options = options_of(command)
    if option not in options:
        everywhere = {word[2:] for each in command.params for word in each.opts if word[:2] == "--"}
        if option in everywhere:
            raise SettingsError(
                f"{place}: no file may set this option; use --{option} on the command line"
            )
        raise SettingsError(f"{place}: unknown option; {nearest(option, options)}")
    declared = options[option]
    if declared.multiple and not isinstance(value, list):
        raise SettingsError(f"{place}: expected a list, got {toml_text(value)}")
    for each in value if declared.multiple else [value]:
        _check_value(place, each, declared)


def _check_value(place: str, value: Any, option: click.Option) -> None:
    what, kinds = _kinds(option)
    if type(value) not in kinds:
        raise SettingsError(f"{place}: expected {what}, got {toml_text(value)}")
    try:
        option.type.convert(value, option, None)
    except click.BadParameter as error:
        raise SettingsError(f"{place}: {error.message}") from None


def _kinds(option: click.Option) -> tuple[str, tuple[type, ...]]:
    """The TOML type of an option's value, in words and as Python types."""
    if option.is_flag:
        return "true or false", (bool,)
    if isinstance(option.type, click.types.IntParamType):
        return "an integer", (int,)
    if isinstance(option.type, click.types.FloatParamType):
        return "a number", (int, float)
    return "a string", (str,)


@click.command()
@click.argument("command", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per option.")
def config(command: str | None, as_json: bool) -> None:
    """Show the defaults of options, and which file sets them.

    gridbots.toml in the current folder overrides the user's file. Without a COMMAND, the command
    checks both files and shows what they set. A file looks like this:

    \b
      [run]
      timebank = 5000
      isolation = "sandbox"

    \b
      referee config
      referee config run
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.show.terminal.text import visible

    rows = list(_rows(command))
    if as_json:
        for row in rows:
            click.echo(json.dumps(dict(zip(HEADS, row, strict=True))))
    elif rows:
        click.echo(table(HEADS, [[visible(str(cell)) for cell in row] for row in rows]))
    else:
        click.echo(f"No {NAME} in this folder or in {click.get_app_dir('gridbots')}.", err=True)


HEADS: Final = ("command", "option", "value", "from")


def _rows(chosen: str | None) -> Iterator[tuple[str, str, Any, str]]:
    if chosen is not None and chosen not in COMMANDS:
        raise SettingsError(f"unknown command {chosen!r}; {nearest(chosen, COMMANDS)}")
    named = {name for path in _files() for name in _tables(path)}
    for name in [chosen] if chosen else sorted(named):
        command = load(name)
        defaults = defaults_of(name, command)
        for option, declared in options_of(command).items():
            if option in defaults:
                yield name, option, defaults[option].value, str(defaults[option].path)
            elif chosen and (usual := declared.to_info_dict()["default"]) is not None:
                yield name, option, usual, "default"
