"""Observations of a silent bot, which may exit at any time."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from gridbots_referee.diagnosis.silence import is_running, waits_for_input

if TYPE_CHECKING:
    import pytest


def test_a_bot_that_ends_during_inspection_neither_runs_nor_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def gone(*_: Any) -> Any:
        raise FileNotFoundError

    bot: Any = SimpleNamespace(pid=os.getpid(), unread_bytes=lambda: 0)
    assert is_running(bot)
    monkeypatch.setattr(os, "scandir", gone)
    monkeypatch.setattr(os, "listdir", gone)
    assert not is_running(bot)
    assert not waits_for_input(bot)
