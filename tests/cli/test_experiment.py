"""`referee experiment`: text, JSON and pages."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import signal
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from gridbots.errors import PluginError, StoreError, UnknownNameError
from gridbots_referee.cli.continuation import page_command
from gridbots_referee.cli.group import cli
from gridbots_referee.experiments import runner
from gridbots_referee.experiments.comparison import Cell, Reproduction
from gridbots_referee.experiments.estimates import ENDS, Estimate
from gridbots_referee.experiments.execution import run_session
from gridbots_referee.experiments.experiment import parse
from gridbots_referee.show.plots.experiment_plot import svg
from gridbots_referee.show.tables.experiment import as_json, digits_of, markdown, table

if TYPE_CHECKING:
    from gridbots_referee.experiments.experiment import Experiment
    from gridbots_referee.play.session import Session

ROOT = Path(__file__).parents[2]
EXPERIMENTS = sorted((ROOT / "experiments").glob("*.toml"))
GOLDEN = ROOT / "tests" / "golden" / "experiment.md"

FILE = """
name = "small"
title = "Two that ride straight on, and two that do not"
matches = 12
quick = 6
notes = "Of no importance."
settings = {{ width = 8, height = 8 }}
paper = {{ name = "a paper | with a bar", matches = 1000, rounded = 1 }}
program = {{ name = "its program" }}

[[lineups]]
name = "unequal"
bots = ["straight", "wall-hugger"]
rows = [
  {{ measure = "win %", paper = [{paper}, nan], program = [nan, 80], within = 50 }},
  {{ measure = "rounds" }},
]

[[lineups]]
bots = ["straight", "straight"]
rows = [{{ measure = "score", players = "straight #2" }}]
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)  # plain: no compiling
    monkeypatch.chdir(tmp_path)  # the default place of the store
    return write(tmp_path, paper=0)


def write(folder: Path, paper: int) -> Path:
    path = folder / "small.toml"
    path.write_text(FILE.format(paper=paper))
    return path


def referee(*words: Any) -> Result:
    return CliRunner().invoke(cli, ["experiment", *map(str, words)])


def test_measured_values_stand_beside_published_ones(file: Path) -> None:
    done = referee(file)
    assert done.exit_code == 0, done.output
    assert "unequal: 12 matches, compiled" in done.stderr
    heads, first, second, third = done.stdout.splitlines()[1:5]
    assert heads.split() == [
        "measure", "player", "ours", "+-", "paper", "program", "tolerance", "verdict"
    ]  # fmt: skip
    assert re.fullmatch(r"win %    straight +\d+ +\d+ +0 +50(\.0+)?  within", first)
    assert re.fullmatch(r"win %    wall-hugger +\d+ +\d+ +80 +50(\.0+)?  within", second)
    assert re.fullmatch(r"rounds   \(match\) +[\d.]+ +[\d.]+ +-", third)
    assert "straight #1, straight #2\n" in done.stdout
    assert "2 of 2 cells within tolerance." in done.stdout


def test_a_cell_outside_its_tolerance_is_exit_code_1(tmp_path: Path, file: Path) -> None:
    done = referee(write(tmp_path, paper=99))
    assert file.exists()
    assert done.exit_code == 1
    assert "outside" in done.stdout
    assert "1 of 2 cells within tolerance." in done.stdout


def test_json_has_an_object_for_each_cell(file: Path) -> None:
    done = referee(file, "--json", "--quick", "--seed", 5)
    cells = [json.loads(line) for line in done.stdout.splitlines()]
    assert "within tolerance" in done.stderr
    assert [(cell["lineup"], cell["measure"], cell["player"]) for cell in cells] == [
        ("unequal", "win %", "straight"),
        ("unequal", "win %", "wall-hugger"),
        ("unequal", "rounds", None),
        ("straight #1, straight #2", "score", "straight #2"),
    ]
    first, _, rounds, _ = cells
    assert list(first) == [
        "event", "schema", "experiment", "lineup", "measure", "player", "seed", "matches",
        "counted", "forfeits", "ours", "standard_error", "paper", "program", "tolerance", "verdict",
    ]  # fmt: skip
    assert (first["event"], first["schema"], first["experiment"]) == ("cell", 1, "small")
    assert (first["seed"], first["matches"], first["counted"]) == (5, 6, 6)
    assert (first["paper"], first["program"], first["verdict"]) == (0, None, "within")
    assert (rounds["paper"], rounds["tolerance"], rounds["verdict"]) == (None, None, None)


def test_every_field_of_a_cell_is_on_the_page(file: Path) -> None:
    page = (ROOT / "docs" / "experiments.md").read_text()
    cell = json.loads(referee(file, "--json", "--quick").stdout.splitlines()[0])
    for name in cell:
        assert f"`{name}`" in page, name


def test_the_page_is_written_with_the_command_that_makes_it(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = []
    for folder in ("a/b", "a/b", tmp_path / "a" / "b"):
        assert referee(file.name, "--matches", 4, "--write", folder).exit_code == 0
        texts.append((tmp_path / "a" / "b" / "small.md").read_text())
    assert texts[0] == texts[1] == texts[2]
    assert "4 matches of light-riders with each line-up, width 8, height 8, seed 1" in texts[0]
    assert "\n    referee experiment small.toml --matches 4 --write a/b\n" in texts[0]


def test_the_command_on_the_page_is_that_of_a_checkout_wherever_it_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout, elsewhere = tmp_path / "checkout", tmp_path / "elsewhere"
    for folder in (checkout / ".git", checkout / "experiments", elsewhere):
        folder.mkdir(parents=True)
    monkeypatch.chdir(checkout / "experiments")
    file, results = Path("../experiments/a.toml"), checkout / "docs" / "results"
    for asked, written, words in (
        (file, results, "experiments/a.toml --quick --write docs/results"),
        (file.resolve(), results, "experiments/a.toml --quick --write docs/results"),
        (file, elsewhere, "experiments/a.toml --quick --write ."),
        (elsewhere / "my table.toml", results, "'my table.toml' --quick --write ."),
        (elsewhere / "a.toml", Path("b"), "a.toml --quick --write b"),
    ):
        output = page_command("experiment", asked, written, plot=True, quick=True)
        assert output == f"referee experiment {words} --plot"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--quick", "--matches", "3"], "--quick and --matches are mutually exclusive"),
        (["--plot"], "--plot needs --write DIR"),
        (["--matches", "0"], "0 is not in the range x>=1"),
    ],
)
def test_conflicting_options_are_refused(file: Path, words: list[str], message: str) -> None:
    done = referee(file, *words)
    assert done.exit_code == 2
    assert message in done.stderr


def test_a_plot_without_matplotlib_is_refused_before_anything_is_played(
    file: Path, tmp_path: Path
) -> None:
    done = referee(file, "--write", tmp_path, "--plot")  # nothing is found, see `file`
    assert isinstance(done.exception, PluginError)
    assert str(done.exception).endswith("pip install 'gridbots-referee[plots]'")
    assert not done.output


def test_an_unknown_bot_is_reported_before_any_match(file: Path) -> None:
    file.write_text(file.read_text().replace('["straight", "wall', '["strait", "wall'))
    done = referee(file)
    assert isinstance(done.exception, UnknownNameError)
    assert not done.output


def interrupted(session: Session, *rest: Any) -> str:
    """Play it, but ask to stop at the second line-up."""
    if session.launches[0].name == "straight #1":
        os.kill(os.getpid(), signal.SIGINT)
    return run_session(session, *rest)


def test_an_interrupt_ends_the_experiment_and_writes_no_page(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "run_session", interrupted)
    done = referee(file, "--json", "--write", tmp_path / "pages")
    assert done.exit_code == 130
    assert "interrupted after 0 of 12 matches" in done.stderr
    *_, last = lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["event"] for each in lines] == ["cell"] * 3 + ["interrupted"]
    assert (last["store"], last["command"][:2]) == ("small.unfinished", ["referee", "experiment"])
    assert not (tmp_path / "pages").exists()


def test_matches_are_kept_by_default_until_the_experiment_is_complete(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = referee(file, "--json")
    command = f"\n  referee experiment {file} --json\n"
    start = f"Results are kept in small.unfinished. To continue after an interruption:{command}"
    assert whole.stderr.startswith(start)
    assert [each.name for each in tmp_path.iterdir()] == ["small.toml"]
    with monkeypatch.context() as patch:
        patch.setattr(runner, "run_session", interrupted)
        done = referee(file, "--json")
    assert done.stderr.endswith(f"Results are kept in small.unfinished. To continue:{command}")
    done = referee(file, "--json")
    assert done.stderr.count("12 of them are in the store") == 1
    assert done.stdout == whole.stdout
    assert [each.name for each in tmp_path.iterdir()] == ["small.toml"]


def test_matches_are_kept_if_the_page_cannot_be_written(file: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    assert referee(file, "--write", tmp_path / "taken" / "pages").exit_code
    assert (tmp_path / "small.unfinished").stat().st_size
    assert "12 of them are in the store" in referee(file).stderr


def test_without_a_place_for_matches_the_experiment_is_played(file: Path, tmp_path: Path) -> None:
    (tmp_path / "small.unfinished").mkdir()
    done = referee(file)
    assert done.exit_code == 0
    warning = "Warning: matches are not kept (small.unfinished: Is a directory)"
    assert done.stderr.startswith(warning)


def test_stored_matches_are_not_played_again(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, words = referee(file, "--json"), ("--store", tmp_path / "small.matches")
    with monkeypatch.context() as patch:
        patch.setattr(runner, "run_session", interrupted)
        assert "To continue:" in referee(file, *words).stderr
    stored = words[1].read_bytes()
    words[1].write_bytes(stored + b'{"played": "cut sho')
    done = referee(file, "--json", *words)
    assert done.stderr.count("12 of them are in the store") == 1
    assert done.stdout == whole.stdout
    assert words[1].read_bytes().startswith(stored)
    few = referee(file, "--json", "--matches", 6, *words)
    assert few.stdout == referee(file, "--json", "--matches", 6).stdout


def test_a_store_records_bots_and_settings(file: Path, tmp_path: Path) -> None:
    words = ("--store", tmp_path / "small.matches")
    referee(file, "--quick", *words)
    file.write_text(file.read_text().replace("width = 8", "width = 9"))
    assert "in the store" not in referee(file, "--quick", *words).stderr
    assert "in the store" not in referee(file, "--quick", "--seed", 5, *words).stderr
    assert "6 of them are in the store" in referee(file, "--quick", *words).stderr


def test_a_file_that_is_not_a_store_is_left_unchanged(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("notes\n")
    done = referee(file, "--store", other)
    assert isinstance(done.exception, StoreError)
    assert "expected the results of an experiment" in str(done.exception)
    assert other.read_text() == "notes\n"


def test_a_bot_that_does_not_start_is_exit_code_3(file: Path, tmp_path: Path) -> None:
    program = tmp_path / "gone"
    program.write_bytes(b"\x7fELF of another machine")
    program.chmod(0o755)
    file.write_text(file.read_text().replace('"wall-hugger"', f'"{program}"'))
    done = referee(file)
    assert done.exit_code == 3
    assert f"{program} did not start: " in done.stderr


CELLS = (
    Cell("one", "win %", "a|b", Estimate(41.25, 0.56, 49, 8000, 8000), 40.0, 41.5, 1.8, "within"),
    Cell("one", "rounds", "", Estimate(171.38, 2.2, 120, 8000, 8000), nan, 318, 4.7, "outside"),
    Cell("two", "score", "c", Estimate(5.049, 0.03, 3, 400, 400), 5.0, nan, 0.512, "within"),
    Cell("two", "score if won", "c", Estimate(nan, nan, nan, 0, 400), nan, nan, nan, ""),
)
"""A cell of each kind."""


def seeded(text: str) -> Experiment:
    return msgspec.structs.replace(parse(text), seed=3)


def reproduction() -> Reproduction:
    return Reproduction(seeded(FILE.format(paper=0)), CELLS, forfeits=2)


def test_the_page_in_markdown(writes_golden: bool) -> None:  # noqa: FBT001  a fixture
    page = markdown(reproduction(), "referee experiment small.toml", "small.svg")
    if writes_golden:
        GOLDEN.write_text(page)
    assert page == GOLDEN.read_text()


def test_forfeits_are_shown_by_line_up() -> None:
    one = [msgspec.structs.replace(each, forfeits=2) for each in CELLS[:2]]
    assert table(one, 1.96)[-1] == "2 of 8,000 matches were forfeits: a bot failed."
    assert len(table(CELLS[:2], 1.96)) == 3
    played = Reproduction(seeded(FILE.format(paper=0)), (*one, *CELLS[2:]), forfeits=2)
    page = markdown(played, "command", "")
    assert "| line-up | matches | forfeits | measure |" in page
    assert "| one | 8,000 | 2 | rounds |" in page
    assert "| two | 400 |  | score |" in page
    assert json.loads(as_json(played.experiment, one[0]))["forfeits"] == 2


@pytest.mark.parametrize(
    ("first", "second", "said"),
    [
        ("true", "true", "all seats rotated."),
        ("false", "false", "every bot in its seat."),
        ("true", "false", "in some line-ups the seats rotated, in others every bot in its seat."),
    ],
)
def test_the_page_shows_whether_seats_were_rotated(first: str, second: str, said: str) -> None:
    parts = FILE.format(paper=0).split("[[lineups]]\n")
    kept = f"{parts[0]}[[lineups]]\nrotates = {first}\n{parts[1]}"
    kept += f"[[lineups]]\nrotates = {second}\n{parts[2]}"
    page = markdown(Reproduction(seeded(kept), CELLS), "command", "")
    assert f"seed 3, {said}" in page


def test_the_picture_is_the_same_every_time_and_names_all_cells() -> None:
    pytest.importorskip("matplotlib")
    drawn = svg(reproduction())
    assert drawn == svg(reproduction())
    for text in ("win %", "rounds", "score", "one: a|b", "two: c", "ours", "paper", "program"):
        assert f">{text}</text>" in drawn, text


ALWAYS_WON = (
    Cell("one", "win %", "a", Estimate(100.0, 0.0, 0.0, 16, 16), nan, nan, nan, ""),
    Cell("one", "Elo", "a", Estimate(ENDS[1], nan, nan, 16, 16), nan, nan, nan, ""),
    Cell("one", "Elo", "b", Estimate(ENDS[0], nan, nan, 16, 16), nan, nan, nan, ""),
)


def test_the_page_has_a_confidence_interval_for_wins_only() -> None:
    page = markdown(Reproduction(seeded(FILE.format(paper=0)), ALWAYS_WON), "command", "")
    rows = [line for line in page.splitlines() if line.startswith("| one")]
    assert rows == [
        "| one | win % | a | 100 | 9.7 | - |",
        "| one | Elo | a | > 248 |  | - |",
        "| one | Elo | b | < -248 |  | - |",
    ]


def test_the_picture_has_the_interval_of_a_share_without_exception() -> None:
    pytest.importorskip("matplotlib")
    few = ALWAYS_WON[0]
    many = msgspec.structs.replace(few, ours=Estimate(100.0, 0.0, 0.0, 1600, 1600))
    first, second = (Reproduction(seeded(FILE.format(paper=0)), (each,)) for each in (few, many))
    assert svg(first) != svg(second)


@pytest.mark.parametrize(
    ("error", "digits"), [(nan, 0), (0, 0), (12, 0), (2.2, 1), (0.56, 2), (1e-9, 3)]
)
def test_values_have_no_more_digits_than_their_error_allows(error: float, digits: int) -> None:
    assert digits_of(error) == digits


BY_CLOCK = {
    "mcts_early_stop_light_riders",
    "mcts_four_light_riders",
    "mcts_light_riders",
    "mcts_multisnake",
    "mcts_network_light_riders",
    "mcts_paperio",
}
"""Experiments with as much time for each move: no two runs are the same."""


def command_of_page(page: str) -> list[str]:
    """The words of the command that made a page, from the file of the experiment on."""
    (line,) = re.findall(r"^    referee experiment (.*)$", page, re.MULTILINE)
    words = line.split()
    return [str(ROOT / words[0]), *words[1 : words.index("--write")]]


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", sorted({each.stem for each in EXPERIMENTS} - BY_CLOCK))
def test_the_published_page_is_what_its_command_writes(
    name: str, tmp_path: Path, record_property: Any
) -> None:
    page = (ROOT / "docs" / "results" / f"{name}.md").read_text()
    done = referee(*command_of_page(page), "--write", tmp_path)
    record_property("figure", done.output.strip().splitlines()[-2])
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    written = (tmp_path / f"{name}.md").read_text().splitlines()
    assert [line for line in written if line.startswith("| ")] == rows
    assert done.exit_code == int(any(line.endswith("| outside |") for line in rows))
