"""Battlesnake against matches recorded from its rules engine."""

from __future__ import annotations

from typing import Any

import pytest
from tests.golden.battlesnake_records import (
    SIDES,
    Recorded,
    as_recorded,
    cells_of,
    move_of,
    recorded_matches,
    recorded_state,
)

from gridbots.game import AnyState, PlainState, State, copy_state
from gridbots.grid import offset
from gridbots_battlesnake.feeding import add_food, draw_food
from gridbots_battlesnake.hazards import (
    EMPTY_MAP,
    change_map,
    loses_pool,
    shrink,
)
from gridbots_battlesnake.rules import advance, follow_mode, is_over, shrinks
from gridbots_battlesnake.state import head_of, is_living

MATCHES = list(recorded_matches())


SOME = [
    pytest.param(match, id=match.header["id"], marks=[pytest.mark.slow] * (number % 5 > 0))
    for number, match in enumerate(MATCHES)
]


@pytest.mark.parametrize("match", SOME)
def test_a_recorded_match_is_played_exactly(match: Recorded) -> None:
    state = recorded_state(match.header)
    plain = PlainState(state)
    opened: AnyState = plain
    sides = iter(match.header["sides"] or ())
    opened["solo"] = state["solo"] = has_solo_end(match)
    expected: dict[str, Any] = {"z": match.header["z"], "s": match.header["s"]}
    for recorded in match.rounds:
        assert not is_over(state)
        expected = expected_after(expected, recorded)
        for each in (state, opened):
            advance(each, [move_of(word) for word in recorded["m"]])
        if shrinks(state):
            side = SIDES[next(sides)]
            shrink(state, side)
            shrink(opened, side)
        drawn = cells_of(recorded.get("g", ()), state)
        dried = dried_pools(state, expected["z"])
        for each in (state, opened):
            follow_mode(each)
            assert_may_be_drawn(plain.record() if each is opened else each, drawn)
            for cell in drawn:
                add_food(each, cell)
            change_map(each)
            for cell in dried:
                each["hazards"][cell] = 0
        assert as_recorded(state) == expected
        assert plain.record().tobytes() == state.tobytes()
    assert is_over(state) == (match.end["end"] == "over")


def has_solo_end(match: Recorded) -> bool:
    return match.header["mode"] == "solo" or match.header["solo"]


def expected_after(before: dict[str, Any], recorded: dict[str, Any]) -> dict[str, Any]:
    """What the record says of a round; what it leaves out has not changed."""
    snakes = [now or was for now, was in zip(recorded["s"], before["s"], strict=True)]
    hazards = recorded.get("z", before["z"])
    return {"t": recorded["t"], "s": snakes, "f": recorded["f"], "z": hazards}


def dried_pools(state: State, hazards: list[int]) -> list[int]:
    """The pools that are gone in the record: chance says which."""
    if not loses_pool(state):
        return []
    left = set(cells_of([n for i, n in enumerate(hazards) if i % 3 < 2], state))
    gone = [cell for cell in state["hazards"].nonzero()[0].tolist() if cell not in left]
    assert len(gone) <= 1
    return gone


def assert_may_be_drawn(state: State, drawn: list[int]) -> None:
    """As much food as our rules draw, in cells where they may draw it."""
    stride = int(state["stride"])
    heads = {head_of(state, seat) for seat in range(state["seats"]) if is_living(state, seat)}
    for cell in drawn:
        assert state["cells"][cell] == 0
        assert state["food"][cell] == 0
        assert not heads & {cell + offset(direction, stride) for direction in range(4)}
    if state["map"] == EMPTY_MAP:
        assert drawn == []
        return
    missing = int(state["minimum_food"] - state["food_count"])
    copy = copy_state(state)
    before = int(copy["food_count"])
    draw_food(copy)
    ours = int(copy["food_count"]) - before
    assert len(drawn) == ours if missing > 0 else len(drawn) <= 1
