"""Starter bots by language and game, as the headers of the examples describe them.

A starter is a file `examples/starters/LANGUAGE/GAME.SUFFIX`. The comment at its top has its
strategy, the commands to build and start it, and the programs that these need.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots.errors import UnknownNameError, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

TEMPLATES: Final = Path(__file__).parents[1] / "templates"
"""The folder `examples` of the repository: a link in a checkout, a copy in a wheel."""
STARTERS: Final = TEMPLATES / "starters"
SITUATIONS: Final = "situations"
"""Folder of test cases, next to those of the languages."""
ANY_GAME: Final = "any-game"
"""Name in place of a game: a starter for games that have none in this language."""
ALIASES: Final[Mapping[str, str]] = {
    "bash": "shell",
    "c#": "csharp",
    "c++": "cpp",
    "cs": "csharp",
    "golang": "go",
    "gridbots": "python-gridbots",
    "js": "javascript",
    "node": "javascript",
    "pl": "perl",
    "py": "python",
    "rb": "ruby",
    "rs": "rust",
    "sh": "shell",
    "ts": "typescript",
}
TITLES: Final[Mapping[str, str]] = {
    "c": "C",
    "cpp": "C++",
    "csharp": "C#",
    "javascript": "JavaScript",
    "php": "PHP",
    "python-gridbots": "Python with gridbots",
    "shell": "POSIX sh",
    "typescript": "TypeScript",
}
"""Names of languages that differ from their folders."""


class Starter(NamedTuple):
    language: str
    game: str
    path: Path
    about: str
    """Its strategy, in a sentence that starts with "it"."""
    build: str
    """Build command; empty if there is none."""
    start: str
    needs: tuple[str, ...]
    """Programs."""

    @property
    def title(self) -> str:
        """The name of its language."""
        return TITLES.get(self.language, self.language.capitalize())


@cache
def starters() -> tuple[Starter, ...]:
    """All starters, by language and game."""
    files = [path for path in STARTERS.glob("*/*.*") if path.parent.name != SITUATIONS]
    return tuple(sorted(found for path in files if (found := _starter(path))))


def _starter(path: Path) -> Starter | None:
    """None for a file without a header, such as the output of a compiler."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None
    about, start = _header(text, "starter bot"), _header(text, "Start")
    if not about or not start:
        return None
    words = re.findall("[A-Z]?[a-z]+", path.stem)
    return Starter(
        language=path.parent.name,
        game="-".join(words).lower(),
        path=path,
        about=about,
        build=_header(text, "Build"),
        start=start,
        needs=tuple(_header(text, "Needs").split()),
    )


def _header(text: str, name: str) -> str:
    found = re.search(rf"\b{name}: (.+)$", text, re.MULTILINE)
    return found[1].strip() if found else ""


def languages() -> list[str]:
    return sorted({each.language for each in starters()})


def find_starter(language: str, game: str) -> Starter:
    """The starter for a game in a language, or else the one for any game.

    Raises:
        UnknownNameError: the language has no starter, or none for the game.
    """
    known = languages()
    asked = ALIASES.get(language.lower(), language.lower())
    if asked not in known:
        raise UnknownNameError(
            f"unknown language {language!r}; {nearest(asked, known)} "
            "(`referee new bot --list` shows all)"
        )
    games = {each.game: each for each in starters() if each.language == asked}
    found = games.get(game) or games.get(ANY_GAME)
    if not found:
        others = [each.language for each in starters() if each.game in {game, ANY_GAME}]
        raise UnknownNameError(
            f"no starter for {game} in {asked}; there is one in {', '.join(dict.fromkeys(others))}"
        )
    return found
