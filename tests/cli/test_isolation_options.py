"""Options for the isolation of bots."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from tests.play.matches import VILLAINS

from gridbots import record as records
from gridbots.errors import GridbotsError
from gridbots.limits import Isolation
from gridbots_referee.cli.group import cli
from gridbots_referee.play.isolation.sandbox import sandbox

if TYPE_CHECKING:
    from pathlib import Path

HONEST = f"python3 -S -E {VILLAINS}/_honest.py"


def run(folder: Path, *words: str) -> tuple[int, str]:
    match = ["run", HONEST, HONEST, "--set", "max_rounds=1", "--out", str(folder), "--seed", "1"]
    done = CliRunner().invoke(cli, [*match, *words])
    if isinstance(done.exception, GridbotsError):  # `referee` reports it in one line, with code 2
        return 2, str(done.exception)
    return done.exit_code, done.stdout + done.stderr


def test_options_become_the_isolation_of_the_record(tmp_path: Path) -> None:
    assert run(tmp_path, "--limit", "memory_mib=500", "--pass-env", "USER")[0] == 0
    (path,) = tmp_path.iterdir()
    limits = records.read(path).match.limits
    assert limits.isolation == Isolation(memory_mib=500, pass_env=("USER",))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--limit", "memory=5"], "unknown limit 'memory'; did you mean 'memory_mib'?"),
        (["--limit", "processes=none"], "limit processes: expected"),
        (["--isolation", "sandbox", "--in-place"], "sandbox and --in-place are mutually exclusive"),
    ],
)
def test_wrong_values_are_refused(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "why_no_sandbox", str)  # there is one
    code, output = run(tmp_path, *words)
    assert code == 2
    assert message in output
    assert list(tmp_path.iterdir()) == []


def test_an_impossible_sandbox_is_refused_with_reason_and_remedy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "why_no_sandbox", lambda: "user namespace: not permitted")
    code, output = run(tmp_path, "--isolation", "sandbox")
    assert code == 2
    assert "no sandbox is available on this machine: user namespace: not permitted;" in output
    assert list(tmp_path.iterdir()) == []


def test_the_levels_are_shown_with_their_measures() -> None:
    shown = CliRunner().invoke(cli, ["isolation", "--json"]).stdout.splitlines()
    levels = {found["level"]: found for found in map(json.loads, shown)}
    assert list(levels) == ["none", "limits", "sandbox"]
    assert "environment" in levels["limits"]["measures"]
    assert bool(levels["sandbox"]["measures"]) != bool(levels["sandbox"]["refused"])
    people = CliRunner().invoke(cli, ["isolation"]).stdout
    assert "none: session" in people


def test_the_report_shows_the_isolation_level_of_a_match(tmp_path: Path) -> None:
    assert "Isolation: none." in run(tmp_path, "--isolation", "none")[1]
    assert "Isolation" not in run(tmp_path)[1]
