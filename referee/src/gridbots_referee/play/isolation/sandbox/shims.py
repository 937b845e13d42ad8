"""Shims: the real programs behind the launchers of version managers.

pyenv, asdf, mise, volta and others put launchers first in PATH, which start the real program from
a folder in the user's home. A sandbox does not contain that folder. The referee therefore asks a
launcher for its real program before a bot starts, and starts that program in its place.

The question runs outside the sandbox. So the referee asks only launchers in a folder of PATH, by
their names alone, in no folder of a bot: of the other words of a command it passes on a version.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError
from gridbots_referee.play.interpreters import (
    JAVA,
    JULIA,
    NODE,
    PERL,
    PHP,
    PYTHON,
    RUBY,
    interpreter_of,
    shebang_of,
    start_of_command,
)
from gridbots_referee.play.isolation.sandbox.contents import SYSTEM
from gridbots_referee.play.launch import ENDS_OPTIONS, RUNNER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots.limits import Isolation

QUESTIONS: Final = {
    PYTHON: ("-c", "import sys; print(sys.executable)"),
    NODE: ("-p", "process.execPath"),
    PERL: ("-e", "print $^X"),
    RUBY: ("-rrbconfig", "-e", "puts RbConfig.ruby"),
    PHP: ("-r", "echo PHP_BINARY;"),
    JULIA: ("--startup-file=no", "-e", 'print(joinpath(Sys.BINDIR, "julia"))'),
    JAVA: ("-XshowSettings:properties", "-version"),
}
"""Interpreter -> words with which it prints the path of its program, or of its home."""
JAVA_HOME: Final = re.compile(r"^\s*java\.home = (.+)$", re.MULTILINE)
MANAGER: Final = re.compile(
    r"\b((?:py|rb|nod|j|go|pl|php|lua|r)env|asdf|mise|rtx|volta)(?:-shim|\b)"
)
"""Version managers with a command `which`, by which they print the path of a program."""
FORMS: Final = re.compile(
    r"(pyenv|rbenv|nodenv|asdf) exec|(mise|rtx) (exec|x)( [\w.@-]+)*( --)?"
    r"|(conda|mamba|micromamba) run( --no-capture-output)?( (-n|--name) [\w.-]+)?"
)
"""Launchers with further words that run no file of a bot."""
VERSION: Final = re.compile(r"\w+_VERSION=[\w.:-]+")
"""Environment variable of a version manager, among the words of `env`."""
TIMEOUT_SECONDS: Final = 30.0
SCRIPT_CAP: Final = 4096
"""Number of bytes of a script in which the name of its version manager is searched."""


def real_command(argv: Sequence[str], isolation: Isolation) -> tuple[str, ...]:
    """The command of a bot; for a sandbox, with the real program in place of a launcher.

    Raises:
        SettingsError: the real program of a launcher cannot be found.
    """
    argv, start = tuple(argv), 0
    if isolation.level != "sandbox":
        return argv
    if argv[: len(RUNNER)] == RUNNER:
        if ENDS_OPTIONS not in argv:
            return argv
        start = argv.index(ENDS_OPTIONS) + 1
    return argv[:start] + _real_words(argv[start:], os.environ.get("PATH", ""))


@lru_cache(maxsize=256)
def _real_words(words: tuple[str, ...], _: str) -> tuple[str, ...]:
    at = start_of_command(words)
    if interpreter_of(words[at]):
        is_kept = is_of_system(shutil.which(words[0]) or words[0])
        real = _real_program(words[: at + 1], words[at : at + 1] if is_kept else words[: at + 1])
        return (*(words[:at] if is_kept else ()), real, *words[at + 1 :]) if real else words
    program = shutil.which(words[0])
    named = [word for word in shebang_of(program) if word != "-S"] if program else []
    if program and len(named) > 1 and Path(named[0]).name == "env" and interpreter_of(named[1]):
        real = _real_program((named[1],), (named[1],))
        return (real, *named[2:], program, *words[1:]) if real else words
    return words


def _real_program(words: tuple[str, ...], asked: tuple[str, ...]) -> str:
    """The program that these words start; the last word is an interpreter, `asked` starts it.

    Empty for a program of the system and for one named by its path: these are no launchers.
    """
    paths = [shutil.which(word) for word in (words[0], words[-1])]
    if all(path and is_of_system(path) and not shebang_of(path) for path in paths):
        return ""
    path = paths[-1]
    if path is None or not all(map(_is_in_path, paths)):
        return ""
    kind, complaint = interpreter_of(words[-1]), ""
    if len(asked) > 1 and not FORMS.fullmatch(" ".join(asked[:-1])):
        complaint = f"`{' '.join(asked[:-1])}` may run the bot's own files outside the sandbox"
        raise SettingsError(_unknown(words[-1], path, complaint))
    versions = dict(each.split("=", 1) for each in words if VERSION.fullmatch(each))
    if kind in QUESTIONS:
        found, complaint = _answer([*asked, *QUESTIONS[kind]], versions, is_java=kind is JAVA)
        if found:
            return found
    found, more = _which(path, Path(words[-1]).name)
    if found or not (shebang_of(path) or MANAGER.search(Path(path).resolve().name)):
        return found
    complaint = complaint or more or "it does not print its path"
    raise SettingsError(_unknown(words[-1], path, complaint))


def _unknown(word: str, path: str, complaint: str) -> str:
    return (
        f"{word} is a launcher ({path}); the sandbox needs the program behind it, which the "
        f"referee could not find: {complaint}; write the full path of that program in place of "
        f"{word}"
    )


def is_of_system(path: str) -> bool:
    """Whether a program lies in a folder of the system, with everything that it links to."""
    return all(
        any(each.is_relative_to(folder) for folder in SYSTEM)
        for each in (Path(path), Path(path).resolve())
    )


def _is_in_path(program: str | None) -> bool:
    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    is_whole = program is not None and os.path.isabs(program)  # noqa: PTH117  None is no path
    return is_whole and str(Path(program or "").parent) in folders


def _answer(
    words: Sequence[str], versions: Mapping[str, str], *, is_java: bool = False
) -> tuple[str, str]:
    """The path that a command prints, or its last complaint."""
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, errors="replace", check=False,
            stdin=subprocess.DEVNULL, timeout=TIMEOUT_SECONDS, cwd="/",
            env={**os.environ, **versions},
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", str(error)
    if is_java and (home := JAVA_HOME.search(done.stderr)):
        found = f"{home[1].strip()}/bin/java"
    else:
        found = (done.stdout.strip().splitlines() or [""])[-1]
    is_program = os.path.isabs(found) and os.access(found, os.X_OK)  # noqa: PTH117
    complaints = done.stderr.strip().splitlines()
    return found if is_program else "", complaints[-1] if complaints and not is_program else ""


def _which(path: str, name: str) -> tuple[str, str]:
    """The program of this name by the version manager that made a shim, or its complaint."""
    target = Path(path).resolve()
    manager = MANAGER.search(target.name)
    if not manager and shebang_of(path):
        with target.open("rb") as file:
            manager = MANAGER.search(file.read(SCRIPT_CAP).decode(errors="replace"))
    program = manager and (shutil.which(manager[1]) or shutil.which(target.with_name(manager[1])))
    return _answer([program, "which", name], {}) if program else ("", "")
