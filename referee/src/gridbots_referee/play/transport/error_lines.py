"""The line of a bot's stderr that names the cause of an error, in many languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ERROR_LINE: Final = re.compile(
    r"""^(?:
    (?:[\ |]+\|\ )?(?:[A-Za-z_][\w.]*\.)?
        \w*(?:Error|Exception|ExceptionGroup|Interrupt|SystemExit|StopIteration)\b(?::.*|\ \[.*|)
    | Exception\ in\ thread\ .*
    | Caused\ by:\ .*
    | (?:\[ERROR\]\ FATAL\ )?(?i:unhandled\ exception).*
    | Uncaught\ .*
    | thread\ '.*'.*\ panicked\ at\ .*
    | panic:\ .*
    | (?:\S+:\ )*(?:fatal\ )?error(?:\[\w+\])?:\ .*
    | ==\d+==\s*ERROR:\ .*
    | .*:\d+:\d+:\ runtime\ error:\ .*
    | .*:\ Assertion\ .*failed\.?
    | terminate\ called\ .*
    | \s*what\(\):\ .*
    | (?:PHP\ )?(?:Fatal|Parse)\ error:\ .*
    | lua[\d.]*:\ .*
    | \S.*\.rb:\d+:in\ .*\(.*\)
    | \S.*\((?:\w+::)*\w*(?:Error|Exception)\)
    | \S+:\ ?(?:line\ )?\d+:\ (?i:syntax\ error).*
    | \S.*\ at\ \S+\ line\ \d+(?:\.|,\ .*)?
    | \*\*\*\ .*\ \*\*\*:.*
    | .*(?:Segmentation\ fault|stack\ smashing|free\(\):\ ).*
    | \S*sh:\ .*
    | \S.*(?:not\ found(?:\ \(required\ by\ .*\))?|No\ such\ file\ or\ directory)\.?
    | \S+:\ (?:.*:\ Permission\ denied|No\ module\ named\ .*)
    )$""",
    re.VERBOSE,
)
"""Python, Node, Java, C#, Rust, Go, compilers, sanitizers, assertions, C++, PHP, Lua, Ruby, Perl,
C, shells, loaders."""
CONSEQUENCE: Final = re.compile(
    r"""^\s*(?:
    BEGIN\ failed--compilation\ aborted\ at\ .*
    | Compilation\ failed\ in\ require\ at\ .*
    | .*\ (?:aborted\ due\ to|had)\ compilation\ errors\.
    | Caused\ by:\ java\.lang\.ClassNotFoundException:\ .*
    | error:\ (?:aborting\ due\ to|could\ not\ compile)\ .*
    | collect2:\ error:\ .*
    | compilation\ terminated\.
    | For\ more\ information\ about\ this\ error,\ .*
    | note:\ .*
    | Node\.js\ v\d.*
    | \(Use\ `node\ --trace-uncaught\ .*
    )$""",
    re.VERBOSE,
)
"""What Perl, Java, compilers and Node print after the line that names an error."""
SIGNS: Final = ("rror", "ERROR", "xception", "panic", "nterrupt", "Exit", "StopIteration", " line ",
                "lua", "***", "ault", "smashing", "free()", "sh: ", ".rb:", "what()", "terminate",
                "Assertion", "Uncaught", "Caused by", "Traceback", "ot found", "No such file",
                "denied", "EXCEPTION", "No module")  # fmt: skip
"""A text without any of these names no error. Most floods contain none."""
LONGEST: Final = 1000
"""A longer line is data."""
PANIC: Final = re.compile(r"^thread '.*'.* panicked at .*:$")
"""The message of a Rust panic is on the next line."""
TRACEBACK: Final = "Traceback (most recent call last):"
SEARCHED: Final = re.compile(r" \(@INC [^)]*\)")
"""The folders that Perl lists in its error for a missing module."""


def error_line(text: str) -> str:
    """The line that names the error; if none is found, the last line that may do so."""
    if found := known_error_line(text):
        return found
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    telling = [line for line in lines if not CONSEQUENCE.match(line)]
    return (telling or lines or [""])[-1]


def known_error_line(text: str) -> str:
    """The last line in a known format that names the cause of an error; empty if there is none."""
    if not any(sign in text for sign in SIGNS):
        return ""
    lines = [SEARCHED.sub("", line) for line in text.splitlines()]
    found = [*_python_errors(lines), *_matches(lines)]
    causes = [number for number in found if not CONSEQUENCE.match(lines[number])]
    return _with_message(lines, max(causes)) if causes else ""


def _matches(lines: Sequence[str]) -> Iterator[int]:
    for number, line in enumerate(lines):
        if len(line) <= LONGEST and ERROR_LINE.match(line.rstrip()):
            yield number


def _python_errors(lines: Sequence[str]) -> Iterator[int]:
    """The lines below Python stack traces, which may name any class."""
    in_trace = False
    for number, line in enumerate(lines):
        if in_trace and line and not line.startswith(" "):
            yield number
        in_trace = line.rstrip() == TRACEBACK or (in_trace and not line[:1].strip())


def _with_message(lines: Sequence[str], number: int) -> str:
    """A line, with the next one if that has the message."""
    line = lines[number].strip(" |\t\r")
    following = next((each.strip() for each in lines[number + 1 :] if each.strip()), "")
    return f"{line} {following}".strip() if PANIC.match(line) else line
