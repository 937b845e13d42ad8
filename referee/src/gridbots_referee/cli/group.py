"""Group of all commands, which imports a command and reads its defaults when it is called."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from gridbots_referee.cli.commands import COMMANDS, SECTIONS, load
from gridbots_referee.play.isolation.environment import prepare_environment

if TYPE_CHECKING:
    from collections.abc import Sequence


class LazyGroup(click.Group):
    """A group that imports its commands when they are called."""

    def main(self, *words: Any, **options: Any) -> Any:
        if "_REFEREE_COMPLETE" in os.environ:
            from gridbots_referee.cli.completion import register

            register()
        return super().main(*words, **options)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return load(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            from gridbots.errors import nearest

            ctx.fail(f"unknown command {args[0]!r}; {nearest(args[0], COMMANDS)}")
        name, command, rest = super().resolve_command(ctx, args)
        if name and command and not ctx.resilient_parsing:
            from gridbots_referee.cli.config import default_map

            ctx.default_map = {name: default_map(name, command)}
        return name, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, section in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl([(name, line) for name, (_, line) in section.items()])


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="gridbots-referee", prog_name="referee")
def cli() -> None:
    """Play bots against each other on a grid, fairly and fast.

    A bot is an installed plugin with options, or a command that starts any program that follows
    the protocol:

    \b
      referee run minimax wall-hugger --watch
      referee run minimax:depth=4 "java -jar my.jar" --matches 20
      referee run ./mybot straight --set width=24 --set height=12

    \b
    Exit codes:
      0    success
      1    negative result of a check or test; the help of each command says more
      2    wrong usage
      3    a match could not be played: a bot or the game failed
      70   internal error
      74   a result could not be written
      130  interrupted; records are kept
      141  the program that reads the output has closed it
    """  # noqa: D301  \b is click's mark for "do not wrap"


def run_command(words: Sequence[str]) -> int:
    """Run a command line, and return the exit code.

    Raises:
        SettingsError: a word is not valid UTF-8.
    """
    prepare_environment()
    for word in words:
        _refuse_bytes(word)
    try:
        return cli.main(list(words), prog_name="referee", standalone_mode=False) or 0
    except click.NoSuchOption as error:
        raise _unknown_option(error) from None


def _unknown_option(error: click.NoSuchOption) -> click.UsageError:
    """The error, with the commands that have this option, or a similar option."""
    from gridbots.errors import nearest

    name, context = error.option_name, error.ctx
    if context is None:
        return error
    message = f"unknown option {name!r}"
    if owners := [each for each in COMMANDS if name in _words_of(load(each).params)]:
        message += f" of {context.info_name}; it is an option of {', '.join(owners)}"
    else:
        hint = nearest(name, _words_of(context.command.get_params(context)))
        message += f"; {hint}" if hint.endswith("?") else ""
    return click.UsageError(message, context)


def _words_of(options: Sequence[click.Parameter]) -> list[str]:
    return [word for option in options for word in option.opts]


def _refuse_bytes(word: str) -> None:
    """Refuse words that are not UTF-8: records and events could not contain them."""
    try:
        word.encode()
    except UnicodeEncodeError:
        from gridbots.errors import SettingsError

        raise SettingsError(
            f"expected UTF-8, got {os.fsencode(word)!r}; rename the file, or set LC_ALL=C.UTF-8"
        ) from None
