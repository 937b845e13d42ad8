"""File of a Kaggle agent: its last function is the agent."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridbots.errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Callable


def load_agent(path: str) -> Callable[..., Any]:
    """Run a file, and return what it has defined last that can be called.

    Raises:
        PluginError: there is no such file, or nothing in it can be called.
    """
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        raise PluginError(f"cannot read {path}: {error.strerror}") from None
    sys.path.insert(0, str(Path(path).absolute().parent))
    names: dict[str, Any] = {"__name__": "__agent__", "__file__": path}
    exec(compile(source, path, "exec"), names)  # noqa: S102  the agent is a program of the user
    defined: list[Callable[..., Any]] = [value for value in names.values() if callable(value)]
    if not defined:
        raise PluginError(f"expected a function in {path}, got none")
    return defined[-1]


def arguments_taken(agent: Callable[..., Any], most: int) -> int:
    """How many arguments by position an agent takes, up to so many."""
    kinds = [each.kind for each in inspect.signature(agent).parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return most
    by_position = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD}
    return min(sum(kind in by_position for kind in kinds), most)
