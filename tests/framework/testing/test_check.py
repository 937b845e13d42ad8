"""`gridbots check-game`: there is always a report, even if a game hangs or crashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gridbots.__main__ import USAGE, run_command
from gridbots.plugins import load_game
from gridbots.testing import check as checks
from gridbots.testing.boundary_settings import MOST_COMBINATIONS, boundary_settings
from gridbots.testing.check import check
from gridbots.testing.laws import COMPILED_LAWS, ENVIRONMENT_LAWS, LAWS, sentence
from gridbots.testing.report import as_json, as_text
from gridbots.testing.worker import CheckJob

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
JOB = CheckJob("light-riders", None, (1,))
LAW = sentence(LAWS[0])
BEGIN = (
    '{"type": "begin", "number": %d, "steps": 9, "law": "' + LAW + '", '
    '"trial": {"values": {"width": %d}, "seed": 7}}'
)
OK = '{"type": "end", "broken": ""}'
BROKEN = '{"type": "end", "broken": "round 3: expected 1, got 2"}'
SPEED = '{"type": "speed", "plain": 1000.0, "compiled": null, "slowed_by": "rules.py:9: a slice"}'
HANGS = "import time; time.sleep(100)"
CRASHES = "import os; os.kill(os.getpid(), 11)"


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[str]]]:
    """Output and last action of the next workers; unused workers fail the test."""
    scripts: list[list[str]] = []

    def start(_job: CheckJob) -> subprocess.Popen[bytes]:
        *lines, end = scripts.pop(0)
        script = f"{''.join(f'print({line!r}, flush=True);' for line in lines)}{end}"
        return subprocess.Popen([sys.executable, "-c", script], stdout=-1, bufsize=0)

    monkeypatch.setattr(checks, "start", start)
    yield scripts
    assert scripts == []


def test_a_game_that_keeps_all_laws(workers: list[list[str]]) -> None:
    workers.append([BEGIN % (0, 4), OK, SPEED, "pass"])
    report = check(JOB)
    assert report.holds
    assert report.settings == 1
    assert f"ok      {LAW}\n" in as_text(report)
    assert "speed   rounds per CPU second: plain 1,000, compiled not measured" in as_text(report)
    assert "because of\n        rules.py:9: a slice\n" in as_text(report)
    assert json.loads(as_json(report))["laws"][0]["result"] == "ok"


def test_a_broken_law_is_reported_with_a_command_that_reproduces_it(
    workers: list[list[str]],
) -> None:
    workers.append([BEGIN % (0, 4), OK, BEGIN % (1, 5), BROKEN, BEGIN % (2, 6), BROKEN, "pass"])
    report = check(JOB)
    assert not report.holds
    assert as_text(report).startswith(
        f"BROKEN  {LAW} (in 2 of 3 cases)\n"
        "        round 3: expected 1, got 2\n"
        "        reproduce: gridbots check-game light-riders --set width=5 --seed 7 --seeds 1\n"
    )


def test_a_warning_breaks_no_law(workers: list[list[str]]) -> None:
    warning = '{"type": "end", "broken": "", "warning": "states look the same"}'
    workers.append([BEGIN % (0, 4), OK, BEGIN % (1, 4), warning, "pass"])
    report = check(JOB)
    assert report.holds
    assert as_text(report).startswith(f"warning {LAW}\n        states look the same\n")
    assert json.loads(as_json(report))["laws"][0]["result"] == "warning"


@pytest.mark.parametrize(
    ("end", "message"),
    [
        (HANGS, "expected it to end within 1 s, got a timeout"),
        (CRASHES, "expected no crash, got signal SIGSEGV"),
        ("exit(3)", "expected no crash, got exit code 3"),
    ],
)
def test_a_hang_or_a_crash_breaks_the_law_and_the_check_continues(
    end: str, message: str, workers: list[list[str]]
) -> None:
    workers += [[BEGIN % (0, 4), end], [BEGIN % (5, 5), OK, "pass"]]
    report = check(JOB, patience=1.0)
    verdict = report.verdicts[0]
    assert verdict.example is not None
    assert (verdict.law, verdict.tried, verdict.broken) == (LAW, 2, 1)
    assert verdict.example.message == message
    assert not report.cut_short


def test_the_check_stops_after_repeated_crashes(workers: list[list[str]]) -> None:
    workers += [[BEGIN % (number, number), CRASHES] for number in range(checks.MOST_FAILURES)]
    report = check(JOB)
    assert report.verdicts[0].broken == 3
    assert "stopped early: a law hung or crashed 3 times\n" in as_text(report)


def test_a_game_that_cannot_be_loaded_breaks_the_first_law(workers: list[list[str]]) -> None:
    workers.append([CRASHES])
    report = check(JOB)
    assert not report.holds
    assert not report.is_loaded
    assert as_text(report).startswith("BROKEN  the game can be loaded and set up")


def test_no_case_starts_after_the_deadline(workers: list[list[str]]) -> None:
    workers.append([BEGIN % (0, 4), OK, BEGIN % (1, 4), OK, BEGIN % (2, 5), OK, HANGS])
    report = check(JOB, seconds=0.0)
    assert report.verdicts[0].tried == 2
    assert report.cut_short == "timeout after 2 of 9 steps"


def test_boundary_settings_are_the_extremes_of_a_game() -> None:
    tried = boundary_settings(load_game("light-riders"))
    assert tried[0] == {}
    assert {"seats": 4} in tried
    assert {"width": 64, "height": 3} in tried
    assert len(tried) <= MOST_COMBINATIONS


def test_boundary_settings_have_all_numbers_of_seats() -> None:
    """Also values that are only possible together with another setting."""
    game = load_game("multisnake")
    counts = {game.seats(game.make_settings(each)) for each in boundary_settings(game)}
    assert counts == set(range(2, 17))


def test_an_unknown_game_or_setting_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["check-game", "light-rider"]) == USAGE
    assert run_command(["check-game", "snake", "--set", "width=1"]) == USAGE
    assert "did you mean 'light-riders'?" in capsys.readouterr().err


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    """A folder of installed packages, in which numba and gymnasium cannot be imported."""
    (tmp_path / "sitecustomize.py").write_text(
        "import sys\nsys.modules['numba'] = sys.modules['gymnasium'] = None\n"
    )
    return tmp_path


def checked(packages: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gridbots", "check-game", *words, "--seeds", "1", "--json"],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (packages, ROOT)))},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_game_is_checked_without_extras(packages: Path) -> None:
    done = checked(packages, "snake", "--set", "width=4", "--set", "height=4")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert report["holds"]
    assert report["rounds_per_cpu_second"]["plain"] > 0
    assert report["rounds_per_cpu_second"]["compiled"] is None
    reasons = {each["law"]: each["reason"] for each in report["laws"] if not each["tried"]}
    compiled = "numba is not installed: pip install 'gridbots[fast]'"
    environments = "gymnasium or pettingzoo is not installed: pip install 'gridbots[rl]'"
    assert reasons == {
        **{sentence(law): compiled for law in COMPILED_LAWS},
        **{sentence(law): environments for law in ENVIRONMENT_LAWS},
    }


STRANGER = """\
from dataclasses import replace

from gridbots import hookimpl
from tests.framework.counting_games import counting

GAME = counting({moves}, 2)


def frame(state, previous):
    print("noise")
    raise KeyError("no picture")


@hookimpl
def gridbots_game():
    return replace(GAME, {change})
"""


def install(packages: Path, moves: int, change: str) -> str:
    """A third-party game; returns its name."""
    name, module = f"counting-{moves}-2", f"stranger_{moves}"
    (packages / f"{module}.py").write_text(STRANGER.format(moves=moves, change=change))
    about = packages / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[gridbots.games]\n{name} = {module}\n")
    return name


def test_an_error_of_a_game_is_reported_with_its_line_and_without_a_traceback(
    packages: Path,
) -> None:
    done = checked(packages, install(packages, 5, "frame=frame"))
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    broken = {each["law"]: each for each in json.loads(done.stdout)["laws"] if each["broken"]}
    message = broken["every round can be drawn"]["example"]["message"]
    assert message.startswith("expected no error, got KeyError: 'no picture' (")
    assert message.endswith('stranger_5.py:11: raise KeyError("no picture"))')
    assert [law for law in broken if law.startswith("referee run")]
    assert "every round can be drawn" in broken
    assert "a random match ends" not in broken


def test_a_game_that_cannot_be_created_is_reported(packages: Path) -> None:
    done = checked(packages, install(packages, 6, "passes=()"))
    assert (done.returncode, done.stderr) == (1, "")
    first = json.loads(done.stdout)["laws"][0]
    assert first["law"] == "the game can be loaded and set up"
    assert "expected a word for no move among passes, got ()" in first["example"]["message"]
