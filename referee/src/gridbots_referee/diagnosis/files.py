"""Files that a bot misses: it starts in an empty folder, where relative paths lead nowhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MISSING: Final = re.compile(
    r"no such file|ENOENT|FileNotFound|NoSuchFile|cannot open|can't open|could not open|not found",
    re.IGNORECASE,
)
"""What languages say of a file that is not there."""
QUOTED: Final = re.compile(r"""['"`\u2018]([^'"`\u2019\n]+)['"`\u2019]""")
WORD: Final = re.compile(r"[\w./~+-]*[\w-]\.\w+|[\w.~+-]+/[\w./~+-]+|\w+")


class MissingFile(NamedTuple):
    """A file that a bot misses, and where it lies."""

    name: str
    folder: Path

    @property
    def is_here(self) -> bool:
        """Whether it lies in the current folder."""
        return self.folder == Path.cwd()


def missing_file(stderr: str, argv: Sequence[str]) -> MissingFile | None:
    """The file that a bot says it misses, if it lies here or next to the program."""
    folders = [Path.cwd(), *program_folders(argv)]
    for line in stderr.splitlines():
        if MISSING.search(line):
            for name in _names(line):
                for folder in folders:
                    if _is_relative_file(name, folder):
                        return MissingFile(name, folder)
    return None


def program_folders(argv: Sequence[str]) -> list[Path]:
    """The folders of the files that a command names, apart from the system's."""
    files = [Path(word) for word in argv if "/" in word and Path(word).is_file()]
    return list(dict.fromkeys(file.parent for file in files if file.parent.parts[1:2] != ("usr",)))


def _names(line: str) -> Iterator[str]:
    """What may be the name of a file in a line, the quoted ones first."""
    yield from QUOTED.findall(line)
    yield from WORD.findall(line)


def _is_relative_file(name: str, folder: Path) -> bool:
    try:
        return not Path(name).is_absolute() and (folder / name).exists()
    except OSError:
        return False
