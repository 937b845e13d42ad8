"""Plugin loader: installed games and bots, one at a time.

Importing this module loads neither numpy nor pluggy, so that listings are fast.
"""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING, TypeVar

from gridbots.errors import PluginError, UnknownNameError, nearest
from gridbots.errors.author_code import definition, described, note_plugin
from gridbots.plugins.metadata import BOTS, COMMANDS, GAMES, entry_points
from gridbots.plugins.plugin_filter import BLOCKED, why_blocked

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.metadata import EntryPoint

    import pluggy

    from gridbots.game import Game
    from gridbots.plugins.bot import BotType

T = TypeVar("T")


def load_game(name: str) -> Game:
    """Load the game of this name.

    Raises:
        UnknownNameError: no installed package brings a game of this name.
        PluginError: its plugin cannot be loaded, or several packages bring one.
    """
    from gridbots.game import Game

    copyreg.pickle(Game, _by_name)
    game = _load(GAMES, name, "game", Game)
    if game.name != name:
        raise PluginError(
            f"expected a game with the name of its entry point {name!r}, got {game.name!r}"
        )
    return game


def _by_name(game: Game) -> tuple[Callable[[str], Game], tuple[str]]:
    """A game as it is pickled: by its name, since it consists of functions."""
    from pickle import PicklingError

    name = game.name
    if name not in entry_points(GAMES).names or load_game(name).verbs != game.verbs:
        raise PicklingError(f"games are pickled by name, but this {name!r} is not installed")
    return load_game, (name,)


def load_bot(name: str) -> BotType:
    """Load the bot type of this name; imports its plugin.

    Raises:
        UnknownNameError: no installed package brings a bot of this name.
        PluginError: its plugin cannot be loaded, or several packages bring one.
    """
    from gridbots.plugins.bot import BotType

    return _load(BOTS, name, "bot", BotType)


def load_command(name: str) -> Callable[[Sequence[str]], int] | None:
    """The command of this name that a package adds to `gridbots`, or None.

    Raises:
        PluginError: it cannot be loaded.
    """
    found = entry_points(COMMANDS).select(name=name)
    entry = next((each for each in found if not why_blocked(each)), None)
    if entry is None:
        return None
    try:
        command: Callable[[Sequence[str]], int] = entry.load()
    except (Exception, SystemExit) as error:
        raise PluginError(
            f"the command {name!r} of {_package(entry)} cannot be loaded: {described(error)}"
        ) from error
    return command


def _load(group: str, name: str, what: str, kind: type[T]) -> T:
    entries = entry_points(group)
    if name not in entries.names:
        if "/" in name or name.endswith(".py"):
            raise UnknownNameError(
                f"expected the name of an installed {what}, got the path {name!r}; install the "
                "folder with its pyproject.toml: pip install FOLDER"
            )
        raise UnknownNameError(f"unknown {what} {name!r}; {nearest(name, entries.names)}")
    allowed = [each for each in entries.select(name=name) if not why_blocked(each)]
    if not allowed:
        variable = why_blocked(entries[name])
        raise UnknownNameError(f"the {what} {name!r} is installed but blocked by {variable}")
    entry, *more = allowed
    # The name of a package is in a separate file, which takes time to read.
    packages = dict.fromkeys(map(_package, allowed)) if more else {}
    if len(packages) > 1:
        raise PluginError(
            f"several packages provide the {what} {name!r}: {', '.join(packages)}; "
            f"uninstall all but one, or name the others in {BLOCKED}"
        )
    note_plugin(f"{what} {name!r}", entry.module)
    try:
        hook = f"gridbots_{what}"
        plugin = entry.load()
        made = getattr(hooks_of(plugin, hook), hook)()
    except (Exception, SystemExit) as error:
        raise PluginError(
            f"the {what} {name!r} of {_package(entry)} cannot be loaded: {described(error)}"
        ) from error
    if not isinstance(made, kind):
        raise PluginError(
            f"expected a {kind.__name__} from the {what} {name!r} of {_package(entry)}, "
            f"got {made!r} ({definition(getattr(plugin, hook))})"
        )
    return made


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else "unknown package"


def hooks_of(plugin: object, expected: str) -> pluggy.HookRelay:
    """The hooks that a plugin implements.

    Raises:
        PluginError: it does not implement the expected one.
    """
    import pluggy

    from gridbots.plugins import hookspecs

    manager = pluggy.PluginManager("gridbots")
    manager.add_hookspecs(hookspecs)
    manager.register(plugin)
    manager.check_pending()
    if not getattr(manager.hook, expected).get_hookimpls():
        raise PluginError(f"expected a function {expected} marked @hookimpl in {plugin!r}")
    return manager.hook
