"""Errors in the code of the authors of games and bots: the author's line, and the error.

Code belongs to an author if it is in a plugin, wherever that is installed, or in a file that is
neither installed nor part of Python, the framework or the referee. The author needs the deepest
frame in such code: deeper frames belong to libraries that it calls.
"""

from __future__ import annotations

import contextlib
import importlib.util
import inspect
import linecache
import sys
import sysconfig
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridbots.errors import REMEDIES, GameError, GridbotsError, PluginError, with_remedy

if TYPE_CHECKING:
    from collections.abc import Iterator

INSTALLED: Final = {"site-packages", "dist-packages"}
"""Folders that packages are installed in."""
GAMES: Final = Path(__file__).parents[1] / "games"
PARTS: Final = Path(__file__).parents[1] / "game"
"""Default parts of games."""
STANDARD: Final = Path(sysconfig.get_path("stdlib"))
OURS: Final = ("gridbots", "gridbots_referee")
"""Packages whose code is no author's, except for the games in `gridbots.games`."""

OR: Final = " or "
"""Between the plugins of one package."""

_plugins: dict[Path, str] = {}
"""File or folder of loaded plugins -> what they are, such as "game 'claim'"."""


class SourceLine(NamedTuple):
    """A line of source code."""

    file: str
    line: int

    def __str__(self) -> str:
        code = linecache.getline(self.file, self.line).strip()
        return f"{self.file}:{self.line}: {code}" if code else f"{self.file}:{self.line}"


def note_plugin(what: str, module: str) -> None:
    """Remember that the top-level package of this module, or the module, holds this plugin."""
    top = module.partition(".")[0]
    with contextlib.suppress(ImportError, ValueError):
        spec = importlib.util.find_spec(top)
        if top in OURS or spec is None:
            return
        for root in map(Path, spec.submodule_search_locations or filter(None, [spec.origin])):
            known = _plugins.setdefault(root, what)
            if what not in known.split(OR):
                _plugins[root] = known + OR + what


def plugin_of(file: str) -> str | None:
    """The loaded plugin that this source file belongs to, such as "game 'claim'"."""
    path = Path(file)
    return next((what for root, what in _plugins.items() if path.is_relative_to(root)), None)


def is_author_code(file: str) -> bool:
    """Whether this source file belongs to an author."""
    path = Path(file)
    if file.startswith("<"):
        return False
    if plugin_of(file):
        return True
    others = [
        STANDARD,
        *(Path(str(sys.modules[each].__file__)).parent for each in OURS if each in sys.modules),
    ]
    if any(path.is_relative_to(other) for other in others):
        return path.is_relative_to(GAMES)
    return INSTALLED.isdisjoint(path.parts)


def place_of(error: BaseException) -> SourceLine | None:
    """The deepest line of an author's code that an error passed through."""
    if isinstance(error, SyntaxError) and error.filename and is_author_code(error.filename):
        return SourceLine(error.filename, error.lineno or 0)
    frames = traceback.walk_tb(error.__traceback__)
    places = [SourceLine(frame.f_code.co_filename, line) for frame, line in frames]
    return next((each for each in reversed(places) if is_author_code(each.file)), None)


def definition(function: Any) -> SourceLine:
    """The line in which a function is defined, below its decorators."""
    code = inspect.unwrap(function).__code__
    first = code.co_firstlineno
    lines = linecache.getlines(code.co_filename)[first - 1 :]
    defs = (at for at, line in enumerate(lines) if line.lstrip().startswith("def "))
    return SourceLine(
        code.co_filename, first + (next(defs, 0) if code.co_name != "<lambda>" else 0)
    )


def described(error: BaseException) -> str:
    """An error in one line, with the author's line that caused it."""
    if isinstance(error, GridbotsError):
        return str(error)
    if isinstance(error, OSError) and error.errno in REMEDIES:
        return with_remedy(error)
    text = error.msg if isinstance(error, SyntaxError) else str(error).strip().partition("\n")[0]
    place = place_of(error)
    kind = type(error).__name__
    return (f"{kind}: {text}" if text else kind) + (f" ({place})" if place else "")


def cause_of(error: BaseException) -> str:
    """The cause of an error: the author's line, whatever the values; else the error itself."""
    return str(place_of(error) or described(error))


def is_game_error(error: BaseException) -> bool:
    """Whether the code of an author, or a default part of a game, raised an error."""
    frames = [frame.f_code.co_filename for frame, _ in traceback.walk_tb(error.__traceback__)]
    return place_of(error) is not None or any(Path(each).is_relative_to(PARTS) for each in frames)


@contextlib.contextmanager
def game_errors(game: str) -> Iterator[None]:
    """Context in which every error is one of this game, since only its code runs there.

    Raises:
        GameError: the code of the game raised an error, or left.
    """
    try:
        yield
    except (Exception, SystemExit) as error:
        if isinstance(error, GridbotsError) and not isinstance(error, PluginError):
            raise
        raise game_error(game, error) from error


def game_error(game: str, error: BaseException) -> GameError:
    """The error of a game in whose code another error was raised."""
    what, text = f"game {game!r}", described(error)
    is_named = what in text.partition(": ")[0].split(OR)
    return GameError(text if is_named else f"{what}: {text}")
