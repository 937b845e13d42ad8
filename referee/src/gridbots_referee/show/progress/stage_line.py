"""Stage line: what a long command is doing, in one line of stderr that is gone when it is done."""

from __future__ import annotations

import sys
from typing import Self


class StageLine:
    """Shown in a terminal only."""

    def __init__(self) -> None:
        self._is_shown = sys.stderr.isatty()

    def show(self, stage: str) -> None:
        if self._is_shown:
            sys.stderr.write(f"\r{stage} ...\x1b[K")
            sys.stderr.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
