"""`referee compare` as a command."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import msgspec
import pytest
from tests.play.matches import VILLAINS
from tests.transcript.talkers import KEEPER, match_of_keepers

from gridbots import record as records
from gridbots.games.light_riders import GAME
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command

if TYPE_CHECKING:
    from pathlib import Path

UP = f"{sys.executable} -S -E -c '{KEEPER}' /dev/null up"
HONEST = f"{sys.executable} -S -E {VILLAINS}/_honest.py"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records of two matches."""
    folder = tmp_path_factory.mktemp("records")
    for seed in (1, 2):
        words = (("up",), ("left", "down"))
        record, _ = match_of_keepers(
            folder, GAME, *words, seed=seed, settings={"width": 8, "height": 8}
        )
        match = msgspec.structs.replace(record.match, id=f"match-{seed}")
        records.write(msgspec.structs.replace(record, match=match), folder)
    return folder


def compare(*words: str) -> int:
    return exit_code(lambda: run_command(["compare", *words]))


def test_compare_prints_where_bots_differ(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert compare(UP, HONEST, "--records", str(folder), "--positions", "1") == 0
    out = capsys.readouterr().out
    for expected in ("opening", "middle", "end", "all", "as recorded %", "times", "  record  "):
        assert expected in out
    assert out.count("Round ") == 1


def test_compare_prints_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--records", str(folder), "--player", "keeper-0", "--matches", "1", "--json"]
    assert compare(UP, UP, *words) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["all"]["share"] == 1
    assert output["bots"][0]["as_recorded"] == 1
    assert output["telling"] == output["differences"] == []


def test_compare_reports_missing_records(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--records", str(folder), "--player", "nobody"]
    assert compare(UP, UP, *words) == 2
    assert "expected records with a player 'nobody', got none" in capsys.readouterr().err
    assert compare(UP, "no-such-bot", "--records", str(folder)) == 2
    assert "expected an installed bot or a program, got 'no-such-bot'" in capsys.readouterr().err
