"""Seat view: what a person who plays may be told of a match that goes on.

An allowlist, since whatever is not named here stays on the server: in any game the seed, from
which all of chance can be foretold, and what other players think; in a game with hidden information
also all that others do, and how long they take.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.show.viewer.replay.replay import Replay

KNOWN: Final = (
    "id", "game", "title", "hidden", "moves", "symbols", "rows", "columns", "last", "stretch",
    "settings", "started", "limits", "how", "verdict",
)  # fmt: skip
"""What all may know of a match."""
KNOWN_OF_PLAYERS: Final = ("name", "bot", "package", "timebank_ms", "time_per_move_ms")
KNOWN_OF_ROUNDS: Final = ("moves", "wall", "cpu", "bank")
"""Lists by seat: where all is seen, of all seats."""
THOUGHTS: Final = ("overlays",)
"""Lists by seat of which each sees its own."""
KNOWN_SERIES: Final = ("bank", "wall", "cpu")
THOUGHT_SERIES: Final = ("value",)


def about_for(replay: Replay, seat: int) -> dict[str, Any]:
    """All but the frames, for who plays this seat."""
    about = replay.about()
    hides = about["hidden"]
    told = {name: about[name] for name in KNOWN}
    events = [each for each in about["events"] if not hides or each["seat"] == seat]
    return {
        **told,
        "human": seat,
        "only_seat": seat if hides else None,
        "seed": None,
        "players": [
            {name: player[name] for name in KNOWN_OF_PLAYERS} for player in about["players"]
        ],
        "events": events,
        "events_left_out": 0 if hides else about["events_left_out"],
        "series": _series_for(about["series"], seat, hides=hides),
    }


def stretch_for(replay: Replay, number: int, seat: int) -> dict[str, Any]:
    """A stretch of frames, for who plays this seat.

    Raises:
        RecordError: there is no such stretch.
    """
    hides = replay.about()["hidden"]
    told = replay.stretch(number, seat if hides else None)
    return {
        **{name: told[name] for name in ("start", "whole", "changes")},
        "rounds": [_round_for(each, seat, hides=hides) for each in told["rounds"]],
        "standing": _own(told["standing"], seat),
    }


def _round_for(each: dict[str, Any], seat: int, *, hides: bool) -> dict[str, Any]:
    """A round without what others thought in it, and did where that is hidden."""
    own = (*KNOWN_OF_ROUNDS, *THOUGHTS) if hides else THOUGHTS
    told: dict[str, Any] = {
        name: _own(each[name], seat) if name in own else each[name]
        for name in (*KNOWN_OF_ROUNDS, *THOUGHTS)
        if name in each
    }
    notes = [note for note in each.get("notes", ()) if not hides or note["seat"] == seat]
    return {**told, "notes": notes} if notes else told


def _series_for(series: dict[str, Any], seat: int, *, hides: bool) -> dict[str, Any]:
    own = (*KNOWN_SERIES, *THOUGHT_SERIES) if hides else THOUGHT_SERIES
    return {
        "width": series["width"],
        **{
            name: [
                line if place == seat or name not in own else [None] * len(line)
                for place, line in enumerate(series[name])
            ]
            for name in (*KNOWN_SERIES, *THOUGHT_SERIES)
        },
    }


def _own(values: Sequence[Any], seat: int) -> list[Any]:
    """By seat, what belongs to this one."""
    return [value if place == seat else None for place, value in enumerate(values)]
