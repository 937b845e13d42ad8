"""Fault: what a bot does wrong, with the place where it was first seen; equal ones are merged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

EXAMPLES: Final = 3
"""Different things that came and are quoted of one fault."""

Level = Literal["fault", "warning"]


class Fault(msgspec.Struct, frozen=True):
    """One mistake of a bot."""

    kind: str
    """By this word programs know it."""
    level: Level
    """A fault costs moves or matches; a warning costs nothing so far."""
    text: str
    """What is wrong."""
    remedy: str
    """What to write instead."""
    section: str
    """Where protocol.md says so: its heading."""
    where: str
    """The situation, or the match, in which it was first seen."""
    seat: int | None = None
    round: int | None = None
    came: tuple[str, ...] = ()
    """What came, quoted."""
    count: int = 1
    record: str = ""
    """The record of the match, which can be replayed."""
    cause: str = ""
    """What tells two faults of a kind apart, such as the error of a crash."""

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, re.sub(r"\d+", "#", self.cause)


def merge(faults: Iterable[Fault]) -> list[Fault]:
    """Each fault once, as it was first seen, with the number of times and what else came."""
    merged: dict[tuple[str, str], Fault] = {}
    for fault in faults:
        first = merged.get(fault.key)
        merged[fault.key] = fault if first is None else _with(first, fault)
    return list(merged.values())


ECHOES: Final = {
    "debug-line": {"other-word", "more-words", "json"},
}
"""Kind -> kinds that say the same again: debug lines are no answers where the answer is lost."""


def without_echoes(faults: Iterable[Fault]) -> list[Fault]:
    """Leave out what only repeats another fault."""
    kept = list(faults)
    kinds = {fault.kind for fault in kept}
    echoes = set().union(*[ECHOES.get(kind, set()) for kind in kinds])
    return [fault for fault in kept if fault.kind not in echoes]


def _with(first: Fault, other: Fault) -> Fault:
    came = tuple(dict.fromkeys((*first.came, *other.came)))[:EXAMPLES]
    level: Level = "fault" if "fault" in {first.level, other.level} else "warning"
    return msgspec.structs.replace(first, count=first.count + other.count, came=came, level=level)
