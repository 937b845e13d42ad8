"""Games and bots of this checkout; other installed plugins are not tested."""

from __future__ import annotations

import importlib
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.plugins import installed_bots, installed_games

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.plugins import Installed

ROOT: Final = Path(__file__).parents[1]
EXAMPLES: Final = ROOT / "examples" / "games"
PACKAGES: Final = {
    tomllib.loads(file.read_text())["project"]["name"]
    for pattern in ("framework", "referee", "bots/*", "games/*")
    for file in ROOT.glob(f"{pattern}/pyproject.toml")
}


def example(name: str) -> Game:
    """The game of a package under examples/games, which need not be installed."""
    sys.path.insert(0, str(EXAMPLES / name))
    try:
        module = importlib.import_module(f"gridbots_{name}")
    finally:
        sys.path.remove(str(EXAMPLES / name))
    game: Game = module.gridbots_game()
    return game


def shipped_games() -> dict[str, Installed]:
    return _ours(installed_games())


def shipped_bots() -> dict[str, Installed]:
    return _ours(installed_bots())


def _ours(plugins: dict[str, Installed]) -> dict[str, Installed]:
    return {name: plugin for name, plugin in plugins.items() if plugin.package in PACKAGES}
