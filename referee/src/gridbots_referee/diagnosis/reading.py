"""What kind of answer the lines of one round are; pure functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from gridbots.protocol import read_reply

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Kind = Literal[
    "blank-line", "debug-line", "second-answer", "json", "not-text", "leading-blank", "more-words",
    "other-word",
]  # fmt: skip
JSON: Final = re.compile(rb'\s*[\[{"]')
MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
"""Byte order marks of UTF-16 and UTF-8."""
WORD: Final = re.compile(rb"[\w-]+")


class Misreading(msgspec.Struct, frozen=True):
    """A line that is not the one answer to its request."""

    kind: Kind
    line: bytes


def misreadings(lines: Sequence[bytes], words: Mapping[bytes, int]) -> Iterator[Misreading]:
    """What is wrong with the lines that came for one request, if anything."""
    moves = [read_reply(line, words) is not None for line in lines]
    has_answer = any(moves)
    answered = False
    for line, is_move in zip(lines, moves, strict=True):
        if is_move and answered:
            yield Misreading("second-answer", line)
        elif not is_move:
            yield Misreading(_kind(line, words, has_answer=has_answer), line)
        answered |= is_move


def _kind(line: bytes, words: Mapping[bytes, int], *, has_answer: bool) -> Kind:
    looks_like: dict[Kind, bool] = {
        "blank-line": not line.strip(),
        "debug-line": has_answer,
        "not-text": b"\0" in line or line.startswith(MARKS),
        "json": JSON.match(line) is not None,
        "leading-blank": read_reply(line.lstrip(), words) is not None,
        "more-words": any(word.lower() in words for word in WORD.findall(line)),
    }
    return next((kind for kind, it_does in looks_like.items() if it_does), "other-word")
