"""Fault matrix: each villain gets its verdict at each level, and leaves nothing behind."""

from __future__ import annotations

import ast
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace
from tests.play.fault_matrix import (
    AT_LIMITS,
    CANNOT,
    LEVELS,
    MATRIX,
    PAGE,
    ROWS,
    TESTS,
    WARNED,
    Row,
    page_with_tables,
    table,
)
from tests.play.fault_matrix import VILLAINS as HERE
from tests.play.matches import VILLAINS, command, own_children, play_match, villain

from gridbots.games.light_riders import GAME
from gridbots.limits import Isolation
from gridbots.record import TERMINATIONS, Clock
from gridbots.record.verification import verify
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox

if TYPE_CHECKING:
    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch

HONEST = Row("plays honestly", "plays on", "_honest")
VILLAIN_SEAT, OPPONENT = 0, 1
CROWDED = "gap"
"""Kind of the note if a busy machine also stops the referee."""
PATIENT = Clock(30_000, 10_000)
MOST_MEMORY = 8 << 20
"""Maximum growth of the referee's memory caused by a villain."""
LEVELS_HERE = [level for level in LEVELS if level != "sandbox" or not why_no_sandbox()]
"""A machine without a sandbox refuses that level; see tests/play/isolation/test_sandbox.py."""
PLAYED = [
    pytest.param(row, level, id=f"{row.name}-{level}")
    for level in LEVELS_HERE
    for row in ROWS
    if row.is_played_at(level)
]


def test_every_villain_has_a_row() -> None:
    files = {file.relative_to(VILLAINS).with_suffix("") for file in VILLAINS.rglob("[a-z]*.py")}
    assert {str(file) for file in files} == {row.villain for row in ROWS if row.villain}


def test_each_row_is_tested_at_each_level() -> None:
    for row in ROWS:
        for level in LEVELS:
            assert row.verdict_at(level), (row.does, level)
            assert row.tests or row.is_played_at(level), (row.does, level)


def test_the_tests_named_in_rows_exist() -> None:
    named = {each for row in ROWS for each in row.tests}
    there = {
        f"{file}::{name}"
        for file in {each.partition("::")[0] for each in named}
        for name in functions_in(TESTS / file)
    }
    assert named - there == set()


def functions_in(file: Path) -> set[str]:
    return {each.name for each in ast.parse(file.read_text()).body if hasattr(each, "name")}


def test_the_page_has_the_matrix() -> None:
    text = PAGE.read_text()
    assert text == page_with_tables(text), "run python -m tests.play.fault_matrix"
    assert all(f"\n{table(group)}\n" in text for group in MATRIX.values())


def test_a_script_without_its_interpreter_is_not_started(tmp_path: Path) -> None:
    script = tmp_path / "bot"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    record = play_match(villain("_honest"), command(str(script)))
    assert record.result.how == "void"
    assert record.result.players[1].termination == "not-started"
    assert str(script) in record.result.players[1].detail


class Arena:
    """Copies of the villains, whose paths identify their processes, and a folder."""

    def __init__(self, folder: Path) -> None:
        self.villains = folder / "villains"
        self.temporary = folder / "temporary"
        shutil.copytree(VILLAINS, self.villains, ignore=shutil.ignore_patterns("__pycache__"))
        self.temporary.mkdir()

    def launch(self, row: Row) -> Launch:
        program, folder = str(self.villains / f"{row.villain}.py"), str(self.villains)
        words = [folder if word == HERE else word for word in row.words]
        if "/" in row.villain and folder not in words:
            words.append(
                folder
            )  # Files that a command names are visible in a sandbox; it imports from them.
        return command(sys.executable, "-S", "-E", "-B", program, *words)

    def play(self, row: Row, level: str) -> Record:
        """A match against an honest bot. Villains that may stop themselves get little time."""
        isolation = Isolation(level=level)  # type: ignore[arg-type]
        launches = [self.launch(row), self.launch(HONEST)]
        if row.verdict_at(level) not in {"late", CANNOT}:
            launches[VILLAIN_SEAT] = replace(launches[VILLAIN_SEAT], clock=PATIENT)
        launches[OPPONENT] = replace(launches[OPPONENT], clock=PATIENT)
        return play_match(*launches, isolation=isolation)

    def processes(self) -> list[str]:
        """The command lines of processes that the villains left behind."""
        found = (command_line(file) for file in Path("/proc").glob("[0-9]*/cmdline"))
        return [line for line in found if str(self.villains) in line]


def command_line(file: Path) -> str:
    try:
        return file.read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:  # It has ended meanwhile.
        return ""


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    made = Arena(tmp_path_factory.mktemp("arena"))
    for (
        level
    ) in LEVELS_HERE:  # All that is loaded or started once is there before memory is measured.
        made.play(HONEST, level)
    return made


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="what is left is seen in /proc, as on Linux")
@pytest.mark.parametrize(("row", "level"), PLAYED)
def test_a_villain_gets_its_verdict_and_affects_no_other_bot(
    row: Row, level: str, arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(arena.temporary))
    monkeypatch.setenv("TMPDIR", str(arena.temporary))
    before = memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # The peak is counted anew.
    record = arena.play(row, level)
    assert memory("VmHWM") - before < MOST_MEMORY
    assert_verdict(record, row.verdict_at(level))
    assert_unharmed(record)
    assert verify(GAME, record) == []
    assert own_children() == set()
    assert arena.processes() == []
    assert list(arena.temporary.iterdir()) == []
    assert arena.play(HONEST, level).result.how == "rules"


def memory(name: str) -> int:
    """Current or peak memory of this process, in bytes."""
    lines = Path("/proc/self/status").read_text().splitlines()
    told = dict(line.split(":", 1) for line in lines)
    return int(told[name].split()[0]) << 10


def assert_verdict(record: Record, verdict: str) -> None:
    player = record.result.players[VILLAIN_SEAT]
    told = (record.result.how, player.termination)
    kinds = kinds_of_notes(record, VILLAIN_SEAT)
    if verdict in TERMINATIONS:
        assert told == ("forfeit", verdict), player.detail
    elif verdict == CANNOT:
        assert record.result.how in {"rules", "forfeit"}
        assert "done:" not in player.stderr
    else:
        assert record.result.how == "rules", player.detail
        expected = {verdict.removeprefix(WARNED)} if verdict.startswith(WARNED) else set()
        assert kinds - ({"limit"} if verdict == AT_LIMITS else set()) == expected


def kinds_of_notes(record: Record, seat: int) -> set[str]:
    """The notes on a seat, without those caused by a busy machine."""
    notes = (note for each in record.rounds for note in each.notes if note.seat == seat)
    return {str(note.kind) for note in notes} - {CROWDED}


def assert_unharmed(record: Record) -> None:
    """The opponent has won or played to the end, without notes."""
    assert record.result.players[OPPONENT].termination in {"survived", "eliminated"}
    assert kinds_of_notes(record, OPPONENT) == set()
    if record.result.how == "forfeit":
        assert record.result.outcome is not None
        assert record.result.outcome.winner == OPPONENT
