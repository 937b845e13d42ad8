"""Static sites: their files, and their pages from a disk and from a host."""

from __future__ import annotations

import functools
import re
import threading
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from tests.viewer.test_live_site import rows
from tests.viewer.test_tournament_site import MARKUP, MATCHES, path, put

from gridbots.errors import GridbotsError
from gridbots_referee.cli.group import cli
from gridbots_referee.show.viewer import static_site
from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite
from gridbots_referee.show.viewer.static_site import NO_JEKYLL, StaticSite
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from click.testing import Result
    from playwright.sync_api import Page

__all__ = ["path"]
QUERIES = [
    "",
    "sort=rounds",
    "sort=-rounds",
    "sort=players",
    "sort=number",
    "bot=ada",
    "bot=ada&ending=won",
    "bot=ada&ending=lost&sort=rounds",
    "bot=ada&against=bob",
    "against=bob",
    "termination=eliminated",
    "bot=bob&termination=eliminated&sort=-number",
]


def export(store: Path, target: Path, *words: str) -> Result:
    command = ["export", "--site", str(store), str(target), *words]
    return CliRunner().invoke(cli, command, catch_exceptions=False)


def contents(folder: Path) -> dict[str, bytes]:
    files = (each for each in folder.rglob("*") if each.is_file())
    return {str(each.relative_to(folder)): each.read_bytes() for each in files}


def test_a_site_is_one_page_and_data_beside_it(path: Path, tmp_path: Path) -> None:
    result = export(path, tmp_path / "site", "--matches", "all")
    assert result.exit_code == 0
    assert f"{MATCHES} matches, {MATCHES} replays" in result.stdout
    assert f"{MATCHES} of them with a replay: about" in result.stderr
    found = contents(tmp_path / "site")
    tops = {name for name in found if "/" not in name}
    assert tops == {"index.html", "gridbots-site.txt", NO_JEKYLL}
    assert all(re.fullmatch(rb'gridbotsData\("[\w-]+","[\w+/=]+"\);\n', found[name])
               for name in found if name not in tops)  # fmt: skip
    page = found["index.html"].decode()
    assert "'strict-dynamic'" in page
    assert not re.search(r'(src|href)="(?!#|data:)', page)


@pytest.mark.slow
def test_rewriting_changes_nothing_until_more_matches_are_played(
    path: Path, tmp_path: Path
) -> None:
    target = tmp_path / "site"
    export(path, target)
    before = contents(target)
    assert export(path, target).exit_code == 0
    assert contents(target) == before
    with Store.open(path) as store:
        put(store, MATCHES)
    assert f"{MATCHES + 1} matches" in export(path, target).stdout
    (data,) = target.glob("data-*")
    assert f'content="{data.name}"' in (target / "index.html").read_text()
    assert not list(target.glob(".*.new")) + list(target.glob(".partial-*"))


def test_a_folder_with_other_files_is_left_alone(path: Path, tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "to-ada.txt").write_text("dear ada")
    with pytest.raises(GridbotsError, match="has other files"):
        export(path, tmp_path / "letters")
    assert contents(tmp_path / "letters") == {"to-ada.txt": b"dear ada"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--matches", "some"], "expected a number, best, none or all, got 'some'"),
        (["--svg", "x.svg"], "--site and --svg are mutually exclusive"),
    ],
)
def test_invalid_options_are_refused(
    path: Path, tmp_path: Path, words: Sequence[str], message: str
) -> None:
    result = export(path, tmp_path / "site", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize(("words", "numbers"), [("none", []), ("2", [12, 11]), ("99", 12)])
def test_replays_are_chosen(words: str, numbers: Any) -> None:
    found = static_site.chosen(words, MATCHES, [])
    assert len(found) == numbers if isinstance(numbers, int) else found == numbers


def test_best_replays_are_the_latest_and_those_of_each_bot() -> None:
    bots = [{"best": [{"number": 3}], "worst": [{"number": 3}, {"number": 70}]}]
    assert static_site.chosen("best", 100, bots) == [*range(100, 88, -1), 70, 3]


def test_a_lost_record_is_reported_and_left_out(path: Path, tmp_path: Path) -> None:
    for record in (tmp_path / "autumn-records").glob("m003*"):
        record.unlink()
    result = export(path, tmp_path / "site", "--matches", "all")
    assert result.exit_code == 0
    assert "no replay: match 4:" in result.stderr
    assert f"{MATCHES} matches, {MATCHES - 1} replays" in result.stdout


def test_a_long_replay_has_several_files(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dict(static_site.files_of(TournamentSite(path), 1))
    monkeypatch.setattr(static_site, "PART", 1)
    parts = dict(static_site.files_of(TournamentSite(path), 1))
    (all_of_it,) = whole.values()
    joined: dict[str, Any] = {}
    for part in parts.values():
        joined |= part["stretches"]
    assert joined == all_of_it["stretches"]
    assert len(parts) == len(joined)
    assert all_of_it["measures"]["lines"]["score"]
    assert all_of_it["analyses"] == []


@pytest.fixture
def asked(page: Page) -> list[str]:
    """The addresses that the page requests."""
    found: list[str] = []
    page.on("request", lambda request: found.append(request.url))
    return found


@pytest.mark.browser
def test_a_site_is_browsed_from_a_disk(
    page: Page, path: Path, tmp_path: Path, asked: list[str]
) -> None:
    site = tmp_path / "site"
    export(path, site, "--matches", "3")
    page.goto((site / "index.html").as_uri())
    page.wait_for_selector(".results li")
    assert MARKUP in page.locator("tbody").first.inner_text()
    page.get_by_role("link", name="Matches", exact=True).click()
    rows(page, MATCHES)
    assert page.locator("tbody a").count() == 2 * 3
    page.locator("tbody a").first.click()
    page.wait_for_selector("canvas.board[data-frame]")
    page.get_by_label("Measure", exact=True).select_option("score")
    page.goto(f"{(site / 'index.html').as_uri()}#/match/1")
    page.get_by_role("alert").get_by_text("--matches all").wait_for()
    assert all(each.startswith((site.as_uri(), "data:", "blob:")) for each in asked)


@contextmanager
def hosted(folder: Path) -> Iterator[str]:
    """The address of a web server for a folder."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Write no log."""

    handler = functools.partial(Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.browser
def test_lists_are_the_same_with_and_without_a_server(
    page: Page, path: Path, tmp_path: Path, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Shards of 5 rows: sorting needs several files.
    monkeypatch.setattr("gridbots_referee.show.viewer.static_site.SHARD", 5)
    site = TournamentSite(path)
    target = tmp_path / "any" / "path"
    StaticSite(site, target, "all").write(lambda _: None)
    with hosted(tmp_path) as address:
        for query in QUERIES:
            page.goto(f"{address}/any/path/#/matches?{query}")
            page.reload()
            words = dict(each.split("=") for each in query.split("&") if each)
            expected = [row["number"] for row in site.get(["matches"], words)["matches"]]
            rows(page, len(expected))
            shown = page.locator("tbody td:first-child").all_inner_texts()
            assert [int(number) for number in shown] == expected, query
        assert all(each.startswith((address, "data:", "blob:")) for each in asked)


@pytest.mark.browser
def test_every_page_of_a_site_is_shown_on_a_host(
    page: Page, path: Path, tmp_path: Path, asked: list[str]
) -> None:
    target = tmp_path / "any" / "path"
    export(path, target)
    views = {
        "overview": ".interval",
        "wall": "canvas.board[data-frame]",
        "crosstable": "td.won a",
        "ratings": "svg.plot",
        "matches": "tbody tr",
        "pair/ada/bob": "tbody tr",
        "match/12": "canvas.board[data-frame]",
    }
    with hosted(tmp_path) as address:
        for view, shown in views.items():
            page.goto(f"{address}/any/path/index.html#/{view}")
            page.reload()
            page.wait_for_selector(shown)
        assert all(each.startswith((address, "data:", "blob:")) for each in asked)


@pytest.mark.browser
def test_a_site_is_usable_by_keyboard_alone(page: Page, path: Path, tmp_path: Path) -> None:
    export(path, tmp_path / "site")
    page.goto(f"{(tmp_path / 'site' / 'index.html').as_uri()}#/crosstable")
    page.wait_for_selector("td.won a")
    page.locator("td a[tabindex='0']").focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert page.locator(".cell-status").inner_text() == focused
    page.keyboard.press("Enter")
    rows(page, MATCHES // 3)
    page.locator("tbody a").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("canvas.board[data-frame]")
