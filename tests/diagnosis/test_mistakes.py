"""Mistakes of authors: each program under `mistakes` lists the texts that must be reported."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest

from gridbots.limits import LimitOptions
from gridbots_referee.diagnosis.diagnosis import Diagnosis, Examination
from gridbots_referee.play.session import new_session
from gridbots_referee.play.stop import Stop
from gridbots_referee.show.tables.check import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER = Path(__file__).parent / "mistakes"
PROGRAMS = {
    ".py": "python3 -S -E {}", ".js": "node {}", ".pl": "perl {}", ".sh": "sh {}", ".c": "{}",
}  # fmt: skip
NEEDS = {".py": "python3", ".js": "node", ".pl": "perl", ".sh": "sh", ".c": "cc"}
EXPECTED = re.compile(r"^(?://|#) ([\w-]+): (.*)$", re.MULTILINE)
SHORT = LimitOptions(timebank=1500, start_allowance=1500)
QUICK = {"no_flush.c", "north.c", "leading_blank.c", "one_move.c", "no_newline.py", "more_words.pl",
         "board_of_16.py", "waits_for_a_blank_line.sh", "dies_of_new_settings.pl",
         "without_its_module.pl", "file_in_this_folder.py"}  # fmt: skip
"""Those that take little time, for the ordinary suite; one of most kinds."""


class Mistake(NamedTuple):
    file: Path
    sentences: list[tuple[str, str]]
    """Kind of fault, and a text of its report."""
    limits: LimitOptions
    is_well: bool
    """Whether its faults are warnings."""


def mistakes() -> Iterator[Any]:
    for file in sorted(FOLDER.glob("*/*")):
        if file.suffix in PROGRAMS:
            texts = EXPECTED.findall(file.read_text())
            limits = SHORT if ("limits", "short") in texts else LimitOptions()
            sentences = [each for each in texts if each[0] not in {"limits", "level"}]
            marks = [] if file.name in QUICK else [pytest.mark.slow]
            mistake = Mistake(file, sentences, limits, ("level", "warning") in texts)
            yield pytest.param(mistake, id=f"{file.parent.name}-{file.stem}", marks=marks)


def command(file: Path, folder: Path) -> str:
    needed = NEEDS[file.suffix]
    if not shutil.which(needed):
        pytest.skip(f"no {needed} here")
    if file.suffix == ".c":
        program = folder / file.stem
        subprocess.run(["cc", "-w", "-o", program, file], check=True)
        return str(program)
    return PROGRAMS[file.suffix].format(file)


def examined(bot: str, limits: LimitOptions, game: str = "light-riders") -> Diagnosis:
    session = msgspec.structs.replace(new_session(game, [bot, bot], {}, limits), seed=1)
    stop = Stop()
    examination = Examination(session, stop, lambda *_: None)
    examination.try_situations()
    stop.close()
    return examination.diagnosis()


@pytest.mark.parametrize("mistake", [*mistakes()])
def test_a_mistake_is_reported_with_a_remedy(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "book.txt").write_text("pass")
    diagnosis = examined(command(mistake.file, tmp_path), mistake.limits)
    said = {
        fault.kind: as_text("", msgspec.structs.replace(diagnosis, faults=(fault,)))
        for fault in diagnosis.faults
    }
    expected = {kind for kind, _ in mistake.sentences}
    # A program that always gives the same answer runs into walls as well.
    assert set(said) - {"unsafe"} == expected - {"unsafe"}, said
    for kind, sentence in mistake.sentences:
        assert sentence in said[kind]
    assert diagnosis.is_well or not mistake.is_well


def test_there_are_thirty_mistakes_in_four_languages() -> None:
    files = [file for file in FOLDER.glob("*/*") if file.suffix in PROGRAMS]
    assert len(files) >= 30
    assert len({file.suffix for file in files}) >= 4
