"""`referee tune`: placeholders of commands and of plugins, kills, and written files."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.tuning.simulated_player import FILE as SIMULATED
from tests.tuning.simulated_player import SimulatedPlayer

from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.cli.tournaments.tune import tune as tune_command
from gridbots_referee.tuning import players

REFEREE = Path(sys.executable).with_name("referee")
BOT = """
import sys
rounds = int(sys.argv[1])
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["action"]:
        rounds -= 1
        print("up" if rounds < 0 else "down" if rounds % 2 else "left", flush=True)
"""
FILE = f"""
name = "mine"
bot = "{sys.executable} -S -E mybot.py {{rounds}}"
matches = 16
pairs = 2
[[parameters]]
name = "rounds"
start = 4.0
low = 0.0
high = 8.0
integer = true
c_end = 3.0
[spsa]
r_end = 0.3
[confirm]
matches = 8
[settings]
width = 8
height = 8
[time]
timebank = 60000
"""
KERNELS = """
name = "kernels"
bot = "minimax:depth=1,weights=territory:{territory}+lead:13"
matches = 64
[[parameters]]
name = "territory"
start = -1.0
low = -2.0
high = 2.0
[spsa]
r_end = 0.1
[confirm]
matches = 200
elo1 = 200.0
"""


def tune(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(REFEREE), "tune", *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=200, check=False
    )


@pytest.fixture
def here(tmp_path: Path) -> Path:
    (tmp_path / "mybot.py").write_text(BOT)
    (tmp_path / "mine.toml").write_text(FILE)
    (tmp_path / "kernels.toml").write_text(KERNELS)
    return tmp_path


@pytest.mark.slow
def test_a_command_is_tuned_by_its_placeholder(here: Path) -> None:
    done = tune(here, "mine.toml", "--json", "--write", "out", "--concurrency", "2")
    assert done.returncode in {0, 1}, done.stderr
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["matches"] for event in events if event["event"] == "step"] == [4, 8, 12, 16]
    tuned = events[-1]
    assert tuned["event"] == "tuned"
    assert tuned["bot"] == f"{sys.executable} -S -E mybot.py {round(tuned['values']['rounds'])}"
    assert f"- tuned: `{tuned['bot']}`" in (here / "out/mine.md").read_text()
    assert "CPU time" in (here / "out/mine.md").read_text()
    assert "\n    referee tune mine.toml --write out\n" in (here / "out/mine.md").read_text()
    assert (here / "out/mine.csv").read_text().startswith("step,matches,rounds,score\n0,4,")
    again = tune(here, "mine.toml")
    assert again.returncode == done.returncode
    assert again.stdout.splitlines()[-1] == tuned["bot"]


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.slow
def test_a_killed_tuning_continues_where_it_was(here: Path) -> None:
    whole = tune(here, "mine.toml", "--store", "whole.tuning")
    assert whole.returncode in {0, 1}, whole.stderr
    for number in (signal.SIGKILL, signal.SIGTERM):
        command = [str(REFEREE), "tune", "mine.toml", "--store", "parts.tuning"]
        before = lines_of(here / "parts.tuning")
        with subprocess.Popen(command, cwd=here, stderr=subprocess.PIPE, text=True) as process:
            while process.poll() is None and lines_of(here / "parts.tuning") <= before + 1:
                time.sleep(0.02)
            process.send_signal(number)
            _, errors = process.communicate(timeout=100)
        if number == signal.SIGTERM and process.returncode == 130:
            assert "To continue:\n  referee tune mine.toml --store parts.tuning" in errors
    again = tune(here, "mine.toml", "--store", "parts.tuning")
    assert again.stdout == whole.stdout
    assert (here / "parts.tuning").read_bytes() == (here / "whole.tuning").read_bytes()


def test_a_stopped_confirmation_still_writes_the_bot_and_the_page(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "simulated.toml").write_text(SIMULATED)
    steps, part = 100, 1
    player = nullcontext(SimulatedPlayer(steps + part))
    monkeypatch.setattr(players, "player_for", lambda *_: player)
    monkeypatch.chdir(here)
    done = CliRunner().invoke(tune_command, ["simulated.toml", "--write", "out"])
    assert done.exit_code == 130
    assert "Interrupted; results are kept in simulated.tuning. To continue:\n" in done.stderr
    verdict, evidence, bot = done.stdout.splitlines()
    assert verdict.endswith("the test was stopped.")
    assert "64 matches: LLR " in evidence
    page = (here / "out" / "simulated.md").read_text()
    assert f"- tuned: `{bot}`" in page
    assert page.splitlines()[-1] == verdict


@pytest.mark.slow
def test_kernels_are_played_in_this_process_and_the_same_each_time(here: Path) -> None:
    reported = [tune(here, "kernels.toml", "--store", name) for name in ("a.tuning", "b.tuning")]
    assert reported[0].returncode in {0, 1}, reported[0].stderr
    assert reported[0].stdout == reported[1].stdout
    assert (here / "a.tuning").read_bytes() == (here / "b.tuning").read_bytes()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "expected a FILE"),
        (["nowhere.toml"], "nowhere.toml: No such file"),
        (["mine.toml", "--plot"], "--plot needs --write"),
        (["mine.toml", "--store", "mybot.py"], "expected the journal of a tuning"),
        (["mine.toml", "--matches", "2"], "matches: expected 4 or more"),
    ],
)
def test_a_mistake_is_one_line(
    here: Path,
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = sorted(here.iterdir())
    monkeypatch.chdir(here)
    assert exit_code(lambda: run_command(["tune", *words])) == 2
    assert message in capsys.readouterr().err
    assert [each for each in sorted(here.iterdir()) if each not in before] == []


def test_a_bot_that_fails_at_once_stops_the_tuning(here: Path) -> None:
    (here / "mybot.py").write_text("import nothing_here")
    (here / "mine.toml").write_text(FILE)
    done = tune(here, "mine.toml")
    assert done.returncode == 3
    assert "ended before its first answer, in its first match: exit code 1\n" in done.stderr
    assert "  ModuleNotFoundError: No module named 'nothing_here'\nCorrect it" in done.stderr


def test_a_missing_bot_is_an_error_and_no_result_is_kept(here: Path) -> None:
    (here / "mine.toml").write_text(FILE.replace("mybot.py", "").replace(sys.executable, "./nobot"))
    done = tune(here, "mine.toml")
    assert done.returncode == 2
    assert "nobot" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (here / "mine.tuning").exists()
