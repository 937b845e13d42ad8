"""Pictures of a match one after the other, under a header; the last one says how it ended."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots_referee.show.drawing.scene import display_list, scene
from gridbots_referee.show.drawing.tween import tween
from gridbots_referee.show.pictures.raster import drawn, layout_of
from gridbots_referee.show.tables.result_text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.Image import Image

    from gridbots.record import Result
    from gridbots_referee.show.drawing.palette import ThemeName
    from gridbots_referee.show.drawing.scene import Scene
    from gridbots_referee.show.replay.replay import Replay

LONG: Final = 16
"""Letters of a name that is long."""


class Look(NamedTuple):
    """What pictures of a match look like."""

    size: int
    """Pixels of the longer side at most."""
    theme: ThemeName
    tween: int = 0
    """Pictures between one round and the next."""


def match_pictures(replay: Replay, numbers: Sequence[int], look: Look) -> Iterator[Image]:
    """The pictures of these rounds, and those between rounds that follow each other."""
    names = short_names([player.name for player in replay.match.players])
    layout = layout_of(replay.frame(0), look.size, look.theme)
    before: tuple[int, Scene] | None = None
    for number in numbers:
        frame = replay.frame(number)
        now = scene(frame)
        if before:
            for step in range(1, look.tween + 1):
                # Rounds that lie apart are not moved from one to the other.
                between = tween(before[1], now, step / (look.tween + 1))
                shown = between if number == before[0] + 1 else before[1]
                yield drawn(replay.frame(before[0]), names, layout, display_list(shown))
        at_end = number == replay.last and replay.result is not None
        note = headline(replay.result, names) if at_end and replay.result else ""
        yield drawn(frame, names, layout, display_list(now), note)
        before = number, now


def short_names(names: Sequence[str]) -> list[str]:
    """Names without options, where these are long and not needed to tell who is who."""
    short = [name.partition(":")[0] for name in names]
    is_needed = len(set(short)) < len(names) or max(map(len, names)) <= LONG
    return list(names) if is_needed else short


def headline(result: Result, names: Sequence[str]) -> str:
    """How a match ended, in two or three words."""
    if result.outcome is None:
        return result.how
    winner = result.outcome.winner
    if winner is not None:
        return f"{shown_name(names[winner])} won"
    return "a draw" if len(names) > 1 else "not won"


FASTEST: Final = 50
"""Pictures per second: browsers show faster GIFs slowly."""
HELD: Final = 3.0
"""Seconds that the last picture stays."""


def evenly_spaced(last: int, most: int) -> Sequence[int]:
    """Numbers of frames from the first to the last one, so many at most, evenly spread."""
    count = min(last + 1, most)
    return [round(index * last / max(count - 1, 1)) for index in range(count)]


def durations(count: int, rate: float) -> list[int]:
    """Milliseconds of each picture, in whole hundredths of a second, which a GIF counts in.

    What is rounded off one picture goes to the next one: the whole takes as long as it should.
    """
    ends = [round(100 * number / rate) for number in range(count)]
    return [*(10 * (end - start) for start, end in pairwise(ends)), round(1000 * HELD)]
