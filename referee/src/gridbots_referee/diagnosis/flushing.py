"""How to flush the standard output, by the language of a bot as its command shows it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

FLUSHES: Final = {
    "python": "print(move, flush=True)",
    "c": "fflush(stdout); after each answer",
    "c++": "std::cout << move << std::endl;",
    "go": "writer.Flush() after each answer",
    "java": "System.out.println(move); System.out.flush();",
    "lua": 'io.write(move, "\\n"):flush()',
    "perl": "STDOUT->autoflush(1); at the beginning",
    "php": 'echo "$move\\n"; flush();',
    "ruby": "$stdout.sync = true at the beginning",
    "awk": "fflush() after each print; mawk reads line by line only with -W interactive",
}
PROGRAMS: Final = (
    (r"python[\d.]*|pypy[\d.]*|uv", "python"),
    (r"perl[\d.]*", "perl"),
    (r"ruby[\d.]*", "ruby"),
    (r"java", "java"),
    (r"php[\d.]*", "php"),
    (r"lua(jit)?[\d.]*", "lua"),
    (r"[gmn]?awk", "awk"),
)
SUFFIXES: Final = {
    ".py": "python", ".pl": "perl", ".rb": "ruby", ".jar": "java", ".php": "php", ".lua": "lua",
    ".awk": "awk",
}  # fmt: skip
COMPILED: Final = ("c", "c++", "go")
"""What a program without interpreter and suffix may be written in."""
SHEBANG_BYTES: Final = 200


def flush_text(argv: Sequence[str]) -> str:
    """What to write to flush, in the language of this command, or in the likely ones."""
    language = language_of(argv)
    languages = [language] if language else COMPILED
    return "; or ".join(
        FLUSHES[each] if language else f"in {each.capitalize()}: {FLUSHES[each]}"
        for each in languages
    )


def language_of(argv: Sequence[str]) -> str:
    """The language, as far as the names of the program and its files tell; else empty."""
    for word in (*argv[:2], _shebang(argv[0])):
        name = Path(word).name
        for pattern, language in PROGRAMS:
            if re.fullmatch(pattern, name):
                return language
        if Path(name).suffix in SUFFIXES:
            return SUFFIXES[Path(name).suffix]
    return ""


def _shebang(program: str) -> str:
    """The interpreter that the first line of a script names."""
    try:
        with Path(program).open("rb") as file:
            first = file.read(SHEBANG_BYTES).partition(b"\n")[0]
    except OSError:
        return ""
    if not first.startswith(b"#!"):
        return ""
    words = first[2:].decode(errors="replace").split()
    return next((word for word in reversed(words) if not word.startswith("-")), "")
