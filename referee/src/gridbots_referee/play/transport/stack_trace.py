"""Stack trace: the line that names the error, in the formats of many languages."""

from __future__ import annotations

import re
from typing import Final

ERROR_LINE: Final = re.compile(
    r"""^(?:
    (?:[A-Za-z_][\w.]*\.)?\w*(?:Error|Exception|Interrupt|SystemExit|StopIteration)\b(?::.*|\ \[.*|)
    | Exception\ in\ thread\ .*
    | Caused\ by:\ .*
    | Unhandled\ exception.*
    | Uncaught\ .*
    | thread\ '.*'.*\ panicked\ at\ .*
    | panic:\ .*
    | fatal\ error:\ .*
    | ==\d+==\s*ERROR:\ .*
    | .*:\d+:\d+:\ runtime\ error:\ .*
    | .*:\ Assertion\ .*failed\.?
    | terminate\ called\ .*
    | \s*what\(\):\ .*
    | (?:PHP\ )?(?:Fatal|Parse)\ error:\ .*
    | lua[\d.]*:\ .*
    | \S.*\.rb:\d+:in\ .*\(.*\)
    | \S.*\ at\ \S+\ line\ \d+(?:\.|,\ .*)?
    | \*\*\*\ .*\ \*\*\*:.*
    | .*(?:Segmentation\ fault|stack\ smashing|free\(\):\ ).*
    | \S*sh:\ .*
    )$""",
    re.VERBOSE,
)
"""Python, Node, Java, C#, Rust, Go, sanitizers, assertions, C++, PHP, Lua, Ruby, Perl, C, sh."""
SIGNS: Final = ("rror", "ERROR", "xception", "panic", "nterrupt", "Exit", "StopIteration", " line ",
                "lua", "***", "ault", "smashing", "free()", "sh: ", ".rb:", "what()", "terminate",
                "Assertion", "Uncaught", "Caused by")  # fmt: skip
"""A text without any of these names no error. Most floods contain none."""
LONGEST: Final = 1000
"""A longer line is data."""
PANIC: Final = re.compile(r"^thread '.*'.* panicked at .*:$")
"""The message of a Rust panic is on the next line."""


def error_line(text: str) -> str:
    """The line that names the error; if none is found, the last line that is not empty."""
    found = known_error_line(text)
    if found:
        return found
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def known_error_line(text: str) -> str:
    """The last line in a known format that names an error; empty if there is none."""
    if not any(sign in text for sign in SIGNS):
        return ""
    lines = text.splitlines()
    for number in reversed(range(len(lines))):
        line = lines[number].rstrip()
        if len(line) <= LONGEST and ERROR_LINE.match(line):
            following = next((each.strip() for each in lines[number + 1 :] if each.strip()), "")
            return f"{line} {following}".strip() if PANIC.match(line) else line.strip()
    return ""
