"""Every command of both programs ends quietly if its output is closed, and reports a full disk."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from gridbots.command_line.streams import CLOSED, UNWRITTEN
from gridbots_referee.cli.commands import COMMANDS

SERVER = """
import json, os, sys, tempfile
from gridbots.__main__ import main as gridbots
from gridbots_referee.cli import main as referee

def run(words, output):
    errors = tempfile.TemporaryFile()
    pid = os.fork()
    if not pid:
        os.dup2(errors.fileno(), 2)
        reader, writer = os.pipe()
        os.close(reader)
        os.dup2(os.open("/dev/full", os.O_WRONLY) if output == "full" else writer, 1)
        if output == "closed":
            os.close(1)
        sys.stdout = None if output == "closed" else open(1, "w", closefd=False)
        sys.argv = words
        try:
            {"gridbots": gridbots, "referee": referee}[words[0]]()
        except SystemExit as leaving:
            os._exit(leaving.code or 0)
        os._exit(99)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    errors.seek(0)
    return code, errors.read().decode()

print(json.dumps([run(*each) for each in json.load(sys.stdin)]))
"""
"""Imports both programs once, and forks for each command."""
HELP = [
    *(["referee", name, "--help"] for name in COMMANDS),
    *(["gridbots", each.name, "--help"] for each in entry_points(group="gridbots.commands")),
]
LISTS = [
    line.split()
    for line in (
        "referee bots", "referee bots minimax", "referee bots --json", "referee games",
        "referee games snake", "referee plugins", "referee isolation", "referee config run",
        "referee completion bash", "referee new bot --list", "referee tournament --example",
        "referee tune --example", "referee openings --count 9", "referee --version",
        "gridbots --help", "gridbots warm --help", "gridbots check-game --help",
        "gridbots check-bots --help", "gridbots algorithms snake",
    )
]  # fmt: skip
FEW = [["referee", "games", "snake"], ["gridbots", "--help"], ["gridbots", "warm", "--help"]]
FULL = "cannot write to the standard output: No space left on device\n"


OUTPUTS = pytest.mark.parametrize(
    ("output", "code", "said"),
    [("reader gone", CLOSED, ""), ("closed", 0, ""), ("full", UNWRITTEN, FULL)],
)


@OUTPUTS
def test_a_command_reports_a_full_disk_and_is_quiet_if_its_output_is_closed(
    output: str, code: int, said: str
) -> None:
    check(FEW, output, code, said)


@pytest.mark.slow
@OUTPUTS
def test_every_command_reports_a_full_disk_and_is_quiet_if_its_output_is_closed(
    output: str, code: int, said: str
) -> None:
    check(HELP + LISTS, output, code, said)


def check(lines: list[list[str]], output: str, code: int, said: str) -> None:
    text = json.dumps([(line, output) for line in lines])
    done = subprocess.run(
        [sys.executable, "-c", SERVER], input=text, capture_output=True, text=True, check=True
    )
    for line, found in zip(lines, json.loads(done.stdout), strict=True):
        assert (line, *found) == (line, code, said and f"{line[0]}: {said}")


SETTINGS = """\
settings player_names a,b
settings your_bot a
settings timebank 10000
settings time_per_move 200
settings your_botid 0
settings field_width 3
settings field_height 3
"""
REQUESTS = (
    SETTINGS
    + """\
update game round 0
update game field .,0,.,.,1,.,.,.,.
action move 10000
"""
    + 99 * "action move 10000\n"
)
ROUND = """\
update game round 0
update game field .,0,.,.,1,.,.,.,.
action move 10000
"""


@pytest.mark.parametrize("output", ["> >(true)", ">&-"])
def test_a_bot_ends_quietly_if_the_referee_is_gone(output: str) -> None:
    bot = f'"{sys.executable}" -m gridbots --game light-riders straight'
    done = subprocess.run(
        ["bash", "-c", f"{bot} {output}"],
        input=SETTINGS + 99 * ROUND,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
