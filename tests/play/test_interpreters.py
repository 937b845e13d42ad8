"""Commands that cannot work: a script that does not exist is refused before anything starts."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import pytest

from gridbots.errors import UnknownNameError
from gridbots.plugins import installed_bots
from gridbots_referee.cli.failures import exit_code
from gridbots_referee.cli.group import run_command
from gridbots_referee.play.interpreters import script_of
from gridbots_referee.play.launch import find_bot

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("here.py", "here.js", "here", "Here.class", "run.sh"):
        (tmp_path / name).write_text("")
    (tmp_path / "package").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("python3 bot.py", "bot.py"),
        ("python3.11 -uX dev bots/bot.py --depth 3", "bots/bot.py"),
        ("/usr/bin/python3 -W error bot", "bot"),
        ("pypy3 bot.pyz out.py", "bot.pyz"),
        ("node bot.js", "bot.js"),
        ("node --max-old-space-size=512 --require ./setup.js bot.mjs", "bot.mjs"),
        ("node --unknown bot.js", "bot.js"),
        ("ruby -w -I lib bot.rb", "bot.rb"),
        ("perl -w -Mstrict bot.pl", "bot.pl"),
        ("php -d display_errors=0 -f bot.php", "bot.php"),
        ("luajit -O3 bot.lua", "bot.lua"),
        ("java -Xmx1g -jar target/bot.jar", "target/bot.jar"),
        ("java --enable-preview Bot.java", "Bot.java"),
        ("bash bot.sh", "bot.sh"),
        ("bash -euo pipefail bot.sh", "bot.sh"),
        ("sh -e ./bot", "./bot"),
        ("Rscript --vanilla bot.R", "bot.R"),
        ("julia --project=. -O3 bot.jl", "bot.jl"),
        ("dotnet bin/Bot.dll", "bin/Bot.dll"),
        ("deno run --allow-read bot.ts", "bot.ts"),
        ("uv run bot.py", "bot.py"),
        ("env DEPTH=3 python3 bot.py", "bot.py"),
        ("nice -n 5 timeout 60 python3 bot.py", "bot.py"),
        ("conda run -n python python bot.py", "bot.py"),
    ],
)
def test_the_script_of_an_interpreter_is_recognised(text: str, script: str) -> None:
    found = script_of(shlex.split(text))
    assert found is not None
    assert (found.word, found.is_here) == (script, False)


@pytest.mark.parametrize(
    "text",
    [
        "python3 here.py --out moves.py",
        "python3 here",
        "python3 package",
        "python3 -m my.module bot.py",
        "python3 -um module",
        "python3 -c 'print(1)' bot.py",
        "python3 -",
        "python3 --version",
        "node here",
        "node -e 'code' bot.js",
        "node --loader ts-node/esm here.js",
        "node --unknown profile.js here.js",
        "perl -ne print out.pl",
        "ruby -rjson -e 1",
        "lua -e 'x=1' bot.lua",
        "java -cp build Bot log.jar",
        "java Here",
        "bash -c './bot.sh'",
        "bash -lc ./bot.sh",
        "bash true",
        "bash -euo pipefail run.sh",
        "deno run https://example.org/bot.ts",
        "dotnet run --project Bot",
        "docker run --rm image python3 bot.py",
        "ssh machine python3 bot.py",
        "env DEPTH=3 ./bot.py",
        "./runner bot.py",
        "cat bot.py",
        "env -C /tmp python3 bot.py",
        "env --chdir=/tmp python3 bot.py",
        "uv run --directory /tmp bot.py",
        "uv run -m package out.py",
        "conda run --cwd /tmp python bot.py",
        "ruby -C /tmp bot.rb",
        "luajit -j off here",
        "node inspect bot.js",
        "wine bot.exe",
        "deno run jsr:@a/b/bot.ts",
        "nice cat --engine python3 bot.py",
    ],
)
def test_other_words_that_look_like_files_are_left_alone(text: str) -> None:
    found = script_of(shlex.split(text))
    assert found is None or found.is_here or found.is_in_path


def test_a_script_without_a_suffix_becomes_an_absolute_path(here: Path) -> None:
    assert find_bot("sh -e here here", "", {}).argv == ("sh", "-e", f"{here}/here", "here")
    assert find_bot("sh package", "", {}).argv == ("sh", f"{here}/package")


@pytest.mark.parametrize("form", ["{}", "gaic:{}", "http:{}"])
def test_a_command_whose_script_is_missing_is_refused_with_the_folder(
    form: str, here: Path
) -> None:
    with pytest.raises(UnknownNameError) as caught:
        find_bot(form.format("sh mybot.sh"), "battlesnake", installed_bots())
    assert f"there is no file mybot.sh in {here}: change to the folder" in str(caught.value)
    with pytest.raises(UnknownNameError, match=r"there is no file \./mybot in "):
        find_bot(form.format("./mybot"), "battlesnake", installed_bots())


def test_an_address_in_place_of_a_command_is_left_alone() -> None:
    assert find_bot("http://127.0.0.1:8000/snake.py", "battlesnake", installed_bots()).command


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("#!/no/such/python", "the first line of {} names /no/such/python: no such file"),
        ("#!/usr/bin/env nosuchpython", "the first line of {} names nosuchpython, which is not in"),
        ("#!/bin/sh\r", "{} has Windows line endings: convert them with"),
    ],
)
def test_a_program_whose_interpreter_is_missing_is_refused(
    line: str, fault: str, here: Path
) -> None:
    program = here / "bot"
    program.write_bytes(f"{line}\n".encode())
    program.chmod(0o700)
    with pytest.raises(UnknownNameError) as caught:
        find_bot("./bot", "light-riders", {})
    assert fault.format("./bot") in str(caught.value)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "sh mybot.sh", "straight"],
        ["tournament", "--bots", "sh mybot.sh,straight"],
        ["sprt", "sh mybot.sh", "straight"],
        ["gate", "sh mybot.sh", "straight"],
        ["check", "sh mybot.sh"],
        ["play", "sh mybot.sh"],
        ["tune", "tuning.toml"],
        ["experiment", "experiment.toml"],
    ],
)
def test_every_command_refuses_it_before_anything_starts(
    words: list[str], here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "tuning.toml").write_text(TUNING)
    (here / "experiment.toml").write_text(EXPERIMENT)
    before = sorted(here.iterdir())
    assert exit_code(lambda: run_command(words)) == 2
    said = capsys.readouterr()
    assert f"there is no file mybot.sh in {here}" in said.err
    assert sorted(here.iterdir()) == before


TUNING = """\
name = "tuning"
bot = "sh mybot.sh {depth}"
game = "light-riders"
[[parameters]]
name = "depth"
start = 2
low = 1
high = 4
"""
EXPERIMENT = """\
name = "table"
title = "table"
game = "light-riders"
matches = 2
quick = 2
[[lineups]]
name = "first"
bots = ["sh mybot.sh", "straight"]
rows = [{ measure = "draw %" }]
"""
