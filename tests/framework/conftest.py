"""What tests of the framework share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gridbots import kernel

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A cache of the test's own: what other tests compile, or did before, lies elsewhere."""
    home = tmp_path / "cache"
    monkeypatch.setenv("GRIDBOTS_CACHE", str(home))
    kernel.cache_home.cache_clear()
    yield home
    kernel.cache_home.cache_clear()
