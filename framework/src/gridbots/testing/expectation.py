"""Expectations of laws: they report the expected and the actual value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from gridbots.game import State

MOST_TEXT = 300
"""Maximum characters of a value in a message."""


class LawError(AssertionError):
    """A game breaks a law."""

    def __init__(self, what: str, expected: object, got: object) -> None:
        super().__init__(f"{what}: expected {_short(expected)}, got {_short(got)}")


class LawWarning(Exception):  # noqa: N818  not an error
    """A game keeps all laws, but its author should know this."""


def expect(holds: object, what: str, expected: object, got: object) -> None:
    """Raise LawError unless the condition holds; `expected` describes it in words."""
    if not holds:
        raise LawError(what, expected, got)


def expect_equal(what: str, expected: object, got: object) -> None:
    """Raise LawError unless both are equal."""
    if expected != got:
        raise LawError(what, repr(expected), repr(got))


def expect_same_state(what: str, expected: State, got: State) -> None:
    """Raise LawError, with the fields that differ, unless two records are equal byte by byte."""
    if expected.dtype != got.dtype:
        raise LawError(what, f"a record of {expected.dtype}", f"one of {got.dtype}")
    if expected.tobytes() != got.tobytes():
        raise LawError(what, *_differences(expected, got))


def _differences(expected: State, got: State) -> tuple[str, str]:
    """The first difference of each field that differs, on both sides."""
    sides: tuple[list[str], list[str]] = [], []
    for name in expected.dtype.names or ():
        values = [np.atleast_1d(np.array(each[name])) for each in (expected, got)]
        if values[0].tobytes() != values[1].tobytes():
            at = _first_difference(*values)
            for side, value in zip(sides, values, strict=True):
                side.append(f"{name}{list(at)} = {value[at]}")
    return "; ".join(sides[0]), "; ".join(sides[1])


def _first_difference(one: Any, other: Any) -> tuple[int, ...]:
    return (
        tuple(int(index) for index in np.argwhere(one != other)[0]) if np.any(one != other) else ()
    )


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= MOST_TEXT else f"{text[:MOST_TEXT]}..."
