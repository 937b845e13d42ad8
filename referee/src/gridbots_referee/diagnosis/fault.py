"""Fault of a bot, with the place of its first occurrence; equal faults are merged."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable

EXAMPLES: Final = 3
"""Maximum examples of output in one fault."""

Level = Literal["fault", "warning"]


class Fault(msgspec.Struct, frozen=True):
    """One mistake of a bot."""

    kind: str
    """Identifier for programs."""
    level: Level
    """A fault costs moves or matches; a warning does not, so far."""
    text: str
    """Description."""
    remedy: str
    """How to correct it."""
    section: str
    """Heading of the section of protocol.md."""
    where: str
    """The situation or match of the first occurrence."""
    seat: int | None = None
    round: int | None = None
    came: tuple[str, ...] = ()
    """Examples of output, quoted."""
    count: int = 1
    record: str = ""
    """Path of the record of the match."""
    cause: str = ""
    """Distinguishes faults of the same kind, for example the error of a crash."""

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, re.sub(r"\d+", "#", self.cause)


def merge(faults: Iterable[Fault]) -> list[Fault]:
    """Merge equal faults: the first occurrence, with the count and more examples of output."""
    merged: dict[tuple[str, str], Fault] = {}
    for fault in faults:
        first = merged.get(fault.key)
        merged[fault.key] = fault if first is None else _with(first, fault)
    return list(merged.values())


ECHOES: Final = {
    "debug-line": {"other-word", "more-words", "json"},
}
"""Kind -> kinds that only repeat it: a debug line can also count as a wrong answer."""


def without_echoes(faults: Iterable[Fault]) -> list[Fault]:
    """Leave out faults that only repeat another one."""
    kept = list(faults)
    kinds = {fault.kind for fault in kept}
    echoes = set().union(*[ECHOES.get(kind, set()) for kind in kinds])
    return [fault for fault in kept if fault.kind not in echoes]


def _with(first: Fault, other: Fault) -> Fault:
    came = tuple(dict.fromkeys((*first.came, *other.came)))[:EXAMPLES]
    level: Level = "fault" if "fault" in {first.level, other.level} else "warning"
    return msgspec.structs.replace(first, count=first.count + other.count, came=came, level=level)
