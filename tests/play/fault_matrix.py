"""Fault matrix: faults of bots and of the machine, and the required verdict at each level.

The rows lie in tests/villains/matrix. A row has the villain that does it, the tests that see to it,
or both. Its verdict is a text, or one for each level; a villain is played at each level at which
its verdict is one of these:

    plays on         the match ends by the rules, without a warning
    plays on, or is stopped at its limits
                     the match ends by the rules, perhaps with the note that a limit was hit
    warned: KIND     the match ends by the rules, with notes of this kind
    a termination    the villain forfeits, with this termination
    cannot           the attack fails; the match ends by the rules, or the attacker forfeits

`python -m tests.play.fault_matrix` writes the tables of docs/results/fault_matrix.md.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from gridbots.limits import Level
from gridbots.record import TERMINATIONS

TESTS: Final = Path(__file__).parents[1]
FOLDER: Final = TESTS / "villains" / "matrix"
PAGE: Final = TESTS.parent / "docs" / "results" / "fault_matrix.md"
GROUPS: Final = ("broken", "bridges", "takers", "attackers", "house")
LEVELS: Final[tuple[str, ...]] = get_args(Level)
CANNOT: Final = "cannot"
WARNED: Final = "warned: "
PLAYS_ON: Final = "plays on"
AT_LIMITS: Final = "plays on, or is stopped at its limits"
VILLAINS: Final = "{villains}"
"""In the words of a villain: the folder of all villains."""
ALL: Final = "result"
"""Head of the column if all levels have the same verdict."""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    does: str
    verdict: str | dict[str, str]
    villain: str = ""
    """The file under tests/villains, without suffix."""
    words: tuple[str, ...] = ()
    """Arguments of the villain."""
    tests: tuple[str, ...] = ()
    """FILE::NAME of tests that check what a match with the villain does not show."""
    slow: bool = False
    """Whether it takes long; then it is only in the slow set."""

    def verdict_at(self, level: str) -> str:
        return self.verdict if isinstance(self.verdict, str) else self.verdict.get(level, "")

    def is_played_at(self, level: str) -> bool:
        return bool(self.villain) and is_exact(self.verdict_at(level))

    @property
    def name(self) -> str:
        words = (word for word in self.words if word != VILLAINS)
        return "-".join([self.villain.rpartition("/")[2], *words])


def is_exact(verdict: str) -> bool:
    """Whether a verdict describes the contents of the record."""
    return verdict in {PLAYS_ON, AT_LIMITS, CANNOT, *TERMINATIONS} or verdict.startswith(WARNED)


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    rows: tuple[Row, ...]


def group(name: str) -> Group:
    data: Any = tomllib.loads((FOLDER / f"{name}.toml").read_text())
    return msgspec.convert(data, Group)


MATRIX: Final = {name: group(name) for name in GROUPS}
ROWS: Final = tuple(row for each in MATRIX.values() for row in each.rows)


def table(each: Group) -> str:
    """The table in Markdown, with a column for each level if the verdicts differ."""
    differs = any(isinstance(row.verdict, dict) for row in each.rows)
    columns = [*LEVELS] if differs else [ALL]
    head = [["what it does", *columns], ["---"] * (1 + len(columns))]
    rows = [[row.does, *cells(row, columns)] for row in each.rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in head + rows)


def cells(row: Row, columns: list[str]) -> list[str]:
    return [in_words(row.verdict_at(LEVELS[-1] if each == ALL else each)) for each in columns]


def in_words(verdict: str) -> str:
    return f"forfeits: `{verdict}`" if verdict in TERMINATIONS else verdict


def page_with_tables(text: str) -> str:
    """The page with the tables of the matrix."""
    for each in MATRIX.values():
        section = rf"(?m)^## {each.title}\n(\n\|.*(\n\|.*)*\n)?"
        tables = f"## {each.title}\n\n{table(each)}\n"
        text = re.sub(section, lambda _, new=tables: new, text)  # type: ignore[misc]
    return text


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text()))
