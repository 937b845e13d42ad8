"""One snake moves alone, as in searches."""

from __future__ import annotations

import pytest
from tests.games.test_multisnake_laws import drawing, drawn, out

from gridbots.game import is_over, step_seat
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT

CASES = {
    "a snake moves while others lie still": (
        """
        cba...
        .BA...
        """, RIGHT,
        """
        .cba..
        .BA...
        """, (),
    ),
    "it eats and grows": (
        """
        cba*..
        .BA...
        """, RIGHT,
        """
        dcba..
        .BA...
        """, (),
    ),
    "onto another snake it is out, and leaves no candy under its head": (
        """
        cba...
        .BA...
        lm....
        """, DOWN,
        """
        .**...
        .BA...
        lm....
        """, (0,),
    ),
    "without a move it is out, and leaves no candy under its head": (
        """
        cba...
        .BA...
        lm....
        """, NO_MOVE,
        """
        **....
        .BA...
        lm....
        """, (0,),
    ),
    "nor does one that moves back": (
        """
        cba...
        .BA...
        lm....
        """, LEFT,
        """
        **....
        .BA...
        lm....
        """, (0,),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "move", "after", "gone"), CASES.values(), ids=CASES)
def test_a_turn(before: str, move: int, after: str, gone: tuple[int, ...]) -> None:
    state = drawn(before)
    rounds, generator = int(state["rounds"]), state["generator"].copy()
    step_seat(state, 0, move)
    assert drawing(state, after) == after.split()
    assert out(state) == gone
    assert not is_over(state)
    assert (state["rounds"], *state["generator"]) == (rounds, *generator)


def test_the_match_ends_when_one_snake_is_left() -> None:
    state = drawn("ba.AB")
    step_seat(state, 1, NO_MOVE)
    assert is_over(state)
