"""Static analysis: whether kernels can distinguish lists and memory views from numpy arrays.

Plain Python is about three times faster on a `PlainState`, in which arrays are lists or memory
views and numbers are Python's. Authors write for numpy. So the analysis reads the source of a
game's verbs and of all functions that they call, and follows all values from the record. It allows
only operations that are the same in both forms: reading and writing single elements, `len`, loops
over an array, `in`, arithmetic with numbers, and calls of other such functions. Otherwise, also for
source that it does not understand, the rules run on the numpy record, which is always correct but
slower.

The forms differ where numbers overflow: numpy's wrap around, or warn. Compiled code computes with
64 bits, so rules that rely on the width of a field are wrong there as well.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, Final

from gridbots import kernel
from gridbots.game.abstract_values import SCALAR, STATE, VECTOR, Distinction, Place, place_of
from gridbots.game.function_analysis import FunctionAnalysis

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from gridbots.game.abstract_values import Function, Kind
    from gridbots.game.verbs import Verbs

PLAYED: Final = (
    "step", "legal", "accepts", "observe", "is_over", "is_living", "is_to_move", "has_choice",
    "utility", "score", "margin",
)  # fmt: skip
"""The verbs that run on a PlainState."""
ARGUMENTS: Final = {
    "step": (VECTOR,), "legal": (SCALAR, VECTOR), "accepts": (SCALAR, SCALAR), "is_over": (),
}  # fmt: skip
"""Arguments of these verbs besides the state; all other verbs take a seat."""


@functools.cache
def distinction(verbs: Verbs, dtype: np.dtype[Any]) -> Place | None:
    """The first place where these verbs may distinguish the forms of their records, or None."""
    kernels = verbs.complete(dtype.names or ())
    try:
        program = Program(kernels, dtype)
        for name in PLAYED:
            if name in kernels:
                program.call(kernels[name], (STATE, *ARGUMENTS.get(name, (SCALAR,))))
    except Distinction as found:
        return found.place
    return None


class Program:
    """The analysed functions, each once for each combination of argument kinds."""

    def __init__(self, verbs: Mapping[str, Function], dtype: np.dtype[Any]) -> None:
        self._verbs = verbs
        self.fields = {name: dtype[name] for name in dtype.names or ()}
        self._results: dict[tuple[Function, tuple[Kind, ...]], Kind | None] = {}
        for name, field in self.fields.items():
            if field.base.kind not in "iufb" or field.base.itemsize > 8 - (field.base.kind == "u"):
                raise Distinction(Place("", 0, f"a field of {field.base}: {name}"))
            if field.base.kind == "f" and field.base.itemsize < 8:
                raise Distinction(Place("", 0, f"a field of short floats: {name}"))

    def call(self, function: Function, kinds: tuple[Kind, ...]) -> Kind:
        """The kind of a function's result for arguments of these kinds."""
        key = function, kinds
        if key not in self._results:
            self._results[key] = None
            self._results[key] = FunctionAnalysis(self, function).result(kinds)
        found = self._results[key]
        if found is None:
            raise Distinction(Place(*place_of(function), "a function that calls itself"))
        return found

    def implementation(self, function: Function) -> Function:
        """The implementation of a verb in this game; any other function itself."""
        if not kernel.is_verb(function):
            return function
        found = self._verbs.get(function.__name__)
        if found is None:
            raise Distinction(
                Place(*place_of(function), f"{function.__name__}, which the game does not have")
            )
        return found
