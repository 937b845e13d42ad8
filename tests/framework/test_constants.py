"""Constants that kernels use: each change of a value changes the code."""

from __future__ import annotations

import enum
import math
import types
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.kernel import kernel
from gridbots.kernel.constants import constants_of

if TYPE_CHECKING:
    from collections.abc import Callable


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
    ],
    ids=str,
)
def test_a_changed_constant_changes_the_code(text: str, value: Any, other: Any) -> None:
    assert constants(text, VALUE=value) == constants(text, VALUE=value)
    assert constants(text, VALUE=value) != constants(text, VALUE=other)


AROUND = "def around(held):\n @kernel\n def act(): return held\n return act\nact = around(VALUE)"


def module_of(value: object) -> dict[str, Any]:
    return {"held": module_with(STEP=value)}


def class_of(value: object) -> dict[str, Any]:
    return {"held": type("Held", (), {"STEP": value})}


def itself(value: object) -> dict[str, Any]:
    return {"VALUE": value}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("@kernel\ndef act(cell=VALUE): return cell", itself),
        ("@kernel\ndef act(): return held.STEP", module_of),
        ("@kernel\ndef act(): return held.STEP", class_of),
        (AROUND, itself),
    ],
    ids=["default", "module", "class", "function around"],
)
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
