"""Plays well, after it has put links outwards into its folder, and mode 0 on everything."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest

if __name__ == "__main__":
    os.makedirs("a/b")
    os.symlink("/usr", "a/b/usr")
    os.symlink("..", "a/up")
    for place in ("a/b", "a", "."):
        os.chmod(place, 0)
    _honest.play()
