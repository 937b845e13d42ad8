"""Plays well, with a file in place of its working folder (argument `root`: of the folder above)."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest

if __name__ == "__main__":
    place = os.getcwd()
    if "root" in sys.argv:
        place = os.path.dirname(place)
    os.rename(place, f"{place}-moved")
    Path(place).touch()
    _honest.play()
