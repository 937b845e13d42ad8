"""An example game, broken by an edit and installed as `pip install` does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def source_of(game: str) -> Path:
    """The file of an example game."""
    return ROOT / f"examples/games/{game}/gridbots_{game}.py"


class Stranger:
    """An installed game of somebody else, and an empty folder in which commands run."""

    def __init__(
        self, folder: Path, old: str, new: str, *more: tuple[str, str], game: str = "claim"
    ) -> None:
        """Install the game with `old` replaced by `new`, and so on."""
        packages, self.folder = folder / "site-packages", folder / "empty"
        about = packages / f"gridbots_{game}-1.0.dist-info"
        about.mkdir(parents=True)
        self.folder.mkdir()
        text = source_of(game).read_text(encoding="utf-8")
        for before, after in ((old, new), *more):
            assert before in text
            text = text.replace(before, after, 1)
        self.file = packages / source_of(game).name
        self.file.write_text(text, encoding="utf-8")
        metadata = f"Metadata-Version: 2.1\nName: gridbots-{game}\nVersion: 1\n"
        (about / "METADATA").write_text(metadata)
        (about / "entry_points.txt").write_text(f"[gridbots.games]\n{game} = gridbots_{game}\n")

    def place(self, code: str) -> str:
        """How messages name the line with this code."""
        lines = self.file.read_text(encoding="utf-8").splitlines()
        (number,) = (at for at, line in enumerate(lines, 1) if code in line)
        return f"({self.file}:{number}: {lines[number - 1].strip()})"

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """A command, such as `referee run`, by its words."""
        running = self.start(*words)
        out, errors = running.communicate(timeout=120)
        return subprocess.CompletedProcess(words, running.returncode, out, errors)

    def start(self, *words: str) -> subprocess.Popen[str]:
        """The same, while it runs."""
        program, *rest = words
        return subprocess.Popen(
            [str(Path(sys.executable).with_name(program)), *rest],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.file.parent), "COLUMNS": "200"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
