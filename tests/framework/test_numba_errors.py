"""Errors of numba are reported in one sentence with the author's line."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.framework import numba_mistakes

from gridbots.errors import CompileError
from gridbots.kernel import compiled, is_kernel, kernel

if TYPE_CHECKING:
    from collections.abc import Callable

FILE = Path(numba_mistakes.__file__)
FEW = {
    "tuple_of_mixed_types",
    "missing_cast",
    "global_dict",
    "record_attribute",
    "mistake_in_a_called_kernel",
}
"""Mistakes that are tried in the ordinary tests, since compiling takes time."""
MISTAKES = [
    pytest.param(each, id=name, marks=[] if name in FEW else [pytest.mark.slow])
    for name, each in vars(numba_mistakes).items()
    if is_kernel(each)
]


def place_of(kernel: Callable[..., Any]) -> str:
    """The line marked `# here` of a kernel."""
    name = "text_and_number" if "called" in kernel.__name__ else kernel.__name__
    lines, first = inspect.getsourcelines(getattr(numba_mistakes, name))
    marked = [(at, line.strip()) for at, line in enumerate(lines, first) if "# here" in line]
    return "".join(f"({FILE}:{at}: {code})" for at, code in marked) or f"({FILE}:"


@pytest.mark.parametrize("mistake", MISTAKES)
def test_an_error_is_a_sentence_with_the_line(mistake: Callable[..., Any]) -> None:
    state = np.zeros(1, numba_mistakes.STATE)[0]
    with pytest.raises(CompileError) as caught:
        compiled(mistake)(state)
    expected = f"compilation fails: {mistake.__doc__} {place_of(mistake)}"
    assert str(caught.value)[: len(expected)] == expected


@kernel
def increased(values: Any) -> Any:
    return values + 1.0


def test_a_list_is_no_list_of_lists() -> None:
    with pytest.raises(CompileError, match=r"\+ is not defined for a list of int64 and float64"):
        compiled(increased)([1, 2])
