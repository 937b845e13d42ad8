"""After an interruption, the words of the command are printed again, quoted."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from gridbots_referee.cli.continuation import command_line, given_words


@click.command()
@click.argument("bots", nargs=-1)
@click.option("--many", "-m", multiple=True)
@click.option("--files", nargs=2)
@click.option("--flag", is_flag=True)
@click.option("--number", type=int, default=7)
@click.option("--only", "only_one")
def said(bots: tuple[str, ...], only_one: str, **_: object) -> None:
    """A command with all kinds of parameters."""
    assert bots is not None
    click.echo(command_line(given_words(("bots",) if only_one else (), ("number",))))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["a b", "it's"], ["'a b'", "'it'\"'\"'s'"]),
        (["a", "-m", "1", "-m", "2"], ["a", "--many 1 --many 2"]),
        (["--files", "x", "y z", "--flag"], ["--files x 'y z' --flag"]),
        (["a", "--number", "8"], ["a"]),
        (["a", "--flag", "--only", "x"], ["a"]),
    ],
)
def test_the_command_line_is_repeated(words: list[str], expected: list[str]) -> None:
    done = CliRunner().invoke(said, words)
    assert done.output == f"\n  {' '.join(['referee', *expected])}\n"
