"""Plays well from within 3,000 folders, each in the one before, that it has made at the start."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest

DEPTH = 3000

if __name__ == "__main__":
    for _ in range(DEPTH):
        os.mkdir("d")
        os.chdir("d")
    Path("file").touch()
    _honest.play()
