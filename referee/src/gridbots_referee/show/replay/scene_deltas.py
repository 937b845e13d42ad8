"""Delta encoding of scenes for the page: a keyframe in full, then changes.

    element  [symbol, cells] or [symbol, cells, text]; symbols by their number in `names`
    cell     (row + 1) * (columns + 2) + column + 1: elements may be one cell off the board

Keys identify elements. The delta of a line consists of the new cells at its front and the number of
old cells that remain, since every step of a snake moves all parts of its body. The delta of a
region consists of the cells that were added and removed.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots_referee.show.drawing.scene import scene
from gridbots_referee.show.drawing.symbols import names, symbol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.pictures.frames import Frame
    from gridbots_referee.show.drawing.scene import Element

Code = tuple[Any, ...]
Move = tuple[Sequence[int], int]
"""Delta of a line: the new cells at its front, and the number of old cells that remain."""
Spread = tuple[Sequence[int], Sequence[int]]
"""Delta of a region: the cells that were added and removed."""
MOST_NEW: Final = 2
"""New cells at the front of a line at most; with more, the line is encoded in full."""


@functools.cache
def symbol_table(seats: int) -> list[dict[str, Any]]:
    """All symbols of a match in the order of their numbers, for the page."""
    return [msgspec.to_builtins(symbol(name)) for name in names(seats)]


@functools.cache
def symbol_numbers(seats: int) -> dict[str, int]:
    return {name: number for number, name in enumerate(names(seats))}


class EncodedScene:
    """The scene of a frame, encoded for comparison with other scenes of the match."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        numbers = symbol_numbers(len(frame.living))
        stride = frame.columns + 2
        elements = scene(frame).elements
        self.elements = {each.key: element_code(each, numbers, stride) for each in elements}
        self.texts = {"captions": frame.captions, "measures": frame.measures}
        self._forms = {each.key: symbol(each.symbol).form for each in elements}

    def whole(self) -> dict[str, Any]:
        return {
            "round": self.frame.round,
            "living": self.frame.living,
            "scores": self.frame.scores,
            "elements": self.elements,
            **self.texts,
        }

    def since(self, before: EncodedScene) -> dict[str, Any]:
        """The changes since another scene."""
        come: dict[str, Code] = {}
        moved: dict[str, Move] = {}
        spread: dict[str, Spread] = {}
        for key, now in self.elements.items():
            old = before.elements.get(key)
            if old == now:
                continue
            if old is None or old[0] != now[0] or self._forms[key] == "stamp":
                come[key] = now
            elif self._forms[key] == "region":
                spread[key] = _spread(old[1], now[1])
            elif move := _moved(old[1], now[1]):
                moved[key] = move
            else:
                come[key] = now
        change = {
            "gone": [key for key in before.elements if key not in self.elements],
            "come": come,
            "moved": moved,
            "spread": spread,
            "living": self.frame.living if self.frame.living != before.frame.living else None,
            "scores": self.frame.scores if self.frame.scores != before.frame.scores else None,
        }
        texts = {name: each for name, each in self.texts.items() if each != before.texts[name]}
        known = {name: each for name, each in change.items() if each}
        return {"round": self.frame.round, **known, **texts}


def element_code(element: Element, numbers: Mapping[str, int], stride: int) -> Code:
    cells = [(row + 1) * stride + column + 1 for row, column in element.cells]
    code = (numbers[element.symbol], cells)
    return (*code, element.text) if element.text else code


def _moved(before: Sequence[int], now: Sequence[int]) -> Move | None:
    for new in range(min(len(now), MOST_NEW + 1)):
        left = len(now) - new
        if left <= len(before) and now[new:] == before[:left]:
            return now[:new], left
    return None


def _spread(before: Sequence[int], now: Sequence[int]) -> Spread:
    old, new = set(before), set(now)
    return [cell for cell in now if cell not in old], [cell for cell in before if cell not in new]
