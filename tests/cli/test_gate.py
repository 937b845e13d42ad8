"""`referee gate`: exit codes and summaries for continuous integration."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.arena import REFEREE, Arena

from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.show.tables.tournament.gate import summary
from gridbots_referee.tournament.formats.tournament_file import make
from gridbots_referee.tournament.stats.sprt import RunningSprt, Sprt

ROOT = Path(__file__).parents[2]
SMALL = ("--set", "width=6", "--set", "height=6", "--concurrency", "2", "--quiet")


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    return Arena(tmp_path)


def gate(arena: Arena, new: str, old: str, *words: str) -> subprocess.CompletedProcess[str]:
    return arena.run(str(REFEREE), "gate", new, old, *SMALL, "--bounds", "0,200", *words)


@pytest.mark.slow
def test_the_stronger_bot_passes_and_the_weaker_one_fails(
    arena: Arena, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, up, _ = arena.bots.split(",")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(arena.folder / "step.md"))
    passed = gate(arena, honest, up, "--summary", "gate.md")
    assert passed.returncode == 0, passed.stderr
    text = (arena.folder / "gate.md").read_text()
    assert text.startswith("## Gate: passed\n")
    assert (arena.folder / "step.md").read_text() == text
    assert re.search(r"\| LLR \| \d+\.\d\d \(-2\.94 to 2\.94\) \|", text)
    assert "| bounds | 0 to 200 normalized Elo, alpha 0.05, beta 0.05 |" in text
    command = text.split("    referee ")[1].strip()
    assert command.startswith(f"gate '{honest}' '{up}' --set width=6")
    failed = gate(arena, up, honest, "--store", "other.db")
    assert failed.returncode == 1, failed.stderr
    assert (arena.folder / "step.md").read_text().count("## Gate:") == 2


def test_it_is_undecided_after_the_last_match(arena: Arena) -> None:
    honest, up, _ = arena.bots.split(",")
    first = gate(arena, honest, up, "--max-matches", "2", "--summary", "gate.md")
    assert first.returncode == 2, first.stderr
    text = (arena.folder / "gate.md").read_text()
    assert text.startswith("## Gate: undecided\n")
    assert "| matches | 2 of 2 at most |" in text


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--bounds", "best"], "expected gain, simplification or ELO0,ELO1"),
        (["--bounds", "10,0"], "expected elo0 below elo1"),
        (["--bounds", "nan,0"], "expected elo0 below elo1"),
        (["--summary", "no/such/folder.md"], "cannot write the summary"),
    ],
)
def test_wrong_usage_is_reported_before_any_match(
    arena: Arena,
    words: list[str],
    complaint: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    honest, up, _ = arena.bots.split(",")
    monkeypatch.chdir(arena.folder)
    assert exit_code(lambda: run_command(["gate", honest, up, *words])) == 2
    assert complaint in " ".join(capsys.readouterr().err.split())
    assert not (arena.folder / "gate.db").exists()


def test_a_summary_can_contain_any_command(tmp_path: Path) -> None:
    bots = ["sh -c 'a | b'", "sh -c '`c`'"]
    declared = make({"name": "gate", "bots": bots, "sprt": {"elo0": 0, "elo1": 2}}, tmp_path)
    text = summary(declared, RunningSprt(Sprt(0, 2)), (3, 0), "referee gate")
    assert "| new | `` sh -c 'a \\| b' `` |" in text
    assert "| old | `` sh -c '`c`' `` |" in text
    assert "Elo |" not in text
    assert "| forfeits | 3 by the new bot, 0 by the old bot |" in text


@pytest.mark.slow
def test_the_workflow_of_the_page_lets_a_better_bot_pass(arena: Arena) -> None:
    """Its own steps are carried out, but for those that are GitHub's and the installation."""
    page = (ROOT / "docs" / "tuning.md").read_text()
    (workflow,) = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    steps = re.findall(r"^      - run: (.*)$", workflow, re.MULTILINE)
    assert steps.pop(0) == "pip install gridbots-referee"
    here = arena.folder / "repository"
    here.mkdir()

    def sh(command: str) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "GITHUB_STEP_SUMMARY": str(arena.folder / "step.md"),
        }
        return subprocess.run(
            ["sh", "-euc", command], cwd=here, env=environment, capture_output=True, text=True,
            timeout=300, check=False,
        )  # fmt: skip

    git = "git -c user.name=a -c user.email=a@b"
    shutil.copy(arena.folder / "up.py", here / "mybot.py")
    sh(f"git init -q && git add . && {git} commit -qm old")
    base = sh("git rev-parse HEAD").stdout.strip()
    shutil.copy(arena.folder / "honest.py", here / "mybot.py")
    sh(f"git add . && {git} commit -qm new")
    for step in steps:
        done = sh(step.replace("${{ github.event.pull_request.base.sha }}", base))
        assert done.returncode == 0, done.stdout + done.stderr
    assert "## Gate: passed" in (arena.folder / "step.md").read_text()
