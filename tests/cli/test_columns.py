"""Tables fit the terminal, and are complete in a file."""

from __future__ import annotations

import contextlib
import io
from typing import TYPE_CHECKING

import pytest

import gridbots.__main__ as gridbots
from gridbots.command_line.columns import table
from gridbots_referee.cli.group import run_command

if TYPE_CHECKING:
    from collections.abc import Iterator

HEADS = {"name", "kind", "package", "module", "state", "games", "best", "in", "options", "option",
         "values", "default", "meaning", "language", "is", "needs", "algorithm", "what", "it",
         "does", "makes", "--set", "use", "of", "can", "play", "snake"}  # fmt: skip


def printed(line: str, columns: int | None) -> str:
    program, *words = line.split()
    with terminal(columns) as output, contextlib.suppress(SystemExit):
        {"referee": run_command, "gridbots": gridbots.run_command}[program](words)
    return output.getvalue()


@contextlib.contextmanager
def terminal(columns: int | None) -> Iterator[io.StringIO]:
    """Standard output that is a terminal of this width, or a file."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output), pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", str(columns or 20))
        patch.setattr(output, "isatty", lambda: columns is not None)
        yield output


@pytest.mark.parametrize(
    "line",
    [
        "referee bots", "referee bots random", "referee bots minimax", "referee games",
        "referee games light-riders", "referee plugins", "referee new bot --list",
        "referee isolation", "gridbots algorithms", "gridbots algorithms snake",
    ],
)  # fmt: skip
def test_a_list_fits_the_terminal_without_losing_words(line: str) -> None:
    wide = printed(line, None)
    longest_word = max(map(len, wide.split()))
    for columns in (30, 60, 80, 92, 130, 200):
        output = printed(line, columns)
        assert max(map(len, output.splitlines())) <= max(columns, longest_word + 8)
        assert set(output.split()) >= set(wide.split()) - HEADS - {"-"}


def test_all_cells_of_a_table_share_the_width() -> None:
    with terminal(22):
        assert table(("a", "b"), [("one two", "three four five"), ("six", "-")]) == (
            "a      b\n"
            "one    three four five\n"
            "two\n"
            "six    -"
        )  # fmt: skip


def test_output_to_a_file_has_one_row_per_line() -> None:
    output = printed("referee games light-riders", None)
    (line,) = [line for line in output.splitlines() if line.startswith("max_rounds")]
    assert "  int 0.." in line
