"""The help of every command has examples, which are valid commands."""

from __future__ import annotations

import inspect
import re
import shlex
from typing import TYPE_CHECKING

import click
import pytest

from gridbots_referee.cli.commands import COMMANDS, load
from gridbots_referee.cli.group import cli

if TYPE_CHECKING:
    from collections.abc import Iterator

VERBATIM = "\b"
"""click's mark of a paragraph whose lines stay as they are."""
COMMAND = re.compile(r"\breferee ([^|>&#)]*)")


def commands() -> Iterator[tuple[str, click.Command]]:
    """All commands, with those of groups, by their words."""
    for name in COMMANDS:
        command = load(name)
        yield name, command
        if isinstance(command, click.Group):
            for inner, each in command.commands.items():
                yield f"{name} {inner}", each


def examples(command: click.Command) -> list[str]:
    """The command lines that a help shows, without `referee`."""
    paragraphs = inspect.cleandoc(command.help or "").split("\n\n")
    lines = [line for each in paragraphs if each.startswith(VERBATIM) for line in each.split("\n")]
    return [found[1].strip() for line in lines if (found := COMMAND.search(line))]


ALL = dict(commands())
EXAMPLES = [example for command in ALL.values() for example in examples(command)]


@pytest.mark.parametrize("name", ALL)
def test_every_command_has_an_example_of_itself(name: str) -> None:
    assert any(each.startswith(name) for each in examples(ALL[name])), ALL[name].help


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_can_be_typed(example: str) -> None:
    name, *words = shlex.split(example)
    command = ALL[name]
    if isinstance(command, click.Group):
        name, *words = [f"{name} {words[0]}", *words[1:]]
        command = ALL[name]
    context = click.Context(command, info_name=name, **command.context_settings)
    values, left, parameters = command.make_parser(context).parse_args(words)
    assert not left
    for parameter in {*parameters, *command.params}:
        # Files need not exist.
        if not isinstance(parameter.type, click.Path):
            parameter.type_cast_value(context, values.get(str(parameter.name)))
        else:
            assert not parameter.required or values.get(str(parameter.name))


@pytest.mark.parametrize("name", ALL)
def test_the_help_describes_every_option(name: str) -> None:
    options = [each for each in ALL[name].params if isinstance(each, click.Option)]
    assert [each.name for each in options if not each.help] == []


@pytest.mark.parametrize("name", ["", *ALL])
def test_a_help_fits_eighty_columns(name: str) -> None:
    command = ALL[name] if name else cli
    context = click.Context(command, info_name=f"referee {name}", terminal_width=80)
    assert [line for line in command.get_help(context).splitlines() if len(line) > 80] == []


def test_the_list_of_commands_has_a_line_for_each() -> None:
    context = click.Context(cli, info_name="referee", terminal_width=80)
    lines = cli.get_help(context).splitlines()
    for name, (_, line) in COMMANDS.items():
        assert any(each.split() == [name, *line.split()] for each in lines), name
