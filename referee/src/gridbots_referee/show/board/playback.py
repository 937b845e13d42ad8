"""Playback state of a replay, and its key bindings, without input or output."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SPEEDS: Final = (1, 2, 5, 10, 20, 50)
"""Rounds per second."""
JUMP: Final = 10
DIGITS: Final = 9
"""Digits of a round number at most; further ones are ignored."""

HELP: Final = (
    ("right  l  n", "next round"),
    ("left  h  p", "previous round"),
    ("PgDn  PgUp", f"{JUMP} rounds forward, or back"),
    ("Home  g", "to the opening"),
    ("End  G", "to the end"),
    ("12 Enter", "to round 12"),
    ("e  E", "to the next event, or the previous one:"),
    ("", "eliminations, warnings, failures, large losses of time"),
    ("space", "play, or pause"),
    ("+  -", "faster, or slower"),
    ("?", "show this help, or hide it"),
    ("q", "quit"),
)


@dataclass(frozen=True)
class Playback:
    last: int
    """Number of the last frame; the first one is 0."""
    frame: int = 0
    playing: bool = False
    pace: int = 2
    """An index into SPEEDS."""
    typed: str = ""
    """Digits of a round number that the user has typed."""
    helping: bool = False
    has_quit: bool = False

    @property
    def speed(self) -> int:
        return SPEEDS[self.pace]

    def press(self, key: str, events: Callable[[], Sequence[int]] = tuple) -> Playback:
        """The state after a key; `events` returns the numbers of frames with events, ascending."""
        if key in EVENT_KEYS:
            return _to_event(replace(self, typed=""), EVENT_KEYS[key], events())
        if key in "0123456789":
            return replace(self, typed=(self.typed + key)[:DIGITS])
        if key == "backspace":
            return replace(self, typed=self.typed[:-1])
        if key == "enter" and self.typed:
            return replace(self, typed="").to(int(self.typed))
        return BINDINGS.get(key, _unchanged)(replace(self, typed=""))

    def to(self, frame: int) -> Playback:
        """The state at another frame, or at the nearest one that exists, paused."""
        return replace(self, frame=min(max(frame, 0), self.last), playing=False)

    def tick(self) -> Playback:
        """Advance by one round while playing; pause at the end."""
        if not self.playing:
            return self
        following = self.to(self.frame + 1)
        return replace(following, playing=following.frame < self.last)


def _to_event(here: Playback, direction: int, events: Sequence[int]) -> Playback:
    """Move to the nearest event in a direction, if there is one."""
    ahead = [event for event in events if (event - here.frame) * direction > 0]
    return here.to(min(ahead, key=lambda event: abs(event - here.frame), default=here.frame))


def _play_or_pause(here: Playback) -> Playback:
    """Pause, or play; at the end of the match playing starts over."""
    again = not here.playing and here.frame == here.last
    return replace(here, playing=not here.playing, frame=0 if again else here.frame)


def _with_pace(here: Playback, pace: int) -> Playback:
    return replace(here, pace=min(max(pace, 0), len(SPEEDS) - 1))


def _unchanged(here: Playback) -> Playback:
    return here


EVENT_KEYS: Final = {"e": 1, "E": -1}

_ACTIONS: Final[dict[tuple[str, ...], Callable[[Playback], Playback]]] = {
    ("right", "down", "l", "n"): lambda here: here.to(here.frame + 1),
    ("left", "up", "h", "p"): lambda here: here.to(here.frame - 1),
    ("page down",): lambda here: here.to(here.frame + JUMP),
    ("page up",): lambda here: here.to(here.frame - JUMP),
    ("home", "g"): lambda here: here.to(0),
    ("end", "G"): lambda here: here.to(here.last),
    (" ",): _play_or_pause,
    ("+", "="): lambda here: _with_pace(here, here.pace + 1),
    ("-",): lambda here: _with_pace(here, here.pace - 1),
    ("?",): lambda here: replace(here, helping=not here.helping),
    ("escape",): lambda here: replace(here, helping=False),
    ("q",): lambda here: replace(here, playing=False, has_quit=True),
}
BINDINGS: Final = {key: action for keys, action in _ACTIONS.items() for key in keys}
