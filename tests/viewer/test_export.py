"""`referee export` to SVG and to one HTML file; test_pictures.py covers pixels."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.viewer.replays import record_of, with_players

from gridbots.pictures.frames import Frame, Mark
from gridbots.plugins import load_game
from gridbots.record import write
from gridbots_referee.cli.group import cli
from gridbots_referee.show.pictures.match_pictures import evenly_spaced
from gridbots_referee.show.pictures.svg import strip
from gridbots_referee.show.replay.replay import replay_of
from gridbots_referee.show.viewer.html_export import IMPORT, bundle, html_page
from gridbots_referee.show.viewer.server import page_files

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from click.testing import Result

    from gridbots.record import Record


def export(record: Record, folder: Path, *words: str) -> Result:
    path = write(record, folder)
    return CliRunner().invoke(cli, ["export", str(path), *words], catch_exceptions=False)


@pytest.mark.parametrize(
    ("last", "most", "numbers"),
    [(0, 9, [0]), (3, 9, [0, 1, 2, 3]), (10, 3, [0, 5, 10]), (9, 4, [0, 3, 6, 9])],
)
def test_a_long_match_skips_frames(last: int, most: int, numbers: Sequence[int]) -> None:
    assert evenly_spaced(last, most) == numbers


def test_a_strip_shows_rounds_beside_each_other() -> None:
    replay = replay_of(load_game("multisnake"), record_of("multisnake"))
    text = strip([replay.frame(number) for number in (0, 5, 10)], ["ada", "<b>", "cleo"])
    assert "<title>Round 0, 5, 10</title>" in text
    assert text.count("&lt;b&gt;") == 3
    assert "<b>" not in text


@pytest.mark.parametrize(("heading", "discs"), [(None, 2), (1, 1)])
def test_a_head_that_faces_nowhere_is_a_disc(heading: int | None, discs: int) -> None:
    text = strip([Frame(0, 3, 3, (Mark(1, 1, "head", 0, heading),), (True,), (0,))], ["ada"])
    # One of them is the badge in the header.
    assert text.count("<circle") == discs


def test_a_picture_shows_words_captions_and_measures() -> None:
    king, word = Mark(0, 0, "piece", 1, text="K"), Mark(1, 1, "text", text="<ship>")
    frame = Frame(
        4, 3, 3, (king, word), (True, True), (0, 0), ("Bid & raise",), {"hand": ("3", None)}
    )
    text = strip([frame], ["ada", "bob"])
    for shown in ("K", "&lt;ship&gt;", "Bid &amp; raise", "hand", "3", "-"):
        assert f">{shown}</text>" in text
    plain = strip([Frame(4, 3, 3, (king,), (True, True), (0, 0))], ["ada", "bob"])
    assert height_of(plain) < height_of(text)


def test_a_game_without_a_board_is_a_picture_of_text() -> None:
    text = strip([Frame(4, 0, 0, (), (True, True), (0, 1), ("Bid: 3 fives",))], ["ada", "bob"])
    assert ">Bid: 3 fives</text>" in text
    assert "<path" not in text
    assert height_of(text) < 140


def height_of(picture: str) -> float:
    return float(picture.partition('height="')[2].partition('"')[0])


def test_the_command_writes_the_requested_formats(tmp_path: Path) -> None:
    targets = {form: tmp_path / f"match.{form}" for form in ("html", "gif", "apng", "svg")}
    words = [word for form, path in targets.items() for word in (f"--{form}", str(path))]
    record = record_of("light-riders")
    result = export(record, tmp_path, *words, "--strip", "3")
    last = len(record.rounds)
    assert result.exit_code == 0
    assert f"match.gif: {last + 1} of {last + 1} rounds" in result.stdout
    assert f"match.svg: round 0, {round(last / 2)}, {last} of {last}" in result.stdout
    assert targets["html"].read_text().startswith("<!doctype html>")
    assert targets["gif"].read_bytes().startswith(b"GIF89a")
    assert b"acTL" in targets["apng"].read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "missing output option: --html, --gif, --apng, --png, --svg or --site"),
        (
            ["--svg", "x.svg", "--round", "1", "--strip", "2"],
            "--round and --strip are mutually exclusive",
        ),
        (["--svg", "x.svg", "--round", "9999"], "expected a round from 0 to"),
    ],
)
def test_the_command_reports_wrong_usage(
    tmp_path: Path, words: Sequence[str], message: str
) -> None:
    result = export(record_of("snake"), tmp_path, *words)
    assert result.exit_code == 2
    assert message in result.stderr


def test_an_exported_file_is_self_contained() -> None:
    text = html_page(replay_of(load_game("snake"), record_of("snake")))
    assert not re.search(r'(src|href)="(?!#|data:)', text)
    assert "import " not in text.partition('<script type="module">')[2].partition("//")[0]
    assert "default-src 'none'" in text


def test_names_with_markup_stay_within_their_data() -> None:
    record = with_players(record_of("light-riders"), "</script><script>alert(1)</script>", "b")
    text = html_page(replay_of(load_game("light-riders"), record))
    assert "alert(1)" not in text


def test_modules_of_the_page_share_no_name() -> None:
    files = {name: data.decode() for name, data in page_files().items()}
    text = bundle(files)
    tops = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", text, re.MULTILINE)
    assert sorted(tops) == sorted(set(tops))
    assert "export " not in re.sub(r"//.*", "", text)
    used = {
        posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
        for name, each in files.items()
        for path in IMPORT.findall(each)
    } | {"main.js"}
    assert used == {name for name in files if name.endswith(".js")}
