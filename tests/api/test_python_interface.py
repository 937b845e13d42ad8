"""The referee as a library: matches, tournaments and their results from Python."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from tests.play.matches import VILLAINS

import gridbots_referee as referee
from gridbots.errors import (
    GridbotsError,
    RecordError,
    SettingsError,
    StoreError,
    UnknownNameError,
    VoidError,
)

if TYPE_CHECKING:
    from pathlib import Path

HONEST = f"{sys.executable} -S -E {VILLAINS / '_honest.py'}"
TIME: referee.TimeOptions = {"timebank": 20_000, "time_per_move": 1000}
LIGHT_RIDERS = "light-riders"


def test_importing_it_imports_little() -> None:
    program = """
import sys
import gridbots_referee as referee
assert {"play_match", "open_store"} <= set(dir(referee))
print([each for each in ("click", "numba", "numpy", "rich", "pandas") if each in sys.modules])
"""
    words = [sys.executable, "-c", program]
    assert subprocess.run(words, capture_output=True, text=True, check=True).stdout == "[]\n"


def test_every_exported_name_exists() -> None:
    assert [name for name in referee.__all__ if not callable(getattr(referee, name))] == []
    with pytest.raises(AttributeError, match="no attribute 'play_macth'"):
        referee.play_macth  # noqa: B018


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> list[referee.RecordedMatch]:
    """A pair of matches, whose records are kept."""
    folder = tmp_path_factory.mktemp("records")
    reported: list[tuple[int, int]] = []
    found = referee.play_matches(
        LIGHT_RIDERS, [HONEST, HONEST], matches=2, seed=7, time=TIME, records=folder,
        settings={"width": 8, "height": 8}, progress=lambda *numbers: reported.append(numbers),
    )  # fmt: skip
    assert reported == [(1, 2), (2, 2)]
    return found


def test_a_recorded_match_reports_what_happened(matches: list[referee.RecordedMatch]) -> None:
    match = matches[0]
    assert (match.game, match.seed, match.how) == (LIGHT_RIDERS, 7, "rules")
    assert match.record.match.settings["width"] == 8
    assert match.record.match.limits.timebank_ms == 20_000
    assert len(match.moves) == match.rounds > 0
    assert match.players.column("place") in ([1, 2], [2, 1], [1, 1])
    assert match.winner in {None, *match.players.column("name")}
    assert match.verify() == []
    states = list(match.states())
    assert len({state.tobytes() for state in states}) == len(states) == match.rounds + 1


def test_a_match_is_shown_and_kept(matches: list[referee.RecordedMatch], tmp_path: Path) -> None:
    match = matches[0]
    assert match._repr_html_().startswith("<iframe ")
    assert repr(match) == f"{LIGHT_RIDERS}: {match.report().splitlines()[0]}"
    assert match.path
    assert referee.open_record(match.path).record == match.record
    saved = match.save(tmp_path / "kept")
    assert referee.open_record(str(saved)).moves == match.moves


def test_successive_matches_share_an_opening(matches: list[referee.RecordedMatch]) -> None:
    assert [match.seed for match in matches] == [7, 7]
    assert next(matches[0].states()).tobytes() == next(matches[1].states()).tobytes()


BOTS = ["straight", "straight"]


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        pytest.param({"bots": "straight"}, SettingsError, "list of bots", id="one text"),
        pytest.param({"bots": [1, 2]}, SettingsError, r"bots\[0\]: .* got 1", id="no text"),
        pytest.param({"time": {"timebnk": 1}}, SettingsError, "did you mean 'timebank'", id="name"),
        pytest.param({"time": {"timebank": 0}}, SettingsError, "timebank: .* got 0", id="bank"),
        pytest.param({"isolation": "sandbx"}, SettingsError, "level: .*sandbox", id="level"),
        pytest.param({"seed": -1}, SettingsError, "seed: .* got -1", id="seed"),
        pytest.param({"seed": True}, SettingsError, "seed: .* got true", id="no seed"),
        pytest.param({"settings": {1: 2}}, SettingsError, "settings: .* got 1", id="no name"),
        pytest.param({"settings": {"width": object()}}, SettingsError, "settings", id="no value"),
        pytest.param({"settings": {"width": "x"}}, SettingsError, "width of .*'x'", id="value"),
        pytest.param({"bots": ["human", "straight"]}, SettingsError, "terminal", id="person"),
        pytest.param({"game": "light-rider"}, UnknownNameError, "did you mean", id="game"),
    ],
)  # fmt: skip
def test_an_invalid_call_raises_an_error_of_the_referee(
    arguments: dict[str, Any], kind: type[GridbotsError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        referee.play_match(**{"game": LIGHT_RIDERS, "bots": BOTS, **arguments})


def test_a_bot_that_does_not_start_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("no program")
    (tmp_path / "bot").chmod(0o755)
    with pytest.raises(VoidError, match="could not be started"):
        referee.play_match(LIGHT_RIDERS, [tmp_path / "bot", HONEST])


def test_an_unusable_store_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no such file"):
        referee.open_store(tmp_path / "none.db")
    with pytest.raises(RecordError):
        referee.open_record(tmp_path / "none.gz")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> referee.StoredResults:
    """A tournament between two, of one pair."""
    reported: list[tuple[int, int]] = []
    found = referee.play_tournament(
        {"left": "straight", "right": "random:seed=1"},
        store=tmp_path_factory.mktemp("store") / "spring.db", time={"in_process": True},
        concurrency=1, progress=lambda *numbers: reported.append(numbers),
    )  # fmt: skip
    assert reported == [(1, 2), (2, 2)]
    return found


def test_a_tournament_has_tables(store: referee.StoredResults) -> None:
    assert store.tournament.name == "spring"
    assert len(store) == 2
    assert {row["name"] for row in store.standings()} == {"left", "right"}
    assert sum(row["points"] for row in store.standings()) == 2
    assert [row["matches"] for row in store.crosstable()] == [2, 2]
    assert store.matches().column("number") == [1, 2]
    assert store.matches("left", limit=1).column("number") == [2]
    assert len(store.voids()) == 0
    match = store.match(2)
    assert match.rounds == store.matches()[1]["rounds"]
    assert repr(store).startswith("spring: light-riders, round-robin, 2 matches")
    assert "<td>left</td>" in store._repr_html_()


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        pytest.param(lambda store: store.matches("lef"), "did you mean 'left'", id="entrant"),
        pytest.param(lambda store: store.matches(ending="won"), "needs a bot", id="whose"),
        pytest.param(lambda store: store.matches("left", ending="win"), "won", id="ending"),
        pytest.param(lambda store: store.matches(termination="lat"), "late", id="termination"),
        pytest.param(lambda store: store.match(3), "from 1 to 2, got 3", id="match"),
        pytest.param(lambda store: store.matches().column("round"), "rounds", id="column"),
    ],
)
def test_unknown_names_are_an_error(ask: Any, message: str, store: referee.StoredResults) -> None:
    with pytest.raises(UnknownNameError, match=message):
        ask(store)


def test_the_same_call_continues_and_another_is_refused(store: referee.StoredResults) -> None:
    bots = {"left": "straight", "right": "random:seed=1"}
    with pytest.raises(StoreError, match="seed"):
        referee.play_tournament(bots, store=store.path, time={"in_process": True}, seed=5)


def test_a_table_is_a_sequence_of_rows() -> None:
    table = referee.Table([{"name": "<a>", "x": 1.23456}, {"name": "b\n", "x": None}])
    assert table[0] == {"name": "<a>", "x": 1.23456}
    assert table[1:] == referee.Table([{"name": "b\n", "x": None}])
    assert table.column("x") == [1.23456, None]
    assert repr(table) == "name      x\n<a>   1.235\nb\\n       -"
    assert "<td>&lt;a&gt;</td><td>1.235</td>" in table._repr_html_()
    assert repr(referee.Table([], ["name"])) == "no rows"


def test_a_table_is_a_data_frame_where_pandas_is(monkeypatch: pytest.MonkeyPatch) -> None:
    table = referee.Table([{"name": "a", "x": 1}])
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match="needs pandas, which is not installed"):
        table.to_pandas()
    double = SimpleNamespace(DataFrame=lambda rows, columns: (rows, columns))
    monkeypatch.setitem(sys.modules, "pandas", double)
    assert table.to_pandas() == ([{"name": "a", "x": 1}], ["name", "x"])
