"""Failures of a command: each becomes one readable line on stderr and an exit code.

For an unexpected error the line names a file with its traceback.
"""

from __future__ import annotations

import os
import sys
import tempfile
import traceback
from typing import TYPE_CHECKING, Final

import click

from gridbots.command_line.streams import CLOSED, UNWRITTEN, OutputClosedError
from gridbots.errors import (
    REMEDIES,
    CompileError,
    GameError,
    GridbotsError,
    OutputError,
    VoidError,
    with_remedy,
)
from gridbots.errors.author_code import described, place_of, plugin_of
from gridbots_referee.show.terminal.text import visible_lines

if TYPE_CHECKING:
    from collections.abc import Callable

USAGE: Final = 2
VOID: Final = 3
"""A match or another task cannot be done because a game raised an error."""
INTERNAL: Final = 70
"""sysexits' EX_SOFTWARE."""
INTERRUPTED: Final = 130

TRACEBACK: Final = "GRIDBOTS_TRACEBACK"
"""Environment variable: print tracebacks."""

CODES: Final = (
    (OutputError, UNWRITTEN),
    (GameError, VOID),
    (CompileError, VOID),
    (VoidError, VOID),
    (GridbotsError, USAGE),
)
"""Kinds of errors, the special ones first, and their exit codes."""


def exit_code(command: Callable[[], int]) -> int:
    """Run a command, report its failure, and return the exit code."""
    try:
        code = command()
        sys.stdout.flush()
    except SystemExit as error:
        return _code_of(error)
    except BaseException as error:  # noqa: BLE001  the last resort
        code = _report(error)
    return code


def _code_of(leaving: SystemExit) -> int:
    """The code of `sys.exit`, or that of a failure to write the output."""
    try:
        sys.stdout.flush()
    except OutputError as error:
        return _report(error)
    return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)


def _report(error: BaseException) -> int:
    """Report an error on stderr, and return the exit code."""
    if os.environ.get(TRACEBACK) and not isinstance(error, click.ClickException):
        traceback.print_exception(error)
    if isinstance(error, click.ClickException):
        error.show()
        return error.exit_code
    text, code = _text_and_code(error)
    if text:
        click.echo(f"referee: {visible_lines(text)}", err=True)
    return code


def _text_and_code(error: BaseException) -> tuple[str, int]:
    match error:
        case OutputClosedError():
            return "", CLOSED
        case KeyboardInterrupt() | click.Abort():
            return f"interrupted{_where(error.__cause__ or error)}", INTERRUPTED
        case GridbotsError():
            return str(error), next(code for kind, code in CODES if isinstance(error, kind))
        case OSError() if text := _system_text(error):
            return text, USAGE
    return _unexpected(error)


def _where(interruption: BaseException) -> str:
    """The line of a plugin that ran, since its loop may be endless; empty if none did."""
    place = place_of(interruption)
    plugin = plugin_of(place.file) if place else None
    return f" in {plugin} ({place})" if plugin else ""


def _has_current_folder() -> bool:
    try:
        os.getcwd()  # noqa: PTH109  only its failure matters
    except FileNotFoundError:
        return False
    return True


def _system_text(error: OSError) -> str:
    """The error of the system, and a remedy; empty if it does not name a file or a shortage."""
    if error.filename is None and error.errno not in REMEDIES:
        gone = "the current folder no longer exists; change to another one"
        return "" if _has_current_folder() else gone
    place = "" if error.filename is None else f"{os.fsdecode(error.filename)}: "
    return place + with_remedy(error)


def _unexpected(error: BaseException) -> tuple[str, int]:
    """The text and the exit code of an error in the code of a game or bot, or else in ours."""
    line = place_of(error)
    if line and (plugin := plugin_of(line.file)):
        return f"{plugin}: {described(error)}", VOID
    what = "".join(traceback.format_exception_only(error)).strip().splitlines()[-1]
    return f"internal error, please report it: {what}; {_kept_traceback(error)}", INTERNAL


def _kept_traceback(error: BaseException) -> str:
    """Write the traceback to a file; returns where it is, in words."""
    if os.environ.get(TRACEBACK):
        return "its traceback is above"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="referee-traceback-", suffix=".txt", encoding="utf-8",
            errors="backslashreplace", delete=False,
        ) as file:  # fmt: skip
            traceback.print_exception(error, file=file)
    except OSError:
        return f"{TRACEBACK}=1 prints its traceback"
    return f"its traceback is in {file.name}"
