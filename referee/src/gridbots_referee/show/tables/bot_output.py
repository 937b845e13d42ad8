"""Output of bots as harmless text: single lines, and the end of stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.show.terminal.text import cut, plural, shorten, visible

if TYPE_CHECKING:
    from gridbots.record import PlayerResult

STDERR_LINES: Final = 20
LINE_WIDTH: Final = 100
LAST_WIDTH: Final = 1000
"""Of the last line: so much is shown, the middle left out if it has more."""


def end_of_stderr(player: PlayerResult, *, unicode: bool) -> list[str]:
    """The last lines that a bot wrote to stderr."""
    if not player.stderr.strip():
        return ["  It wrote nothing to stderr."]
    text = player.stderr.expandtabs(4).rstrip("\n")
    *before, last = [line.rstrip("\r") for line in text.split("\n")[-STDERR_LINES:]]
    shown = [one_line(line, unicode=unicode) for line in before]
    # It names the error, as a rule.
    shown.append(shorten(visible(last, unicode=unicode), LAST_WIDTH, unicode=unicode))
    return [
        f"  The end of its stderr ({plural(player.stderr_bytes, 'byte')} in all):",
        *(f"    {line}".rstrip() for line in shown),
    ]


def one_line(text: str, *, unicode: bool) -> str:
    """Text of a bot as one harmless line, cut where it is long."""
    shown = visible(text, unicode=unicode)
    if len(shown) <= LINE_WIDTH:
        return shown
    return f"{cut(shown, LINE_WIDTH, unicode=unicode)} ({len(text)} letters)"
