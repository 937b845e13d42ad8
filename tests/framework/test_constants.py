"""Constants that kernels use: each change of a value changes the code."""

from __future__ import annotations

import enum
import math
import types
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pytest

from gridbots.errors import PluginError
from gridbots.kernel import kernel
from gridbots.kernel.constants import constants_of

if TYPE_CHECKING:
    from collections.abc import Callable


class Place(NamedTuple):
    row: int
    column: int


class SwappedPlace(NamedTuple):
    column: int
    row: int


class Move(enum.IntEnum):
    AHEAD = 1


class Numbers:
    STEP = 3


def made(text: str, **values: Any) -> Any:
    """The kernel `act` of a module with these values."""
    module: dict[str, Any] = {"__name__": "made_up_rules", "kernel": kernel, **values}
    exec(text, module)  # noqa: S102  ours
    return module["act"]


def constants(text: str, **values: Any) -> str:
    return constants_of(frozenset({made(text, **values)}))


def module_with(**values: Any) -> types.ModuleType:
    made_up = types.ModuleType("numbers")
    vars(made_up).update(values)
    return made_up


INNER = "@kernel\ndef inner(): return VALUE\n"
DIRECT = "@kernel\ndef act(cell): return VALUE"
CALLED = f"{INNER}@kernel\ndef act(cell): return inner()"
IN_TUPLE = f"{INNER}TWO = (1, (inner,))\n@kernel\ndef act(cell): return TWO"
LISTED = "@kernel\ndef act(cell): return [VALUE for _ in range(3)]"


@pytest.mark.parametrize("text", [DIRECT, CALLED, IN_TUPLE, LISTED], ids=str)
@pytest.mark.parametrize(
    ("value", "other"),
    [
        (1, 2),
        (1, 1.0),
        (True, 1),
        ("a", "b"),
        ((1, (2, 3)), (1, (2, 4))),
        (np.arange(3), np.array([0, 1, 3])),
        (np.zeros(4), np.zeros((2, 2))),
        (np.zeros(2, np.int64), np.zeros(2)),
        (np.float32(1), np.float64(1)),
        (np.dtype("i4"), np.dtype("i8")),
        (Move.AHEAD, 2),
        ((np.zeros(2), 1), (np.ones(2), 1)),
        (slice(1, 3), slice(1, 4)),
        (Move, enum.IntEnum("Move", {"AHEAD": 2})),
        (NamedTuple("Place", [("row", int)]), NamedTuple("Place", [("column", int)])),
        (Place(1, 2), SwappedPlace(1, 2)),
    ],
    ids=str,
)
def test_a_changed_constant_changes_the_code(text: str, value: Any, other: Any) -> None:
    assert constants(text, VALUE=value) == constants(text, VALUE=value)
    assert constants(text, VALUE=value) != constants(text, VALUE=other)


AROUND = "def around(held):\n @kernel\n def act(): return held\n return act\nact = around(VALUE)"
ALIAS = "@kernel\ndef act():\n inner = held.inner\n return inner.STEP"
BY_TEXT = "@kernel\ndef act(): return getattr(held.inner, 'STEP')"


def module_of(value: object) -> dict[str, Any]:
    return {"held": module_with(STEP=value)}


def package_of(value: object) -> dict[str, Any]:
    return {"held": module_with(inner=module_with(STEP=value, held=module_with()))}


def lazy_package_of(value: object) -> dict[str, Any]:
    made_up = {"inner": module_with(STEP=value)}
    return {"held": module_with(__getattr__=made_up.__getitem__)}


def class_of(value: object) -> dict[str, Any]:
    return {"held": type("Held", (), {"STEP": value})}


def itself(value: object) -> dict[str, Any]:
    return {"VALUE": value}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("@kernel\ndef act(cell=VALUE): return cell", itself),
        ("@kernel\ndef act(*, cell=VALUE): return cell", itself),
        ("@kernel\ndef act(): return held.STEP", module_of),
        ("@kernel\ndef act(): return held.STEP", class_of),
        ("@kernel\ndef act(): return held.inner.STEP", package_of),
        ("@kernel\ndef act(): return held.inner.STEP", lazy_package_of),
        (ALIAS, package_of),
        (BY_TEXT, package_of),
        (AROUND, itself),
    ],
    ids=[
        "default", "keyword", "module", "class", "package", "computed attribute", "variable",
        "getattr", "function around",
    ],
)  # fmt: skip
def test_a_constant_counts_wherever_it_is_stored(
    text: str, values: Callable[[object], dict[str, Any]]
) -> None:
    assert constants(text, **values(1)) == constants(text, **values(1))
    assert constants(text, **values(1)) != constants(text, **values(2))


def test_constants_that_no_kernel_uses_do_not_count() -> None:
    text = "@kernel\ndef act(): return held.STEP"
    before = constants(text, held=module_with(STEP=1, OTHER=2), OTHER=1)
    assert constants(text, held=module_with(STEP=1, OTHER=3), OTHER=2) == before


def test_objects_that_cannot_be_compiled_do_not_count() -> None:
    text = "@kernel\ndef act(): return VALUE(math.pi, numpy.pi)"
    for value in (object(), len, Numbers, [1], np.array([object()])):
        values = {"math": math, "numpy": np, "VALUE": value}
        assert constants(text, **values) == constants(text, **{**values, "VALUE": print})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return cell in {1, 2}", "return cell in {1, 3}"),
        ("return first(1, 2)", "return second(1, 2)"),
    ],
)
def test_the_code_of_a_kernel_counts(before: str, after: str) -> None:
    both = "@kernel\ndef first(a, b): return a\n@kernel\ndef second(a, b): return b\n"
    text = f"{both}@kernel\ndef act(cell):\n "
    assert constants(text + before) == constants(text + before) != constants(text + after)


def test_a_name_counts_for_the_kernel_that_it_has() -> None:
    both = "@kernel\ndef first(a): return a\n@kernel\ndef second(a): return -a\n"
    text = f"{both}one, two = {{}}\n@kernel\ndef act(cell): return one(cell) + 2 * two(cell)"
    given = [constants(text.format(order)) for order in ("first, second", "second, first")]
    assert given[0] != given[1]


HELPER = "@njit\ndef step(a, b): return a * WIDTH"
HELPERS = {
    "its value": (HELPER, "@njit\ndef step(a, b): return a * HEIGHT"),
    "its text": (HELPER, "@njit\ndef step(a, b): return a + WIDTH"),
    "its parameters": (HELPER, "@njit\ndef step(b, a): return a * WIDTH"),
    "its default": (HELPER, "@njit\ndef step(a, b=1): return a * WIDTH"),
    "its options": (HELPER, HELPER.replace("@njit", "@njit(fastmath=True)")),
    "its types": (HELPER, HELPER.replace("@njit", "@njit('float64(int64, int64)')")),
    "what it calls": tuple(
        f"@njit\ndef inner(a): return {text}\n@njit\ndef step(a, b): return inner(a)"
        for text in ("a", "-a")
    ),
    "a closure": tuple(
        f"def made(by):\n @njit\n def step(a, b): return a * by\n return step\nstep = made({by})"
        for by in (2, 3)
    ),
    "a universal function": tuple(
        f"@vectorize\ndef step(a, b): return {text}" for text in ("a + b", "a - b")
    ),
    "a stencil": tuple(f"@stencil\ndef step(a): return a[{at}]" for at in (0, 1)),
    "a callback": tuple(
        f"@cfunc('int64(int64, int64)')\ndef step(a, b): return {text}" for text in ("a", "b")
    ),
    "an intrinsic": tuple(
        f"@intrinsic\ndef step(typing, a, b): return {text}" for text in ("1", "2")
    ),
    "a class": tuple(
        "@jitclass([('place', int64)])\nclass step:\n def __init__(self, a): self.place = a\n"
        f" def moved(self): return self.place + {by}"
        for by in (1, 2)
    ),
    "a function": ("def step(a, b): return a", "def step(a, b): return b"),
}
"""What a kernel may call besides kernels, before and after an edit."""


@pytest.mark.parametrize("edit", HELPERS)
def test_a_changed_helper_of_another_package_changes_the_code(edit: str) -> None:
    pytest.importorskip("numba")
    before, after = HELPERS[edit]

    def digest(text: str) -> str:
        head = "from numba import *\nfrom numba.extending import intrinsic\n"
        head += "from numba.experimental import jitclass\n"
        other: dict[str, Any] = {"__name__": "made_up_helpers", "WIDTH": 2, "HEIGHT": 3}
        exec(head + text, other)  # noqa: S102  ours
        return constants("@kernel\ndef act(cell): return step(cell, 1)", step=other["step"])

    assert digest(before) == digest(before) != digest(after)


def test_numbas_own_cache_of_a_helper_is_not_used() -> None:
    numba = pytest.importorskip("numba")
    step = numba.njit(cache=True)(inner_step)
    constants("@kernel\ndef act(cell): return step(cell)", step=step)
    assert type(step._cache).__name__ == "NullCache"


def inner_step(cell: int) -> int:
    return cell + 1


def test_a_value_that_was_assigned_again_is_refused() -> None:
    act = made("@kernel\ndef act(): return held.STEP", held=module_with(STEP=1))
    constants_of(frozenset({act}))
    act.__globals__["held"].STEP = 2
    with pytest.raises(PluginError, match=r"held\.STEP was assigned again after made_up"):
        constants_of(frozenset({act}))


def test_a_value_that_only_a_strangers_extension_compiles_is_refused() -> None:
    pytest.importorskip("numba")
    from numba.core import imputils, types
    from numba.extending import typeof_impl

    class Table:
        def __init__(self, step: int) -> None:
            self.step = step

    class TableType(types.Type):
        def __init__(self) -> None:
            super().__init__("made-up-table")

    typeof_impl.register(Table)(lambda _value, _context: TableType())
    lower = imputils.builtin_registry.lower_constant(TableType)
    lower(lambda context, builder, kind, value: value.step)  # noqa: ARG005  as numba calls it
    try:
        text = "@kernel\ndef act():\n return TABLE.step"
        with pytest.raises(PluginError, match=r"<string>:3: act uses TABLE, a .*Table, .* use num"):
            constants(text, TABLE=Table(3))
    finally:
        imputils.builtin_registry.constants.pop()
