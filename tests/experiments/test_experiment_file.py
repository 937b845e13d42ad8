"""Experiment files: their content, and the errors for invalid ones."""

from __future__ import annotations

from math import isnan
from pathlib import Path

import pytest

from gridbots.errors import GridbotsError
from gridbots.plugins import load_game
from gridbots_referee.experiments.experiment import game_settings, load, parse
from gridbots_referee.experiments.measures import MEASURES

ROOT = Path(__file__).parents[2]
EXPERIMENTS = sorted((ROOT / "experiments").glob("*.toml"))

GOOD = """
name = "table_9"
title = "Table 9"
matches = 100
quick = 10
settings = { width = 8, height = 8 }
paper = { name = "a paper", matches = 50 }

[[lineups]]
bots = ["straight", { bot = "wall-hugger", name = "hugger" }]
rows = [
  { measure = "win %", paper = [40, nan], within = 2 },
  { measure = "score", players = "hugger", paper = 12.5 },
  { measure = "draw %" },
]

[[lineups]]
bots = ["straight", "straight", "random", "straight"]
matches = 400
settings = { width = 12 }
rows = [{ measure = "rounds", paper = 30 }]
"""


def test_a_file_declares_an_experiment() -> None:
    experiment = parse(GOOD)
    first, second = experiment.lineups
    assert [bot.name for bot in first.bots] == ["straight", "hugger"]
    assert [bot.name for bot in second.bots] == ["straight #1", "straight #2", "random",
                                                 "straight #3"]  # fmt: skip
    wins, score, draws = first.rows
    assert wins.players == ("straight", "hugger")
    assert wins.paper[0] == 40
    assert isnan(wins.paper[1])
    assert all(isnan(each) for each in wins.program)
    assert list(wins.within) == [2, 2]
    assert score.paper == (12.5,)
    assert [row.players for row in (score, draws)] == [("hugger",), ()]
    assert (first.matches, second.matches, experiment.seed) == (None, 400, 1)


def test_settings_of_a_lineup_override_and_seats_are_implied() -> None:
    experiment = parse(GOOD)
    game = load_game(experiment.game)
    made = [game_settings(game, experiment.settings, lineup) for lineup in experiment.lineups]
    assert [(each.width, each.height, each.seats) for each in made] == [(8, 8, 2), (12, 8, 4)]


@pytest.mark.parametrize("file", EXPERIMENTS, ids=lambda file: file.stem)
def test_every_experiment_has_the_name_of_its_file_and_can_be_read(file: Path) -> None:
    assert load(file).name == file.stem


@pytest.mark.parametrize("file", EXPERIMENTS, ids=lambda file: file.stem)
def test_every_page_has_the_title_the_notes_and_the_meanings_of_its_file(file: Path) -> None:
    experiment = load(file)
    page = (ROOT / "docs" / "results" / f"{experiment.name}.md").read_text()
    assert page.startswith(f"# {experiment.title}\n")
    assert experiment.notes.strip() in page
    for row in (row for lineup in experiment.lineups for row in lineup.rows):
        assert f"- *{row.measure}*: {MEASURES[row.measure].meaning}\n" in page


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('name = "table_9"', "name = ", "invalid TOML: Invalid value"),
        ('name = "table_9"', "", "the key 'name' is missing"),
        ('name = "table_9"', 'name = "../x"', "name: expected a string matching regex"),
        ("matches = 100", "match = 100", "unknown key 'match'; did you mean 'matches'?"),
        ("matches = 100", "matches = 0", "matches: expected an integer >= 1, got 0"),
        ("quick = 10", 'quick = "few"', "quick: expected an integer, got 'few'"),
        ("quick = 10", "quick = true", "quick: expected an integer, got true"),
        ("quick = 10", "quick = { a = 1 }", "quick: expected an integer, got { a = 1 }"),
        ("quick = 10", "quick = 10\ngame = 'light-rider'", "did you mean 'light-riders'?"),
        ("width = 8", "widht = 8", "setting 'widht' of light-riders; did you mean 'width'?"),
        ("matches = 50", "games = 50", "unknown key 'paper.games'"),
        ("paper = { name", "program = { name", "rows[0].paper: add a table [paper] with"),
        ('"win %"', '"win"', "rows[0].measure: unknown measure 'win'; did you mean 'win %'?"),
        ("within = 2", "wihtin = 2", "key 'lineups[0].rows[0].wihtin'; did you mean 'within'?"),
        ("within = 2", "within = -1", "lineups[0].rows[0].within: expected 0 or more, got -1"),
        ("within = 2", "within = [1, 2, 3]", "within: expected 2, one per cell, got 3"),
        ("paper = [40, nan]", "paper = 40", "rows[0].paper: expected 2, one per cell, got 1"),
        ("[40, nan]", "[40, inf]", "expected numbers, or nan where none is known, got infinity"),
        ("paper = [40, nan], ", "", "within: expected published values to compare with, got none"),
        ("[40, nan]", '[40, "x"]', "lineups[0].rows[0].paper[1]: expected a number, got 'x'"),
        ('players = "hugger"', 'players = "huger"', "got 'huger'; did you mean 'hugger'?"),
        ('"draw %"', '"draw %", players = "hugger"', "expected none, because draw % describes"),
        ('name = "hugger"', 'name = "straight"', "two bots are named 'straight'"),
        ('name = "hugger"', 'name = ""', "lineups[0].bots[1].name: expected a name, got ''"),
        ('name = "hugger"', 'nick = "h"', "unknown key 'lineups[0].bots[1].nick'"),
        ('["straight", "straight", "random", ', '["straight", "random", ', "lineups[1]: "),
        ('rows = [{ measure = "rounds", paper = 30 }]', "rows = []", "lineups[1].rows: expected"),
        ('rows = [{ measure = "rounds", paper = 30 }]', "", "[1]: the key 'rows' is missing"),
        ('bots = ["straight", {', "bots = [7, {", "lineups[0].bots[0]: expected a table, got 7"),
    ],
)  # fmt: skip
def test_invalid_values_are_reported_with_their_place(old: str, new: str, message: str) -> None:
    assert old in GOOD
    with pytest.raises(GridbotsError) as error:
        parse(GOOD.replace(old, new, 1))
    assert message in str(error.value)


def test_a_game_with_a_fixed_number_of_seats_needs_as_many_bots() -> None:
    text = GOOD.replace("settings = { width = 8, height = 8 }", "game = 'snake'", 1)
    with pytest.raises(GridbotsError, match=r"lineups\[0\].bots: expected 1, one per seat, got 2"):
        parse(text)


def test_an_experiment_without_line_ups() -> None:
    text = GOOD.partition("[[lineups]]")[0]
    with pytest.raises(GridbotsError, match="the key 'lineups' is missing"):
        parse(text)
    with pytest.raises(GridbotsError, match="lineups: expected one or more, got none"):
        parse(f"lineups = []\n{text}")


def test_an_error_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("x = 1")
    with pytest.raises(GridbotsError, match=r"bad\.toml: unknown key 'x'"):
        load(file)
    with pytest.raises(GridbotsError, match=r"none\.toml: .*No such file"):
        load(tmp_path / "none.toml")


def test_the_page_on_experiments_shows_a_good_file_and_has_every_measure() -> None:
    page = (ROOT / "docs" / "experiments.md").read_text()
    assert parse(page.partition("```toml\n")[2].partition("```")[0]).name == "my_table"
    for name in MEASURES:
        assert f"| `{name}` |" in page, name
