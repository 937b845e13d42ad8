"""The solvers of Snake: their parts, and their guarantees on any board."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot
from gridbots.errors import SettingsError
from gridbots.game import State, is_over, step
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.snake import GAME
from gridbots.grid import DIRECTIONS, DOWN, LEFT, RIGHT, index_of, offset
from gridbots.plugins import load_bot
from gridbots.settings import make_settings
from gridbots.vector import Outcomes, play_matches
from gridbots_hamiltonian import cell_solver, cycle_solvers, cycles, path_solvers, paths
from gridbots_hamiltonian.cells import ROOT, UNVISITED, find_parents, remember_body
from gridbots_hamiltonian.heap import pop, push

pytestmark = pytest.mark.slow  # they compile for long

BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)
LOSSLESS = (
    "zig-zag", "fixed", "zig-zag-cut", "phc",
    "cell", "cell1", "cell-keep", "cell-fixed", "cell-variant",
)  # fmt: skip


def drawn(board: str, heading: int) -> State:
    """A board as the wire writes it: each part of the body points to the next one."""
    rows = board.split()
    settings = GAME.make_settings({"width": len(rows[0]), "height": len(rows)})
    updates = {"heading": DIRECTIONS[heading], "field": "".join(rows)}
    return GAME.wire.read_updates(None, settings, updates)


def generator(seed: int = 1) -> Any:
    numbers = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(numbers, seed)
    return numbers


def played(name: str, matches: int, values: dict[str, Any], **options: str) -> Outcomes:
    pytest.importorskip("numba")
    kind = load_bot(name)
    assert kind.policy is not None
    policy = kind.policy(GAME, make_settings(kind.options, options))
    return play_matches(GAME, GAME.make_settings(values), [policy], matches, seed=3)


def is_won(outcomes: Outcomes) -> bool:
    return bool((outcomes.utilities == 1).all())


@pytest.mark.parametrize("name", LOSSLESS)
@pytest.mark.parametrize("side", [6, 8])
def test_every_board_is_filled(name: str, side: int) -> None:
    assert is_won(played(name, 60, {"width": side, "height": side}))


@pytest.mark.parametrize(("width", "height"), [(4, 58), (58, 4), (4, 40)])
def test_compiled_matches_on_long_narrow_boards_end(width: int, height: int) -> None:
    """No later than if every apple lay a whole round of the cycle away."""
    outcomes = played("zig-zag", 8, {"width": width, "height": height})
    assert is_won(outcomes)
    assert outcomes.rounds.max() < (width * height) ** 2


@pytest.mark.parametrize(("width", "height"), [(6, 9), (9, 6), (4, 7)])
@pytest.mark.parametrize("name", ["zig-zag", "phc"])
def test_one_even_side_is_enough_for_a_zig_zag(name: str, width: int, height: int) -> None:
    assert is_won(played(name, 10, {"width": width, "height": height}))


def test_a_repaired_cycle_never_collides_and_goes_on_when_loops_are_broken() -> None:
    board = {"width": 6, "height": 6}
    kept, broken = (played("dhcr", 200, board, loops=loops) for loops in ("kept", "broken"))
    assert kept.living.all()
    assert not is_won(kept)
    assert is_won(broken)


@pytest.mark.slow
def test_the_solvers_of_small_boards_reach_the_published_results() -> None:
    """Of 8x8: a length of 63.9 in 718 steps, and 60.2 in 905; three standard errors."""
    corner = {"preset": "corner-8"}
    hamilton, greedy = played("hamilton", 400, corner), played("path-greedy", 100, corner)
    assert abs(hamilton.scores.mean() - 63.93) < 0.3
    assert abs(hamilton.rounds.mean() - 717.8) < 3 * 67 / 400**0.5 + 3
    assert abs(greedy.scores.mean() - 60.15) < 3 * 7 / 10
    assert abs(greedy.rounds.mean() - 950) < 3 * 1181 / 10


@pytest.mark.parametrize("name", ["fixed", "cell"])
def test_a_board_that_cannot_be_played_is_an_error(name: str) -> None:
    with pytest.raises(ValueError, match="even sides"):
        played(name, 1, {"width": 5, "height": 6})


def test_a_board_with_two_odd_sides_has_no_cycle() -> None:
    with pytest.raises(ValueError, match="an even side, got two odd ones"):
        cycle_solvers.choose_zig_zag(drawn("0.... ....a ..... ..... .....", RIGHT), 0, generator())


def walk(state: State, memory: Any) -> set[int]:
    """The squares of the cycle in a memory, starting at the head."""
    here, seen = int(state["head"]), set()
    while here not in seen:
        seen.add(here)
        here += offset(int(memory["next_move"][here]), int(state["stride"]))
    assert here == state["head"]
    return seen


@given(rows=st.integers(2, 6), columns=st.integers(2, 6), seed=st.integers(0, 2**32))
def test_a_random_cycle_goes_through_every_square(rows: int, columns: int, seed: int) -> None:
    settings = GAME.make_settings({"width": 2 * columns, "height": 2 * rows})
    state, memory = GAME.setup(settings, 1), np.zeros(1, cycle_solvers.MEMORY)[0]
    cycles.lay_random(state, generator(seed), memory)
    assert len(walk(state, memory)) == 4 * rows * columns


def test_random_cycles_differ() -> None:
    state = GAME.setup(GAME.make_settings({"width": 8, "height": 8}), 1)
    found = set()
    for seed in range(20):
        memory = np.zeros(1, cycle_solvers.MEMORY)[0]
        cycles.lay_random(state, generator(seed), memory)
        found.add(memory["next_move"].tobytes())
    assert len(found) == 20


def test_the_tree_of_the_body() -> None:
    """The tail's cell is the root; a cell to which the body came back keeps its first parent."""
    state = drawn(
        """
        ..dl..
        ..du..
        ..d...
        ..rr0a
        ......
        ......
        """, RIGHT,
    )  # fmt: skip
    memory = np.zeros(1, cell_solver.MEMORY)[0]
    assert not remember_body(state, memory)
    parents = np.zeros(9, np.int64)
    find_parents(memory, int(memory["oldest"]), 9, int(state["stride"]), parents)
    none = UNVISITED
    assert parents.tolist() == [none, ROOT, none, none, 1, 4, none, none, none]


def test_a_body_is_remembered_between_rounds_and_traced_anew_elsewhere() -> None:
    settings = GAME.make_settings({"width": 8, "height": 8})
    memory, state = np.zeros(1, cell_solver.MEMORY)[0], GAME.setup(settings, 5)
    policy = cell_solver.policy()
    known = policy.memories(1)[0]
    for number in range(60):
        assert remember_body(state, memory) == (number > 0)
        step(state, [cell_solver.choose(state, 0, generator(), known)])
    step(state, [cell_solver.choose(state, 0, generator(), known)])
    step(state, [cell_solver.choose(state, 0, generator(), known)])
    assert not remember_body(state, memory)
    assert memory["newest"] == state["length"]


def test_a_snake_that_left_the_right_side_survives() -> None:
    state = drawn("rrr0.. ...... ...... ...a.. ...... ......", RIGHT)
    known = cell_solver.policy().memories(1)[0]
    for _ in range(20):
        step(state, [cell_solver.choose(state, 0, generator(), known)])
        assert state["dead"] == 0


BY_POLICY = ["zig-zag", "hamilton", "cell-variant", "dhcr", "path-greedy", "swift"]


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_POLICY)
def test_a_bot_chooses_as_its_policy_does(name: str) -> None:
    pytest.importorskip("numba")
    settings = GAME.make_settings({"width": 6, "height": 6, "max_rounds": 150})
    kind = load_bot(name)
    options = {"seed": "9"} if "seed" in kind.options.__struct_fields__ else {}
    bot, bare = (make_bot(kind, name, GAME, options) for _ in range(2))
    assert isinstance(bot, Bot)
    assert isinstance(bare, Bot)
    briefing = Briefing(GAME, settings, 0, 1)
    bare.warm(briefing)
    bot.open(briefing)
    bare.open(briefing)
    state = GAME.setup(settings, 4)
    while not is_over(state):
        move = bot.choose(GAME.observation(state, 0), BUDGET)
        assert move == bare.choose(GAME.observation(state, 0), BUDGET)
        step(state, [move])
    assert state["length"] > 5


def test_options_are_checked() -> None:
    with pytest.raises(SettingsError, match=r"loops of .*: expected broken or kept, got 'cut'"):
        make_bot(load_bot("dhcr"), "dhcr", GAME, {"loops": "cut"})
    with pytest.raises(SettingsError, match="new"):
        make_bot(load_bot("cell-variant"), "cell-variant", GAME, {"new": "-1"})


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 1000)), max_size=60))
def test_a_heap_gives_back_the_smallest_keys_first(entries: list[tuple[int, int]]) -> None:
    heap, count = np.zeros(64, np.int64), 0
    for key, item in entries:
        count = push(heap, count, key, item)
    found = []
    while count > 0:
        key = int(heap[0]) >> 16
        found.append((key, pop(heap, count)))
        count -= 1
    assert sorted(found) == sorted(entries)
    assert [key for key, _ in found] == sorted(key for key, _ in entries)


def test_equal_keys_leave_a_heap_as_in_the_recorded_games() -> None:
    """After the first removal the hole sinks to the right one of equals, 2, and so on."""
    heap, count = np.zeros(8, np.int64), 0
    for item in range(5):
        count = push(heap, count, 7, item)
    order = []
    while count > 0:
        order.append(pop(heap, count))
        count -= 1
    assert order == [0, 2, 4, 1, 3]


def path_text(work: Any, steps: int) -> str:
    return "".join("urdl"[move] for move in work["path"][:steps])


def test_the_longest_path_widens_the_shortest() -> None:
    state = drawn(
        """
        r0..
        ....
        ....
        ...a
        """, RIGHT,
    )  # fmt: skip
    work = np.zeros(1, paths.WORK)[0]
    cells, stride = state["cells"], int(state["stride"])
    head, tail = int(state["head"]), int(state["tail"])
    shortest = paths.find_shortest(cells, head, RIGHT, tail, stride, generator(), work)
    assert path_text(work, shortest) == "l"
    longest = paths.find_longest(cells, head, RIGHT, tail, stride, generator(), work)
    assert longest == 15
    squares, here = set(), head
    for move in work["path"][:longest].tolist():
        here += offset(move, stride)
        squares.add(here)
    assert len(squares) == longest
    assert here == tail


def test_straight_on_comes_first_among_shortest_paths() -> None:
    state = drawn(".... .0.. .... ...a", DOWN)
    work, cells, stride = np.zeros(1, paths.WORK)[0], state["cells"], int(state["stride"])
    for seed in range(8):
        target = index_of(3, 3, stride)
        steps = paths.find_shortest(
            cells, int(state["head"]), DOWN, target, stride, generator(seed), work
        )
        assert steps == 4
        assert work["path"][0] == DOWN


def test_there_is_no_path_to_a_square_that_is_cut_off() -> None:
    state = drawn(
        """
        ad..
        dl..
        0...
        ....
        """, DOWN,
    )  # fmt: skip
    work, stride = np.zeros(1, paths.WORK)[0], int(state["stride"])
    head, apple = int(state["head"]), int(state["apple"])
    assert paths.find_shortest(state["cells"], head, DOWN, apple, stride, generator(), work) == 0


def test_without_paths_the_snake_moves_away_from_the_apple() -> None:
    state = drawn("0... .... .... ...a", LEFT)
    assert path_solvers.away(state) in {RIGHT, DOWN}
