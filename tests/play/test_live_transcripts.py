"""Live transcripts: sent and received lines are written immediately, bounded and harmless."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from tests.play.matches import LIMITS, VILLAINS, villain

from gridbots.games.light_riders import GAME
from gridbots.limits import Limits
from gridbots.record import Clock
from gridbots_referee.play import live_transcript
from gridbots_referee.play.launch import Launch
from gridbots_referee.play.live_transcript import TranscriptFolder
from gridbots_referee.play.match import play
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.stop import Stop
from gridbots_referee.transcript.transcript import Transcript

if TYPE_CHECKING:
    from gridbots.record import Record

TALKER = r"""
import sys
for line in sys.stdin:
    if line.startswith("action"):
        sys.stderr.write("half of a")
        sys.stderr.flush()
        sys.stderr.write(" line\n\x1b[31mred\x07\n")
        print("pass", flush=True)
"""


def bot(text: str) -> Launch:
    return Launch(name="talker", bot="talker", argv=(sys.executable, "-S", "-E", "-c", text))


def transcribed(folder: Path, *bots: Launch, **limits: Any) -> tuple[Record, list[list[str]]]:
    """A match, and the lines of the transcripts of its seats."""
    settings = GAME.make_settings({"width": 8, "height": 8})
    limits = {**LIMITS, "timebank_ms": 20_000, **limits}
    spec = MatchSpec("live", GAME, settings, seed=1, launches=bots, limits=Limits(**limits))
    stop = Stop()
    try:
        record = play(spec, stop, transcripts=TranscriptFolder(folder))
    finally:
        stop.close()
    paths = [folder / f"live.seat{seat}.log" for seat in range(len(bots))]
    return record, [path.read_text().splitlines() for path in paths if path.exists()]


def texts(lines: list[str], sign: str) -> list[str]:
    """The texts after a sign; lines have fields of fixed width."""
    assert all(re.fullmatch(r" *\d+\.\d{3} +(\d+|-) ([<>!]\.?|#) *.*", line) for line in lines)
    return [line[19:] for line in lines if line[16:18].rstrip() == sign]


def test_a_transcript_has_the_lines_of_both_sides_and_stderr(tmp_path: Path) -> None:
    record, (first, second) = transcribed(tmp_path, bot(TALKER), villain("_honest"))
    for seat, lines in enumerate((first, second)):
        transcript = Transcript(GAME, record, seat)
        sent = transcript.settings + b"".join(each.text for each in transcript.requests())
        assert texts(lines, ">") == sent.decode().splitlines()
    assert set(texts(first, "<")) == {"pass"}
    stderr = [line[16:] for line in first if "!" in line[16:18]]
    whole = "".join(each[3:] + ("" if each.startswith("!.") else "\n") for each in stderr)
    assert whole == "half of a line\n\\x1b[31mred\\x07\n" * record.result.players[0].moves
    assert texts(first, "#")[0].startswith("match live: light-riders, seat 0 of 2: talker")
    assert texts(first, "#")[-1] in {"eliminated", "survived"}


@pytest.mark.parametrize(
    ("name", "sign", "text"),
    [
        ("answers_without_newline", "<.", "up|right|down|left"),
        ("exits_in_mid_match", "#", "exited: exit code 1"),
        ("garbage", "#", "malformed: .+"),
    ],
)
def test_a_transcript_shows_the_mistakes_of_a_bot(
    name: str, sign: str, text: str, tmp_path: Path
) -> None:
    hasty = msgspec.structs.replace(villain(name), clock=Clock(800, 800))
    _, (lines, _) = transcribed(tmp_path, hasty, villain("_honest"))
    assert any(re.fullmatch(text, each) for each in texts(lines, sign))


def test_a_flood_is_cut_and_the_rest_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_transcript, "ROUND_CAP", 1000)
    monkeypatch.setattr(live_transcript, "FILE_CAP", 5000)
    _, (lines, _) = transcribed(tmp_path, villain("floods_stderr"), villain("_honest"))
    assert any(re.fullmatch(r"\d+ more bytes from the bot were left out", each)
               for each in texts(lines, "#"))  # fmt: skip
    assert sum(len(each) for sign in ("!", "!.", "<") for each in texts(lines, sign)) <= 20_000
    assert texts(lines, "#")[-1] in {"eliminated", "survived"}


def test_a_match_continues_if_a_transcript_cannot_be_written(tmp_path: Path) -> None:
    record, none = transcribed(tmp_path / "missing", villain("_honest"), villain("_honest"))
    assert (record.result.how, none) == ("rules", [])


def test_a_killed_referee_loses_nothing(tmp_path: Path) -> None:
    honest = f"{sys.executable} -S -E {VILLAINS}/_honest.py"
    silent = f"{sys.executable} -S -E {VILLAINS}/never_answers.py"
    referee = str(Path(sys.executable).with_name("referee"))
    command = [referee, "run", honest, silent, "--log", "logs",
               "--set", "width=8", "--set", "height=8", "--quiet"]  # fmt: skip
    with subprocess.Popen(command, cwd=tmp_path) as process:
        try:
            until = time.monotonic() + 60
            while "action move" not in "".join(
                path.read_text() for path in tmp_path.glob("logs/*.seat1.log")
            ):
                assert time.monotonic() < until, "expected a live transcript, got none"
                time.sleep(0.02)
        finally:
            os.kill(process.pid, signal.SIGKILL)
    (path,) = tmp_path.glob("logs/*.seat1.log")
    assert texts(path.read_text().splitlines(), ">")[-1].startswith("action move")
