"""Output of bots as harmless text: single lines, and the end of stderr."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.show.terminal.text import cut, plural, visible

if TYPE_CHECKING:
    from gridbots.record import PlayerResult

STDERR_LINES: Final = 20
LINE_WIDTH: Final = 100


def end_of_stderr(player: PlayerResult, *, unicode: bool) -> list[str]:
    """The last lines that a bot wrote to stderr."""
    lines = player.stderr.expandtabs(4).rstrip("\n").split("\n")[-STDERR_LINES:]
    if not player.stderr.strip():
        return ["  It wrote nothing to stderr."]
    return [
        f"  The end of its stderr ({plural(player.stderr_bytes, 'byte')} in all):",
        *(f"    {one_line(line.rstrip(chr(13)), unicode=unicode)}".rstrip() for line in lines),
    ]


def one_line(text: str, *, unicode: bool) -> str:
    """Text of a bot as one harmless line, cut where it is long."""
    shown = visible(text, unicode=unicode)
    if len(shown) <= LINE_WIDTH:
        return shown
    return f"{cut(shown, LINE_WIDTH, unicode=unicode)} ({len(text)} letters)"
