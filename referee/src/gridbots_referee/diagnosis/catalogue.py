"""Catalogue of mistakes: what is wrong, where protocol.md says so, and what to write instead."""

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
    """What is wrong; names in braces are filled in."""
    remedy: str


CATALOGUE: Final = {
    "not-started": KnownMistake(
        "When a bot fails", "it does not start: {cause}", "try the same command in a shell"
    ),
    "not-flushed": KnownMistake(
        "Answers",
        "its answer came only when its input was closed: it lay in the bot's own buffer",
        "flush the standard output after each answer: {flush}",
    ),
    "reads-to-the-end": KnownMistake(
        "Lines",
        "it answers only when its input has ended: it reads all lines before it answers the first, "
        "or keeps its answers in a buffer of its own",
        "read line by line, answer at each line `action move MS`, and flush each answer: {flush}",
    ),
    "no-newline": KnownMistake(
        "Answers",
        "its answer {came} has no line feed at its end, so the referee waits for the rest of it",
        'end each answer with a line feed, "\\n"',
    ),
    "waits": KnownMistake(
        "Lines",
        "it has read the whole request and waits for another line, without an answer",
        "answer as soon as the line `action move MS` has come; no line follows before the answer",
    ),
    "does-not-read": KnownMistake(
        "Lines",
        "it does not read its input ({unread} bytes lie unread), and does not answer",
        "read the standard input line by line, and answer at each line `action move MS`",
    ),
    "no-answer": KnownMistake(
        "Time",
        "it gave no answer within {allowed} ms, without computing: it sleeps, or waits for "
        "something else than its input",
        "answer at each line `action move MS` within the time that it names",
    ),
    "late": KnownMistake(
        "Time",
        "it was still computing after {allowed} ms without an answer",
        "think no longer than the MS of `action move MS` says",
    ),
    "late-in-match": KnownMistake(
        "Time",
        "it gave {cause}",
        "think no longer than the MS of `action move MS` says, and flush each answer",
    ),
    "slow": KnownMistake(
        "Time",
        "it took {took} ms for an answer, of {allowed} ms that were left in its time bank",
        "think no longer than the MS of `action move MS` says, and some ms less",
    ),
    "slow-start": KnownMistake(
        "Time",
        "its first answer took {took} ms; {allowed} ms are free at the start, the rest is taken "
        "from the time bank",
        "load less before the first answer, or ask for more by --start-allowance",
    ),
    "crash": KnownMistake("When a bot fails", "it {ended}: {cause}", "mend the error; {last}"),
    "exit": KnownMistake(
        "When a bot fails",
        "it {ended} although it was asked for a move, and wrote no error",
        "go on reading until the input ends",
    ),
    "closed": KnownMistake(
        "When a bot fails",
        "it closed its standard output and lives on",
        "leave the standard output open until the input ends",
    ),
    "output": KnownMistake(
        "When a bot fails", "it wrote too much: {cause}", "write one word for each request"
    ),
    "limit": KnownMistake(
        "When a bot fails",
        "it has hit a limit: {cause}",
        "need less, or raise the limit by --limit NAME=VALUE; see docs/referee.md",
    ),
    "void": KnownMistake(
        "When a bot fails", "the match does not count: {cause}", "see what has killed the bot"
    ),
    "blank-line": KnownMistake(
        "Answers", "it writes blank lines", "write the answer alone, without a blank line"
    ),
    "debug-line": KnownMistake(
        "Answers",
        "it writes lines to its standard output that are no answers: {came}{lost}",
        "write debug output to standard error (stderr), which is always read and kept",
    ),
    "second-answer": KnownMistake(
        "Answers",
        "it writes more than one answer to a request: {came} came as well; the first one counts",
        "write one line for each `action move MS`, and nothing for other lines",
    ),
    "json": KnownMistake(
        "Answers", "it answers with JSON: {came}", "write the bare word, without quotes: {words}"
    ),
    "not-text": KnownMistake(
        "Answers",
        "its answers are not plain text, but UTF-16 or begin with a byte order mark: {came}",
        "write UTF-8 without a mark: {words}",
    ),
    "leading-blank": KnownMistake(
        "Answers", "a blank stands in front of its answer: {came}", "begin with the word: {words}"
    ),
    "more-words": KnownMistake(
        "Answers", "it writes more than the move: {came}", "write the bare word: {words}"
    ),
    "other-word": KnownMistake(
        "Answers", "it answers with a word that is no move: {came}", "the words are {words}"
    ),
    "illegal": KnownMistake(
        "Answers", "it gave an illegal move: {why}", "choose among the legal moves"
    ),
    "unsafe": KnownMistake(
        "Answers",
        "its move {came} is legal and ends its match at once; {safe} would not",
        "look at the cell ahead before you answer",
    ),
    "trapped": KnownMistake(
        "Time",
        "it {ended} where no move is left that could help: {cause}",
        "answer with any move then, or `pass`: it changes nothing, but a tidy bot does not crash",
    ),
    "lives-on": KnownMistake(
        "Lines",
        "it has not ended {seconds} s after the end of its input",
        "leave when a read says that the input has ended (an empty text, null, EOF)",
    ),
    "error-at-end": KnownMistake(
        "Lines",
        "it ends with an error when its input ends: {cause}",
        "leave when a read says that the input has ended, without an error",
    ),
    "missing-file": KnownMistake(
        "Surroundings",
        "it does not find {cause}: it starts in an empty folder of its own",
        "{remedy}",
    ),
    "needs-folder": KnownMistake(
        "Surroundings",
        "it plays in {cause}, but not in the empty folder that it starts in",
        "find files by the place of the program, or play with --in-place",
    ),
    "overlay": KnownMistake("Overlays", "an overlay cannot be shown: {cause}", "see its table"),
}  # fmt: skip


FLUSHES: Final = {
    "python": "print(move, flush=True)",
    "c": "fflush(stdout); after each answer",
    "c++": "std::cout << move << std::endl;",
    "go": "writer.Flush() after each answer",
    "java": "System.out.println(move); System.out.flush();",
    "lua": 'io.write(move, "\\n"):flush()',
    "perl": "STDOUT->autoflush(1); at the beginning",
    "php": 'echo "$move\\n"; flush();',
    "ruby": "$stdout.sync = true at the beginning",
    "awk": "fflush() after each print; mawk reads line by line only with -W interactive",
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
"""What a program without interpreter and suffix may be written in."""
SHEBANG_BYTES: Final = 200


def flush_text(argv: Sequence[str]) -> str:
    """What to write to flush, in the language of this command, or in the likely ones."""
    language = language_of(argv)
    languages = [language] if language else COMPILED
    return "; or ".join(
        FLUSHES[each] if language else f"in {each.capitalize()}: {FLUSHES[each]}"
        for each in languages
    )


def language_of(argv: Sequence[str]) -> str:
    """The language, as far as the names of the program and its files tell; else empty."""
    for word in (*argv[:2], _shebang(argv[0])):
        name = Path(word).name
        for pattern, language in PROGRAMS:
            if re.fullmatch(pattern, name):
                return language
        if Path(name).suffix in SUFFIXES:
            return SUFFIXES[Path(name).suffix]
    return ""


def _shebang(program: str) -> str:
    """The interpreter that the first line of a script names."""
    try:
        with Path(program).open("rb") as file:
            first = file.read(SHEBANG_BYTES).partition(b"\n")[0]
    except OSError:
        return ""
    if not first.startswith(b"#!"):
        return ""
    words = first[2:].decode(errors="replace").split()
    return next((word for word in reversed(words) if not word.startswith("-")), "")
