"""The command `referee`, as people and programs use it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import msgspec
import pytest
from tests.play.matches import VILLAINS

from gridbots import record as records
from gridbots.games.light_riders import GAME
from gridbots.record.verification import verify
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.play import warmup
from gridbots_referee.play.isolation.environment import ONE_THREAD
from gridbots_referee.play.isolation.process_tree import parents

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Capture = pytest.CaptureFixture[str]

REFEREE = str(Path(sys.executable).parent / "referee")
HONEST = f"{sys.executable} -S -E {VILLAINS}/_honest.py"
QUICK = ["--timebank", "800", "--start-allowance", "700"]


def referee(*words: str, cwd: Path, code: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [REFEREE, *words], cwd=cwd, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done


def complaint(
    words: Sequence[str], folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> str:
    """The error of a command with wrong usage, called in this process to save time."""
    monkeypatch.chdir(folder)
    monkeypatch.delenv("GRIDBOTS_TRACEBACK", raising=False)
    assert exit_code(lambda: run_command(words)) == 2
    assert not list(folder.iterdir())
    return capsys.readouterr().err


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a match that was won by the bot of seat 1."""
    folder = tmp_path_factory.mktemp("recorded")
    referee("run", "straight", "wall-hugger", "--seed", "3", cwd=folder)
    (path,) = (folder / "records").iterdir()
    return path


def villain(name: str) -> str:
    return f"{sys.executable} -S -E {VILLAINS}/{name}.py"


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_match_ends_with_a_report_and_a_record_that_verifies(tmp_path: Path) -> None:
    done = referee("run", "straight", "wall-hugger", "--seed", "3", cwd=tmp_path)
    report = "wall-hugger won: straight was enclosed and ran into its own trail.\n"
    assert done.stdout.startswith(report), done
    (path,) = (tmp_path / "records").iterdir()
    assert done.stdout.endswith(f"Record: records/{path.name}\n"), done
    assert referee("verify", str(path), cwd=tmp_path).stdout == f"{path}: verified\n"


def test_the_same_seed_gives_the_same_match(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        referee("run", "random:seed=5", HONEST, "--seed", "8", "--out", folder, cwd=tmp_path)
    one, two = (records.read(next((tmp_path / each).iterdir())) for each in ("one", "two"))
    assert [each.moves for each in one.rounds] == [each.moves for each in two.rounds]
    assert one.result.outcome == two.result.outcome


def test_events_are_json_lines_and_nothing_else_is_on_stdout(tmp_path: Path) -> None:
    words = ("run", "straight", HONEST, "--json", "--matches", "2", "--seed", "6")
    done = referee(*words, cwd=tmp_path)
    started, finished, *_ = output = events(done.stdout)
    assert [each["event"] for each in output] == ["match_started", "match_finished"] * 2
    assert all(each["schema"] == 1 for each in output)
    assert started["match"] == finished["match"]
    assert finished["settings"]["width"] == 16
    assert finished["seed"] == 6
    assert set(finished["outcome"]) == {"winner", "places", "scores"}
    names = [[player["name"] for player in each["players"]] for each in output if "how" in each]
    assert names == [["straight", HONEST], [HONEST, "straight"]]
    player = finished["players"][0]
    expected = {"name", "place", "score", "termination", "times"}
    assert expected <= set(player)
    assert records.read(tmp_path / finished["record"]).match.id == finished["match"]
    assert "points" in done.stderr


def test_pairs_share_an_opening_with_seats_swapped(tmp_path: Path) -> None:
    words = ("run", "straight", "random", "--json", "--quiet", "--matches", "4", "--seed", "10")
    output = events(referee(*words, cwd=tmp_path).stdout)
    started = [each for each in output if each["event"] == "match_started"]
    assert [each["seed"] for each in started] == [10, 10, 11, 11]
    assert [each["players"][0] for each in started] == ["straight", "random"] * 2


def test_quiet_prints_nothing(tmp_path: Path) -> None:
    done = referee("run", "straight", "straight", "--quiet", cwd=tmp_path)
    assert (done.stdout, done.stderr) == ("", "")


def test_four_bots_play_with_four_seats(tmp_path: Path) -> None:
    words = ("run", *["straight"] * 4, "--json", "--quiet", "--seed", "2")
    finished = events(referee(*words, cwd=tmp_path).stdout)[-1]
    assert [player["name"] for player in finished["players"]] == [
        f"straight #{number}" for number in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "--mtches", "2"], "Error: unknown option '--mtches'; did you mean '--matches'?"),
        (["--hlep"], "Error: unknown option '--hlep'; did you mean '--help'?"),
        (
            ["run", "--concurrency", "2"],
            "of run; it is an option of tournament, resume, sprt, gate, tune",
        ),
        (["new", "bot", "--xyz"], "Error: unknown option '--xyz'\n"),
        (["run", "straight", "straight", "straight"], "light-riders needs 2 or 4 bots, got 3"),
        (
            ["run", "straight", "straight", "straight", "--set", "seats=4"],
            "light-riders needs 4 bots, got 3",
        ),
        (["run", "random", "random", "--game", "snake"], "snake needs 1 bot, got 2"),
        (["run", "random", "--game", "paperio"], "paperio needs 2 to 6 bots, got 1"),
        (["run", "straight"], "light-riders needs 2 or 4 bots, got 1"),
        (["run", "straight", "strait"], "did you mean 'straight'?"),
        (["run", "straight", "straight", "--set", "widht=9"], "did you mean 'width'?"),
        (["run", "straight", "straight", "--set", "width=wide"], "got 'wide'"),
        (["run", "straight", "straight", "--set", "width"], "expected setting as name=value"),
        (["run", "straight", "straight", "--set", "width=4"], "start=cs221"),
        (["run", "straight", "straight", "--game", "light-rider"], "did you mean 'light-riders'?"),
        (["run", "straight", "straight", "--ask", "never"], "together"),
        (["run", "straight", "'unfinished"], "No closing quotation"),
        (["rnu"], "did you mean 'run'?"),
        (["bots", "minmax"], "did you mean 'minimax'?"),
        (["verify", "nothing.jsonl.gz"], "does not exist"),
        (["run", "straight", "straight", "--out", "/dev/null/here"], ": Not a directory"),
        (
            ["run", "straight", "random:sed=1"],
            "'sed' of random; did you mean 'seed'?",
        ),
        (["run", "straight", "minimax:evaluation=foo"], "expected all_direct, attack"),
        (
            ["run", "straight", "straight", "--game", "multisnake"],
            "straight plays light-riders, got multisnake; multisnake is played by ",
        ),
        (["run", "minimax:weights=none.npz", "straight"], "none.npz"),
    ],
)
def test_wrong_usage_is_one_clear_error(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
) -> None:
    output = complaint(words, tmp_path, monkeypatch, capsys)
    assert said in output
    assert "Traceback" not in output


def test_wrong_usage_has_its_exit_code(tmp_path: Path) -> None:
    assert (
        "light-riders needs 2 or 4 bots, got 1"
        in referee("run", "straight", cwd=tmp_path, code=2).stderr
    )


@pytest.mark.parametrize("option", ["--out", "--log"])
def test_an_unwritable_output_is_refused_before_compilation(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    monkeypatch.setattr(warmup, "warm_bots", lambda *_: pytest.fail("bots were compiled"))
    assert exit_code(lambda: run_command(["run", "straight", "random", option, "file/a"])) == 2
    assert "cannot be written to file/a" in capsys.readouterr().err


@pytest.mark.slow
def test_files_in_commands_are_found_reported_and_recorded(tmp_path: Path) -> None:
    shutil.copy(VILLAINS / "_honest.py", tmp_path / "mybot.py")
    bot = f"{sys.executable} -S -E mybot.py"
    small = ["--set", "width=6", "--set", "height=6"]
    said = referee("run", bot, bot, *small, cwd=tmp_path).stderr
    assert said == f"{bot!r} starts in an empty folder: mybot.py is passed as {tmp_path}/mybot.py\n"
    assert not referee("run", bot, bot, *small, "--in-place", cwd=tmp_path).stderr
    made = sorted((tmp_path / "records").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    found, in_place = map(records.read, made)
    assert {each.result.how for each in (found, in_place)} == {"rules"}
    assert found.match.players[0].bot == in_place.match.players[0].bot == bot
    assert found.match.players[0].command[-1] == str(tmp_path / "mybot.py")
    assert in_place.match.players[0].command[-1] == "mybot.py"


@pytest.mark.slow
def test_run_and_replay_print_the_stderr_of_a_bot(tmp_path: Path) -> None:
    talker = "import sys\nfor line in sys.stdin:\n    if line.startswith('action'):\n"
    talker += "        print('up', flush=True)\n        print('so far so good', file=sys.stderr)\n"
    (tmp_path / "talker.py").write_text(talker)
    bot = f"{sys.executable} -S -E {tmp_path}/talker.py"
    words = ["run", bot, bot, "--set", "width=6", "--set", "height=6"]
    assert "so far so good" in referee(*words, "--stderr", cwd=tmp_path).stdout
    assert "Match 2:\n" in referee(*words, "--stderr", "--matches", "2", cwd=tmp_path).stderr
    path = next((tmp_path / "records").iterdir())
    said = referee("replay", str(path), "--stderr", cwd=tmp_path).stdout
    assert said.count("    so far so good\n") == said.count("so far so good") >= 2


@pytest.mark.parametrize("command", ["tournament", "sprt"])
@pytest.mark.parametrize("bot", ["minimax:evaluation=foo", "greedy", "random:sed=1"])
def test_bots_that_do_not_fit_are_refused_before_anything_is_written(
    command: str, bot: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    bots = [bot, "straight"] if command == "sprt" else ["--bots", f"{bot},straight"]
    assert complaint([command, *bots], tmp_path, monkeypatch, capsys).count("\n") == 1


def test_a_match_whose_bot_does_not_start_is_void(tmp_path: Path) -> None:
    (tmp_path / "bot").write_bytes(b"\x7fELF of another machine")
    (tmp_path / "bot").chmod(0o700)
    done = referee("run", "straight", "./bot", *QUICK, cwd=tmp_path, code=3)
    assert done.stdout.startswith("Void, no match was played")


def test_a_failed_bot_is_explained(tmp_path: Path) -> None:
    bot = villain("exits_in_mid_match")
    said = referee("run", bot, HONEST, *QUICK, cwd=tmp_path).stdout
    for expected in ("exit code 1", "The last lines exchanged", "RuntimeError", "Record: records"):
        assert expected in said


@pytest.mark.slow
def test_check_finds_no_fault_in_an_honest_bot(tmp_path: Path) -> None:
    assert "FAULT" not in referee("check", HONEST, "--matches", "1", cwd=tmp_path).stdout


def test_check_reports_the_fault_its_place_and_a_remedy(tmp_path: Path) -> None:
    bot = villain("exits_in_mid_match")
    said = referee("check", bot, "--matches", "1", cwd=tmp_path, code=1).stdout
    assert "FAULT    it ended with exit code 1: RuntimeError: " in said
    assert "where    at the start, seat 0, round 3, " in said
    assert "see      protocol.md, When a bot fails" in said


@pytest.mark.slow
def test_check_lists_each_fault_once_as_json(tmp_path: Path) -> None:
    bot = villain("garbage")
    output = json.loads(referee("check", bot, "--json", cwd=tmp_path, code=1).stdout)
    kinds = [fault["kind"] for fault in output["faults"]]
    assert len(kinds) == len(set(kinds))
    assert not output["is_well"]


def test_a_tampered_record_differs(recorded: Path, tmp_path: Path) -> None:
    true = records.read(recorded)
    plain = tmp_path / "tampered.jsonl"
    plain.write_bytes(records.encode(true).replace(b'"winner":1', b'"winner":0', 1))
    said = referee("verify", str(plain), str(recorded), cwd=tmp_path, code=1).stdout
    assert "tampered.jsonl: DIFFERS\n  outcome: the rules say" in said
    assert "1 of 2 records verified" in said


def test_a_file_that_is_not_a_record_cannot_be_verified(recorded: Path, tmp_path: Path) -> None:
    (tmp_path / "poem.txt").write_text("Not a record, though it has\nthree lines.\n")
    said = referee("verify", "poem.txt", str(recorded), cwd=tmp_path, code=2).stdout
    assert said.startswith("poem.txt: not a record: line 1: JSON is malformed")
    assert "DIFFERS" not in said
    output = referee("verify", "poem.txt", "--json", cwd=tmp_path, code=2).stdout
    assert json.loads(output)["verified"] is False
    true = records.read(recorded)
    other = msgspec.structs.replace(true.match, game="go")
    (tmp_path / "go.jsonl").write_bytes(records.encode(msgspec.structs.replace(true, match=other)))
    said = referee("verify", "go.jsonl", cwd=tmp_path, code=2).stdout
    assert said.startswith("go.jsonl: cannot be verified: ")


def test_replay_prints_all_rounds_without_a_terminal(recorded: Path, tmp_path: Path) -> None:
    said = referee("replay", str(recorded), "--round", "0", cwd=tmp_path).stdout
    assert said.startswith("Round 0")
    assert "Round 1 " not in said
    referee("replay", str(recorded), "--round", "5000", cwd=tmp_path, code=2)


def test_export_makes_a_picture(recorded: Path, tmp_path: Path) -> None:
    referee("export", str(recorded), "--svg", "out.svg", "--round", "9", cwd=tmp_path)
    picture = ET.fromstring((tmp_path / "out.svg").read_text())  # noqa: S314  our own
    assert picture.findtext("{http://www.w3.org/2000/svg}title") == "Round 9"
    referee("export", str(recorded), "--svg", "out.svg", "--round", "5000", cwd=tmp_path, code=2)


def test_listings_show_installed_plugins(tmp_path: Path) -> None:
    found = json.loads(referee("bots", "--json", cwd=tmp_path).stdout)["bots"]
    assert {"random", "straight", "wall-hugger", "minimax"} <= {bot["name"] for bot in found}
    assert "wall-hugger" in referee("bots", cwd=tmp_path).stdout
    assert "max_rounds" in referee("games", "light-riders", cwd=tmp_path).stdout
    assert "seed" in referee("bots", "random", cwd=tmp_path).stdout
    assert "\nstart allowance: 30000 ms" in referee("bots", "http", cwd=tmp_path).stdout


def test_listing_imports_no_bot_and_no_numpy(tmp_path: Path) -> None:
    script = (
        "import sys; from gridbots_referee.cli.group import cli; cli.main(['bots'], "
        "standalone_mode=False); print(sorted(name for name in sys.modules "
        "if name.startswith(('gridbots_', 'numpy', 'numba', 'pluggy')) "
        "and not name.startswith('gridbots_referee')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lists threads so")
def test_numerical_libraries_have_one_thread_in_the_referee_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ONE_THREAD:
        monkeypatch.delenv(name)
    program = (
        "import atexit, os, sys, gridbots_referee.cli as cli; atexit.register(lambda: "
        "print('numpy' in sys.modules, len(os.listdir('/proc/self/task')), file=sys.stderr))\n"
        "cli.main()"
    )
    words = ("run", "straight", "straight", "--quiet")
    done = subprocess.run(
        [sys.executable, "-c", program, *words],
        cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert done.stderr == "True 1\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_printed(shell: str, tmp_path: Path) -> None:
    assert "_REFEREE_COMPLETE" in referee("completion", shell, cwd=tmp_path).stdout


def test_completion_knows_the_bots(tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "_REFEREE_COMPLETE": "bash_complete",
        "COMP_WORDS": "referee run wall",
        "COMP_CWORD": "2",
    }
    done = subprocess.run(
        [REFEREE], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert "plain,wall-hugger" in done.stdout


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A referee in the middle of a match whose bots never answer."""
    slow = villain("never_answers")
    process = subprocess.Popen(
        [REFEREE, "run", slow, slow, "--timebank", "20000", "--json"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    process.stdout.readline()
    end = time.monotonic() + 60
    while len(bots_of(process.pid)) < 2 and time.monotonic() < end:
        time.sleep(0.02)
    yield process
    process.kill()
    process.wait()
    process.stdout.close()
    if process.stderr:
        process.stderr.close()


def bots_of(pid: int) -> set[int]:
    """The children of a referee, except for its launcher."""
    children = {child for child, parent in parents().items() if parent == pid}
    return {child for child in children if "never_answers" in command_of(child)}


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_referee_leaves_no_process_and_a_valid_record(
    playing: subprocess.Popen[str], number: signal.Signals, tmp_path: Path
) -> None:
    bots = bots_of(playing.pid)
    assert len(bots) == 2
    playing.send_signal(number)
    out, _ = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert bots & set(parents()) == set()
    finished = events(out)[-1]
    assert (finished["how"], finished["outcome"]) == ("interrupted", None)
    record = records.read(tmp_path / finished["record"])
    assert verify(GAME, record) == []
    assert {player.termination for player in record.result.players} == {"stopped"}
