"""Pictures of a match one after the other, under a header; the last one says how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from gridbots_referee.show.pictures.raster import layout_of, picture
from gridbots_referee.show.tables.result_text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.Image import Image

    from gridbots.record import Result
    from gridbots_referee.show.drawing.palette import ThemeName
    from gridbots_referee.show.viewer.replay.replay import Replay


class Look(NamedTuple):
    """What pictures of a match look like."""

    size: int
    """Pixels of the longer side at most."""
    theme: ThemeName


def match_pictures(replay: Replay, numbers: Sequence[int], look: Look) -> Iterator[Image]:
    """The pictures of these rounds."""
    names = [player.name for player in replay.match.players]
    layout = layout_of(replay.frame(0), look.size, look.theme)
    for number in numbers:
        at_end = number == replay.last and replay.result is not None
        note = headline(replay.result, names) if at_end and replay.result else ""
        yield picture(replay.frame(number), names, layout, note)


def headline(result: Result, names: Sequence[str]) -> str:
    """How a match ended, in two or three words."""
    if result.outcome is None:
        return result.how
    winner = result.outcome.winner
    if winner is not None:
        return f"{shown_name(names[winner])} won"
    return "a draw" if len(names) > 1 else "not won"
