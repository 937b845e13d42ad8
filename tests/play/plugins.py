"""Plugins for tests: single-module packages on the path of this process and its children."""

from __future__ import annotations

import importlib
import os
import sys
from textwrap import dedent
from typing import TYPE_CHECKING

from gridbots.games.light_riders import GAME
from gridbots.plugins import installed_bots
from gridbots_referee.play.launch import find_bot

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from gridbots_referee.play.launch import Launch

HEAD = """
import os, random, signal, sys, threading, time
from typing import Annotated
import numpy as np
from gridbots import Bot, BotType, Command, Settings, hookimpl

def tell(*values):
    print(*values, file=sys.stderr, flush=True)

class StraightBot(Bot):
    def choose(self, observation, budget):
        return -1

class Options(Settings, frozen=True):
    number: int = 0

@hookimpl
def gridbots_bot():
    return BotType(summary="for a test", make=make, options=Options)

def make(game, options):
    return StraightBot()
"""


class Shelf:
    """A folder of plugins."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        before = os.environ.get("PYTHONPATH")
        path = os.pathsep.join([str(folder), *([before] if before else [])])
        monkeypatch.setenv("PYTHONPATH", path)
        monkeypatch.syspath_prepend(folder)

    def put(self, name: str, text: str) -> Launch:
        """Install a bot: a StraightBot with the overrides in this text."""
        module = f"plugin_{name}"
        (self.folder / f"{module}.py").write_text(HEAD + dedent(text))
        about = self.folder / f"{module}-1.2.dist-info"
        about.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {name}-package\nVersion: 1.2\n"
        (about / "METADATA").write_text(metadata)
        (about / "entry_points.txt").write_text(f"[gridbots.bots]\n{name} = {module}\n")
        importlib.invalidate_caches()
        sys.modules.pop(module, None)
        return installed(name)


def installed(text: str, game: str = GAME.name) -> Launch:
    return find_bot(text, game, installed_bots())
