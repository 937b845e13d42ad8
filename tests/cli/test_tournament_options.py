"""Options of `referee tournament` that contradict a file, or make no sense."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command

if TYPE_CHECKING:
    from pathlib import Path

FILE = 'name = "t"\nbots = ["straight", "wall-hugger"]\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "t.toml").write_text(FILE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (["--timebank", "500"], "`time.timebank`"),
        (["--time-per-move", "5"], "`time.time_per_move`"),
        (["--in-process"], "`time.in_process`"),
        (["--set", "width=8"], "`[settings]`"),
        (["--game", "snake"], "`game`"),
        (["--seed", "2"], "`seed`"),
        (["--matches", "4"], "`matches`"),
        (["--format", "swiss"], "`format`"),
        (["--name", "u"], "`name`"),
        (["--opening-rounds", "4"], "`openings.rounds`"),
        (["--opening-policy", "round"], "`openings.policy`"),
        (["--bench-after", "4"], "`bench_after`"),
    ],
)
def test_options_for_keys_of_a_file_are_refused(
    words: list[str], key: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code(lambda: run_command(["tournament", "t.toml", *words])) == 2
    said = f"{words[0]} is for a tournament without a FILE; set {key} in t.toml\n"
    assert capsys.readouterr().err.endswith(said)
    assert [each.name for each in here.iterdir()] == ["t.toml"]


def test_an_empty_name_is_refused(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tournament", "--bots", "straight,wall-hugger", "--name", ""]
    assert exit_code(lambda: run_command(words)) == 2
    assert capsys.readouterr().err == "referee: name: expected a name, got ''\n"
    assert [each.name for each in here.iterdir()] == ["t.toml"]


@pytest.mark.parametrize("columns", [20, 40, 80, 200])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "straight", "strait"], "did you mean 'straight'?"),
        (["run", "straight", "straight", "--set", "widht=8"], "did you mean 'width'?"),
        (["rnu"], "did you mean 'run'?"),
        (["tournament", "t.toml", "--timebank", "500"], "set `time.timebank` in t.toml"),
        (["standings", "nothing.db"], "nothing.db"),
    ],
)
def test_an_error_is_never_cut_at_any_width(
    words: list[str],
    said: str,
    columns: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    assert exit_code(lambda: run_command(words)) == 2
    assert said in capsys.readouterr().err
