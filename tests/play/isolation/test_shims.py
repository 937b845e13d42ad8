"""Shims: bots whose interpreter is behind a launcher of a version manager, in a sandbox."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import VILLAINS, command, play_match, villain

from gridbots.errors import SettingsError
from gridbots.limits import Isolation
from gridbots.plugins import installed_bots
from gridbots_referee.play.isolation.sandbox.contents import sources
from gridbots_referee.play.isolation.sandbox.sandbox import why_no_sandbox
from gridbots_referee.play.isolation.sandbox.shims import real_command
from gridbots_referee.play.launch import find_bot
from gridbots_referee.play.session import check_sandbox

if TYPE_CHECKING:
    from gridbots.limits import Level

needs_sandbox = pytest.mark.skipif(
    sys.platform != "linux" or bool(why_no_sandbox()), reason="no sandbox on this machine"
)
linux = pytest.mark.skipif(sys.platform != "linux", reason="a sandbox needs Linux")
SANDBOX = Isolation(level="sandbox")
VERSION = f"python3.{sys.version_info[1]}"
LOADER = "bot: error while loading shared libraries: libbot.so"
BOT = str(VILLAINS / "_honest.py")
PYTHON = os.path.realpath(sys.executable)
"""An interpreter, which each version manager installs in the home."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a secret, and with nothing of it in PATH."""
    home = tmp_path / "home"
    (home / ".ssh").mkdir(parents=True)
    (home / ".ssh" / "key").write_text("secret")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    return home


def install(folder: Path) -> Path:
    """A Python in a folder of the home, with links to the standard library; its program."""
    library = folder / "lib" / VERSION
    library.mkdir(parents=True)
    for each in Path(sysconfig.get_path("stdlib")).iterdir():
        (library / each.name).symlink_to(each)
    (folder / "bin").mkdir()
    shutil.copy(PYTHON, folder / "bin" / VERSION)
    (folder / "bin" / "python3").symlink_to(VERSION)
    return folder / "bin" / "python3"


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o700)
    return path


def pyenv(home: Path) -> tuple[Path, Path]:
    """A shim that runs `pyenv exec`, as those of rbenv, nodenv and jenv."""
    root = home / ".pyenv"
    program = install(root / "versions" / "3")
    script(root / "libexec" / "pyenv", f'shift; shift; exec {program} "$@"')
    shim = script(root / "shims" / "python3", f'exec "{root}/libexec/pyenv" exec python3 "$@"')
    return shim, program


def asdf(home: Path) -> tuple[Path, Path]:
    """A shim that finds its version manager in PATH."""
    program = install(home / ".asdf" / "installs" / "python" / "3")
    script(home / ".asdf" / "shims" / "asdf", f'shift; shift; exec {program} "$@"')
    return script(home / ".asdf" / "shims" / "python3", 'exec asdf exec python3 "$@"'), program


def mise(home: Path) -> tuple[Path, Path]:
    """A link to one program for all names."""
    program = install(home / ".local" / "share" / "mise" / "installs" / "python" / "3")
    manager = script(home / ".local" / "bin" / "mise", f'exec {program.parent}/${{0##*/}} "$@"')
    shim = home / ".local" / "share" / "mise" / "shims" / "python3"
    shim.parent.mkdir()
    shim.symlink_to(manager)
    return shim, program


def volta(home: Path) -> tuple[Path, Path]:
    """A launcher that stays the parent of the real program."""
    program = install(home / ".volta" / "tools" / "image" / "3")
    return script(home / ".volta" / "bin" / "python3", f'"{program}" "$@"'), program


def conda(home: Path) -> tuple[Path, Path]:
    """A real program in PATH, in an environment in the home."""
    program = install(home / "miniconda3" / "envs" / "bots")
    return program, program


def uv(home: Path) -> tuple[Path, Path]:
    """A link in a folder that holds other things too, through a link to a folder."""
    install(home / ".local" / "share" / "uv" / "cpython-3.1")
    (home / ".local" / "share" / "uv" / "cpython-3").symlink_to("cpython-3.1")
    link = home / ".local" / "bin" / "python3"
    link.parent.mkdir()
    link.symlink_to("../share/uv/cpython-3/bin/python3")
    return link, link


def venv(home: Path) -> tuple[Path, Path]:
    """A virtual environment that links to an interpreter in the home."""
    base = install(home / ".pyenv" / "versions" / "3")
    folder = home / "project" / ".venv"
    (folder / "lib" / VERSION / "site-packages").mkdir(parents=True)
    (folder / "bin").mkdir()
    (folder / "bin" / "python3").symlink_to(base)
    (folder / "pyvenv.cfg").write_text(f"home = {base.parent}\n")
    return folder / "bin" / "python3", folder / "bin" / "python3"


KINDS = (pyenv, asdf, mise, volta, conda, uv, venv)
Kind = Callable[[Path], tuple[Path, Path]]


@linux
@pytest.mark.parametrize("kind", KINDS)
def test_the_real_program_of_a_launcher_and_its_files_are_visible(
    kind: Kind, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher, program = kind(home)
    monkeypatch.setenv("PATH", f"{launcher.parent}:/usr/bin:/bin")
    for words in (("python3",), ("env", "python3"), ("nice", "-n", "1", "python3")):
        real = real_command((*words, BOT), SANDBOX)
        assert real == (*words[:-1], str(program), BOT)
    shown = [Path(path) for path, *_ in sources(real, network=False)]
    for needed in (program, program.resolve().parents[1] / "lib" / VERSION / "os.py"):
        assert any(needed.is_relative_to(place) for place in shown), needed
    for hidden in (home, home / ".ssh" / "key", home / ".local" / "share"):
        assert not any(hidden.is_relative_to(place) for place in shown), hidden


@needs_sandbox
@pytest.mark.parametrize("kind", KINDS)
def test_a_bot_behind_a_launcher_plays_in_a_sandbox(
    kind: Kind, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher, program = kind(home)
    monkeypatch.setenv("PATH", f"{launcher.parent}:/usr/bin:/bin")
    bot = find_bot(f"python3 -S -E {BOT}", "light-riders", {})
    record = play_match(bot, villain("_honest"), isolation=SANDBOX, settings={"max_rounds": 3})
    assert [player.termination for player in record.result.players] == ["survived"] * 2
    assert record.match.players[0].command == (str(program), "-S", "-E", BOT)


@linux
def test_the_first_line_of_a_program_may_name_a_launcher(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher, program = pyenv(home)
    monkeypatch.setenv("PATH", f"{launcher.parent}:/usr/bin:/bin")
    bot = home / "bots" / "bot"
    bot.parent.mkdir()
    bot.write_text("#!/usr/bin/env -S python3 -u\n")
    bot.chmod(0o700)
    assert real_command((str(bot), "3"), SANDBOX) == (str(program), "-u", str(bot), "3")
    bot.write_text(f"#!{program} -u\n")
    assert real_command((str(bot), "4"), SANDBOX) == (str(bot), "4")
    shown = {path for path, *_ in sources((str(bot), "4"), network=False)}
    assert str(program.parents[1]) in shown


@linux
def test_a_runner_of_commands_in_the_home_is_replaced_too(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = install(home / "miniconda3" / "envs" / "bots")
    runner = script(
        home / "miniconda3" / "condabin" / "conda", f'shift 3; exec {program.parent}/"$@"'
    )
    script(runner.with_name("python3"), "exit 1")
    monkeypatch.setenv("PATH", f"{runner.parent}:/usr/bin:/bin")
    real = real_command(("conda", "run", "-n", "bots", "python3", BOT), SANDBOX)
    assert real == (str(program), BOT)


@linux
def test_the_command_of_a_plugin_may_begin_with_a_launcher(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launcher, program = pyenv(home)
    monkeypatch.setenv("PATH", f"{launcher.parent}:/usr/bin:/bin")
    bot = find_bot(f"gaic:python3 {BOT}", "light-riders", installed_bots())
    assert real_command(bot.argv, SANDBOX) == (*bot.argv[:-2], str(program), BOT)
    plain = find_bot("straight", "light-riders", installed_bots())
    assert real_command(plain.argv, SANDBOX) == plain.argv


@linux
def test_a_launcher_without_a_question_is_found_by_its_version_manager(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = home / ".asdf" / "installs" / "lua"
    program.parent.mkdir(parents=True)
    shutil.copy("/bin/sh", program)
    shims = home / ".asdf" / "shims"
    script(shims / "asdf", f'[ "$1" = which ] && [ "$2" = lua ] && echo {program}')
    script(shims / "lua", 'exec asdf exec lua "$@"')
    monkeypatch.setenv("PATH", f"{shims}:/usr/bin:/bin")
    assert real_command(("lua", "bot.lua"), SANDBOX) == (str(program), "bot.lua")


@linux
def test_a_launcher_of_java_is_asked_for_the_home_of_java(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    java = home / ".sdkman" / "candidates" / "java" / "21"
    script(java / "bin" / "java", "exit 1")
    (java / "lib").mkdir()
    (java / "lib" / "modules").write_text("")
    shim = script(home / ".jenv" / "shims" / "java", f'echo "    java.home = {java}" >&2')
    monkeypatch.setenv("PATH", f"{shim.parent}:/usr/bin:/bin")
    real = real_command(("java", "-jar", "bot.jar"), SANDBOX)
    assert real == (f"{java}/bin/java", "-jar", "bot.jar")
    assert str(java) in {path for path, *_ in sources(real, network=False)}


@linux
@pytest.mark.parametrize("name", ["python3", "node", "lua"])
def test_a_launcher_that_does_not_name_its_program_is_refused(
    name: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shim = script(home / "shims" / name, "echo no version is set >&2; exit 126")
    monkeypatch.setenv("PATH", f"{shim.parent}:/usr/bin:/bin")
    bots = [command(name, "bot.py")]
    with pytest.raises(SettingsError, match=f"^{name} is a launcher .*; write the full path of"):
        check_sandbox(bots, SANDBOX)
    check_sandbox(bots, Isolation())


@linux
def test_no_program_outside_of_path_runs_to_be_asked(home: Path) -> None:
    shim = script(home / "theirs" / "python3", f"touch {home}/ran; echo /bin/sh")
    for words in ((str(shim), BOT), ("env", str(shim), BOT)):
        assert real_command(words, SANDBOX) == words
    assert not (home / "ran").exists()


@linux
@pytest.mark.parametrize(
    "words",
    [
        ("nice", "{bot}", "--engine", "python3"),
        ("env", "X=1", "{bot}", "python3"),
        ("env", "PYTHONPATH={folder}", "python3", BOT),
        ("env", "PYENV_VERSION={folder}", "python3", BOT),
    ],
)
def test_no_word_of_a_bot_counts_when_a_launcher_is_asked(
    words: tuple[str, ...], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    touch = f"touch {home}/ran"
    folder = home / "bots"
    bot = script(folder / "bot", touch)
    (folder / "sitecustomize.py").write_text(f"open({str(home / 'ran')!r}, 'w')")
    shim = f'case $PYENV_VERSION in */*) {touch};; esac; exec {sys.executable} "$@"'
    script(home / "shims" / "python3", shim)
    monkeypatch.setenv("PATH", f"{home}/shims:/usr/bin:/bin")
    real_command([word.format(bot=bot, folder=folder) for word in words], SANDBOX)
    assert not (home / "ran").exists()


@linux
def test_a_command_that_reads_files_of_the_bot_is_refused(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("python3", "uv"):
        script(home / "shims" / name, f"touch {home}/ran")
    monkeypatch.setenv("PATH", f"{home}/shims:/usr/bin:/bin")
    with pytest.raises(SettingsError, match="`uv run` may run the bot's own files outside"):
        real_command(("uv", "run", "python3", BOT), SANDBOX)
    assert not (home / "ran").exists()


@linux
@pytest.mark.parametrize("name", ["python", "java", "node", "ruby"])
def test_a_first_line_makes_no_folder_of_the_home_visible(name: str, home: Path) -> None:
    secret = home / "code" / name / "secret"
    secret.parent.mkdir(parents=True)
    secret.write_text("")
    (home / "lib").mkdir()
    (home / "lib" / "modules").write_text("")
    for program in (secret.parent, home / "code" / "none" / name):
        bot = home / "bots" / "bot.py"
        bot.parent.mkdir(exist_ok=True)
        bot.write_text(f"#!{program}\n")
        bot.chmod(0o755)
        shown = [Path(path).resolve() for path, *_ in sources(("/bin/sh", str(bot)), network=False)]
        assert not any(secret.is_relative_to(place) for place in shown)


@linux
@pytest.mark.parametrize("lie", ["lib", "lib/python3", "lib/libpython3.so", "bin"])
def test_links_of_a_false_interpreter_open_no_other_folder(lie: str, home: Path) -> None:
    theirs = home / "theirs"
    (theirs / "bin").mkdir(parents=True)
    shutil.copy("/bin/sh", theirs / "bin" / "python3")
    (theirs / "pyvenv.cfg").write_text(f"home = {home}/.ssh\n")
    if lie == "bin":
        (home / "bin").symlink_to(theirs / "bin")
        words = (f"{home}/bin/python3",)
    else:
        (theirs / lie).parent.mkdir(exist_ok=True)
        (theirs / lie).symlink_to(home / ".ssh")
        words = (str(theirs / "bin" / "python3"),)
    shown = [Path(path).resolve() for path, *_ in sources(words, network=False)]
    secret = home / ".ssh" / "key"
    assert not any(secret.is_relative_to(place) for place in shown)


@pytest.mark.parametrize("level", ["none", "limits", "sandbox"])
@pytest.mark.parametrize(
    ("text", "how", "detail"),
    [
        ("exit 127", "void", "exit code 127"),
        ("echo no python here >&2; exit 126", "void", "exit code 126: no python here"),
        ("exec no-such-program-anywhere", "void", "exit code 127: "),
        (f"echo {LOADER} >&2; exit 1", "void", f"exit code 1: {LOADER}"),
        ("echo up; exit 127", "forfeit", "exit code 127"),
        ("echo a banner; exit 127", "forfeit", "exit code 127"),
        ("echo an error >&2; exit 1", "forfeit", "exit code 1"),
        ("echo Error loading weights >&2; exit 1", "forfeit", "exit code 1"),
    ],
)
def test_a_launcher_that_runs_nothing_makes_the_match_void(
    text: str, how: str, detail: str, level: Level, home: Path
) -> None:
    if level == "sandbox" and (sys.platform != "linux" or why_no_sandbox()):
        pytest.skip("no sandbox on this machine")
    bot = command(str(script(home / "bots" / "bot", text)))
    record = play_match(bot, villain("_honest"), isolation=Isolation(level=level))
    first, second = record.result.players
    assert record.result.how == how
    assert first.termination == {"void": "not-started", "forfeit": "exited"}[how]
    assert second.termination == {"void": "stopped", "forfeit": "survived"}[how]
    assert first.detail.startswith(detail)
    assert ("no python" in text) == ("no python" in first.stderr)
    assert ("the sandbox contains" in first.detail) == (how == "void" and level == "sandbox")
