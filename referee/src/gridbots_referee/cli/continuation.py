"""Commands for the user to type: to continue after an interruption, to make a page again."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import click
import msgspec
from click.core import ParameterSource

from gridbots_referee.cli.options import FOLDER, Option

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence


HOW_TO_PLAY: Final = (
    "concurrency", "cluster", "tls", "sign_key", "as_json", "quiet", "view", "port", "no_browser",
)  # fmt: skip
"""Options for how a tournament is played, which its store does not keep."""


def given_words(only: Collection[str] = (), without: Collection[str] = ()) -> list[str]:
    """The parameters that were on the command line of the running command, as words.

    `only` selects parameters by name; `without` leaves some out.
    """
    context = click.get_current_context()
    words: list[str] = []
    for parameter in context.command.params:
        name = parameter.name or ""
        is_given = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if is_given and name not in without and (not only or name in only):
            words += _words(parameter, context.params[name])
    return words


def _words(parameter: click.Parameter, value: Any) -> Iterator[str]:
    each_time = value if parameter.multiple else (value,)
    for once in each_time:
        if isinstance(parameter, click.Option):
            yield max(parameter.opts, key=len)
            if parameter.is_flag:
                continue
        yield from map(str, once if isinstance(once, tuple) else (once,))


def words_to_go_on(store: Path) -> list[str]:
    """The words of the command that resumes the tournament in this store."""
    command = click.get_current_context().info_name or ""
    if command not in {"tournament", "resume", "sprt"}:
        return [command, *given_words()]
    return ["resume", str(store), *given_words(HOW_TO_PLAY)]


def command_line(words: Sequence[str]) -> str:
    """Words as a shell command, on an indented line."""
    return f"\n  {shlex.join(['referee', *words])}"


def how_to_continue(path: Path, words: Sequence[str]) -> str:
    """A message: where the results are kept, and the command that continues."""
    return f"Results are kept in {path}. To continue after an interruption:{command_line(words)}"


class PageOptions(msgspec.Struct, frozen=True):
    """Options of commands that play what a file describes, and write a page about it."""

    folder: Annotated[
        Path | None, Option("Write the results to DIR/NAME.md.", flag="--write", type=FOLDER)
    ] = None
    plot: Annotated[
        bool,
        Option("With --write: draw them to DIR/NAME.svg; needs gridbots-referee[plots]."),
    ] = False

    def check(self) -> None:
        """Check the options before the first match.

        Raises:
            UsageError: they contradict each other.
            PluginError: Matplotlib is not installed.
        """
        if self.plot and not self.folder:
            raise click.UsageError("--plot needs --write DIR")
        if self.plot:
            from gridbots_referee.show.plots.figure import check_matplotlib

            check_matplotlib()


def page_command(
    command: str, file: Path, folder: Path, *, plot: bool, **values: int | None
) -> str:
    """The command that reads a file and writes its page into a folder, for readers of the page.

    `values` are further options; flags are True or False. Paths are relative to the checkout of the
    file, or else to the current folder. Of a file outside it the command has only the name, and of
    a folder outside it only `.`.
    """
    place = _checkout_of(file) or Path.cwd()
    words = ["referee", command, _within(place, file) or file.name]
    for name, value in values.items():
        if value is not None and value is not False:
            words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    words += ["--write", _within(place, folder) or "."]
    return shlex.join(words + (["--plot"] if plot else []))


def _checkout_of(file: Path) -> Path | None:
    return next((each for each in file.resolve().parents if (each / ".git").exists()), None)


def _within(place: Path, path: Path) -> str:
    """A path relative to this folder; empty if it is outside."""
    found = path.parent.resolve() / path.name
    return found.relative_to(place).as_posix() if found.is_relative_to(place) else ""
