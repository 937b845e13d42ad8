"""The renderer: distinguishable colours, scenes of all games, and SVG."""

from __future__ import annotations

import re
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, get_args
from xml.etree import ElementTree as ET

import pytest
from tests.show.colour_vision import VISIONS, ciede2000, contrast, difference
from tests.viewer.replays import GAMES, LIVELY, record_of

from gridbots.pictures.frames import Frame, Kind, Mark
from gridbots.plugins import load_game
from gridbots_referee.show.drawing.header import Label, header, text_width
from gridbots_referee.show.drawing.outlines import borders, covered, outline
from gridbots_referee.show.drawing.palette import CORES, PATTERNS, PLAIN, SEAT_COLOURS, SEATS, TABLE
from gridbots_referee.show.drawing.scene import display_list, scene
from gridbots_referee.show.drawing.shapes import MARGIN, Path, Tiles
from gridbots_referee.show.drawing.symbols import LAYERS, names, symbol
from gridbots_referee.show.drawing.tween import tween
from gridbots_referee.show.pictures.svg import CELL, svg
from gridbots_referee.show.replay.replay import replay_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.show.drawing.palette import ThemeName

THEMES = pytest.mark.parametrize("theme", ["dark", "light"])
SVG = "{http://www.w3.org/2000/svg}"


@THEMES
@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("seats", "least"), [(4, 23), (6, 14), (8, 11)])
def test_the_first_seats_differ_for_any_colour_vision(
    theme: ThemeName, vision: str, seats: int, least: float
) -> None:
    """Further seats differ in their patterns, heads and numbers."""
    pairs = combinations(SEAT_COLOURS[theme][:seats], 2)
    assert min(difference(one, other, vision) for one, other in pairs) >= least


@THEMES
def test_all_colours_stand_out_from_their_background(theme: ThemeName) -> None:
    ground = PLAIN[theme]["ground"]
    assert all(contrast(colour, ground) >= 3 for colour in SEAT_COLOURS[theme])
    assert all(contrast(PLAIN[theme][name], ground) >= 4.5 for name in ("text", "faint"))
    for seat, colour in enumerate(SEAT_COLOURS[theme]):
        assert contrast(TABLE[theme][f"seat{seat}.ink"], colour) >= 4.5


def test_no_two_of_sixteen_seats_have_the_same_marks() -> None:
    assert len(set(PATTERNS)) == len(set(CORES)) == SEATS
    assert len(SEAT_COLOURS["dark"]) == len(SEAT_COLOURS["light"]) == SEATS


@pytest.mark.parametrize(("one", "other", "expected"), [
    ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
    ((50.0, 2.5, 0.0), (61.0, -5.0, 29.0), 22.8977),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
])  # fmt: skip
def test_differences_of_colours_are_those_of_the_paper(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(expected, abs=5e-5)


@THEMES
def test_all_sixteen_seats_differ_for_normal_colour_vision(theme: ThemeName) -> None:
    pairs = combinations(SEAT_COLOURS[theme], 2)
    assert min(difference(one, other) for one, other in pairs) >= 15


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


@pytest.mark.parametrize("seat", [None, 0, 16, 40])
def test_marks_have_colours_for_any_seat_and_for_no_seat(seat: int | None) -> None:
    for number, kind in enumerate(get_args(Kind)):
        mark = Mark(1, number, kind, seat)
        for shape in display_list(scene(Frame(0, 5, 5, (mark,), (True, False), (0, 0)))):
            used = {getattr(shape, name, "") for name in ("colour", "fill", "edge")} - {""}
            assert used <= set(TABLE["dark"])


def test_a_body_that_wraps_around_the_board_is_two_lines() -> None:
    parts = [Mark(1, column, "body", 0, value=n) for n, column in enumerate((0, 5, 4), 1)]
    lines = scene(Frame(0, 6, 6, tuple(parts), (True,), (0,))).elements
    assert [(each.key, each.cells) for each in lines] == [
        ("body/0", ((1, 0),)),
        ("body/0/1", ((1, 5), (1, 4))),
    ]


def test_a_trail_begins_at_the_head_and_is_dim_when_its_seat_is_out() -> None:
    steps = (Mark(2, 1, "trail", 1, 1), Mark(2, 2, "trail", 1, 0))
    for living, name in ((True, "trail.1"), (False, "trail.1.dim")):
        (trail,) = scene(Frame(0, 6, 6, steps, (True, living), (0, 0))).elements
        assert (trail.key, trail.symbol) == ("trail/1", name)
        assert trail.cells == ((1, 2), (2, 2), (2, 1))


def test_every_symbol_of_a_match_has_a_style() -> None:
    listed = list(names(3))
    assert len(listed) == len(set(listed))
    assert {name.partition(".")[0] for name in listed} == set(LAYERS)
    assert all(symbol(name).shapes for name in listed)


def test_the_outline_of_a_body_narrows_at_its_tail() -> None:
    body = outline(Path("ground", 0.8, ((4.5, 0.5), (0.5, 0.5)), taper=2))
    assert (2.5, 0.9) in [pytest.approx(point) for point in body]
    assert all(abs(y - 0.5) < 0.4 for x, y in body if x < 2.4)
    assert max(y for x, y in body if x < 0.5) < 0.65
    assert max(x for x, _ in body) == pytest.approx(4.9)


def test_the_corner_of_a_body_is_round_without_and_sharp_within() -> None:
    body = outline(Path("ground", 0.8, ((0.5, 4.5), (0.5, 0.5), (4.5, 0.5)), taper=1))
    assert all(min(abs(x - 0.5), abs(y - 0.5)) <= 0.4 + 1e-9 for x, y in body)
    assert any((x, y) == pytest.approx((0.9, 0.9)) for x, y in body)
    assert any(x < 0.25 and y < 0.25 for x, y in body)
    assert not any(x < 0.15 and y < 0.15 for x, y in body)


def test_tiles_that_are_joined_reach_each_other() -> None:
    cells = ((0, 0), (0, 1), (1, 0), (3, 3))
    joined = list(covered(Tiles("ground", cells, inset=0.25, joined=True)))
    assert len(list(covered(Tiles("ground", cells, inset=0.25)))) == 4
    assert {(0.25, 0.25, 1.5, 0.5), (0.25, 0.25, 0.5, 1.5)} <= set(joined)
    assert len(list(borders(cells, 0))) == 12


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


def test_halfway_a_snake_has_moved_by_half_a_cell_at_both_ends() -> None:
    before, after = (
        scene(snake(*cells)) for cells in (((1, 3), (1, 2), (1, 1)), ((1, 4), (1, 3), (1, 2)))
    )
    found = {each.key: each.cells for each in tween(before, after, 0.5).elements}
    slid = ((1, 3.5), (1, 3), (1, 2), (1, 1.5))
    assert found == {"head/0": slid[:1], "body/0": slid}


def test_a_head_that_wraps_around_the_board_moves_at_once() -> None:
    before, after = (scene(snake(cell)) for cell in ((2, 5), (2, 0)))
    found = [each.cells for each in tween(before, after, 0.3).elements]
    assert found == [((2, 0),)]


@pytest.mark.parametrize("name", GAMES)
def test_a_tween_begins_and_ends_with_its_scenes(name: str) -> None:
    for before, after in pairwise(map(scene, frames_of(name))):
        assert tween(before, after, 0) == before
        assert tween(before, after, 1) == after
        middle = tween(before, after, 0.7)
        assert {each.key for each in middle.elements} == {each.key for each in after.elements}
        assert list(display_list(middle))
