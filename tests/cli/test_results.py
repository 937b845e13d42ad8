"""`referee standings`, `crosstable` and `matches`, as people and programs use them."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from tests.framework.test_record import TRUE
from tests.tournament import simulated
from tests.tournament.stored import NAMES, add, autumn, fixture, played, tournament

from gridbots.errors import GridbotsError, PluginError, SettingsError, UnknownNameError
from gridbots_referee.cli.group import cli
from gridbots_referee.show.plots.tournament_plot import Interval, cut_axis, plot_intervals
from gridbots_referee.show.tables.tournament.standings import TIE_BREAKS
from gridbots_referee.tournament.formats.schedule import FORMATS
from gridbots_referee.tournament.formats.standings import RANKED_BY, standings
from gridbots_referee.tournament.stats import plackett_luce, rating
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tournament.formats.tournament import Tournament

REFEREE = str(Path(sys.executable).parent / "referee")
ODD = ('ada, "the" 1st', "<b>bob</b> & $x$", "\x1b[31mcleo\n", "=dan()")
COMMANDS = ("standings", "crosstable", "matches")


def output(*words: str | Path, code: int = 0, **settings: Any) -> str:
    """The standard output of a command."""
    done = CliRunner().invoke(cli, [str(word) for word in words], **settings)
    if isinstance(done.exception, GridbotsError):
        raise done.exception
    assert done.exit_code == code, done.output
    return done.stdout if code == 0 else done.stderr


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return autumn(tmp_path / "autumn.db")


def made(path: Path, names: Sequence[str], *matches: tuple[int, ...]) -> Path:
    """A store with a match for each of these places."""
    with Store.create(path, tournament(names)) as opened:
        for number, places in enumerate(matches):
            one = fixture(number, tuple(range(len(places))))
            add(opened, one, played(one, places))
    return path


def test_standings_as_a_table(store: Path) -> None:
    assert (
        output("standings", store)
        == """\
autumn: light-riders, round-robin, 6 matches

place  name  points  matches  W-D-L  forfeits   score   Elo          95 %     LOS   seat 1  seat 2
    1  ada      3.5        4  3-1-0         0  87.5 %  +202  -277 to +680  75.7 %  100.0 %  75.0 %
    2  cleo       2        4  2-0-2         2  50.0 %    +0  -412 to +412  75.7 %   50.0 %  50.0 %
    3  bob      0.5        4  0-1-3         1  12.5 %  -202  -680 to +277  37.5 %   25.0 %   0.0 %
    4  dan        0        0  0-0-0         0       -    +0  -884 to +884       -        -       -

ended  survived  eliminated  late  exited
ada           3           1     0       0
cleo          2           0     2       0
bob           0           3     0       1
dan           0           0     0       0
"""
    )


def test_standings_as_json(store: Path) -> None:
    found = json.loads(output("standings", store, "--json"))
    standings, los = found.pop("standings"), found.pop("los")
    assert found == {
        "schema": 1, "tournament": "autumn", "game": "light-riders", "format": "round-robin",
        "matches": 6, "ranked_by": ["score", "sonneborn_berger", "direct", "won"],
        "void": [], "warning": "",
    }  # fmt: skip
    assert [each["name"] for each in standings] == ["ada", "cleo", "bob", "dan"]
    cleo = standings[1]
    expected = {
        "place": 2, "name": "cleo", "bot": "cleo:depth=4", "points": 2.0, "matches": 4,
        "won": 2, "drawn": 0, "lost": 2, "score": 0.5, "forfeits": 2, "late": 2, "game_score": 8.5,
        "sonneborn_berger": 1.0, "direct": 0.0, "terminations": {"late": 2, "survived": 2},
    }  # fmt: skip
    assert {name: cleo[name] for name in expected} == expected
    assert [(seat["matches"], seat["points"]) for seat in cleo["seats"]] == [(2, 1.0)] * 2
    for each in (cleo, *cleo["seats"]):
        assert 0 < each["score_low"] < each["score"] < each["score_high"] < 1
    for name in ("skill", "stage", "rung", "meeting_points", "buchholz", "byes"):
        assert cleo[name] is None
    assert standings[3]["score"] is None
    assert [each["los_next"] for each in standings] == [los[0][1], los[1][2], los[2][3], None]
    assert all(los[a][b] + los[b][a] == pytest.approx(1) for a in range(4) for b in range(4))


def test_every_field_and_column_is_on_the_page(store: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "referee.md").read_text()
    found = json.loads(output("standings", store, "--json"))
    columns = {*TIE_BREAKS.values(), "place", "W-D-L", "score", "Elo", "LOS", "OpenSkill"}
    for name in {*found, *found["standings"][0], *columns} - {"schema"}:
        assert f"`{name}`" in page, name


def test_elo_is_that_of_the_fit(store: Path) -> None:
    found = json.loads(output("standings", store, "--json"))
    with Store.open(store, read_only=True) as opened:
        fitted = rating.fit(opened.played(), 4)
    order = [NAMES.index(each["name"]) for each in found["standings"]]
    for each, entrant in zip(found["standings"], order, strict=True):
        expected = fitted.ratings[entrant]
        assert (each["elo"], each["elo_low"], each["elo_high"]) == pytest.approx(
            (expected.elo, expected.low, expected.high)
        )
    for row, entrant in zip(found["los"], order, strict=True):
        assert row == pytest.approx([fitted.los[entrant][other] for other in order])


def test_standings_as_csv(store: Path) -> None:
    first, *_, last = rows(output("standings", store, "--csv"))
    assert [first[head] for head in ("place", "name", "points", "score", "seat_2", "survived")] == [
        "1", "ada", "3.5", "0.875", "0.75", "3",
    ]  # fmt: skip
    assert 201 < float(first["elo"]) < 202
    assert (last["name"], last["score"], last["seat_1"]) == ("dan", "", "")


def kept(path: Path, tournament: Tournament, seed: int) -> Path:
    """A store of a tournament whose results were drawn."""
    points = simulated.drawn(seed)
    with Store.create(path, tournament) as opened:
        for one in simulated.play_out(tournament, points)[0]:
            reached = points(one)
            places = tuple(1 + sum(other > each for other in reached) for each in reached)
            add(opened, one, played(one, places))
    return path


@pytest.mark.parametrize("form", FORMATS)
def test_the_order_is_that_of_the_format(tmp_path: Path, form: str) -> None:
    tournament = simulated.make_tournament(7, form)
    path = kept(tmp_path / "a.db", tournament, seed=3)
    with Store.open(path, read_only=True) as opened:
        ranking = standings(tournament, opened.played())
    found = json.loads(output("standings", path, "--json"))
    assert found["ranked_by"] == list(RANKED_BY[form])
    assert [(each["place"], each["name"]) for each in found["standings"]] == [
        (each.place, f"bot{each.entrant}") for each in ranking
    ]
    for each, expected in zip(found["standings"], ranking, strict=True):
        assert (each["won"], each["points"]) == (expected.won, expected.points)
        for field in RANKED_BY[form]:
            assert each[field] == pytest.approx(getattr(expected, field))
    names = [each["name"] for each in found["standings"]]
    assert json.loads(output("crosstable", path, "--json"))["entrants"] == names


@pytest.mark.parametrize(
    ("form", "heads"),
    [
        ("swiss", ["meetings", "Buchholz", "byes"]),
        ("knockout", ["stage"]),
        ("ladder", []),
        ("round-robin", ["Sonneborn-Berger"]),
    ],
)
def test_deciding_tie_breaks_are_shown(tmp_path: Path, form: str, heads: list[str]) -> None:
    path = kept(tmp_path / "a.db", simulated.make_tournament(7, form), seed=3)
    head = output("standings", path).splitlines()[2]
    assert [word for word in head.split() if word in {*TIE_BREAKS.values(), "byes"}] == heads


def test_equal_entrants_share_a_place(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", ("ada", "bob", "cleo", "dan"), (2, 2, 1, 4))
    found = json.loads(output("standings", path, "--json"))["standings"]
    assert [(each["place"], each["name"], each["points"]) for each in found] == [
        (1, "cleo", 1.0), (2, "ada", 0.5), (2, "bob", 0.5), (4, "dan", 0.0),
    ]  # fmt: skip
    assert [len(each["seats"]) for each in found] == [4] * 4


def test_with_more_than_two_seats_the_score_has_an_interval_and_there_is_no_elo(
    tmp_path: Path,
) -> None:
    path = made(tmp_path / "a.db", ("ada", "bob", "cleo"), *[(1, 2, 3), (2, 1, 3)] * 4)
    table = output("standings", path).splitlines(keepends=True)[2:6]
    assert (
        "".join(table)
        == """\
place  name  points  matches  W-D-L  forfeits   score          95 %  seat 1  seat 2  seat 3
    1  ada        6        8  4-0-4         0  75.0 %  58.0 to 84.8  75.0 %       -       -
    1  bob        6        8  4-0-4         0  75.0 %  58.0 to 84.8       -  75.0 %       -
    3  cleo       0        8  0-0-8         0   0.0 %   0.0 to 38.4       -       -   0.0 %
"""
    )
    found = json.loads(output("standings", path, "--json"))
    assert found["los"] is None
    assert {each["elo"] for each in found["standings"]} == {None}


def test_openskill_ratings_are_printed_on_request(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", ("ada", "bob", "cleo"), *[(1, 2, 3)] * 4)
    found = json.loads(output("standings", path, "--json", "--skill"))["standings"]
    with Store.open(path, read_only=True) as opened:
        expected = plackett_luce.rate(opened.played(), 3)
    for each, rated in zip(found, expected, strict=True):
        told_skill = (each["skill"], each["skill_mu"], each["skill_sigma"])
        assert told_skill == pytest.approx((rated.ordinal, rated.mu, rated.sigma))
    assert "OpenSkill" in output("standings", path, "--skill")
    assert "OpenSkill" not in output("standings", path)


def test_missing_openskill_is_reported(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert "pip install 'gridbots-referee[ratings]'" in output(
        "standings", store, "--skill", code=2
    )


def test_thirds_of_points_add_up(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", ("ada", "bob", "cleo", "dan"), *[(1, 2, 3, 4)] * 3)
    found = json.loads(output("standings", path, "--json"))["standings"]
    assert [each["points"] for each in found] == [3.0, 2.0, 1.0, 0.0]


def test_the_crosstable_as_text(store: Path) -> None:
    assert (
        output("crosstable", store)
        == """\
autumn: light-riders, round-robin, 6 matches

                     1              2            3  4
1  ada                      2/2 2-0-0  1.5/2 1-1-0  -
2  cleo  0/2 0-0-2 (2)                   2/2 2-0-0  -
3  bob     0.5/2 0-1-1  0/2 0-0-2 (1)               -
4  dan               -              -            -

Each cell: points of the row against the column/matches won-drawn-lost.
In brackets: matches that the row forfeited, on time or by another failure.
"""
    )


def test_a_wide_crosstable_leaves_out_how_points_were_reached(store: Path) -> None:
    text = output("crosstable", store, env={"COLUMNS": "40"})
    assert "3  bob     0.5/2  0/2 (1)         -\n" in text
    assert "\n\nEach cell: points of the row against the column/matches.\n" in text


def test_the_crosstable_as_json_and_csv(store: Path) -> None:
    found = json.loads(output("crosstable", store, "--json"))
    assert found["entrants"] == ["ada", "cleo", "bob", "dan"]
    ada_bob = {"name": "ada", "against": "bob", "points": 1.5, "matches": 2}
    assert found["encounters"][1] == {**ada_bob, "won": 1, "drawn": 1, "lost": 0, "forfeits": 0}
    assert [each["forfeits"] for each in found["encounters"]] == [0, 0, 2, 0, 0, 1]
    listed = rows(output("crosstable", store, "--csv"))
    assert len(listed) == len(found["encounters"]) == 6
    assert listed[1] == {key: str(value) for key, value in found["encounters"][1].items()}


def test_with_many_seats_all_bots_of_a_match_have_met(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", ("ada", "bob", "cleo"), (2, 2, 1))
    found = {
        (each["name"], each["against"]): each["points"]
        for each in json.loads(output("crosstable", path, "--json"))["encounters"]
    }
    assert found == {
        ("cleo", "ada"): 1, ("ada", "cleo"): 0, ("cleo", "bob"): 1, ("bob", "cleo"): 0,
        ("ada", "bob"): 0.5, ("bob", "ada"): 0.5,
    }  # fmt: skip


def test_matches_as_a_table(store: Path) -> None:
    folder = store.with_name("autumn-records")
    assert (
        output("matches", store, "--bot", "cleo", "--lost")
        == f"""\
match  seed  rounds  points         failed     record
    3     1       3  ada 1, cleo 0  cleo late  {folder}/m002.jsonl.gz
    4     1       3  cleo 0, ada 1  cleo late  {folder}/m003.jsonl.gz
"""
    )


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ([], [1, 2, 3, 4, 5, 6]),
        (["--limit", "1"], [6]),
        (["--termination", "exited"], [5]),
        (["--bot", "bob", "--drawn"], [2]),
        (["--bot", "cleo", "--against", "bob", "--won"], [5, 6]),
        (["--bot", "cleo", "--termination", "late"], [3, 4]),
        (["--bot", "dan"], []),
    ],
)
def test_matches_are_chosen(store: Path, words: list[str], numbers: list[int]) -> None:
    lines = output("matches", store, *words, "--json").splitlines()
    assert [json.loads(line)["number"] for line in lines] == numbers
    listed = rows(output("matches", store, *words, "--csv"))
    assert [int(row["number"]) for row in listed] == numbers


def test_a_listed_record_can_be_replayed(tmp_path: Path) -> None:
    path = tmp_path / "autumn.db"
    with Store.create(path, tournament()) as opened:
        add(opened, fixture(1), TRUE)
    (listed,) = map(json.loads, output("matches", path, "--json").splitlines())
    (row,) = rows(output("matches", path, "--csv"))
    assert listed["record"] == row["record"]
    assert "verified" in output("verify", listed["record"])
    assert output("replay", listed["record"], "--round", "0")


@pytest.mark.parametrize("names", [(), ("ada",), ("ada", "bob")])
@pytest.mark.parametrize("command", COMMANDS)
def test_an_empty_store_is_no_error(tmp_path: Path, command: str, names: tuple[str, ...]) -> None:
    path = made(tmp_path / "a.db", names)
    assert output(command, path)
    assert rows(output(command, path, "--csv")) == [] or command == "standings"
    assert all(map(json.loads, output(command, path, "--json").splitlines()))


def test_games_for_one_seat_have_no_crosstable(tmp_path: Path) -> None:
    path = made(tmp_path / "a.db", ("ada",), (1,))
    assert output("crosstable", path).endswith("\n\nNo two entrants have met.\n")
    assert "seat 1" not in output("standings", path)


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("form", ["--json", "--csv", "--limit=9"])
def test_unusual_names_are_harmless(tmp_path: Path, command: str, form: str) -> None:
    path = autumn(tmp_path / "autumn.db", ODD)
    text = output(command, path, *([form] if form != "--limit=9" else []))
    assert "\x1b" not in text
    assert "\ncleo" not in text
    if form == "--json":
        assert json.dumps(ODD[2])[1:-1] in text
    elif form == "--csv":
        names = {value for row in rows(text) for value in row.values()}
        assert {ODD[0], ODD[1], "\\x1b[31mcleo\\n"} <= names
        assert "=dan()" not in names


# Errors.


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_store_is_reported(tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        [REFEREE, command, "nix.db"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr == "referee: nix.db: there is no such file\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--json", "--csv"], "--json and --csv are mutually exclusive"),
        (["--won", "--lost", "--bot", "ada"], "--won and --lost are mutually exclusive"),
        (["--won"], "--won needs --bot NAME"),
    ],
)
def test_options_that_exclude_each_other_are_reported(
    store: Path, words: list[str], message: str
) -> None:
    assert message in output("matches", store, *words, code=2)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bot", "adam"], "expected an entrant, got 'adam'; did you mean 'ada'"),
        (["--termination", "lat"], "expected a termination, got 'lat'; did you mean 'late'"),
    ],
)
def test_unknown_words_are_reported(store: Path, words: list[str], message: str) -> None:
    with pytest.raises(UnknownNameError, match=message):
        output("matches", store, *words)


# Plots.


@pytest.mark.parametrize("command", ["standings", "crosstable"])
def test_a_plot_is_the_same_each_time_and_shows_all_names(tmp_path: Path, command: str) -> None:
    path = autumn(tmp_path / "autumn.db", ODD)
    plots = [tmp_path / "one.svg", tmp_path / "two.svg"]
    texts = [output(command, path, "--plot", plot) for plot in plots]
    one, two = (plot.read_bytes() for plot in plots)
    assert one == two
    assert texts[0] == texts[1] == output(command, path)
    words = {text.strip() for each in ET.fromstring(one).iter() for text in each.itertext()}  # noqa: S314  our own
    for name in (ODD[0], ODD[1], "\\x1b[31mcleo\\n", "=dan()"):
        assert [word for word in words if word.startswith(name)], name


@pytest.mark.parametrize("names", [(), ("ada",), ("größe", "東京 is not in the font")])
@pytest.mark.parametrize("command", ["standings", "crosstable"])
def test_a_plot_of_nothing_played_is_empty(
    tmp_path: Path, command: str, names: tuple[str, ...]
) -> None:
    plot = tmp_path / "plot.png"
    output(command, made(tmp_path / "a.db", names), "--plot", plot)
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_intervals_are_points_with_error_bars(tmp_path: Path) -> None:
    path = tmp_path / "ratings.svg"
    ratings = [(2100.0, 2050.0, 2180.0), (1900.0, 1900.0, 1900.0)]
    plot_intervals(path, "autumn", ["ada", "<b>"], ratings, "Elo")
    root = ET.parse(path).getroot()  # noqa: S314  our own
    assert {"ada", "<b>", "autumn", "Elo"} <= {each.text for each in root.iter()}


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("plot.pdf", r"expected a plot named \*\.svg or \*\.png, got plot\.pdf"),
        ("none/plot.svg", r"none/plot\.svg: No such file"),
    ],
)
def test_a_plot_that_cannot_be_written_is_reported(
    store: Path, monkeypatch: pytest.MonkeyPatch, target: str, message: str
) -> None:
    monkeypatch.chdir(store.parent)
    with pytest.raises(SettingsError, match=message):
        output("standings", store, "--plot", target)


def test_without_matplotlib_a_plot_names_the_extra(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(PluginError, match=r"pip install 'gridbots-referee\[plots\]'"):
        output("standings", store, "--plot", store.with_name("plot.svg"))
    assert output("standings", store)


def test_one_weak_bot_does_not_squeeze_the_others(tmp_path: Path) -> None:
    ratings = [(2100.0, 2050.0, 2150.0), (2000.0, 1950.0, 2050.0), (400.0, 100.0, 700.0)]
    assert cut_axis(ratings) == (1934, 2166)
    path = tmp_path / "cut.svg"
    plot_intervals(path, "autumn", ["ada", "bob", "weak"], ratings, "Elo")
    words = {each.text for each in ET.parse(path).getroot().iter()}  # noqa: S314  our own
    assert {"400", "Elo; the axis is truncated, values outside it are written"} <= words


@pytest.mark.parametrize(
    "ratings",
    [
        [],
        [(2000.0, 1900.0, 2100.0)],
        [(2000.0, 1900.0, 2100.0), (0.0, 0.0, 0.0)],
        [(0.0, 0.0, 0.0)] * 3,
        [(300.0, 200.0, 400.0), (0.0, -100.0, 100.0), (-300.0, -400.0, -200.0)],
    ],
)
def test_an_axis_that_suits_all_bots_is_not_cut(ratings: list[Interval]) -> None:
    assert cut_axis(ratings) is None
