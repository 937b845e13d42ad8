"""Smoke tests: commands of the referee with a game, if the referee is installed."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridbots.plugins import installed_bots
from gridbots.record import read_summary
from gridbots.record.values import ENDED_WELL
from gridbots.testing.report import Example, Verdict, word

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RECORDS = "records/*.jsonl.gz"
BOT = "random"
"""The bot that plays any game."""
SECONDS = 120
"""Timeout of a command."""
VOID = "Void, "
"""Start of the line that explains why a match is void."""
TAIL = 400
"""Maximum characters of its output in a message."""


def missing() -> str:
    """The missing package, in words; empty if none is missing."""
    if program() is None:
        return "the referee is not installed: pip install gridbots-referee"
    if BOT not in installed_bots():
        return f"the bot {BOT} is not installed: pip install gridbots-baselines"
    return ""


def program() -> str | None:
    """The command `referee` of this environment."""
    beside = Path(sys.executable).with_name("referee")
    return str(beside) if beside.exists() else shutil.which("referee")


def referee_verdicts(
    game: str, seats: int, values: Mapping[str, Any], seed: int
) -> Iterator[Verdict]:
    """Run the commands, with a verdict for each."""
    with tempfile.TemporaryDirectory() as folder:
        for words in _commands(game, seats, values, seed):
            yield _carry_out(words, Path(folder), Example("", dict(values), seed))
            if not list(Path(folder).glob(RECORDS)):
                return


def _commands(game: str, seats: int, values: Mapping[str, Any], seed: int) -> Iterator[list[str]]:
    chosen = [part for name, value in values.items() for part in ("--set", f"{name}={word(value)}")]
    bots = [f"{BOT}:seed={seat + 1}" for seat in range(seats)]
    yield ["run", "--game", game, *chosen, *bots, "--seed", str(seed), "--watch"]
    yield ["verify", RECORDS]
    yield ["replay", RECORDS, "--all"]
    yield ["export", RECORDS, "--html", "match.html", "--svg", "match.svg"]
    if find_spec("PIL"):  # Pillow is an extra of the referee
        yield ["export", RECORDS, "--gif", "match.gif"]


def _carry_out(words: list[str], folder: Path, example: Example) -> Verdict:
    shown = shlex.join(["referee", *words]).replace(f"'{RECORDS}'", RECORDS)
    verdict = Verdict(shown, tried=1)
    records = [str(path) for path in folder.glob(RECORDS)]
    given = [each for part in words for each in (records if "*" in part else [part])]
    message = _failure([str(program()), *given], folder)
    if not message and words[0] == "run":
        message = _forfeit(next(folder.glob(RECORDS)))
    if message:
        verdict.broken = 1
        verdict.example = Example(message, example.settings, example.seed, shown)
    return verdict


def _forfeit(record: Path) -> str:
    """The forfeit of a player, which plays legal moves unless the game is at fault; or empty."""
    _, result = read_summary(record)
    for player in result.players:
        if player.termination not in ENDED_WELL:
            last = player.stderr.strip().splitlines()[-1:]
            return (
                f"expected {BOT} to play the match, got: {': '.join([player.termination, *last])}"
            )
    return ""


def _failure(command: list[str], folder: Path) -> str:
    """The failure of a command; empty if it succeeded."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return f"expected it to end within {SECONDS} s, got a timeout"
    if done.returncode == 0:
        return ""
    output = (done.stderr or done.stdout).strip()[-TAIL:]
    void = (line for line in done.stdout.splitlines() if line.startswith(VOID))
    output = next(void, output)
    return f"expected exit code 0, got {done.returncode}: {output}"
