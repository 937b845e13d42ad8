"""Pictures of a match in order, and their timing; the last one shows the result."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from gridbots_referee.show.drawing.scene import display_list, scene
from gridbots_referee.show.drawing.tween import tween
from gridbots_referee.show.pictures.raster import layout_of, render
from gridbots_referee.show.tables.result_text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from PIL.Image import Image

    from gridbots.record import Result
    from gridbots_referee.show.drawing.palette import ThemeName
    from gridbots_referee.show.drawing.scene import Scene
    from gridbots_referee.show.replay.replay import Replay

LONG: Final = 16
"""Longest name that is never shortened."""


class Look(NamedTuple):
    """Size, theme and tweens of the pictures of a match."""

    size: int
    """Pixels of the longer side, at most."""
    theme: ThemeName
    tween: int = 0
    """Number of pictures between two rounds."""


def match_pictures(replay: Replay, numbers: Sequence[int], look: Look) -> Iterator[Image]:
    """The pictures of these rounds, and tweens between consecutive rounds."""
    names = short_names([player.name for player in replay.match.players])
    texts = [replace(replay.frame(number), marks=()) for number in numbers]
    layout = layout_of(replay.frame(0), look.size, look.theme, texts)
    before: tuple[int, Scene] | None = None
    for number in numbers:
        frame = replay.frame(number)
        now = scene(frame)
        if before:
            for step in range(1, look.tween + 1):
                # Only consecutive rounds have tweens.
                between = tween(before[1], now, step / (look.tween + 1))
                shown = between if number == before[0] + 1 else before[1]
                yield render(replay.frame(before[0]), names, layout, display_list(shown))
        at_end = number == replay.last and replay.result is not None
        note = headline(replay.result, names) if at_end and replay.result else ""
        yield render(frame, names, layout, display_list(now), note)
        before = number, now


def short_names(names: Sequence[str]) -> list[str]:
    """The names without options, if the options are long and not needed to distinguish them."""
    short = [name.partition(":")[0] for name in names]
    is_needed = len(set(short)) < len(names) or max(map(len, names)) <= LONG
    return list(names) if is_needed else short


def headline(result: Result, names: Sequence[str]) -> str:
    """The result of a match in two or three words."""
    if result.outcome is None:
        return result.how
    winner = result.outcome.winner
    if winner is not None:
        return f"{shown_name(names[winner])} won"
    return "a draw" if len(names) > 1 else "not won"


FASTEST: Final = 50
"""Pictures per second at most: browsers slow faster GIFs down."""
HELD: Final = 3.0
"""Seconds for which the last picture is shown."""


def evenly_spaced(last: int, most: int) -> Sequence[int]:
    """At most `most` numbers of frames from 0 to `last`, evenly spaced."""
    count = min(last + 1, most)
    return [round(index * last / max(count - 1, 1)) for index in range(count)]


def durations(count: int, rate: float) -> list[int]:
    """Duration of each picture in milliseconds, in whole hundredths of a second as GIF requires.

    Rounding errors do not add up: the animation has the correct total duration.
    """
    ends = [round(100 * number / rate) for number in range(count)]
    return [*(10 * (end - start) for start, end in pairwise(ends)), round(1000 * HELD)]
