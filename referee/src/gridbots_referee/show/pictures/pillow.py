"""Check that Pillow is installed, the extra `pictures`."""

from __future__ import annotations

import importlib.util

from gridbots.errors import PluginError


def check_pillow() -> None:
    """Report early that Pillow is missing.

    Raises:
        PluginError: Pillow is not installed.
    """
    if importlib.util.find_spec("PIL") is None:
        raise PluginError("Pillow is not installed; run pip install 'gridbots-referee[pictures]'")
