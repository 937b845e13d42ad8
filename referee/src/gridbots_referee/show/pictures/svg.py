"""SVG pictures of one frame, or of several side by side: the shapes of a display list."""

from __future__ import annotations

import functools
from html import escape
from typing import TYPE_CHECKING, Final

from gridbots_referee.show.drawing.header import (
    BADGE,
    FAMILY,
    SIZE,
    Badge,
    Label,
    badge_colours,
    caption_labels,
    captions_height,
    header,
    header_height,
)
from gridbots_referee.show.drawing.outlines import borders, covered, outline
from gridbots_referee.show.drawing.palette import PATTERNS, colour
from gridbots_referee.show.drawing.scene import display_list, scene
from gridbots_referee.show.drawing.shapes import (
    MARGIN,
    Border,
    Disc,
    Hatch,
    Path,
    Polygon,
    Shape,
    Text,
    Tiles,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from gridbots.pictures.frames import Frame
    from gridbots_referee.show.drawing.palette import ThemeName
    from gridbots_referee.show.drawing.shapes import Point

    Paper = Callable[[str], str]
    """The colour of a name in a theme."""

CELL: Final = 24
"""Side of a cell, in the units of the picture."""
TILE: Final = CELL / 2
"""Side of a tile of a pattern."""
EDGE: Final = MARGIN * CELL
NARROWEST: Final = 280
"""Least width of a picture with text for its captions or measures."""

FONT: Final = f'font-family="{FAMILY}" font-size="{SIZE}"'


def svg(frame: Frame, names: Sequence[str] = (), theme: ThemeName = "dark") -> str:
    """The picture of a round: the board below its header."""
    return strip([frame], names, theme)


def strip(frames: Sequence[Frame], names: Sequence[str] = (), theme: ThemeName = "dark") -> str:
    """The pictures of several rounds side by side."""
    paper, first = functools.partial(colour, theme=theme), frames[0]
    has_text = any(frame.captions or frame.measures for frame in frames)
    inner = max(first.columns * CELL, NARROWEST * (has_text or not first.columns))
    measures = max(len(frame.measures) for frame in frames)
    top = header_height(len(first.living), inner, measures)
    board = (first.rows * CELL + 2 * EDGE) if first.rows else 0
    bottom = max(captions_height(frame.captions, inner) for frame in frames)
    width, height = inner + 2 * EDGE, board + top + bottom
    whole = width * len(frames)
    rounds = ", ".join(str(frame.round) for frame in frames)
    size = f'viewBox="0 0 {_n(whole)} {_n(height)}" width="{_n(whole)}" height="{_n(height)}"'
    pictures = [_picture(frame, names, paper, top, inner) for frame in frames]
    patterns = _patterns([line for lines in pictures for line in lines], len(first.living), paper)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT}>',
        f"<title>Round {rounds}</title>",
        *patterns,
        f'<rect width="{_n(whole)}" height="{_n(height)}" rx="8" fill="{paper("ground")}"/>',
    ]
    for number, lines in enumerate(pictures):
        parts += [f'<g transform="translate({_n(number * width + EDGE)} 0)">', *lines, "</g>"]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _picture(
    frame: Frame, names: Sequence[str], paper: Paper, top: float, width: float
) -> list[str]:
    lines = [*_header(header(frame, names, width), paper)]
    if frame.rows:
        left = (width - frame.columns * CELL) / 2
        lines += [
            f'<g transform="translate({_n(left)} {_n(top + EDGE)})">',
            *_grid(frame, paper),
            *(text for shape in display_list(scene(frame)) for text in _element(shape, paper)),
            "</g>",
        ]
        top += frame.rows * CELL + 2 * EDGE
    return lines + [
        _text(label._replace(y=label.y + top), paper)
        for label in caption_labels(frame.captions, width)
    ]


def _header(items: Iterable[Label | Badge], paper: Paper) -> Iterator[str]:
    for item in items:
        if isinstance(item, Label):
            yield _text(item, paper)
            continue
        fill, ink = badge_colours(item.seat)
        yield f'<circle cx="{_n(item.x)}" cy="{_n(item.y)}" r="{BADGE}" fill="{paper(fill)}"/>'
        yield _text(Label(str(item.seat), item.x, item.y, ink, "middle", bold=True, size=11), paper)


def _text(label: Label, paper: Paper) -> str:
    size = label.size
    anchor = "" if label.anchor == "start" else f' text-anchor="{label.anchor}"'
    weight = ' font-weight="700"' if label.bold else ""
    high = "" if size == SIZE else f' font-size="{_n(size)}"'
    # Digits and capital letters reach 0.36 of the size above and below their middle.
    return (
        f'<text x="{_n(label.x)}" y="{_n(label.y + 0.36 * size)}" fill="{paper(label.colour)}"'
        f"{anchor}{weight}{high}>{escape(label.text)}</text>"
    )


def _grid(frame: Frame, paper: Paper) -> Iterator[str]:
    wide, high = frame.columns * CELL, frame.rows * CELL
    down = "".join(f"M{column * CELL} 0V{high}" for column in range(1, frame.columns))
    across = "".join(f"M0 {row * CELL}H{wide}" for row in range(1, frame.rows))
    yield f'<path d="{down}{across}" stroke="{paper("grid")}" fill="none"/>'
    edge = f'stroke="{paper("edge")}" stroke-width="1.5" fill="none"'
    yield f'<rect width="{wide}" height="{high}" {edge}/>'


# Shapes.


def _element(shape: Shape, paper: Paper) -> Iterator[str]:
    """The SVG element of a shape."""
    match shape:
        case Path(taper=taper) if taper:
            yield f'<path d="{_way(outline(shape))}Z" fill="{paper(shape.colour)}"/>'
        case Path():
            yield _line(shape, paper)
        case Polygon():
            edge = _stroke(shape.edge, shape.width, paper) if shape.edge else ""
            yield f'<path d="{_way(shape.points)}Z" fill="{paper(shape.fill)}"{edge}/>'
        case Disc():
            edge = _stroke(shape.edge, shape.width, paper) if shape.edge else ""
            place = f'cx="{_u(shape.x)}" cy="{_u(shape.y)}" r="{_u(shape.radius)}"'
            yield f'<circle {place} fill="{paper(shape.fill)}"{edge}/>'
        case Text():
            x, y, size = (CELL * each for each in (shape.x, shape.y, shape.size))
            yield _text(Label(shape.text, x, y, shape.colour, "middle", True, size), paper)
        case Tiles():
            yield f'<path d="{_tiles(shape)}" fill="{paper(shape.colour)}"{_opacity(shape)}/>'
        case Hatch():
            fill = f"url(#{_pattern_name(shape)})"
            yield f'<path d="{_tiles(Tiles("", shape.cells))}" fill="{fill}"{_opacity(shape)}/>'
        case Border():
            lines = "".join(_way(ends) for ends in borders(shape.cells, shape.width / 2))
            look = _stroke(shape.colour, shape.width, paper)
            yield f'<path d="{lines}" fill="none" stroke-linecap="square"{look}/>'


def _line(path: Path, paper: Paper) -> str:
    ends = 'stroke-linecap="round" stroke-linejoin="round"'
    if path.dashes:
        ends = f'stroke-dasharray="{" ".join(_u(each) for each in path.dashes)}"'
    look = f'stroke="{paper(path.colour)}" stroke-width="{_u(path.width)}"'
    close = "Z" if path.closed else ""
    way = _way(path.points) if len(path.points) > 1 else _way(path.points * 2)
    return f'<path d="{way}{close}" fill="none" {look} {ends}{_opacity(path)}/>'


def _way(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_u(x)} {_u(y)}" for x, y in points)


def _tiles(shape: Tiles) -> str:
    return "".join(
        f"M{_u(left)} {_u(top)}h{_u(width)}v{_u(height)}h{_u(-width)}z"
        for left, top, width, height in covered(shape)
    )


def _stroke(name: str, width: float, paper: Paper) -> str:
    round_join = ' stroke-linejoin="round"'
    return f' stroke="{paper(name)}" stroke-width="{_u(width)}"{round_join}'


def _opacity(shape: Path | Tiles | Hatch) -> str:
    return "" if shape.opacity == 1 else f' opacity="{_n(shape.opacity)}"'


# Patterns.


def _pattern_name(shape: Hatch) -> str:
    return f"pattern-{shape.colour}-{shape.pattern}"


def _patterns(lines: Sequence[str], seats: int, paper: Paper) -> Iterator[str]:
    """Definitions of the patterns that are used."""
    used = "".join(line for line in lines if "url(#" in line)
    for seat in range(seats):
        shape = Hatch(f"seat{seat % len(PATTERNS)}", seat % len(PATTERNS))
        name = _pattern_name(shape)
        if f"#{name})" not in used:
            continue
        way = "".join(
            f"M{_n(x * TILE)} {_n(y * TILE)}L{_n(x2 * TILE)} {_n(y2 * TILE)}"
            for x, y, x2, y2 in PATTERNS[shape.pattern]
        )
        yield (
            f'<pattern id="{name}" width="{_n(TILE)}" height="{_n(TILE)}" '
            f'patternUnits="userSpaceOnUse"><path d="{way}" stroke="{paper(shape.colour)}" '
            'stroke-width="1.5" stroke-linecap="round"/></pattern>'
        )


def _u(cells: float) -> str:
    """A length in cells, converted to units of the picture."""
    return _n(cells * CELL)


def _n(number: float) -> str:
    """A number with two decimals at most."""
    return f"{number:.2f}".rstrip("0").rstrip(".") or "0"
