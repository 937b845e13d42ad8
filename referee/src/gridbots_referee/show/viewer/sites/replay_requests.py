"""Requests of the page for a replay, by the words of their paths."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots_referee.show.viewer.replay.replay import Replay

UNRECORDED: Final[dict[str, Any]] = {"bots": [], "running": None, "problem": "", "found": []}
"""What is told of analyses of a match that has no record yet: nothing lies beside it."""


def requested(path: Sequence[str], query: Mapping[str, str], replay: Replay) -> Any:
    """What the page asks of a replay: all about it, a stretch, its dialogue, or measures.

    Raises:
        KeyError: there is no such thing.
        RecordError: there is no such stretch.
    """
    match path:
        case []:
            return replay.about()
        case ["stretch", number]:
            seat = query.get("seat", "")
            return replay.stretch(number_in(number), number_in(seat) if seat else None)
        case ["measures"]:
            return replay.measures()
        case ["analysis"]:
            return UNRECORDED
        case ["dialogue", number]:
            return replay.dialogue(number_in(number))
    raise KeyError(*path)


def number_in(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise KeyError(text)
    return int(text)
