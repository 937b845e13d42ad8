"""`--dry-run` prints the plan of a tournament, and writes nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.tournament.audit.true_stores import AUTUMN, true_store

from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command

SMALL = ["--set", "width=6", "--set", "height=6"]
TABLE = Path(__file__).parents[2] / "experiments" / "multisnake_table1.toml"


def output(*words: str) -> int:
    return exit_code(lambda: run_command(list(words)))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_dry_run_of_a_tournament(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["tournament", "--bots", "straight,random,random", "--matches", "4", *SMALL]
    assert output(*command, "--dry-run") == 0
    out = capsys.readouterr().out
    assert out.startswith(
        "tournament: light-riders, round-robin, 3 bots\nmatches    12, 4 for each"
    )
    assert "median of" in out
    assert output(*command, "--dry-run", "--json") == 0
    plan = json.loads(capsys.readouterr().out)
    assert (plan["event"], plan["matches"], plan["played"]) == ("planned", [12, 12], 0)
    assert [bot["name"] for bot in plan["bots"]] == ["straight", "random", "random #2"]
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            [],
            "the first 10 have .* position",
        ),
        (["--opening-rounds", "3"], ""),
        (["--opening-policy", "round", "--set", "width=30", "--set", "height=30"], ""),
        (["--game", "snake", "--bots", "random"], ""),
    ],
    ids=["small board", "random moves", "large board", "chance"],
)
def test_a_dry_run_reports_openings_that_are_used_again(
    here: Path, capsys: pytest.CaptureFixture[str], words: list[str], expected: str
) -> None:
    small = [] if {"--game", "--set"} & {*words} else SMALL
    command = ["tournament", "--bots", "random,random", "--matches", "20", *small, *words]
    output(*command, "--dry-run", "--json")
    found = json.loads(capsys.readouterr().out)["openings"]
    assert re.match(expected, found) if expected else not found
    output(*command, "--dry-run")
    assert ("\nopenings   " in capsys.readouterr().out) == bool(expected)
    assert list(here.iterdir()) == []


def test_a_dry_run_reports_a_short_list_of_openings(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = 'name = "t"\nbots = ["random", "random", "random"]\nmatches = 4\n[openings]\n'
    text += "given = [{ seed = 1 }, { seed = 2 }]\n"
    used = "2 for 6 match groups: each is used up to 3 times"
    for policy, expected in (("default", used), ("round", "")):
        file = here / "t.toml"
        file.write_text(f'{text}policy = "{policy}"\n')
        assert output("tournament", str(file), "--dry-run", "--json") == 0
        assert json.loads(capsys.readouterr().out)["openings"] == expected


def test_a_dry_run_reports_bots_that_cannot_play(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert output("sprt", "straight", "minmax", *SMALL, "--dry-run") == 2
    out = capsys.readouterr().out
    assert "minmax: expected an installed bot or a program, got 'minmax'" in out
    assert "\ntest       without draws about " in out
    assert list(here.iterdir()) == []


def test_a_store_is_read_only(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = true_store(here / "autumn.db")
    before = path.read_bytes()
    assert output("resume", str(path), "--matches", "4", "--dry-run", "--json") == 2
    plan = json.loads(capsys.readouterr().out)
    assert (plan["matches"], plan["played"], plan["left"]) == ([12, 12], 6, [6, 6])
    assert [bot["name"] for bot in plan["bots"]] == [each.name for each in AUTUMN.bots]
    assert output("tournament", "--bots", "straight,random", "--store", str(path), "--dry-run") == 2
    assert "contains another tournament" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.slow
def test_a_dry_run_of_an_experiment(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert output("experiment", str(TABLE), "--dry-run") == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert first == "random, smart-greedy, opportunist: 10000 matches, compiled"
    assert list(here.iterdir()) == []
