"""Faults of a bot: made from entries of the catalogue, and merged if they are equal."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

import msgspec

from gridbots_referee.diagnosis.catalogue import CATALOGUE, flush_text
from gridbots_referee.play.seat import quoted
from gridbots_referee.play.transport.error_lines import error_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots.game import Game
    from gridbots_referee.play.launch import Launch


EXAMPLES: Final = 3
"""Maximum examples of output in one fault."""

Level = Literal["fault", "warning"]


class Fault(msgspec.Struct, frozen=True):
    """One mistake of a bot."""

    kind: str
    """Identifier for programs."""
    level: Level
    """A fault costs moves or matches; a warning has cost none in this check."""
    text: str
    """Description."""
    remedy: str
    """How to correct it."""
    section: str
    """Heading of the section of protocol.md."""
    where: str
    """The situation or match of the first occurrence."""
    seat: int | None = None
    round: int | None = None
    came: tuple[str, ...] = ()
    """Examples of output, quoted."""
    count: int = 1
    record: str = ""
    """Path of the record of the match."""
    cause: str = ""
    """Distinguishes faults of the same kind, for example the error of a crash."""

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, re.sub(r"\d+", "#", self.cause)


def merge(faults: Iterable[Fault]) -> list[Fault]:
    """Merge equal faults: the first occurrence, with the count and more examples of output."""
    merged: dict[tuple[str, str], Fault] = {}
    for fault in faults:
        first = merged.get(fault.key)
        merged[fault.key] = fault if first is None else _with(first, fault)
    return list(merged.values())


ECHOES: Final = {
    "debug-line": {"other-word", "more-words", "json"},
}
"""Kind -> kinds that only repeat it: a debug line can also count as a wrong answer."""


def without_echoes(faults: Iterable[Fault]) -> list[Fault]:
    """Leave out faults that only repeat another one."""
    kept = list(faults)
    kinds = {fault.kind for fault in kept}
    echoes = set().union(*[ECHOES.get(kind, set()) for kind in kinds])
    return [fault for fault in kept if fault.kind not in echoes]


def _with(first: Fault, other: Fault) -> Fault:
    came = tuple(dict.fromkeys((*first.came, *other.came)))[:EXAMPLES]
    level: Level = "fault" if "fault" in {first.level, other.level} else "warning"
    return msgspec.structs.replace(first, count=first.count + other.count, came=came, level=level)


SHOWN: Final = 60
"""Maximum characters of a quoted line."""
NO_ERROR: Final = "without an error message"


class Reporter:
    """Makes faults of one bot in one situation or match."""

    def __init__(
        self, launch: Launch, game: Game, where: str, seat: int | None, record: str = ""
    ) -> None:
        self.launch = launch
        self.game = game
        self.where = where
        self.seat = seat
        self.record = record

    def fault(
        self, kind: str, round_number: int | None = None, *, came: str = "", **words: Any
    ) -> Fault:
        return self._make("fault", kind, round_number, came, words)

    def warning(
        self, kind: str, round_number: int | None = None, *, came: str = "", **words: Any
    ) -> Fault:
        return self._make("warning", kind, round_number, came, words)

    def _make(
        self, level: Any, kind: str, round_number: int | None, came: str, words: dict[str, Any]
    ) -> Fault:
        entry = CATALOGUE[kind]
        known = {"cause": "", "words": _words(self.game), "lost": "", "remedy": "", "last": ""}
        known |= {"flush": flush_text(self.launch.argv), "came": "{came}"} | words
        return Fault(
            kind=kind,
            level=level,
            text=_filled(entry.text, known),
            remedy=_filled(entry.remedy, known),
            section=entry.section,
            where=self.where,
            seat=self.seat,
            round=None if round_number is None or round_number < 0 else round_number,
            came=(came,) if came else (),
            record=self.record,
            cause=str(words.get("cause", "")),
        )

    def crash(self, round_number: int, ended: str, stderr: str, *, matters: bool = True) -> Fault:
        """The fault of a process that has ended, with or without an error."""
        if found := missing_file(stderr, self.launch.argv):
            return self.missing(round_number, found)
        cause = error_line(stderr) or (NO_ERROR if ended.startswith("was killed") else "")
        if not matters:
            return self.warning(
                "trapped", round_number, ended=ended, cause=cause or "without an error message"
            )
        if not cause:
            return self.fault("exit", round_number, ended=ended)
        return self.fault("crash", round_number, ended=ended, cause=cause, last=_place(stderr))

    def missing(self, round_number: int | None, found: MissingFile) -> Fault:
        remedy = "open it relative to the program" + _own_folder(self.launch)
        if found.is_here:
            remedy += "; or use --in-place, which starts the bot in this folder"
        cause = f"the file {found.name!r} of {found.folder}"
        return self.fault("missing-file", round_number, cause=cause, remedy=remedy)


def _filled(text: str, words: dict[str, Any]) -> str:
    """A text with its placeholders replaced; braces in the replacements stay."""
    return re.sub(r"\{(\w+)\}", lambda name: str(words.get(name[1], name[0])), text)


def shown(line: bytes) -> str:
    """A line of a bot, quoted and shortened."""
    text = quoted(line)
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "...")


def _words(game: Game) -> str:
    return ", ".join((*game.moves, *game.passes))


def ended_text(status: str) -> str:
    """How a process ended, from its exit status in a record."""
    return f"was {status}" if status.startswith("killed") else f"ended with {status or 'no code'}"


def _place(stderr: str) -> str:
    """The place of an error, from a Python stack trace if there is one."""
    places = re.findall(r'File "([^"]+)", line (\d+)', stderr)
    return (
        f"it is in {places[-1][0]}, line {places[-1][1]}"
        if places
        else "`referee run --stderr` shows its full output"
    )


def _own_folder(launch: Launch) -> str:
    is_python = "python" in launch.argv[0]
    return ": Path(__file__).parent in Python" if is_python else ""


MISSING: Final = re.compile(
    r"no such file|ENOENT|FileNotFound|NoSuchFile|cannot open|can't open|could not open|not found",
    re.IGNORECASE,
)
"""Error messages of various languages for a missing file."""
QUOTED: Final = re.compile(r"""['"`\u2018]([^'"`\u2019\n]+)['"`\u2019]""")
WORD: Final = re.compile(r"[\w./~+-]*[\w-]\.\w+|[\w.~+-]+/[\w./~+-]+|\w+")


class MissingFile(NamedTuple):
    """A file that a bot does not find, and the folder that has it."""

    name: str
    folder: Path

    @property
    def is_here(self) -> bool:
        """Whether it is in the current folder."""
        return self.folder == Path.cwd()


def missing_file(stderr: str, argv: Sequence[str]) -> MissingFile | None:
    """The file that a bot does not find, if it is here or next to the program."""
    folders = [Path.cwd(), *program_folders(argv)]
    for line in stderr.splitlines():
        if MISSING.search(line):
            for name in _names(line):
                for folder in folders:
                    if _is_relative_file(name, folder):
                        return MissingFile(name, folder)
    return None


def program_folders(argv: Sequence[str]) -> list[Path]:
    """The folders of the files in a command, except for system folders."""
    files = [Path(word) for word in argv if "/" in word and Path(word).is_file()]
    return list(dict.fromkeys(file.parent for file in files if file.parent.parts[1:2] != ("usr",)))


def _names(line: str) -> Iterator[str]:
    """Possible file names in a line, quoted ones first."""
    yield from QUOTED.findall(line)
    yield from WORD.findall(line)


def _is_relative_file(name: str, folder: Path) -> bool:
    try:
        return not Path(name).is_absolute() and (folder / name).exists()
    except OSError:
        return False
