"""Fixtures that tests of the framework share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridbots import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache for this test only, without the compiled code of other tests."""
    home = tmp_path / "cache"
    monkeypatch.setenv("GRIDBOTS_CACHE", str(home))
    kernel.cache_home.cache_clear()
    yield home
    kernel.cache_home.cache_clear()
