"""Words of a command: which of them name files of the current folder; notes and hints for users.

A bot starts in an empty folder, where relative paths do not work. The program, and operands that
can only be files, are replaced by absolute paths; all other words are passed on unchanged.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from gridbots.plugins.bot_text import split_command
from gridbots_referee.play.interpreters import script_of, shebang_fault

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

PARTS: Final = re.compile(r"[\s:,;=&|<>()'\"]+")
"""Separators of paths within a word such as `build:lib` or `--file=moves.txt`."""
RELATIVE: Final = re.compile(r"\.\.?(/.*)?")
"""A path relative to the folder in which the program runs."""
SUFFIX: Final = re.compile(r"\.[A-Za-z]\w*")


class HasCommand(Protocol):
    """A bot with a command, such as a `Launch`."""

    @property
    def bot(self) -> str: ...

    @property
    def words(self) -> tuple[str, ...]: ...

    @property
    def plugin(self) -> str: ...


def words_of(text: str) -> list[str]:
    """The words of a command. The path of an existing file is one word, even with spaces in it.

    Raises:
        ValueError: a closing quotation mark is missing.
    """
    is_path = "/" in text and os.path.isfile(from_home(text))  # noqa: PTH113  may be no path
    return [text] if is_path else shlex.split(text)


def display_name(text: str) -> str:
    """The name of a bot from its text: without the quotes that its words do not need."""
    if not ({"'", '"'} & {*text}):
        return text
    try:
        words = words_of(text)
    except ValueError:
        return text
    return words[0] if len(words) == 1 else shlex.join(words)


def as_started(words: Sequence[str]) -> tuple[str, ...]:
    """The words that start a bot in an empty folder."""
    program, *operands = words
    is_here = "/" in program and _exists(program)
    # A word that no shell finds as a program may be a file that another program runs.
    is_here = is_here or (shutil.which(program) is None and is_file(program))
    found = os.path.abspath(program) if is_here else program  # noqa: PTH100  may be no path
    started = [found, *map(from_here, operands)]
    if (script := script_of(words)) and script.is_here:
        started[script.at] = os.path.abspath(script.word)  # noqa: PTH100  likewise
    return tuple(started)


def from_here(word: str) -> str:
    """The absolute path of a file, or the word itself."""
    return os.path.abspath(word) if is_file(word) else word  # noqa: PTH100  may be no path


def from_home(word: str) -> str:
    """A word with `~` expanded: shells do not expand it within quotes, nor in files."""
    whole = os.path.expanduser(word)  # noqa: PTH111  likewise
    return whole if word.startswith("~") and _exists(whole) else word


def is_file(word: str) -> bool:
    """Whether an operand is an existing file and looks like one: it has a slash or a suffix."""
    if word.startswith("-") or not os.path.isfile(word):  # noqa: PTH113  may be no path
        return False
    return "/" in word or bool(SUFFIX.fullmatch(os.path.splitext(word)[1]))  # noqa: PTH122  likewise


def path_notes(launches: Iterable[HasCommand], *, can_be_in_place: bool) -> Iterator[str]:
    """Notes for the user about paths in the commands of bots that start in an empty folder."""
    kinds = ((each.bot, each.plugin, each.words) for each in launches if each.words)
    for bot, plugin, command in dict.fromkeys(kinds):
        words = _written(bot, plugin)
        changed = [
            f"{word} is passed as {path}"
            for word, path in zip(words, command, strict=False)
            if word != path
        ]
        if changed:
            yield f"{bot!r} starts in an empty folder: {', '.join(changed)}"
        if left := list(dict.fromkeys(_left(words, command))):
            remedy = "add --in-place to start it here, or " if can_be_in_place else ""
            yield (
                f"{bot!r} starts in an empty folder and will not find {' '.join(left)}; "
                f"{remedy}write absolute paths, such as {shlex.quote(str(Path.cwd()))}"
            )


def _written(bot: str, plugin: str) -> list[str]:
    """The words of a command as the user wrote them."""
    return split_command(plugin, bot.partition(":")[2])[1] if plugin else words_of(bot)


def _left(words: Sequence[str], argv: Sequence[str]) -> Iterator[str]:
    """Words after the program that seem to name something here but were passed on unchanged."""
    for before, word, passed in zip(words, words[1:], argv[1:], strict=False):
        if word == passed and (_names_something(word) or (before == "-m" and _is_module(word))):
            yield word


def _names_something(word: str) -> bool:
    if word.startswith("-") and "=" not in word:
        path = "" if word.startswith("--") else word[2:]  # as in -I.
        return bool(RELATIVE.fullmatch(path)) or (bool(path) and _is_folder(path))
    operands = word.partition("=")[2] if word.startswith("-") else word
    return any(RELATIVE.fullmatch(part) or _is_here(part) for part in PARTS.split(operands) if part)


def _is_module(word: str) -> bool:
    path = word.replace(".", "/")
    return _is_folder(path) or _exists(f"{path}.py")


def _is_here(path: str) -> bool:
    return not os.path.isabs(path) and _exists(path)  # noqa: PTH117  may be no path


def _exists(path: str) -> bool:
    return os.path.exists(path)  # noqa: PTH110  likewise


def _is_folder(path: str) -> bool:
    return not os.path.isabs(path) and os.path.isdir(path)  # noqa: PTH112, PTH117  likewise


RUN_BY: Final = {
    ".py": "python3 {}",
    ".js": "node {}",
    ".mjs": "node {}",
    ".cjs": "node {}",
    ".ts": "node --experimental-strip-types {}",
    ".pl": "perl {}",
    ".rb": "ruby {}",
    ".php": "php {}",
    ".lua": "lua {}",
    ".jar": "java -jar {}",
    ".java": "java {}",
    ".sh": "sh {}",
    ".bash": "bash {}",
}
"""Commands that run files which are not programs themselves."""
BUILT_BY: Final = {
    ".c": "cc -O2 -o {1} {0}",
    ".cc": "c++ -O2 -o {1} {0}",
    ".cpp": "c++ -O2 -o {1} {0}",
    ".rs": "rustc -O -o {1} {0}",
    ".go": "go build -o {1} {0}",
}
"""Commands that build programs from source files."""


def how_to_start(word: str) -> str:
    """A hint how to start this file as a bot; empty if there is no such file."""
    path = Path(word)
    try:
        if not path.is_file():
            return ""
    except (OSError, ValueError):  # not a file name
        return ""
    name = shlex.quote(word)
    if path.suffix in BUILT_BY:
        program = word.removesuffix(path.suffix)
        built = BUILT_BY[path.suffix].format(name, shlex.quote(program))
        return f"{word} is a source file: build it with `{built}`, then use {_program(program)}"
    here = _program(word)
    if os.access(path, os.X_OK):
        return f"to run a program of this folder, write {here}"
    if path.suffix in RUN_BY:
        return f'did you mean "{RUN_BY[path.suffix].format(name)}"?'
    return f"{word} is not executable: run `chmod +x {name}`, then use {here}"


def _program(path: str) -> str:
    """A program as a word of a shell, with a slash in it."""
    return shlex.quote(path if "/" in path else f"./{path}")


def no_such_file(word: str) -> str:
    """A hint if the word looks like the file of a bot that does not exist; else empty."""
    if "/" in word and os.path.isdir(word):  # noqa: PTH112  may be no path
        return f"{word} is a folder"
    is_file_name = "/" in word or Path(word).suffix in {*RUN_BY, *BUILT_BY}
    return missing_text(word) if is_file_name else ""


def missing_text(word: str) -> str:
    """That there is no such file, where the referee looked for it, and what to do."""
    where = "" if os.path.isabs(word) else f" in {Path.cwd()}"  # noqa: PTH117  may be no path
    if similar := _similar_file(word):
        return f"there is no file {word}{where}: did you mean {similar}?"
    remedy = ": change to the folder of the file, or write its full path" if where else ""
    return f"there is no file {word}{where}{remedy}"


def _similar_file(word: str) -> str:
    """The file in the same folder whose name is most similar; empty if there is none."""
    folder, name = os.path.split(word)
    try:
        names = [each.name for each in os.scandir(folder or ".") if each.is_file()]
    except (OSError, ValueError):  # no folder
        return ""
    close = difflib.get_close_matches(name, names, n=1, cutoff=0.7)
    return os.path.join(folder, close[0]) if close else ""  # noqa: PTH118  may be no path


def why_no_start(words: Sequence[str]) -> str:
    """Why a command whose program exists cannot start, and what to do; else empty."""
    script = script_of(words)
    if script and not (script.is_here or script.is_in_path):
        return missing_text(script.word)
    program = shutil.which(words[0])
    return shebang_fault(program) if program else ""


def joined(words: Sequence[str], installed: Collection[str]) -> list[str]:
    """The words of a command line, with commands such as `python3 mybot.py` joined to one word."""
    found, place = [], 0
    while place < len(words):
        end = _end_of_command(words, place, installed)
        found.append(shlex.join(words[place:end]) if end > place + 1 else words[place])
        place = end
    return found


def _end_of_command(words: Sequence[str], place: int, installed: Collection[str]) -> int:
    """The index after a program, its options and the file that it runs; otherwise the next one."""
    end = place + 1
    if not _is_program(words[place], installed):
        return end
    while end < len(words) and words[end].startswith("-"):
        end += 1
    return end + 1 if end < len(words) and _is_operand(words[end], installed) else place + 1


def _is_program(word: str, installed: Collection[str]) -> bool:
    is_bot = word.partition(":")[0] in installed or "/" in word or " " in word
    return not is_bot and not word.startswith("-") and shutil.which(word) is not None


def _is_operand(word: str, installed: Collection[str]) -> bool:
    """Whether a word is an existing file that is not a bot itself."""
    if word.partition(":")[0] in installed or not os.path.isfile(word):  # noqa: PTH113  may be no path
        return False
    return "/" not in word or not os.access(word, os.X_OK)
