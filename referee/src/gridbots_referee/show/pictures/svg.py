"""SVG picture of a frame, or of several side by side."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from gridbots.grid import COLUMN_STEPS, ROW_STEPS
from gridbots_referee.show.terminal.text import shorten, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.frames import Frame, Mark

FONT: Final = 'font-family="ui-monospace, monospace" font-size="14"'
CELL: Final = 24
"""Side of a cell, in the units of the picture."""
MARGIN: Final = 16
HEADER: Final = 40
NAME_WIDTH: Final = 28
OUT: Final = " (out)"
LETTER: Final = 8.5
"""Width of a letter of the font, with a little room beside it."""
COLOURS: Final = ("#56b4e9", "#e69f00", "#2bb58c", "#e08fc0", "#f0e442", "#d55e00")
"""One per seat: the palette of Okabe and Ito, told apart by people of any colour vision."""
GROUND, LINES, TEXT, BLOCK = "#11161d", "#1e2732", "#d8dee6", "#5b6673"
ITEM: Final = "#f5d76e"
TURNS: Final = (0, 90, 180, 270)
"""Degrees by which a head that points up is turned for each direction."""


def svg(frame: Frame, names: Sequence[str] = ()) -> str:
    """The picture of a round: the board under a line with the players."""
    return strip([frame], names)


def strip(frames: Sequence[Frame], names: Sequence[str] = ()) -> str:
    """The pictures of several rounds beside each other."""
    width = frames[0].columns * CELL + 2 * MARGIN
    height = frames[0].rows * CELL + 2 * MARGIN + HEADER
    whole = width * len(frames)
    rounds = ", ".join(str(frame.round) for frame in frames)
    size = f'viewBox="0 0 {whole} {height}" width="{whole}" height="{height}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {FONT}>',
        f"<title>Round {rounds}</title>",
        f'<rect width="{whole}" height="{height}" rx="8" fill="{GROUND}"/>',
    ]
    for number, frame in enumerate(frames):
        # One alone needs no place of its own.
        parts.append(f'<g transform="translate({number * width} 0)">' if number else "")
        parts += [*_picture(frame, names, width), "</g>" if number else ""]
    return "\n".join([*filter(None, parts), "</svg>"]) + "\n"


def _picture(frame: Frame, names: Sequence[str], width: int) -> list[str]:
    return [
        *_header(frame, names, width),
        f'<g transform="translate({MARGIN} {HEADER + MARGIN // 2})">',
        *_grid(frame),
        *(_mark(mark) for mark in frame.marks),
        *_trails(frame),
        *(_head(mark) for mark in frame.marks if mark.kind == "head"),
        *(_crash(mark) for mark in frame.marks if mark.kind == "crash"),
        "</g>",
    ]


def _header(frame: Frame, names: Sequence[str], width: int) -> list[str]:
    share = (width - 2 * MARGIN) // max(len(frame.living), 1)
    lines = []
    for seat, living in enumerate(frame.living):
        name = visible(names[seat] if seat < len(names) else f"seat {seat}")
        # The number of the round stands behind the last name.
        is_last = seat + 1 == len(frame.living)
        room = int(share / LETTER) - (len(f" {frame.round}") if is_last else 0)
        note = "" if living or room < 2 * len(OUT) else OUT
        name = shorten(name, min(NAME_WIDTH, max(1, room - len(note))))
        lines.append(
            f'<text x="{MARGIN + seat * share}" y="28" fill="{_colour(seat)}">'
            f"{escape(name)}{note}</text>"
        )
    return [
        *lines,
        f'<text x="{width - MARGIN}" y="28" fill="{TEXT}" text-anchor="end">{frame.round}</text>',
    ]


def _grid(frame: Frame) -> list[str]:
    wide, high = frame.columns * CELL, frame.rows * CELL
    down = "".join(f"M{column * CELL} 0V{high}" for column in range(frame.columns + 1))
    across = "".join(f"M0 {row * CELL}H{wide}" for row in range(frame.rows + 1))
    return [f'<path d="{down}{across}" stroke="{LINES}" fill="none"/>']


def _mark(mark: Mark) -> str:
    """Marks that fill a cell or a part of it."""
    left, top = mark.column * CELL, mark.row * CELL
    middle = CELL // 2
    match mark.kind:
        case "block":
            return f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" fill="{BLOCK}"/>'
        case "area":
            return (
                f'<rect x="{left}" y="{top}" width="{CELL}" height="{CELL}" '
                f'fill="{_colour(mark.seat)}" opacity=".3"/>'
            )
        case "body":
            return (
                f'<rect x="{left + 3}" y="{top + 3}" width="{CELL - 6}" height="{CELL - 6}" '
                f'rx="5" fill="{_colour(mark.seat)}"/>'
            )
        case "trail" if mark.heading is None:
            return (
                f'<rect x="{left + 7}" y="{top + 7}" width="{CELL - 14}" height="{CELL - 14}" '
                f'rx="3" fill="{_colour(mark.seat)}"/>'
            )
        case "item":
            return f'<circle cx="{left + middle}" cy="{top + middle}" r="6" fill="{ITEM}"/>'
        case _:
            return ""


def _trails(frame: Frame) -> list[str]:
    """For each seat one path through the cells that it has left."""
    paths: dict[int | None, list[str]] = {}
    for mark in frame.marks:
        if mark.kind == "trail" and mark.heading is not None:
            across, down = COLUMN_STEPS[mark.heading] * CELL, ROW_STEPS[mark.heading] * CELL
            start = f"M{mark.column * CELL + CELL // 2} {mark.row * CELL + CELL // 2}"
            paths.setdefault(mark.seat, []).append(f"{start}l{across} {down}")
    return [
        f'<path d="{"".join(steps)}" stroke="{_colour(seat)}" stroke-width="9" '
        'stroke-linecap="round" fill="none"/>'
        for seat, steps in paths.items()
    ]


def _head(mark: Mark) -> str:
    """A triangle that faces where the head does; a disc where it faces nowhere."""
    if mark.heading is None:
        return (
            f'<circle r="10" fill="{_colour(mark.seat)}" stroke="{TEXT}" stroke-width="2" '
            f'transform="translate({_middle(mark)})"/>'
        )
    return (
        f'<path d="M0 -11L9 9H-9z" fill="{TEXT}" stroke="{_colour(mark.seat)}" stroke-width="2" '
        f'transform="translate({_middle(mark)}) rotate({TURNS[mark.heading]})"/>'
    )


def _crash(mark: Mark) -> str:
    return (
        f'<path d="M-7 -7L7 7M7 -7L-7 7" stroke="{TEXT}" stroke-width="4" '
        f'stroke-linecap="round" transform="translate({_middle(mark)})"/>'
        f'<circle r="11" stroke="{_colour(mark.seat)}" stroke-width="2" fill="none" '
        f'transform="translate({_middle(mark)})"/>'
    )


def _middle(mark: Mark) -> str:
    return f"{mark.column * CELL + CELL // 2} {mark.row * CELL + CELL // 2}"


def _colour(seat: int | None) -> str:
    return TEXT if seat is None else COLOURS[seat % len(COLOURS)]
