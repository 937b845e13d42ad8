"""All files of a folder of records are listed, whatever they contain."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from tests.viewer.replays import record_of

from gridbots import record as records
from gridbots_referee.show.viewer.sites.record_site import RecordSite

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

GAMES = ("light-riders", "snake", "paperio")


def put(folder: Path, number: int) -> Path:
    """A record that began in the given minute; file names do not show the order."""
    played = record_of(GAMES[number % 3])
    started = f"2026-01-01T{number // 60:02}:{number % 60:02}:00+00:00"
    match = replace(played.match, id=f"{number * 7919 % 1009:04}", started=started)
    path = records.write(replace(played, match=match), folder)
    os.utime(path, (1e9 + number, 1e9 + number))
    return path


def matches(site: RecordSite, **query: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = site.get(["matches"], query)["matches"]
    return found


def indexed(site: RecordSite) -> RecordSite:
    site._index.read(60)
    assert site._index.is_complete
    return site


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("records")
    for number in range(60):
        put(folder, number)
    return folder


def test_every_record_is_reached_the_newest_first(folder: Path) -> None:
    site = indexed(RecordSite([folder]))
    pages = [site.get(["matches"], {"page": str(page), "limit": "25"}) for page in (1, 2, 3)]
    started = [row["started"] for page in pages for row in page["matches"]]
    assert started == sorted(started, reverse=True)
    assert len(set(started)) == 60
    assert [(page["total"], page["pages"]) for page in pages] == [(60, 3)] * 3


def test_keys_follow_age_so_that_addresses_stay_valid(folder: Path) -> None:
    site = indexed(RecordSite([folder]))
    assert [row["key"] for row in matches(site)][:3] == ["59", "58", "57"]
    assert site.get(["replay", "0"], {})["started"] == "2026-01-01T00:00:00+00:00"


def test_records_are_filtered_and_sorted(folder: Path) -> None:
    site = indexed(RecordSite([folder]))
    about = site.get(["about"], {})
    assert (about["count"], about["indexed"], about["games"]) == (60, 60, sorted(GAMES))
    assert {row["game"] for row in matches(site, game="snake")} == {"snake"}
    assert len(matches(site, game="snake")) == 20
    rounds = [row["rounds"] for row in matches(site, sort="rounds")]
    assert rounds == sorted(rounds)
    bot = about["bots"][0]
    for row in matches(site, bot=bot):
        assert bot in {player["name"] for player in row["players"]}


def test_new_records_appear_and_are_news(tmp_path: Path) -> None:
    put(tmp_path, 1)
    put(tmp_path, 2)
    site = indexed(RecordSite([tmp_path]))
    news = site.feed.read(5)
    put(tmp_path, 3)
    assert next(news)[0][0] == "site"
    assert [row["key"] for row in matches(indexed(site))] == ["2", "1", "0"]


def test_broken_records_are_listed_as_such(tmp_path: Path) -> None:
    path = put(tmp_path, 1)
    (tmp_path / "cut.jsonl.gz").write_bytes(path.read_bytes()[:200])
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "half.jsonl").write_bytes(records.encode(record_of("snake")).rsplit(b"\n", 2)[0])
    (tmp_path / ".hidden.jsonl").touch()
    site = indexed(RecordSite([tmp_path]))
    broken = matches(site, broken="1")
    assert {row["file"] for row in broken} == {"cut.jsonl.gz", "empty.jsonl", "half.jsonl"}
    assert all(row["error"] for row in broken)
    assert len(matches(site)) == 4


def test_a_file_and_a_folder_are_listed_together(folder: Path, tmp_path: Path) -> None:
    single = put(tmp_path, 100)
    site = indexed(RecordSite([single, folder, single]))
    assert len(site) == 61


def test_a_vanished_folder_does_not_stop_the_server(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    path = put(folder, 1)
    put(folder, 2)
    site = indexed(RecordSite([folder]))
    for each in folder.iterdir():
        each.unlink()
    folder.rmdir()
    site.look()
    assert len(matches(site)) == 2
    assert all("No such file" in row["error"] for row in matches(site))
    assert path.name in {row["file"] for row in matches(site)}


@pytest.mark.browser
def test_a_folder_is_browsed(page: Page, serve: Any, folder: Path) -> None:
    page.goto(serve(RecordSite([folder])).address)
    page.wait_for_selector("tbody tr")
    page.get_by_text("60 matches").first.wait_for()
    assert page.locator("tbody tr").count() == 60
