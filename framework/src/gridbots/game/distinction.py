"""Distinction: where rules may tell the two forms of a state apart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Function = Callable[..., Any]


class Place(NamedTuple):
    """Where rules may tell the two forms apart."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class Distinction(Exception):  # noqa: N818  not an error but an answer
    def __init__(self, place: Place) -> None:
        super().__init__(str(place))
        self.place = place


def place_of(function: Function) -> tuple[str, int]:
    return function.__code__.co_filename, function.__code__.co_firstlineno
