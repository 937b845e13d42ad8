"""Tables fit the terminal, and are complete in a file."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from gridbots_referee.cli.bots.listing import bots, games

HEADS = {
    "name",
    "package",
    "games",
    "best",
    "in",
    "options",
    "option",
    "values",
    "default",
    "meaning",
}


@pytest.mark.parametrize("asked", [[], ["random"], ["minimax"]])
@pytest.mark.parametrize("columns", [30, 80, 130, 200])
def test_a_list_of_bots_fits_the_terminal_without_losing_words(
    asked: list[str], columns: int
) -> None:
    output = CliRunner().invoke(bots, asked, env={"COLUMNS": str(columns)}).output
    wide = CliRunner().invoke(bots, asked, env={"COLUMNS": None}).output
    lines = output.splitlines()
    longest_word = max(map(len, wide.split()))
    assert max(map(len, lines)) <= max(columns, longest_word + 8)
    assert set(output.split()) >= set(wide.split()) - HEADS - {"-"}


def test_output_to_a_file_has_one_row_per_line() -> None:
    output = CliRunner().invoke(games, ["light-riders"], env={"COLUMNS": None}).output
    (line,) = [line for line in output.splitlines() if line.startswith("max_rounds")]
    assert "  int 0.." in line
