"""Hints to a command that is none: a file that another program runs, or words without quotes."""

from __future__ import annotations

import os
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

RUN_BY: Final = {
    ".py": "python3 {}",
    ".js": "node {}",
    ".mjs": "node {}",
    ".cjs": "node {}",
    ".ts": "node --experimental-strip-types {}",
    ".pl": "perl {}",
    ".rb": "ruby {}",
    ".php": "php {}",
    ".lua": "lua {}",
    ".jar": "java -jar {}",
    ".java": "java {}",
    ".sh": "sh {}",
    ".bash": "bash {}",
}
"""How files are run that are no programs themselves."""
BUILT_BY: Final = {
    ".c": "cc -O2 -o {1} {0}",
    ".cc": "c++ -O2 -o {1} {0}",
    ".cpp": "c++ -O2 -o {1} {0}",
    ".rs": "rustc -O -o {1} {0}",
    ".go": "go build -o {1} {0}",
}
"""How sources become programs."""


def how_to_start(word: str) -> str:
    """How to start the file of this name as a bot; empty if there is none."""
    path = Path(word)
    try:
        if not path.is_file():
            return ""
    except (OSError, ValueError):  # no name of a file
        return ""
    name = shlex.quote(word)
    if path.suffix in BUILT_BY:
        program = path.with_suffix("")
        built = BUILT_BY[path.suffix].format(name, shlex.quote(str(program)))
        written = shlex.quote(f"{'' if program.is_absolute() else './'}{program}")
        return f"{word} is a source: build it with `{built}`, then write {written}"
    here = shlex.quote(word if "/" in word else f"./{word}")
    if os.access(path, os.X_OK):
        return f"a program in this folder is written {here}"
    if path.suffix in RUN_BY:
        return f'did you mean "{RUN_BY[path.suffix].format(name)}"?'
    return f"{word} is no program: make it one with `chmod +x {name}`, then write {here}"


def no_such_file(word: str) -> str:
    """What is wrong with a word that would be a bot's file if there were one; else nothing."""
    is_source = Path(word).suffix in {*RUN_BY, *BUILT_BY}
    return f"there is no file {word} here" if is_source else ""


def joined(words: Sequence[str], installed: Collection[str]) -> list[str]:
    """The words of a command line, commands such as `python3 mybot.py` being one word each."""
    found, place = [], 0
    while place < len(words):
        end = _end_of_command(words, place, installed)
        found.append(shlex.join(words[place:end]) if end > place + 1 else words[place])
        place = end
    return found


def _end_of_command(words: Sequence[str], place: int, installed: Collection[str]) -> int:
    """The place after a program, its options and the file that it runs; else the next one."""
    end = place + 1
    if not _is_program(words[place], installed):
        return end
    while end < len(words) and words[end].startswith("-"):
        end += 1
    return end + 1 if end < len(words) and _is_operand(words[end], installed) else place + 1


def _is_program(word: str, installed: Collection[str]) -> bool:
    is_bot = word.partition(":")[0] in installed or "/" in word or " " in word
    return not is_bot and not word.startswith("-") and shutil.which(word) is not None


def _is_operand(word: str, installed: Collection[str]) -> bool:
    """Whether a word is a file here that is no bot by itself."""
    if word.partition(":")[0] in installed or not os.path.isfile(word):  # noqa: PTH113  perhaps no path
        return False
    return "/" not in word or not os.access(word, os.X_OK)
