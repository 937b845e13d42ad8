"""Comparison with golden pictures, with a tolerance for smoothing."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from playwright.sync_api import Page

GOLDEN = Path(__file__).parents[1] / "golden" / "viewer"
FAR = 60
"""Difference of a channel (of 255) that smoothing does not explain."""
SHARE = 0.01
"""Share of pixels that may differ."""


def assert_looks_like(page: Page, name: str, *, writes_golden: bool) -> None:
    """The board on the page equals the golden picture, which can be rewritten."""
    url: str = page.evaluate("document.querySelector('canvas.board').toDataURL()")
    data = base64.b64decode(url.partition(",")[2])
    assert_same_picture(data, GOLDEN / f"{name}.png", writes_golden=writes_golden)


def assert_same_picture(data: bytes, path: Path, *, writes_golden: bool) -> None:
    """A picture equals the golden one, which can be rewritten."""
    if writes_golden:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    now, before = pixels(data), pixels(path.read_bytes())
    assert now.shape == before.shape
    far = (np.abs(now.astype(int) - before).max(axis=2) > FAR).mean()
    assert far <= SHARE, f"{far:.1%} of the pixels differ from {path.name}"


def pixels(data: bytes) -> np.ndarray:
    from PIL import Image

    return np.asarray(Image.open(io.BytesIO(data)).convert("RGBA"))
