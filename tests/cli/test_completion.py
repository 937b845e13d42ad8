"""Completion, by the completion scripts and by real shells."""

from __future__ import annotations

import os
import pty
import select
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.shell_completion import get_completion_class

from gridbots_referee.cli.completion import register
from gridbots_referee.cli.group import cli

if TYPE_CHECKING:
    from collections.abc import Iterator

START_OF_LINE = b"\x01"
SECONDS = 60
SETUP = {
    "bash": (["--norc", "--noprofile", "-i"], 'eval "$(referee completion bash)"'),
    "zsh": (["-f", "-i"], 'autoload -U compinit; compinit -u -D; eval "$(referee completion zsh)"'),
    "fish": (["--no-config", "-i"], "referee completion fish | source"),
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("spring.db", "notes.txt", "one.jsonl.gz", ".hidden.db"):
        (tmp_path / name).touch()
    (tmp_path / "records").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("referee run wall", ["wall-hugger"]),
        ("referee run minimax:dep", ["minimax:depth="]),
        ("referee run minimax:depth=4,evalu", ["minimax:depth=4,evaluation="]),
        ("referee run minimax:depth=4,dep", []),
        ("referee run gaic:", []),
        ("referee run http:la", ["http:late="]),
        ("referee run 'http:late=forfeit ti", ["http:late=forfeit timeout="]),
        ("referee run 'http:late=forfeit python3 ti", []),
        ("referee sprt straight stra", ["straight"]),
        ("referee tournament --bots straight,wall", ["straight,wall-hugger"]),
        ("referee tournament --bots straight,minimax:dep", ["straight,minimax:depth="]),
        ("referee run --game light", ["light-riders"]),
        ("referee run straight straight --set wid", ["width="]),
        ("referee run straight straight --set end=", ["end=crash", "end=stuck"]),
        ("referee run straight straight --set nothing=", []),
        ("referee games lig", ["light-riders"]),
        ("referee standings ", ["records/", "spring.db"]),
        ("referee standings s", ["spring.db"]),
        ("referee replay ", ["one.jsonl.gz", "records/"]),
        ("referee view ", ["one.jsonl.gz", "records/"]),
        ("referee run straight straight --ask in", ["in-turn"]),
        ("referee standi", ["standings"]),
    ],
)
def test_matching_words_are_completed(
    line: str, found: list[str], here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert here
    register()
    monkeypatch.setenv("COMP_WORDS", line)
    kind = get_completion_class("bash")
    assert kind
    output = kind(cli, {}, "referee", "_REFEREE_COMPLETE").complete().splitlines()
    plain = [each.removeprefix("plain,") for each in output if each.startswith("plain,")]
    assert sorted(plain) == found


class Shell:
    """An interactive shell with completion, in a new terminal."""

    def __init__(self, name: str, folder: Path) -> None:
        options, setup = SETUP[name]
        program = shutil.which(name)
        if program is None:
            pytest.skip(f"there is no {name} here")
        environment = {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
            "HOME": str(folder), "TERM": "dumb", "PS1": "", "LC_ALL": "C.UTF-8",
        }  # fmt: skip
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execve(program, [program, *options], environment)  # noqa: S606  a shell it is
        self._text = b""
        self.type(f"{setup}; echo rea''dy\n".encode())
        self.wait_for(b"ready")

    def type(self, keys: bytes) -> None:
        os.write(self._terminal, keys)

    def wait_for(self, text: bytes) -> None:
        end = time.monotonic() + SECONDS
        while text not in self._text:
            ready, _, _ = select.select([self._terminal], [], [], max(end - time.monotonic(), 0))
            assert ready, self._text
            self._text += os.read(self._terminal, 4096)
        self._text = self._text.partition(text)[2]

    def completed(self, line: str, expected: str) -> None:
        """Type a line and tab; then print the resulting line."""
        self.type(line.encode() + b"\t")
        self.wait_for(expected[len(line) :].strip().encode())
        self.type(b"4" + START_OF_LINE + b"echo so: \n")
        self.wait_for(f"so: {expected}4".encode())

    def close(self) -> None:
        os.close(self._terminal)
        os.waitpid(self.pid, 0)


@pytest.fixture(
    params=[
        pytest.param("bash"),
        *(pytest.param(n, marks=pytest.mark.slow) for n in ("zsh", "fish")),
    ]
)
def shell(request: pytest.FixtureRequest, here: Path) -> Iterator[Shell]:
    started = Shell(request.param, here)
    yield started
    started.close()


def test_a_shell_completes_options_of_bots_without_a_blank_after_them(shell: Shell) -> None:
    shell.completed("referee run minimax:dep", "referee run minimax:depth=")
    shell.completed("referee run minimax:depth=4,evalu", "referee run minimax:depth=4,evaluation=")


@pytest.mark.slow
def test_a_shell_completes_bots_and_files_with_a_blank_after_them(shell: Shell) -> None:
    shell.completed("referee run wall", "referee run wall-hugger ")
    shell.completed("referee standings spr", "referee standings spring.db ")
