"""A tournament between small bots that start fast, played by the command in its own process."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridbots_referee.tournament.formats.standings import standings
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from gridbots_referee.tournament.formats.standings import Standing

HONEST = Path(__file__).parents[1] / "villains" / "_honest.py"
REFEREE = Path(sys.executable).with_name("referee")
SAYING = """
import sys
for line in sys.stdin:
    if line.startswith("action"):
        print("{word}", flush=True)
"""


@dataclass
class Arena:
    """A folder with bots of three kinds, and the tournaments that they play there."""

    folder: Path

    def __post_init__(self) -> None:
        shutil.copy(HONEST, self.folder / "honest.py")
        for word in ("up", "down"):
            (self.folder / f"{word}.py").write_text(SAYING.format(word=word))

    @property
    def bots(self) -> str:
        """Three bots as the command takes them; their paths name this folder."""
        start = f"{sys.executable} -S -E {self.folder}"
        return ",".join(f"{start}/{name}.py" for name in ("honest", "up", "down"))

    def tournament(self, name: str, matches: int, *options: str) -> list[str]:
        return [str(REFEREE), "tournament", "--bots", self.bots, "--name", name,
                "--matches", str(matches), "--set", "width=6", "--set", "height=6",
                "--concurrency", "2", *options]  # fmt: skip

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, timeout=100, check=False
        )

    def start(self, *command: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def table(self, name: str) -> list[Standing]:
        with Store.open(self.folder / f"{name}.db", read_only=True) as store:
            return standings(store.tournament, store.played())

    def stored(self, name: str) -> list[str]:
        """The fixtures that were played, each as often as it is in the store."""
        with Store.open(self.folder / f"{name}.db", read_only=True) as store:
            return [played.id for played in store.played()]

    def is_deserted(self) -> bool:
        """Whether no process of a bot is left; they have a few seconds to see that it is over."""
        end = time.monotonic() + 60
        while self.bots_alive() and time.monotonic() < end:
            time.sleep(0.05)
        return not self.bots_alive()

    def bots_alive(self) -> list[str]:
        listed = subprocess.run(
            ["ps", "-axwwo", "pid=,command="], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        return [line for line in listed if f"-S -E {self.folder}" in line and "referee" not in line]


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def workers_of(pid: int) -> list[int]:
    """Process ids of the workers that a command has started."""
    listed = subprocess.run(
        ["ps", "-axwwo", "pid=,ppid=,command="], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    rows = [line.split(None, 2) for line in listed]
    return [int(own) for own, parent, words in rows
            if int(parent) == pid and "tournament.run.worker" in words]  # fmt: skip


def kill(pid: int, number: int) -> None:
    os.kill(pid, number)
