"""Clean environment: of the variables of the referee, a bot gets those of a short list."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

PASSED: Final = (
    "PATH",
    "HOME",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TERM",
    "TMPDIR",
    "PYTHONPATH",
    "XDG_CACHE_HOME",
    "GRIDBOTS_CACHE",
    "GRIDBOTS_PLUGINS",
    "GRIDBOTS_BLOCK_PLUGINS",
    "GRIDBOTS_MOVE_PIPES",
    "GRIDBOTS_TERMINAL",
)
"""Names of variables that a bot gets where they are set, and so are all that begin with LC_."""
ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables of numerical libraries, which get one thread each unless the user says otherwise."""
PATHS: Final = ("GRIDBOTS_CACHE", "XDG_CACHE_HOME", "HOME", "TMPDIR")
"""Variables with a path each, which may be relative; PYTHONPATH has several."""
_AS_BYTES: Final = frozenset(map(os.fsencode, (*PASSED, *ONE_THREAD)))
"""The environment is looked through at each start, and has many names to decode."""


def clean_environment(more: Iterable[str] = ()) -> dict[str, str]:
    """The variables that a bot gets: those of the list, and `more` that the user names."""
    names = _AS_BYTES | {os.fsencode(name) for name in more}
    kept = [name for name in os.environb if name in names or name.startswith(b"LC_")]
    passed = {os.fsdecode(name): os.fsdecode(os.environb[name]) for name in kept}
    return dict.fromkeys(ONE_THREAD, "1") | passed


def prepare_environment() -> None:
    """Put into order what this process hands on to bots and to all else that it starts.

    Numerical libraries get one thread each, unless the user has set another number: idle threads
    of OpenBLAS spin for 0.1 s, on a core that a bot may need. For this process it counts for what
    is imported later. Paths become absolute, since bots have working folders of their own. All
    this stands in this process's own environment, which bots inherit: passing one costs more time
    per bot than starting it.
    """
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    for name in PATHS:
        if path := os.environ.get(name):
            os.environ[name] = str(Path(path).absolute())
    if paths := os.environ.get("PYTHONPATH"):
        named = [str(Path(path).absolute()) for path in paths.split(os.pathsep) if path]
        os.environ["PYTHONPATH"] = os.pathsep.join(named)
