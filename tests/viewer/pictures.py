"""Pictures compared with golden ones, up to how letters and edges are smoothed."""

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
"""A channel that differs by so much, of 255, is another colour and no smoothing."""
SHARE = 0.01
"""Of the pixels, those that may be of another colour."""


def assert_looks_like(page: Page, name: str, *, writes_golden: bool) -> None:
    """The board on the page is the golden picture of this name, which may be written anew."""
    url: str = page.evaluate("document.querySelector('canvas.board').toDataURL()")
    data = base64.b64decode(url.partition(",")[2])
    assert_same_picture(data, GOLDEN / f"{name}.png", writes_golden=writes_golden)


def assert_same_picture(data: bytes, path: Path, *, writes_golden: bool) -> None:
    """A picture is the golden one, which may be written anew."""
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
