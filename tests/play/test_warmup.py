"""Warm-up: a bot that never finishes compiling does not block the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots_referee.play import warmup

if TYPE_CHECKING:
    import pytest


def test_a_bot_that_is_not_compiled_in_time_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "SECONDS", 0.001)
    warning = warmup.warm_up("random", "light-riders", {})
    assert warning == "random: not compiled within 0.001 s"
