"""Clean environment: a bot gets only a short list of the referee's environment variables."""

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
"""Variables that a bot gets if they are set, in addition to those that begin with LC_."""
ONE_THREAD: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables of numerical libraries, which get one thread each unless the user sets a number."""
PATHS: Final = ("GRIDBOTS_CACHE", "XDG_CACHE_HOME", "HOME", "TMPDIR")
"""Variables with one path, which may be relative; PYTHONPATH has several."""
_AS_BYTES: Final = frozenset(map(os.fsencode, (*PASSED, *ONE_THREAD)))
"""As bytes: at each start the environment is searched, and decoding its names would cost time."""


def clean_environment(more: Iterable[str] = ()) -> dict[str, str]:
    """The variables of a bot: those of the list, and those in `more`."""
    names = _AS_BYTES | {os.fsencode(name) for name in more}
    kept = [name for name in os.environb if name in names or name.startswith(b"LC_")]
    passed = {os.fsdecode(name): os.fsdecode(os.environb[name]) for name in kept}
    return dict.fromkeys(ONE_THREAD, "1") | passed


def prepare_environment() -> None:
    """Prepare the environment that bots inherit from this process.

    Numerical libraries get one thread each, unless the user has set another number: idle threads of
    OpenBLAS spin for 0.1 s, on a core that a bot may need. Paths become absolute, because bots have
    their own working folders. The environment of this process is changed, because passing another
    one costs more time per bot than starting it.
    """
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    for name in PATHS:
        if path := os.environ.get(name):
            os.environ[name] = str(Path(path).absolute())
    if paths := os.environ.get("PYTHONPATH"):
        named = [str(Path(path).absolute()) for path in paths.split(os.pathsep) if path]
        os.environ["PYTHONPATH"] = os.pathsep.join(named)
