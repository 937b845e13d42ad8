"""Scene: a frame as elements (symbols in their places), and its display list of shapes.

An element has a key that is the same in every frame (`head/0`, `trail/1`, `item/5/7`); deltas and
tweens compare scenes by these keys. Elements are in drawing order.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from gridbots.command_line.columns import display_width
from gridbots.grid import COLUMN_STEPS, ROW_STEPS
from gridbots_referee.show.drawing.shapes import (
    REACH,
    Border,
    Disc,
    Hatch,
    Path,
    Polygon,
    Text,
    Tiles,
)
from gridbots_referee.show.drawing.symbols import LETTERS, symbol
from gridbots_referee.show.terminal.text import cut, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots.pictures.frames import Frame, Mark
    from gridbots_referee.show.drawing.shapes import Cell, Place, Point, Shape

    Sorted = defaultdict[str, list[Mark]]


class Element(msgspec.Struct, frozen=True):
    key: str
    symbol: str
    cells: tuple[Place, ...]
    """The place of a stamp, the cells of a line from its front on, or the cells of a region."""
    text: str = ""
    """The text of a stamp, if it differs between elements."""


class Scene(msgspec.Struct, frozen=True):
    rows: int
    columns: int
    elements: tuple[Element, ...]


def scene(frame: Frame) -> Scene:
    """The scene of a frame."""
    marks: Sorted = defaultdict(list)
    for mark in frame.marks:
        marks[mark.kind].append(mark)
    elements = [*_regions(marks, frame), *_lines(marks, frame), *_stamps(marks)]
    # Within a layer all back-ends draw in the order of the keys.
    elements.sort(key=lambda each: (symbol(each.symbol).layer, each.key))
    return Scene(frame.rows, frame.columns, tuple(elements))


def _owner(mark: Mark) -> str:
    return "-" if mark.seat is None else str(mark.seat)


def _dim(frame: Frame, seat: str) -> str:
    """The variant of what belongs to a seat: dim if the seat is eliminated."""
    is_out = seat.isdecimal() and int(seat) < len(frame.living) and not frame.living[int(seat)]
    return ".dim" if is_out else ""


def _regions(marks: Sorted, frame: Frame) -> Iterator[Element]:
    cells: defaultdict[str, list[Cell]] = defaultdict(list)
    for kind in ("block", "hazard", "fog"):
        for mark in marks[kind]:
            cells[kind].append((mark.row, mark.column))
    for kind in ("area", "move"):
        for mark in marks[kind]:
            cells[f"{kind}.{_owner(mark)}"].append((mark.row, mark.column))
    for mark in marks["trail"]:
        if mark.heading is None:
            owner = _owner(mark)
            cells[f"tile.{owner}{_dim(frame, owner)}"].append((mark.row, mark.column))
    for name, own in cells.items():
        yield Element(name, name, tuple(own))


def _lines(marks: Sorted, frame: Frame) -> Iterator[Element]:
    steps = trails(mark for mark in marks["trail"] if mark.heading is not None)
    yield from _line_elements("trail", steps, frame)
    yield from _line_elements("body", bodies(marks["body"], marks["head"]), frame)


def _line_elements(kind: str, lines: dict[int, list[Line]], frame: Frame) -> Iterator[Element]:
    for seat, own in lines.items():
        owner = str(seat) if seat >= 0 else "-"
        name = f"{kind}.{owner}{_dim(frame, owner)}"
        for number, line in enumerate(own):
            key = f"{kind}/{owner}/{number}" if number else f"{kind}/{owner}"
            yield Element(key, name, line)


def _stamps(marks: Sorted) -> Iterator[Element]:
    for mark in marks["item"]:
        is_special = (mark.value or 0) > 1
        name, text = ("item.special", str(mark.value)) if is_special else ("item", "")
        place = (mark.row, mark.column)
        yield Element(f"item/{mark.row}/{mark.column}", name, (place,), text)
    for kind in ("text", "piece"):
        for mark in marks[kind]:
            yield from _texts(mark)
    for kind in ("crash", "head"):
        for number, mark in enumerate(marks[kind]):
            owner = _owner(mark)
            facing = "" if mark.heading is None or kind == "crash" else f".{mark.heading}"
            key = f"{kind}/{owner if owner != '-' else number}"
            yield Element(key, f"{kind}.{owner}{facing}", ((mark.row, mark.column),))


def _texts(mark: Mark) -> Iterator[Element]:
    """The text or the piece in a cell, and the number of pieces in a stack."""
    text = cut(visible(mark.text), LETTERS)
    place, owner = (mark.row, mark.column), _owner(mark)
    name = f"{mark.kind}.{owner}.{display_width(text)}"
    yield Element(f"{mark.kind}/{mark.row}/{mark.column}", name, (place,), text)
    if mark.kind == "piece" and (mark.value or 1) > 1:
        key = f"stack/{mark.row}/{mark.column}"
        yield Element(key, f"stack.{owner}", (place,), str(mark.value))


def display_list(scene: Scene) -> Iterator[Shape]:
    """The shapes of a scene, the lowest first, without the board itself."""
    for element in scene.elements:
        yield from element_shapes(element, scene)


def element_shapes(element: Element, scene: Scene) -> Iterator[Shape]:
    """The shapes of one element."""
    look = symbol(element.symbol)
    if look.form == "region":
        yield from (replace(shape, cells=element.cells) for shape in look.shapes)
        return
    points = tuple(middle(cell, scene) for cell in element.cells)
    for shape in look.shapes:
        if look.form == "line":
            yield replace(shape, points=points)
        else:
            yield _moved(shape, points[0], element.text)


def middle(place: Place, scene: Scene) -> Point:
    """The point where the middle of a cell is drawn: at most REACH off the board."""
    row, column = place
    return (
        min(max(column + 0.5, -REACH), scene.columns + REACH),
        min(max(row + 0.5, -REACH), scene.rows + REACH),
    )


def _moved(shape: Shape, place: Point, text: str) -> Shape:
    """A shape of a stamp, moved to its place."""
    x, y = place
    match shape:
        case Path() | Polygon():
            return replace(shape, points=tuple((x + dx, y + dy) for dx, dy in shape.points))
        case Disc():
            return replace(shape, x=x + shape.x, y=y + shape.y)
        case Text():
            return replace(shape, x=x + shape.x, y=y + shape.y, text=shape.text or text)
        case Tiles() | Hatch() | Border():
            raise TypeError(f"expected a shape of a stamp, got {shape}")


Line = tuple["Cell", ...]


def trails(marks: Iterable[Mark]) -> dict[int, list[Line]]:
    """The trails of each seat, from marks with the direction of its next step."""
    steps: dict[int, list[tuple[Cell, Cell]]] = defaultdict(list)
    for mark in marks:
        heading = mark.heading or 0
        to = (mark.row + ROW_STEPS[heading], mark.column + COLUMN_STEPS[heading])
        steps[-1 if mark.seat is None else mark.seat].append(((mark.row, mark.column), to))
    return {seat: list(_chained(own)) for seat, own in steps.items()}


def _chained(steps: Sequence[tuple[Cell, Cell]]) -> Iterator[Line]:
    """Join steps to lines: a step continues the line if it begins where the last one ended."""
    line: list[Cell] = []
    for start, end in steps:
        if not line or line[-1] != start:
            if line:
                yield tuple(reversed(line))
            line = [start]
        line.append(end)
    yield tuple(reversed(line))


def bodies(parts: Iterable[Mark], heads: Iterable[Mark]) -> dict[int, list[Line]]:
    """The body of each seat from its head on; a gap between two parts begins a new line."""
    cells: dict[int, list[tuple[int, Cell]]] = defaultdict(list)
    for mark in parts:
        cells[-1 if mark.seat is None else mark.seat].append(
            (mark.value or 0, (mark.row, mark.column))
        )
    front = {mark.seat: (mark.row, mark.column) for mark in heads}
    lines = {}
    for seat, own in cells.items():
        ordered = [cell for _, cell in sorted(own)]
        lines[seat] = list(_touching(([front[seat]] if seat in front else []) + ordered))
    return lines


def _touching(cells: Sequence[Cell]) -> Iterator[Line]:
    line = [cells[0]]
    for cell in cells[1:]:
        apart = abs(cell[0] - line[-1][0]) + abs(cell[1] - line[-1][1])
        if apart == 0:
            continue
        if apart > 1:
            yield tuple(line)
            line = []
        line.append(cell)
    yield tuple(line)
