"""Parts: entry points reuse code from disk that another one compiled in another process."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, NamedTuple

import pytest

from gridbots.kernel import code_home, compiled, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

pytest.importorskip("numba")

RULES = """
    import numpy as np
    from gridbots.kernel import kernel, records_like

    @kernel
    def points(value):
        if value > 7:
            raise ValueError(f"expected 7 at most, got {value}")
        return value + 1

    @kernel
    def room_for(record, count):
        made = records_like(record, count)
        made[0] = record
        return made[0]["thrown"] + np.full(count, 2.0).sum()

    @kernel
    def roots(count):
        return np.sqrt(np.full(count, 4.0)).sum()

    @kernel
    def score(record, value):
        return points(value) + room_for(record, 3) + roots(2) - 4
"""
SEARCH = """
    from gridbots.kernel import call, kernel
    from thrown.rules import points, score

    @kernel
    def first(act, record, value):
        return score(record, value) + call(act, value)

    @kernel
    def second(act, record, value):
        return 10 * score(record, value) + call(act, value)

    @kernel
    def third(act, record, value):
        return 100.0 * call(act, value)
"""
MAIN = """
    import json, sys
    import numpy as np
    from gridbots import kernel
    from gridbots.kernel import numba_types
    from thrown import rules, search

    compiled, compile = [], numba_types.KernelType.compile

    def noted(self, *given):
        compiled.append(self.function.__name__)
        return compile(self, *given)

    numba_types.KernelType.compile = noted
    plain = getattr(search, sys.argv[1])
    given = kernel.handle(rules.points), np.ones(1, [("thrown", "i8")])[0]
    fast = kernel.compiled(plain)
    results = [fast(*given, 3), plain(*given, 3)]
    try:
        fast(*given, 8)
    except ValueError as error:
        message = str(error)
    print(json.dumps([results, message, sorted(compiled)]))
"""
ALL = ["points", "room_for", "roots", "score"]
UNKEPT = ["roots"]
"""numba names the code of an expression of arrays by an address in this process."""
MESSAGE = "expected 7 at most, got 8"


class Run(NamedTuple):
    results: list[float]
    """Compiled and plain."""
    message: str
    compiled: list[str]
    """The kernels that had to be compiled, other than the entry point."""


@kernel
def halved(number: int) -> int:
    return number // 2


@kernel
def halves(number: int) -> int:
    return halved(number) + halved(number + 1)


@kernel
def halved_never(number: int) -> int:
    """It calls another kernel, until it is optimised."""
    if number - number > 0:
        return halved(number)
    return number


@kernel
def half_is_needed_first(number: int) -> int:
    return halves(number) + halved_never(number)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    package = tmp_path / "thrown"
    package.mkdir()
    for name, text in {"__init__": "", "rules": RULES, "search": SEARCH}.items():
        (package / f"{name}.py").write_text(dedent(text))
    (tmp_path / "main.py").write_text(dedent(MAIN))
    return package


def run(package: Path, entry: str) -> Run:
    """Compile and call one entry point in a separate process."""
    # No .pyc: Python would use the old one of a file that changes twice in a second.
    own = {"GRIDBOTS_CACHE": str(package.parent / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = {**os.environ, **own}
    command = [sys.executable, str(package.parent / "main.py"), entry]
    printed = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
    return Run(*json.loads(printed))


def parts(package: Path) -> list[Path]:
    return [*(package.parent / "cache" / "kernels" / "parts").iterdir()]


@pytest.mark.slow  # it compiles in several processes
def test_another_entry_point_reuses_compiled_parts_correctly(package: Path) -> None:
    assert run(package, "first") == Run([15.0, 15.0], MESSAGE, ALL)
    assert run(package, "second") == Run([114.0, 114.0], MESSAGE, UNKEPT)
    assert run(package, "third") == Run([400.0, 400.0], MESSAGE, [])
    assert len(parts(package)) == len(ALL) - len(UNKEPT)


@pytest.mark.slow  # it compiles in several processes
def test_a_rule_that_has_changed_is_compiled_again(package: Path) -> None:
    run(package, "first")
    rules = package / "rules.py"
    rules.write_text(rules.read_text().replace("value + 1", "value + 2"))
    assert run(package, "second") == Run([125.0, 125.0], MESSAGE, ALL)


@pytest.mark.slow  # it compiles in several processes
@pytest.mark.parametrize(
    "spoil", [Path.unlink, lambda file: file.write_bytes(file.read_bytes()[:-9])]
)
def test_lost_or_damaged_parts_are_compiled_again(
    package: Path, spoil: Callable[[Path], object]
) -> None:
    run(package, "third")
    [points] = parts(package)
    run(package, "first")
    spoil(points)
    assert run(package, "second") == Run([114.0, 114.0], MESSAGE, ["points", *UNKEPT])
    digest, content = points.read_bytes()[:32], points.read_bytes()[32:]
    assert hashlib.sha256(content).digest() == digest


def test_a_kernel_is_linked_where_the_last_caller_no_longer_calls_it() -> None:
    assert compiled(half_is_needed_first)(6) == half_is_needed_first(6)


def test_parts_are_stored_with_compiled_code() -> None:
    from numba import int64

    from gridbots.kernel.part_cache import kernel_library, place_of

    places = {place_of(kernel_library(halved, given)) for given in [(int64,), (int64, int64)]}
    assert len(places) == 2
    assert {place.parent for place in places} == {code_home() / "parts"}
