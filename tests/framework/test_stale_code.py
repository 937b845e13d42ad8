"""Compiled code equals plain code after any edit of what a game is made of, in a shared cache."""

from __future__ import annotations

import os
import subprocess
import sys
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

FILES = {
    "tron/__init__.py": "",
    "tron/rules.py": """
        import tron.deep.tables
        import arena.far.numbers
        from arena.extension import grown
        from arena.helpers import moved, Way, Place, Counter
        from gridbots.kernel import kernel

        ORIGIN = Place(1, {tuple})

        @kernel
        def inner(value, by={default}):
            return value {operator} by

        @kernel
        def total(value):
            numbers = arena.far.numbers
            found = value + tron.deep.tables.ARRAY[1] + numbers.STEP
            found += 3 * inner(value) + moved(value) + Way.AHEAD.value + ORIGIN.column
            return found + Counter(value).counted() + grown(value)
    """,
    "tron/deep/__init__.py": "",
    "tron/deep/tables.py": """
        from pathlib import Path
        import numpy as np
        ARRAY = np.loadtxt(Path(__file__).with_name("table.txt")).astype(np.int64)
    """,
    "tron/deep/table.txt": "0 {file}",
    "arena/__init__.py": "",
    "arena/far/__init__.py": "",
    "arena/far/numbers.py": """
        import os
        STEP = {number} + int(os.environ["ARENA_STEP"])
    """,
    "arena/helpers.py": """
        import enum
        from typing import NamedTuple
        from numba import int64, njit, vectorize
        from numba.experimental import jitclass
        from arena.more import doubled

        class Way(enum.Enum):
            AHEAD = {enum}

        class Place(NamedTuple):
            row: int
            column: int

        @vectorize(["int64(int64)"])
        def shifted(value):
            return value + {universal}

        @njit(cache={cache})
        def moved(value, by={helper_default}):
            return doubled(value) + by + shifted(value)

        @jitclass([("at", int64)])
        class Counter:
            def __init__(self, at):
                self.at = at

            def counted(self):
                return self.at - {method}
    """,
    "arena/more.py": """
        from numba import njit

        @njit(inline={inline!r})
        def doubled(value):
            return value {helper_operator} {helper}
    """,
    "arena/extension.py": """
        from pathlib import Path
        from numba.extending import overload

        FILE = Path(__file__).with_name("extension.txt")

        def grown(value):
            return value + int(FILE.read_text())

        @overload(grown)
        def resolve_grown(value):
            return lambda value: value + {extension}
    """,
    "arena/extension.txt": "{extension}",
}
"""A game and a package with helpers; what stands in braces is edited."""
EDITS: dict[str, tuple[Any, Any]] = {
    **dict.fromkeys(("tuple", "default", "file", "number", "environment"), (1, 2)),
    **dict.fromkeys(("enum", "universal", "helper_default", "method", "helper"), (1, 2)),
    "extension": (1, 2),
    **dict.fromkeys(("operator", "helper_operator"), ("+", "*")),
    "cache": (False, True),
    "inline": ("never", "always"),
}
SERVER = """
    import importlib, os, sys

    import numba, numpy
    from gridbots.kernel import compiled

    def plain():
        numba.config.DISABLE_JIT = True  # of the helpers
        return [int(importlib.import_module("tron.rules").total(5))]

    def fast():
        fast = compiled(importlib.import_module("tron.rules").total)
        return [int(fast(5)), sum(fast.stats.cache_hits.values())]

    for line in sys.stdin:
        for run in plain, fast:
            if os.fork() == 0:
                os.environ["ARENA_STEP"] = line.strip()
                print(*run(), flush=True)
                os._exit(0)
            os.wait()
"""
"""Forks fresh processes for each line; only numba and the framework are loaded already."""


@pytest.fixture
def total_of(tmp_path: Path) -> Iterator[Callable[..., list[int]]]:
    """What the kernel gives plain and compiled with these values, and whether it was cached."""
    pytest.importorskip("numba")
    variables = {"GRIDBOTS_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    command = [sys.executable, "-B", "-c", dedent(SERVER)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        env=os.environ | variables, cwd=tmp_path,
    ) as server:  # fmt: skip
        stdin, stdout = server.stdin, server.stdout
        assert stdin is not None
        assert stdout is not None

        def run(**values: Any) -> list[int]:
            for name, text in FILES.items():
                place = tmp_path / name
                place.parent.mkdir(parents=True, exist_ok=True)
                content = dedent(text).format(**values)
                if not place.exists() or place.read_text() != content:
                    place.write_text(content)
            print(values["environment"], file=stdin, flush=True)
            return [int(word) for _ in range(2) for word in stdout.readline().split()]

        yield run
        stdin.close()


def test_compiled_code_follows_every_edit(total_of: Callable[..., list[int]]) -> None:
    def check(**values: Any) -> int:
        plain, fast, hits = total_of(**values)
        assert plain == fast, values
        return hits

    first = {name: before for name, (before, _) in EDITS.items()}
    for name, (_, after) in EDITS.items():
        check(**first | {name: after})
    check(**first)
    assert check(**first) == 1
    check_all(check)


def check_all(check: Callable[..., int]) -> None:
    """Check a random sequence of edits."""
    each = {name: st.sampled_from(each) for name, each in EDITS.items()}

    @settings(
        max_examples=10, deadline=None, derandomize=True, database=None, phases=[Phase.generate],
        suppress_health_check=[*HealthCheck],
    )  # fmt: skip
    @given(st.fixed_dictionaries(each))
    def checked(values: dict[str, Any]) -> None:
        check(**values)

    checked()
