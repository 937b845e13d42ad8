"""Terminal text: escaped, measured in columns, truncated and aligned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.command_line.columns import display_width

if TYPE_CHECKING:
    from collections.abc import Sequence


def visible(text: str, *, unicode: bool = True) -> str:
    """Untrusted text, safe to show: characters that could control a terminal are escaped."""
    shown = "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )
    return shown if unicode else shown.encode("ascii", "backslashreplace").decode()


def visible_lines(text: str) -> str:
    """The same for a text of several lines; line ends are kept."""
    return "\n".join(map(visible, text.split("\n")))


def plural(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    minutes, left = divmod(whole, 60)
    return f"{minutes} min {left} s" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"


def cut(text: str, width: int, *, unicode: bool = True) -> str:
    """The text in at most `width` columns; an ellipsis replaces the rest."""
    if display_width(text) <= width:
        return text
    ellipsis = ("…" if unicode else "...")[: max(width, 0)]
    return head_of(text, width - len(ellipsis)) + ellipsis


def shorten(text: str, width: int, *, unicode: bool = True) -> str:
    """Like `cut`, but the ellipsis is in the middle: commands differ mostly at their ends."""
    if display_width(text) <= width:
        return text
    start = cut(text, max(width // 3, 1), unicode=unicode)
    return start + head_of(text[::-1], width - display_width(start))[::-1]


def head_of(text: str, width: int) -> str:
    """The first letters of a text that fit into `width` columns."""
    for end, letter in enumerate(text):
        width -= display_width(letter)
        if width < 0:
            return text[:end]
    return text


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text padded with blanks to `width` columns; right-aligned if `right` is true."""
    blanks = " " * (width - display_width(text))
    return blanks + text if right else text + blanks


def align(rows: Sequence[Sequence[str]], *, right: str = "", gap: str = "  ") -> list[str]:
    """Lines of a table; a column is right-aligned if `right` has an r at its index."""
    widths = [max(map(display_width, column)) for column in zip(*rows, strict=True)]
    sides = right.ljust(len(widths))
    return [
        gap.join(
            pad(text, width, right=side == "r")
            for text, width, side in zip(row, widths, sides, strict=True)
        ).rstrip()
        for row in rows
    ]


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns, broken between words where that can be done."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if display_width(longer) <= width:
            lines[-1] = longer
            continue
        lines.append(word)
        while display_width(lines[-1]) > max(width, 2):
            head = head_of(lines[-1], max(width, 2))
            lines[-1:] = [head, lines[-1][len(head) :]]
    return [line for line in lines if line] or [""]
