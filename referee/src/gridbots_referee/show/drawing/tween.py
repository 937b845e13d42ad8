"""Tweens: the scene between the scenes of two rounds, at a time from 0 to 1.

Elements with the same key in both scenes move: stamps by one cell at most; trails grow at their
front; bodies slide along themselves. Elements appear and disappear half-way; areas change at the
end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from gridbots_referee.show.drawing.scene import Element, Scene
from gridbots_referee.show.drawing.symbols import symbol

if TYPE_CHECKING:
    from gridbots_referee.show.drawing.shapes import Place


def tween(before: Scene, after: Scene, time: float) -> Scene:
    """The scene between two scenes of the same board."""
    if time <= 0:
        return before
    if time >= 1:
        return after
    known = {each.key: each for each in before.elements}
    coming = {each.key for each in after.elements}
    elements = [
        _between(known[each.key], each, time) if each.key in known else each
        for each in after.elements
        if each.key in known or _appears(each, time)
    ]
    if time < 0.5:
        elements += [each for each in before.elements if each.key not in coming]
    elements.sort(key=lambda each: (symbol(each.symbol).layer, each.key))
    return Scene(after.rows, after.columns, tuple(elements))


def _appears(element: Element, time: float) -> bool:
    """A new line follows its head at once; other new elements appear half-way."""
    return time >= 0.5 or symbol(element.symbol).form == "line"


def _between(one: Element, other: Element, time: float) -> Element:
    match symbol(other.symbol).form:
        case "region":
            return one
        case "stamp":
            return replace(other, cells=(_towards(one.cells[0], other.cells[0], time),))
        case "line":
            return replace(other, cells=_slid(one.cells, other.cells, time))


def _towards(one: Place, other: Place, time: float) -> Place:
    """The place between two adjacent cells; a longer step is made at once."""
    down, across = other[0] - one[0], other[1] - one[1]
    if abs(down) + abs(across) > 1:
        return other
    return one[0] + time * down, one[1] + time * across


def _slid(one: tuple[Place, ...], other: tuple[Place, ...], time: float) -> tuple[Place, ...]:
    """A line whose front advances by a cell, and whose end follows."""
    if len(other) < 2 or not one or other[1] != one[0]:
        return other
    front = _towards(one[0], other[0], time)
    rest = other[1:]
    follows = len(one) > 1 and other[-1] == one[-2]
    return (front, *rest, _towards(one[-1], one[-2], time)) if follows else (front, *rest)
