"""Bounded buffer of a bot's stderr: its tail, and its last overlay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from gridbots.overlay import LINE_CAP, OVERLAY

if TYPE_CHECKING:
    from collections.abc import Callable

TAIL: Final = 16384
"""Bytes that are kept: the last ones."""
OVERLAY_LINE: Final = re.compile(rb"^overlay (.*)\n", re.MULTILINE)


class StderrBuffer:
    """Fed in pieces; lines with overlays are no part of the tail."""

    def __init__(self) -> None:
        self.count = 0
        """Bytes in all."""
        self.tap: Callable[[bytes], object] | None = None
        """Called with all that is fed, as it comes."""
        self._tail = b""
        self._partial_line = b""
        """The beginning of a line that may become an overlay."""
        self._is_within_line = False
        """Whether what comes next goes on with a line that is no overlay."""
        self._overlay: bytes | None = None

    @property
    def tail(self) -> bytes:
        """The last of what was written."""
        return (self._tail + self._partial_line)[-TAIL:]

    def take_overlay(self) -> bytes | None:
        """What stands in the overlay that came last since the last call."""
        overlay, self._overlay = self._overlay, None
        return overlay

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
        """Text that is no overlay."""
        if text:
            self._tail = (self._tail + text)[-TAIL:]
            self._is_within_line = not text.endswith(b"\n")

    def _read_lines(self, text: bytes) -> None:
        if OVERLAY in text:
            found = OVERLAY_LINE.findall(text)
            self._overlay = found[-1] if found else self._overlay
            text = OVERLAY_LINE.sub(b"", text)
        self._append(text)

    def _read_partial_line(self, text: bytes) -> None:
        """The beginning of a line: it waits for the rest if that may make an overlay of it."""
        if not text.startswith(OVERLAY) and not OVERLAY.startswith(text):
            self._append(text)
        elif len(text) <= len(OVERLAY) + LINE_CAP:
            self._partial_line = text
        else:
            self._overlay = text  # too long, which whoever takes it will say
            self._append(text)
