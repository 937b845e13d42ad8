"""Fixtures of matches whose bots are forked from zygotes."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import own_children
from tests.play.plugins import Shelf

from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport.zygote import Zygotes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    return Shelf(tmp_path, monkeypatch)


@pytest.fixture
def zygotes() -> Iterator[Zygotes]:
    """Zygotes that leave no process behind."""
    stop = Stop()
    with contextlib.closing(stop):
        with Zygotes(stop) as zygotes:
            yield zygotes
        assert own_children() == set()
