"""The renderer: colours that people tell apart, scenes of all games, and the SVG made of them."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from tests.show.colour_vision import VISIONS, contrast, difference
from tests.viewer.replays import GAMES, LIVELY, record_of

from gridbots.frames import Frame, Mark
from gridbots.plugins import load_game
from gridbots_referee.show.drawing.display_list import display_list
from gridbots_referee.show.drawing.header import Label, header
from gridbots_referee.show.drawing.palette import CORES, PATTERNS, PLAIN, SEAT_COLOURS, SEATS, TABLE
from gridbots_referee.show.drawing.scene import scene
from gridbots_referee.show.drawing.shapes import MARGIN, Path
from gridbots_referee.show.drawing.text import text_width
from gridbots_referee.show.pictures.svg import CELL, svg
from gridbots_referee.show.viewer.replay.replay import replay_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.show.drawing.palette import ThemeName

THEMES = pytest.mark.parametrize("theme", ["dark", "light"])
SVG = "{http://www.w3.org/2000/svg}"


@THEMES
@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("seats", "least"), [(4, 23), (6, 14), (8, 11)])
def test_the_first_seats_are_told_apart_with_any_colour_vision(
    theme: ThemeName, vision: str, seats: int, least: float
) -> None:
    """Of more seats the patterns, the heads and the numbers tell who they are."""
    pairs = combinations(SEAT_COLOURS[theme][:seats], 2)
    assert min(difference(one, other, vision) for one, other in pairs) >= least


@THEMES
def test_all_colours_stand_out_from_what_is_behind_them(theme: ThemeName) -> None:
    ground = PLAIN[theme]["ground"]
    assert all(contrast(colour, ground) >= 3 for colour in SEAT_COLOURS[theme])
    assert all(contrast(PLAIN[theme][name], ground) >= 4.5 for name in ("text", "faint"))
    for seat, colour in enumerate(SEAT_COLOURS[theme]):
        # Numbers in heads are large and bold: WCAG asks for 3.
        assert contrast(TABLE[theme][f"seat{seat}.ink"], colour) >= 4


def test_no_two_of_sixteen_seats_have_the_same_marks() -> None:
    assert len(set(PATTERNS)) == len(set(CORES)) == SEATS
    assert len(SEAT_COLOURS["dark"]) == len(SEAT_COLOURS["light"]) == SEATS


def frames_of(name: str) -> Iterator[Frame]:
    replay = replay_of(load_game(name), record_of(name, LIVELY[name]))
    yield from (replay.frame(number) for number in range(0, replay.last + 1, 7))
    yield replay.frame(replay.last)


@pytest.mark.parametrize("name", GAMES)
def test_every_frame_of_every_game_is_drawn_within_its_margins(name: str) -> None:
    for frame in frames_of(name):
        for shape in display_list(scene(frame)):
            for x, y in shape.points if isinstance(shape, Path) else ():
                assert -MARGIN < x < frame.columns + MARGIN
                assert -MARGIN < y < frame.rows + MARGIN


def snake(*cells: tuple[int, int]) -> Frame:
    head, *body = cells
    marks = [Mark(*head, "head", 0, 1)]
    marks += [Mark(*cell, "body", 0, value=number) for number, cell in enumerate(body, 1)]
    return Frame(3, 6, 6, tuple(marks), (True,), (5.0,))


def test_a_body_is_one_line_from_its_head_to_its_tail() -> None:
    cells = ((1, 3), (1, 2), (2, 2), (2, 3), (2, 4))
    (body,) = [each for each in scene(snake(*cells)).elements if each.key.startswith("body")]
    assert body.cells == cells


def test_an_svg_has_a_path_for_each_line_and_no_loose_squares() -> None:
    root = ET.fromstring(svg(snake((1, 3), (1, 2), (2, 2), (2, 3))))  # noqa: S314  our own
    areas = [each for each in root.iter(f"{SVG}path") if each.get("fill") not in {None, "none"}]
    # The edge of the body, the body, and the head.
    assert len(areas) == 3


def test_a_crash_beyond_the_board_is_in_the_svg_as_a_whole() -> None:
    for row, column in [(-1, 0), (0, -1), (3, 0), (0, 3), (-1, -1), (3, 3)]:
        frame = Frame(0, 3, 3, (Mark(row, column, "crash", 0),), (False,), (0,))
        root = ET.fromstring(svg(frame))  # noqa: S314  our own
        _, _, width, _ = map(float, root.attrib["viewBox"].split())
        crash = [each for each in root.iter(f"{SVG}circle") if each.get("stroke")]
        reach = [
            (float(each.attrib["r"]) + float(each.attrib["stroke-width"]) / 2, each.attrib)
            for each in crash
        ]
        assert len(reach) == 1
        for radius, places in reach:
            edge = MARGIN * CELL
            assert radius - edge <= float(places["cx"]) <= width - edge - radius
            assert radius - edge <= float(places["cy"]) <= 3 * CELL + edge - radius


@pytest.mark.parametrize("seats", [1, 2, 4, 16])
@pytest.mark.parametrize("width", [140, 384, 900])
def test_words_of_a_header_never_meet(seats: int, width: float) -> None:
    frame = Frame(40, 8, 8, (), (True, False) * seats, (123.0,) * 2 * seats)
    names = ["minimax:depth=2,overlay=true"] * 2 * seats
    lines: dict[float, list[tuple[float, float]]] = {}
    for item in header(frame, names, width):
        if isinstance(item, Label):
            wide = text_width(item.text, item.size, bold=item.bold)
            left = item.x - (wide if item.anchor == "end" else 0)
            lines.setdefault(item.y, []).append((left, left + wide))
    for spans in lines.values():
        assert all(end <= start for (_, end), (start, _) in pairwise(sorted(spans)))
        assert min(spans)[0] >= 0
        assert max(end for _, end in spans) <= width + 1e-6


def test_colours_of_an_svg_follow_its_theme() -> None:
    frame = snake((1, 3), (1, 2))
    used = [set(re.findall(r"#[0-9a-f]{6}", svg(frame, (), theme))) for theme in ("dark", "light")]
    assert PLAIN["dark"]["ground"] in used[0] - used[1]
    assert PLAIN["light"]["ground"] in used[1] - used[0]
