"""Stack traces of many languages: the line that names the error is found, however long they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from gridbots_referee.play.transport.error_lines import error_line
from gridbots_referee.play.transport.stderr import TAIL, StderrBuffer

TRACES = {
    "python": ('Traceback (most recent call last):\n  File "a", line 3\n    b()\nKeyError: 5\n',
               "KeyError: 5"),
    "python, in a package": ("Traceback ...\n  File\npackage.errors.Odd_Error\n",
                             "package.errors.Odd_Error"),
    "javascript": ("a.js:3\n  b()\n  ^\n\nTypeError: b is not a function\n    at a.js:3:2\n\n",
                   "TypeError: b is not a function"),
    "java": ('Exception in thread "main" java.lang.Error: odd\n\tat Bot.main(Bot.java:3)\n',
             'Exception in thread "main" java.lang.Error: odd'),
    "java, with a cause": ('Exception in thread "main" a.B: c\n\tat d\nCaused by: e.F: g\n\tat h\n',
                           "Caused by: e.F: g"),
    "rust": ("thread 'main' panicked at src/main.rs:3:5:\nout of bounds\nnote: run with\n",
             "thread 'main' panicked at src/main.rs:3:5: out of bounds"),
    "go": ("panic: runtime error: odd\n\ngoroutine 1 [running]:\nmain.main()\n",
           "panic: runtime error: odd"),
    "perl": ("odd at bot.pl line 3, <STDIN> line 9.\n", "odd at bot.pl line 3, <STDIN> line 9."),
    "ruby": ("bot.rb:3:in `b': odd (NameError)\n\tfrom bot.rb:5:in `<main>'\n",
             "bot.rb:3:in `b': odd (NameError)"),
    "sanitizer": ("=====\n==12==ERROR: AddressSanitizer: overflow\n    #0 0x1 in main\n",
                  "==12==ERROR: AddressSanitizer: overflow"),
    "assertion": ("bot: bot.c:3: main: Assertion `b' failed.\n",
                  "bot: bot.c:3: main: Assertion `b' failed."),
    "shell": ("bot.sh: 3: b: not found\n", "bot.sh: 3: b: not found"),
    "python, a group": ("  | ExceptionGroup: g\n  +-+---- 1 ----\n    | ValueError: 1\n    +----\n",
                        "ValueError: 1"),
    "another": ("odd\nmore\n\n", "more"),
    "none": ("", ""),
}  # fmt: skip


FILE = Path(__file__).with_name("stack_traces.txt")
"""Further traces; `>` marks the expected line."""
TRACES |= {
    name: (text.replace("\n>", "\n").removeprefix(">"), f"\n{text}".split("\n>")[1].split("\n")[0])
    for name, _, text in (part.partition("\n") for part in FILE.read_text().split("=== ")[1:])
}


@pytest.mark.parametrize("language", TRACES)
def test_the_line_that_names_the_error_is_found(language: str) -> None:
    trace, line = TRACES[language]
    assert error_line(trace) == line


def test_the_folders_that_perl_searched_are_left_out() -> None:
    folders = " ".join(["/usr/share/perl5"] * 99)
    trace = f"Can't locate X.pm in @INC (@INC contains: {folders}) at bot.pl line 2.\nBEGIN\n"
    assert error_line(trace) == "Can't locate X.pm in @INC at bot.pl line 2."


def test_the_error_of_a_truncated_trace_is_kept() -> None:
    errors = StderrBuffer()
    errors.feed(b'Exception in thread "main" java.lang.StackOverflowError\n')
    for _ in range(4000):
        errors.feed(b"\tat Bot.room(Bot.java:3)\n")
    tail = errors.tail.decode()
    assert error_line(tail) == 'Exception in thread "main" java.lang.StackOverflowError'
    assert len(tail) == TAIL
