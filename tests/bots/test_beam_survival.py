"""beam among strange snakes: survival search, and the costs of first moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from tests.games.test_multisnake_laws import drawn
from tests.golden.multisnake_records import state_of
from tests.golden.recordings import kept

from gridbots.game import copy_state, is_living
from gridbots.games.multisnake.movement import DASH, accepts, glide
from gridbots.games.multisnake.state import EMPTY, SNAKE, cover
from gridbots.grid import DOWN, LEFT, offset
from gridbots.vector import fitted, generators_for, memories_of
from gridbots_minimax.beam.decision import plan_of, policy_for
from gridbots_minimax.beam.opponents import may_grow
from gridbots_minimax.beam.options import Options
from gridbots_minimax.beam.survival import (
    HORIZON,
    SURVIVAL,
    prepare,
    survival,
    write_first_move_costs,
)

if TYPE_CHECKING:
    from gridbots.game import State

POSITIONS = kept("multisnake_agents.jsonl")
CORRIDOR = """
    ...+.abc....
    ABCDE.......
    JIHGF.......
    K...........
    """
"""Five cells to the left end in a dead end: the other body leaves the last one in eleven moves."""


def survivals(state: State, seat: int = 0) -> list[int]:
    """By first move: moves that it can survive."""
    plan = np.zeros(1, SURVIVAL)[0]
    prepare(plan, state, seat)
    return [survival(plan, move) for move in range(DASH)]


def leaves_of(state: State, seat: int) -> dict[int, int]:
    """By cell under another snake: moves until it is free."""
    leaves: dict[int, int] = {}
    for other in range(int(state["seats"])):
        if other != seat and is_living(state, other):
            length, late = int(state["lengths"][other]), may_grow(state, other)
            for index in range(length):
                leaves.setdefault(int(state["bodies"][other, index]), length - index + late)
    return leaves


def alone(state: State, seat: int) -> State:
    """The same position without the bodies of others."""
    left = copy_state(state)
    others = (left["cells"] >= SNAKE) & (left["cells"] != SNAKE + seat)
    left["cells"][others], left["layers"][others] = EMPTY, 0
    return left


def goes(state: State, seat: int, move: int, made: int, leaves: dict[int, int]) -> bool:
    """Make a move by the rules; return whether it is possible."""
    head = int(state["bodies"][seat, 0]) + offset(move, int(state["stride"]))
    if not accepts(state, seat, move) or leaves.get(head, 0) > made + 1:
        return False
    glide(state, seat, move)
    cover(state, seat, head)
    return True


def longest(state: State, seat: int, move: int, made: int, leaves: dict[int, int]) -> int:
    """The most moves up to four in all, by brute force."""
    after = copy_state(state)
    if not goes(after, seat, move, made, leaves):
        return made
    if made == 3:
        return 4
    return max(longest(after, seat, each, made + 1, leaves) for each in range(DASH))


def living_seats() -> list[tuple[State, int]]:
    states = [state_of(position) for position in POSITIONS[:30]]
    return [
        (each, seat) for each in states for seat in range(int(each["seats"]))
        if is_living(each, seat)
    ]  # fmt: skip


def test_a_dead_end_is_as_long_as_its_corridor() -> None:
    assert survivals(drawn(CORRIDOR)) == [0, 0, HORIZON, 5]


def test_a_position_is_left_as_it_was_found() -> None:
    for state, seat in living_seats():
        plan = np.zeros(1, SURVIVAL)[0]
        prepare(plan, state, seat)
        before = plan.copy()
        for move in range(DASH):
            survival(plan, move)
        for name in ("own", "candies", "leaves"):
            assert (plan[name] == before[name]).all()


def test_a_found_path_follows_the_rules() -> None:
    found = 0
    for state, seat in living_seats():
        leaves = leaves_of(state, seat)
        for first in range(DASH):
            plan = np.zeros(1, SURVIVAL)[0]
            prepare(plan, state, seat)
            if survival(plan, first) < HORIZON:
                continue
            found += 1
            left, length = alone(state, seat), int(state["lengths"][seat])
            for made in range(HORIZON):
                way = int(plan["track"][made + length] - plan["track"][made + length - 1])
                (move,) = (e for e in range(DASH) if offset(e, int(state["stride"])) == way)
                assert goes(left, seat, move, made, leaves)
    assert found > 100


def test_near_ends_are_found_as_by_brute_force() -> None:
    for state, seat in living_seats():
        leaves, left = leaves_of(state, seat), alone(state, seat)
        expected = [longest(left, seat, move, 0, leaves) for move in range(DASH)]
        assert [min(4, each) for each in survivals(state, seat)] == expected


def costs(state: State, strangeness: float, **options: float) -> list[float]:
    search: Any = plan_of(Options(**options), state.dtype)["search"][0]  # type: ignore[arg-type]
    search["evaluation"][0]["strangeness"] = strangeness
    write_first_move_costs(search, state, 0)
    return search["first_move_costs"].tolist()


def test_early_ends_have_a_cost_only_among_strange_snakes() -> None:
    state = drawn(CORRIDOR)
    full = costs(state, 1.0, dead_end_penalty=120.0)
    assert full[LEFT] == 120.0 * (HORIZON - 5) / HORIZON
    assert full[DOWN] == 0.0
    assert costs(state, 0.5, dead_end_penalty=120.0)[LEFT] == full[LEFT] / 2
    assert costs(state, 0.0) == costs(state, 1.0, dead_end_penalty=0.0) == [0.0] * DASH


def test_it_avoids_a_candy_in_a_dead_end_among_strange_snakes() -> None:
    state = drawn(CORRIDOR)
    without_costs = {
        "depth": 1, "confinement_penalty": 0, "territory_penalty": 0, "siege_bonus": 0,
    }  # fmt: skip

    def chosen(**options: float) -> int:
        act = fitted(
            policy_for(Options(**without_costs, **options)),  # type: ignore[arg-type]
            state.dtype,
        )
        memory = memories_of(act, 1)[0]
        memory["errors"] = 1.0
        generator = generators_for(np.array([1], np.uint64))[0]
        return int(act.choose(state, 0, generator, memory))

    assert chosen(dead_end_penalty=0.0) == LEFT
    assert chosen() == DOWN
