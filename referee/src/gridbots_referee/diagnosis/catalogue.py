"""Catalogue of known mistakes: description, section of protocol.md, and remedy."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


SECTIONS: Final = ("Lines", "Answers", "Time", "When a bot fails", "Surroundings", "Overlays")
"""Headings of protocol.md."""


class KnownMistake(NamedTuple):
    section: str
    text: str
    """Description; placeholders are in braces."""
    remedy: str


CATALOGUE: Final = {
    "not-started": KnownMistake(
        "When a bot fails", "it does not start: {cause}", "try the same command in a shell"
    ),
    "not-flushed": KnownMistake(
        "Answers",
        "its answer came only when its input was closed, because its output is buffered",
        "flush the standard output after each answer: {flush}",
    ),
    "reads-to-the-end": KnownMistake(
        "Lines",
        "it answers only at the end of its input: it reads all lines before it answers, or it "
        "buffers its output",
        "read line by line, answer each line `action move MS`, and flush each answer: {flush}",
    ),
    "no-newline": KnownMistake(
        "Answers",
        "its answer {came} does not end with a line feed, so the referee waits for the rest of it",
        'end each answer with a line feed, "\\n"',
    ),
    "waits": KnownMistake(
        "Lines",
        "it has read the whole request, but waits for another line instead of answering",
        "answer as soon as you read the line `action move MS`; the next line comes after the "
        "answer",
    ),
    "does-not-read": KnownMistake(
        "Lines",
        "it does not read its input ({unread} bytes are unread), and does not answer",
        "read the standard input line by line, and answer each line `action move MS`",
    ),
    "no-answer": KnownMistake(
        "Time",
        "it did not answer within {allowed} ms, and was not computing: it sleeps, or waits for "
        "something other than its input",
        "answer each line `action move MS` within MS milliseconds",
    ),
    "late": KnownMistake(
        "Time",
        "it was still computing after {allowed} ms",
        "limit your thinking time to the MS of `action move MS`",
    ),
    "late-in-match": KnownMistake(
        "Time",
        "it gave {cause}",
        "limit your thinking time to the MS of `action move MS`, and flush each answer",
    ),
    "slow": KnownMistake(
        "Time",
        "it took {took} ms for an answer, with {allowed} ms left in its time bank",
        "limit your thinking time to a little less than the MS of `action move MS`",
    ),
    "slow-start": KnownMistake(
        "Time",
        "its first answer took {took} ms; the start allowance is {allowed} ms, and the rest is "
        "charged to the time bank",
        "load less before the first answer, or raise --start-allowance",
    ),
    "crash": KnownMistake("When a bot fails", "it {ended}: {cause}", "fix the error; {last}"),
    "exit": KnownMistake(
        "When a bot fails",
        "it {ended} when asked for a move, without an error message",
        "keep reading until the input ends",
    ),
    "closed": KnownMistake(
        "When a bot fails",
        "it closed its standard output, but keeps running",
        "keep the standard output open until the input ends",
    ),
    "output": KnownMistake(
        "When a bot fails", "it wrote too much: {cause}", "write one word for each request"
    ),
    "limit": KnownMistake(
        "When a bot fails",
        "it exceeded a limit: {cause}",
        "use less, or raise the limit with --limit NAME=VALUE; see docs/referee.md",
    ),
    "void": KnownMistake(
        "When a bot fails", "the match is void: {cause}", "find out what killed the bot"
    ),
    "blank-line": KnownMistake(
        "Answers", "it writes blank lines", "write only the answer"
    ),
    "debug-line": KnownMistake(
        "Answers",
        "it writes lines to its standard output that are not answers: {came}{lost}",
        "write debug output to the standard error (stderr), which the referee records",
    ),
    "second-answer": KnownMistake(
        "Answers",
        "it answers a request more than once: {came} was extra; the first answer counts",
        "write one line for each `action move MS`, and none for other lines",
    ),
    "json": KnownMistake(
        "Answers", "it answers in JSON: {came}", "write only the word, without quotes: {words}"
    ),
    "not-text": KnownMistake(
        "Answers",
        "its answers are UTF-16 or start with a byte order mark: {came}",
        "write UTF-8 without a byte order mark: {words}",
    ),
    "leading-blank": KnownMistake(
        "Answers", "its answer starts with a blank: {came}", "start with the word: {words}"
    ),
    "more-words": KnownMistake(
        "Answers", "it writes more than the move: {came}", "write only the word: {words}"
    ),
    "other-word": KnownMistake(
        "Answers", "its answer is not a move: {came}", "write one of {words}"
    ),
    "illegal": KnownMistake(
        "Answers", "it made an illegal move: {why}", "choose a legal move"
    ),
    "unsafe": KnownMistake(
        "Answers",
        "its move {came} is legal but loses at once; {safe} would not",
        "check the next cell before you answer",
    ),
    "trapped": KnownMistake(
        "Time",
        "it {ended} when no move could save it: {cause}",
        "answer with any move or `pass`; it changes nothing, but a bot should not crash",
    ),
    "lives-on": KnownMistake(
        "Lines",
        "it is still running {seconds} s after the end of its input",
        "exit when a read reports the end of the input (an empty string, null, EOF)",
    ),
    "error-at-end": KnownMistake(
        "Lines",
        "it fails at the end of its input: {cause}",
        "exit without an error when a read reports the end of the input",
    ),
    "missing-file": KnownMistake(
        "Surroundings",
        "it does not find {cause}, because the referee starts it in an empty folder",
        "{remedy}",
    ),
    "needs-folder": KnownMistake(
        "Surroundings",
        "it works in {cause}, but not in the empty folder in which the referee starts it",
        "open files relative to the program, or use --in-place",
    ),
    "fault": KnownMistake(
        "Answers",
        "the arena's rule replaced its answer: {cause}",
        "answer with a move, in time",
    ),
    "overlay": KnownMistake("Overlays", "an overlay cannot be drawn: {cause}", "follow the table "
    "of overlays"),
}  # fmt: skip


FLUSHES: Final = {
    "python": "print(move, flush=True)",
    "c": "fflush(stdout); after each answer",
    "c++": "std::cout << move << std::endl;",
    "go": "writer.Flush() after each answer",
    "java": "System.out.println(move); System.out.flush();",
    "lua": 'io.write(move, "\\n"):flush()',
    "perl": "STDOUT->autoflush(1); at the start",
    "php": 'echo "$move\\n"; flush();',
    "ruby": "$stdout.sync = true at the start",
    "awk": "fflush() after each print; mawk needs -W interactive to read line by line",
}
PROGRAMS: Final = (
    (r"python[\d.]*|pypy[\d.]*|uv", "python"),
    (r"perl[\d.]*", "perl"),
    (r"ruby[\d.]*", "ruby"),
    (r"java", "java"),
    (r"php[\d.]*", "php"),
    (r"lua(jit)?[\d.]*", "lua"),
    (r"[gmn]?awk", "awk"),
)
SUFFIXES: Final = {
    ".py": "python", ".pl": "perl", ".rb": "ruby", ".jar": "java", ".php": "php", ".lua": "lua",
    ".awk": "awk",
}  # fmt: skip
COMPILED: Final = ("c", "c++", "go")
"""Likely languages of a program without interpreter and suffix."""
SHEBANG_BYTES: Final = 200


def flush_text(argv: Sequence[str]) -> str:
    """How to flush in the language of this command, or in the likely ones."""
    language = language_of(argv)
    languages = [language] if language else COMPILED
    return "; or ".join(
        FLUSHES[each] if language else f"in {each.capitalize()}: {FLUSHES[each]}"
        for each in languages
    )


def language_of(argv: Sequence[str]) -> str:
    """The language, according to the names of the program and its files; empty if unknown."""
    for word in (*argv[:2], _shebang(argv[0])):
        name = Path(word).name
        for pattern, language in PROGRAMS:
            if re.fullmatch(pattern, name):
                return language
        if Path(name).suffix in SUFFIXES:
            return SUFFIXES[Path(name).suffix]
    return ""


def _shebang(program: str) -> str:
    """The interpreter in the first line of a script."""
    try:
        with Path(program).open("rb") as file:
            first = file.read(SHEBANG_BYTES).partition(b"\n")[0]
    except OSError:
        return ""
    if not first.startswith(b"#!"):
        return ""
    words = first[2:].decode(errors="replace").split()
    return next((word for word in reversed(words) if not word.startswith("-")), "")
