"""Load check: whether each plugin can be loaded, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.packages.inventory import Plugin

SECONDS: Final = 60
"""A plugin that takes longer hangs."""
AT_ONCE: Final = 4
LOADER: Final = """
import sys
from gridbots.errors import GridbotsError
from gridbots.plugins import load_bot, load_game
try:
    {"bot": load_bot, "game": load_game}[sys.argv[1]](sys.argv[2])
except GridbotsError as error:
    sys.exit(str(error))
"""


def checked(plugins: Sequence[Plugin]) -> list[Plugin]:
    """The same plugins, each with whether it loads; what is blocked or hidden is left as it is."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(_checked, plugins))


def _checked(plugin: Plugin) -> Plugin:
    if plugin.state:
        return plugin
    return msgspec.structs.replace(plugin, state=_state(plugin.kind, plugin.name))


def _state(kind: str, name: str) -> str:
    command = [sys.executable, "-P", "-c", LOADER, kind, name]
    try:
        done = subprocess.run(
            command, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True, errors="replace", timeout=SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return f"does not load within {SECONDS} s"
    if done.returncode == 0:
        return "loads"
    said = done.stderr.strip().splitlines()
    return said[-1] if said else f"ended its process with exit code {done.returncode}"
