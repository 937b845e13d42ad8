"""The games in turns under examples/games, loaded without installing them."""

from __future__ import annotations

import importlib.util
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from gridbots.game import Game

FOLDER: Final = Path(__file__).parents[2] / "examples" / "games"


@cache
def example_game(name: str) -> Game:
    spec = importlib.util.spec_from_file_location(
        f"gridbots_{name}", FOLDER / name / f"gridbots_{name}.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    game: Game = module.gridbots_game()
    return game
