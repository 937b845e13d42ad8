"""Pictures in pixels: rounds, GIF, APNG and numbered pictures."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from tests.viewer.pictures import assert_same_picture, pixels
from tests.viewer.replays import GAMES, LIVELY, record_of

from gridbots.errors import PluginError
from gridbots.pictures.frames import Frame, Mark
from gridbots.plugins import load_game
from gridbots.record import write
from gridbots_referee.cli.group import cli
from gridbots_referee.show.drawing.header import LINE
from gridbots_referee.show.drawing.outlines import dashed, straightened
from gridbots_referee.show.drawing.palette import SEATS, colour, rgb
from gridbots_referee.show.pictures.animation import COLOURS, palette_of, with_palette
from gridbots_referee.show.pictures.match_pictures import HELD, durations, short_names
from gridbots_referee.show.pictures.pillow import check_pillow
from gridbots_referee.show.pictures.raster import layout_of, picture
from gridbots_referee.show.replay.replay import replay_of

if TYPE_CHECKING:
    from gridbots_referee.show.drawing.palette import ThemeName
    from gridbots_referee.show.replay.replay import Replay

GOLDEN = Path(__file__).parents[1] / "golden" / "pictures"
MOST = 12
"""Rounds of the exported matches."""
THEMES: tuple[ThemeName, ...] = ("dark", "light")


def replay_named(name: str, most: int = 200) -> Replay:
    return replay_of(load_game(name), record_of(name, LIVELY[name], most))


def crowd() -> Frame:
    """Sixteen seats with heads, trails and areas; the last ones are eliminated."""
    marks = [Mark(row, 0, "trail", row, 1) for row in range(16)]
    marks += [Mark(row, column, "area", row) for row in range(16) for column in (3, 4)]
    marks += [Mark(row, 1, "head", row, row % 4) for row in range(12)]
    marks += [Mark(row, -1 if row % 2 else 5, "crash", row) for row in range(12, 16)]
    return Frame(9, 16, 5, tuple(marks), (True,) * 12 + (False,) * 4, (1.0,) * 16)


def drawn(frame: Frame, size: int = 240, theme: ThemeName = "dark") -> Image.Image:
    names = ["ada", "bob", "cleo", "dan"][: len(frame.living)]
    return picture(frame, names, layout_of(frame, size, theme))


def data_of(image: Image.Image) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("name", [*GAMES, "crowd", "crowd-light"])
def test_pictures_are_the_golden_ones(name: str, writes_golden: bool) -> None:  # noqa: FBT001  a fixture
    if name.startswith("crowd"):
        frame, size = crowd(), 400
    else:
        replay = replay_named(name)
        frame, size = replay.frame(replay.last * 2 // 3), 240
    image = drawn(frame, size, "light" if name.endswith("light") else "dark")
    assert_same_picture(data_of(image), GOLDEN / f"{name}.png", writes_golden=writes_golden)


@pytest.mark.parametrize("theme", THEMES)
def test_each_of_sixteen_seats_has_its_colours_in_a_gif(theme: ThemeName) -> None:
    values = palette_of(SEATS, theme).getpalette() or []
    own = {tuple(values[at : at + 3]) for at in range(0, len(values), 3)}
    assert len(own) <= COLOURS
    for seat in range(SEATS):
        for shade in ("", ".body", ".dim", ".ink"):
            assert rgb(colour(f"seat{seat}{shade}", theme)) in own
    plain, few = drawn(crowd(), 480, theme), with_palette(drawn(crowd(), 480, theme), SEATS, theme)
    far = np.abs(np.asarray(plain, int) - np.asarray(few.convert("RGB"), int)).max(axis=2)
    assert (far > 48).mean() < 0.01


@given(
    rows=st.integers(1, 300),
    columns=st.integers(1, 300),
    seats=st.integers(1, 16),
    size=st.integers(64, 1200),
)
def test_a_layout_keeps_the_size_down_to_the_smallest_cells(
    rows: int, columns: int, seats: int, size: int
) -> None:
    frame = Frame(0, rows, columns, (), (True,) * seats, (0.0,) * seats)
    layout = layout_of(frame, size, "dark")
    assert layout.width % 2 == layout.height % 2 == 0
    assert layout.cell == 1 or max(layout.width, layout.height) <= size
    assert layout.board[0] <= layout.width
    assert layout.top + layout.board[1] <= layout.height


def test_parts_outside_the_board_are_drawn_completely() -> None:
    for row, column in [(-1, 0), (0, -1), (3, 0), (0, 3), (-1, -1), (3, 3)]:
        frame = Frame(0, 3, 3, (Mark(row, column, "crash", 0),), (False,), (0,))
        layout = layout_of(frame, 300, "dark")
        shown = np.asarray(picture(frame, ["ada"], layout))[layout.top :]
        ring = (np.abs(shown.astype(int) - rgb(colour("seat0"))).max(axis=2) < 30).nonzero()
        for places, end in zip(ring, shown.shape, strict=False):
            assert places.min() > 0
            assert places.max() < end - 1
            assert places.max() - places.min() > 0.7 * layout.cell


def test_all_pictures_of_a_match_have_space_for_its_longest_text() -> None:
    quiet = Frame(0, 3, 3, (), (True, True), (0, 0))
    long = Frame(1, 3, 3, (), (True, True), (0, 0), ("one", "word " * 40), {"hand": (1, 2)})
    layout = layout_of(quiet, 300, "dark", [quiet, long])
    alone = layout_of(quiet, 300, "dark")
    assert layout.measures == 1
    assert layout.bottom > 3 * LINE * layout.letters
    assert max(layout.width, layout.height) <= 300
    assert alone.bottom == 0
    sizes = {picture(frame, ["ada", "bob"], layout).size for frame in (quiet, long)}
    assert sizes == {(layout.width, layout.height)}
    below = np.asarray(picture(long, ["ada", "bob"], layout))[layout.top + layout.board[1] :]
    assert (below != rgb(colour("ground"))).any()


def test_a_game_without_a_board_is_drawn_as_text() -> None:
    frame = Frame(1, 0, 0, (), (True, True), (0, 0), ("Bid: 3 fives",), {"dice": ("1 2", None)})
    layout = layout_of(frame, 300, "dark")
    assert layout.board == (0, 0)
    assert picture(frame, ["ada", "bob"], layout).size == (layout.width, layout.height)


def export(name: str, folder: Path, *words: object, code: int = 0) -> str:
    path = write(record_of(name, LIVELY[name], MOST), folder)
    result = CliRunner().invoke(cli, ["export", str(path), *map(str, words)])
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("form", ["gif", "apng"])
def test_an_animation_has_each_round_and_holds_the_end(tmp_path: Path, form: str) -> None:
    target = tmp_path / f"match.{form}"
    said = export("light-riders", tmp_path, f"--{form}", target, "--size", 160, "--speed", 20)
    last = len(record_of("light-riders", LIVELY["light-riders"], MOST).rounds)
    assert f"{last + 1} of {last + 1} rounds" in said
    with Image.open(target) as image:
        assert image.n_frames == last + 1  # type: ignore[attr-defined]
        assert image.info["loop"] == 0
        assert max(image.size) <= 160
        times = []
        for number in range(last + 1):
            image.seek(number)
            times.append(image.info["duration"])
    assert times == [*[50] * last, 1000 * HELD]


def test_the_pictures_of_a_gif_are_those_that_were_drawn(tmp_path: Path) -> None:
    targets = ["--gif", tmp_path / "a.gif", "--png", tmp_path / "all"]
    export("light-riders", tmp_path, *targets, "--size", 160, "--theme", "light")
    files = sorted((tmp_path / "all").iterdir())
    assert [file.name for file in files[:2]] == ["000001.png", "000002.png"]
    with Image.open(tmp_path / "a.gif") as image:
        assert len(files) == image.n_frames  # type: ignore[attr-defined]
        for number in (0, len(files) // 2, len(files) - 1):
            image.seek(number)
            now = np.asarray(image.convert("RGB"), int)
            drawn_first = pixels(files[number].read_bytes())[..., :3]
            assert (np.abs(now - drawn_first).max(axis=2) > 48).mean() < 0.01, number


def test_tweens_are_drawn_on_request(tmp_path: Path) -> None:
    said = export("snake", tmp_path, "--png", tmp_path / "all", "--tween", 2, "--size", 100)
    assert len(list((tmp_path / "all").iterdir())) == 3 * MOST + 1
    assert f"{3 * MOST + 1} pictures" in said
    words = ["--gif", tmp_path / "a.gif", "--tween", 9, "--speed", 10]
    said = " ".join(export("snake", tmp_path, *words, code=2).split())
    assert "expected at most 50 pictures per second, the limit of browsers, got 100" in said


def test_names_are_shortened_if_they_stay_distinct() -> None:
    assert short_names(["minimax:depth=5", "mcts:nodes=8000"]) == [
        "minimax:depth=5", "mcts:nodes=8000",
    ]  # fmt: skip
    assert short_names(["minimax:depth=5", "mcts:nodes=8000,seed=1"]) == ["minimax", "mcts"]
    alike = ["minimax:depth=5,maxn=true", "minimax:depth=6"]
    assert short_names(alike) == alike


def test_pictures_are_written_only_to_an_empty_folder(tmp_path: Path) -> None:
    folder = tmp_path / "all"
    export("snake", tmp_path, "--png", folder, "--round", 3)
    assert [file.name for file in folder.iterdir()] == ["000001.png"]
    said = export("snake", tmp_path, "--png", folder, code=2)
    assert f"expected an empty folder, got {folder}, which has files" in " ".join(said.split())


@given(count=st.integers(1, 500), rate=st.integers(1, 50))
def test_an_animation_takes_as_long_as_it_should(count: int, rate: int) -> None:
    times = durations(count, rate)
    assert len(times) == count
    assert all(time % 10 == 0 and time >= 20 for time in times)
    assert abs(sum(times[:-1]) - 1000 * (count - 1) / rate) <= 10


def test_without_pillow_pictures_name_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(PluginError, match=r"pip install 'gridbots-referee\[pictures\]'"):
        check_pillow()


def test_pages_are_written_without_pillow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    export("snake", tmp_path, "--html", tmp_path / "a.html", "--svg", tmp_path / "a.svg")


def test_dashes_go_around_corners() -> None:
    strokes = list(dashed([(0, 0), (3.5, 0), (3.5, 3)], [2, 1]))
    assert strokes == [[(0, 0), (2, 0)], [(3, 0), (3.5, 0), (3.5, 1.5)], [(3.5, 2.5), (3.5, 3)]]


def test_a_straight_line_has_two_points() -> None:
    assert straightened([(0, 0), (1, 0), (2, 0), (2, 1), (2, 0)]) == [
        (0, 0),
        (2, 0),
        (2, 1),
        (2, 0),
    ]
