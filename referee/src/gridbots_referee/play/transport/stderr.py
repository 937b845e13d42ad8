"""Bounded buffer of a bot's stderr: its tail, last overlay, last fault, and error line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from gridbots.pictures.overlay import LINE_CAP, OVERLAY
from gridbots.protocol import ASK_END, FAULT
from gridbots_referee.play.transport.error_lines import known_error_line

if TYPE_CHECKING:
    from collections.abc import Callable

TAIL: Final = 16384
"""Number of bytes at the end of stderr that are kept."""
ERROR_CAP: Final = 1000
"""Maximum number of bytes of an error line that comes before the tail."""
SCAN_CAP: Final = 1 << 18
"""Total number of bytes after which errors are not searched for: a flood must not cost time."""
LEFT_OUT: Final = b"\n[...]\n"
ASK_LINE: Final = re.compile(rb"^" + ASK_END, re.MULTILINE)
OVERLAY_LINE: Final = re.compile(rb"^overlay (.*)\n", re.MULTILINE)
FAULT_LINE: Final = re.compile(rb"^" + FAULT + rb"(.*\n)", re.MULTILINE)


class StderrBuffer:
    """A buffer that is fed in pieces. Lines for the referee are not part of the tail."""

    def __init__(self) -> None:
        self.count = 0
        """Total number of bytes."""
        self.asks_end = False
        """Whether the bot asked for the end of the match."""
        self.tap: Callable[[bytes], object] | None = None
        """Called with each piece."""
        self._tail = b""
        self._partial_line = b""
        """The beginning of a line that may be for the referee."""
        self._is_within_line = False
        """Whether the next piece continues a line for people."""
        self._overlay: bytes | None = None
        self._fault = b""
        """The last fault that a bridge has reported."""
        self._lost_error = b""
        """The last error line in the text that was dropped."""

    @property
    def tail(self) -> bytes:
        """The end of stderr; the error line first, if it came before."""
        kept = self._tail + self._partial_line
        tail = kept[-TAIL:]
        error = error_in(kept[:-TAIL]) or self._lost_error
        if not error or error in tail:
            return tail
        head = error + LEFT_OUT
        return head + tail[len(head) - TAIL :]

    def take_overlay(self) -> bytes | None:
        """The last overlay since the last call."""
        overlay, self._overlay = self._overlay, None
        return overlay

    def take_fault(self) -> bytes:
        """The last fault since the last call; empty if there is none."""
        fault, self._fault = self._fault, b""
        return fault

    def feed(self, data: bytes) -> None:
        self.count += len(data)
        if self.tap is not None:
            self.tap(data)
        text, self._partial_line = self._partial_line + data, b""
        if self._is_within_line:
            end = text.find(b"\n") + 1 or len(text)
            self._append(text[:end])
            text = text[end:]
        lines = text.rfind(b"\n") + 1
        self._read_lines(text[:lines])
        self._read_partial_line(text[lines:])

    def _append(self, text: bytes) -> None:
        """Append text for people."""
        if text:
            self._tail = self._without_oldest(self._tail + text)
            self._is_within_line = not text.endswith(b"\n")

    def _without_oldest(self, text: bytes) -> bytes:
        """The text without its oldest lines, at most twice the tail; keeps their error line."""
        if len(text) <= 2 * TAIL:
            return text
        end = text.rfind(b"\n", 0, len(text) - TAIL) + 1 or len(text) - TAIL
        if self.count <= SCAN_CAP:
            self._lost_error = error_in(text[:end]) or self._lost_error
        return text[end:]

    def _read_lines(self, text: bytes) -> None:
        if OVERLAY in text:
            found = OVERLAY_LINE.findall(text)
            self._overlay = found[-1] if found else self._overlay
            text = OVERLAY_LINE.sub(b"", text)
        if FAULT in text:
            found = FAULT_LINE.findall(text)
            self._fault = found[-1].rstrip() if found else self._fault
            text = FAULT_LINE.sub(rb"\1", text)
        if ASK_END in text:
            text, count = ASK_LINE.subn(b"", text)
            self.asks_end = self.asks_end or count > 0
        self._append(text)

    def _read_partial_line(self, text: bytes) -> None:
        """Keep the beginning of a line that may be for the referee until the rest arrives."""
        if not text.startswith((OVERLAY, FAULT)) and not any(
            line.startswith(text) for line in (OVERLAY, FAULT, ASK_END)
        ):
            self._append(text)
        elif len(text) <= len(OVERLAY) + LINE_CAP:
            self._partial_line = text
        else:
            if text.startswith(OVERLAY):
                self._overlay = text  # too long, which the reader reports
            self._append(text)


def error_in(text: bytes) -> bytes:
    """The line that names an error, if there is one."""
    return known_error_line(text.decode(errors="backslashreplace")).encode()[:ERROR_CAP]
