"""swift: the theorem that it never loses, its parts, and its guarantees."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot
from gridbots.errors import SettingsError
from gridbots.game import State, is_over, step
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.games.snake import GAME
from gridbots.games.snake.state import body, put_apple
from gridbots.grid import DIRECTIONS, RIGHT
from gridbots.plugins import load_bot
from gridbots.settings import make_settings
from gridbots.vector import Outcomes, play_matches
from gridbots_hamiltonian.swift import fallback_cycle, policy, rollouts, selection
from gridbots_hamiltonian.swift.plans import (
    candidates,
    path_search,
    safety,
    trail,
)
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE, lay_lanes

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow  # slow to compile

BUDGET = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)
EFFORTS = ("fast", "default", "deep")
UNUSED = np.zeros(GENERATOR_SIZE, np.int64)

Cell = tuple[int, int]
Edge = frozenset[Cell]


def drawn(board: str, heading: int = RIGHT) -> State:
    """A board as the wire writes it: each part of the body points to the next one."""
    rows = board.split()
    values = GAME.make_settings({"width": len(rows[0]), "height": len(rows)})
    updates = {"heading": DIRECTIONS[heading], "field": "".join(rows)}
    return GAME.wire.read_updates(None, values, updates)


def played(matches: int, values: dict[str, Any], name: str = "swift", **options: str) -> Outcomes:
    pytest.importorskip("numba")
    kind = load_bot(name)
    assert kind.policy is not None
    chosen = kind.policy(GAME, make_settings(kind.options, options))
    return play_matches(GAME, GAME.make_settings(values), [chosen], matches, seed=3)


def is_won(outcomes: Outcomes) -> bool:
    return bool((outcomes.utilities == 1).all())


def in_thought(
    state: State, candidates: int = 0, samples: int = 0, finalists: int = 4, replies: int = 0
) -> tuple[Any, Any]:
    """Memory and workspace for a state."""
    chosen = policy.policy(candidates, samples, finalists=finalists, replies=replies)
    memory = chosen.memories(1)[0]
    work = np.zeros(1, policy.WORK)[0]
    policy.open_memory(state, memory)
    policy.clear_work(work)
    trail.lay_trail(state, memory, work)
    return memory, work


# The theorem in Python's own terms: cells, edges between them, and a search for a tree.


def cell_of(square: int, stride: int) -> Cell:
    return (square // stride - 1) // 2, (square % stride - 1) // 2


def edges_of(state: State, memory: Any) -> tuple[set[Edge], set[Edge]]:
    """The present and the absent edges of a body."""
    stride, squares = int(state["stride"]), body(state)
    present, absent = set(), set()
    for here, there in itertools.pairwise(squares):
        cell, across = cell_of(here, stride), int(memory["outside"][here])
        assert there in {int(memory["inside"][here]), across}
        if there == across:
            present.add(frozenset({cell, cell_of(there, stride)}))
        elif across:
            absent.add(frozenset({cell, cell_of(across, stride)}))
    return present, absent


def all_edges(rows: int, columns: int) -> set[Edge]:
    cells = list(itertools.product(range(rows), range(columns)))
    pairs = itertools.combinations(cells, 2)
    return {
        frozenset(pair)
        for pair in pairs
        if sum(abs(a - b) for a, b in zip(*pair, strict=True)) == 1
    }


def joins(edges: set[Edge], cells: int) -> tuple[bool, bool]:
    """Whether these edges have no circle, and whether they connect this many cells."""
    group: dict[Cell, Cell] = {}

    def top(cell: Cell) -> Cell:
        while cell in group:
            cell = group[cell]
        return cell

    has_circle = False
    for edge in edges:
        first, second = (top(cell) for cell in edge)
        if first == second:
            has_circle = True
        else:
            group[first] = second
    return not has_circle, len(group) == cells - 1


def is_safe(state: State, memory: Any) -> bool:
    """Number (3) of the theorem."""
    present, absent = edges_of(state, memory)
    rows, columns = int(state["height"]) // 2, int(state["width"]) // 2
    undecided = all_edges(rows, columns) - absent
    return joins(present, rows * columns)[0] and joins(undecided, rows * columns)[1]


def has_tree(state: State, memory: Any) -> bool:
    """Whether some spanning tree has all present edges and no absent one, by trying them all."""
    present, absent = edges_of(state, memory)
    rows, columns = int(state["height"]) // 2, int(state["width"]) // 2
    rest, missing = all_edges(rows, columns) - absent - present, rows * columns - 1 - len(present)
    if missing < 0:
        return False
    chosen = (present | set(more) for more in itertools.combinations(rest, missing))
    return any(all(joins(tree, rows * columns)) for tree in chosen)


def random_walk(seed: int, steps: int, rows: int, columns: int) -> State:
    """A body that has made random moves along its lanes, and grown with each of them."""
    values = GAME.make_settings({"width": 2 * columns, "height": 2 * rows})
    rng, state = np.random.default_rng(seed), GAME.setup(values, seed)
    memory = np.zeros(1, policy.MEMORY)[0]
    lay_lanes(state, memory)
    for _ in range(steps):
        head, cells = int(state["head"]), state["cells"]
        ways = [int(memory[way][head]) for way in ("inside", "outside")]
        there = [square for square in ways if square and cells[square] in {0, 2}]
        if not there:
            break
        state = fed(state, int(rng.choice(there)))
    return state


def fed(state: State, square: int) -> State:
    """The state after a step to a square with the apple."""
    fed_state = state.copy()
    put_apple(fed_state, square)
    way = square - int(state["head"])
    stride = int(state["stride"])
    step(fed_state, [{-stride: 0, 1: 1, stride: 2, -1: 3}[way]])
    return fed_state


@settings(deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 23))
def test_a_body_is_safe_if_and_only_if_a_tree_fits_it(seed: int, steps: int) -> None:
    state = random_walk(seed, steps, 2, 3)
    memory, work = in_thought(state)
    found = safety.verdict(memory, work) == safety.SAFE
    assert found == is_safe(state, memory) == has_tree(state, memory)


@settings(deadline=None)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 60), left=st.integers(0, 40))
def test_the_quick_check_agrees_with_the_walk_along_the_body(
    seed: int, steps: int, left: int
) -> None:
    """Of bodies that have left so many squares again, and of the cells that are cut off."""
    memory, work = in_thought(random_walk(seed, steps, 4, 4))
    work["oldest"] = min(work["oldest"] + left, work["newest"])
    found = safety.quick_verdict(memory, work)
    joined = work["joined"][:16] == work["check"]
    assert found == safety.verdict(memory, work)
    if found == safety.CUT_OFF:
        assert np.array_equal(joined, work["joined"][:16] == work["check"])


@functools.cache
def solver(effort: str) -> Any:
    kind = load_bot("swift")
    return make_bot(kind, "swift", GAME, {"effort": effort})


@pytest.mark.slow
@settings(deadline=None, max_examples=12)
@given(
    seed=st.integers(0, 2**32),
    rows=st.integers(2, 4),
    columns=st.integers(2, 4),
    effort=st.sampled_from(EFFORTS),
)
def test_the_body_is_safe_at_every_apple(seed: int, rows: int, columns: int, effort: str) -> None:
    """And each apple comes in fewer steps than the board has squares, so the board is filled."""
    pytest.importorskip("numba")
    values = GAME.make_settings({"width": 2 * columns, "height": 2 * rows})
    bot, state, eaten = solver(effort), GAME.setup(values, seed), 0
    bot.open(Briefing(GAME, values, 0, 1))
    memory, _ = in_thought(state)
    assert is_safe(state, memory)
    while not is_over(state):
        length = int(state["length"])
        step(state, [bot.choose(GAME.observation(state, 0), BUDGET)])
        assert state["dead"] == 0
        if state["length"] > length:
            assert is_safe(state, memory)
            assert state["steps"] - eaten < 4 * rows * columns
            eaten = int(state["steps"])
    assert state["length"] == 4 * rows * columns


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 30))
def test_the_fallback_cycle_always_exists(seed: int, steps: int) -> None:
    state = random_walk(seed, steps, 3, 3)
    memory, work = in_thought(state)
    if not is_safe(state, memory) or state["apple"] == 0:
        return
    fallback_cycle.fall_back(memory, work, state["apple"])
    assert 0 < memory["planned"] < 36
    assert safety.is_sound(memory, work, state["apple"])


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 30))
def test_simulated_steps_leave_no_trace(seed: int, steps: int) -> None:
    state = random_walk(seed, steps, 3, 3)
    memory, work = in_thought(state, candidates=5, samples=2, replies=2)
    names = [str(name) for name, *_ in trail.TRAIL if not str(name).startswith("old_")]
    before = {name: work[name].copy() for name in names}
    if state["apple"] == 0 or not is_safe(state, memory):
        return
    selection.choose_plan(memory, work, state["apple"])
    newest = int(work["newest"])
    for name in names:
        is_by_step = name in {"trail", "passings"}
        after = work[name][: newest + 1] if is_by_step else work[name]
        expected = before[name][: newest + 1] if is_by_step else before[name]
        assert np.array_equal(after, expected), name


def test_a_plan_that_bites_the_tail_is_not_sound() -> None:
    state = drawn("dl.. r0.. .... ...a")
    memory, work = in_thought(state)
    plan = [(1, 2), (2, 2), (2, 3), (3, 3)]
    check = safety.is_sound

    def walked(*squares: Cell) -> bool:
        memory["planned"] = len(squares)
        memory["plan"][: len(squares)] = [6 * (r + 1) + c + 1 for r, c in squares]
        return bool(check(memory, work, state["apple"]))

    assert not walked((0, 1))
    assert not walked(*plan[:-1])
    assert not walked(*plan, (3, 2))


@pytest.mark.parametrize("effort", EFFORTS)
@pytest.mark.parametrize(("width", "height"), [(4, 4), (8, 8), (4, 10), (12, 6)])
def test_every_board_is_filled(effort: str, width: int, height: int) -> None:
    assert is_won(played(40, {"width": width, "height": height}, effort=effort))


def test_boards_are_filled_with_many_finalists() -> None:
    many = {"candidates": "30", "finalists": "16", "samples": "8", "replies": "3"}
    assert is_won(played(20, {"width": 8, "height": 8}, **many))


def test_sequential_halving_drops_the_worse_half_of_the_finalists(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory, work = in_thought(drawn("0... .... ..a. ...."), samples=32, finalists=16)
    work["finalists"] = 16
    work["length"][:16] = np.arange(1, 17)

    def try_finalist(_: Any, work: Any, at: int, begin: int, end: int) -> None:
        work["sampled"][at] += end - begin
        work["sum"][at] += (end - begin) * 10 * ((at + 3) % 16)

    monkeypatch.setattr(rollouts, "try_finalist", try_finalist)
    rollouts.choose_finalist(memory, work, 0.0)
    assert memory["planned"] == 1 + 13  # the one that costs nothing more
    assert sorted(work["sampled"]) == 8 * [8] + 4 * [16] + 4 * [32]


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 30))
def test_an_apple_costs_no_more_with_replies_and_they_leave_no_trace(seed: int, steps: int) -> None:
    state = random_walk(seed, steps, 3, 3)
    memory, work = in_thought(state)
    if state["apple"] == 0 or not is_safe(state, memory):
        return
    work["begun"] = 1
    newest, oldest = int(work["newest"]), int(work["oldest"])
    costs = []
    for replies in (0, 1, 8):
        memory["chance"], memory["replies"] = 1 + seed % 1000, replies
        costs.append(rollouts.cost_of_apple(memory, work, state["apple"]))
    assert costs == sorted(costs, reverse=True)
    assert (work["newest"], work["oldest"], work["begun"]) == (newest, oldest, 1)


def test_replies_find_cheaper_paths() -> None:
    state = random_walk(34, 14, 4, 4)
    memory, work = in_thought(state)
    first = rollouts.cost_of_apple(memory, work, state["apple"])
    memory["replies"] = 50
    assert rollouts.cost_of_apple(memory, work, state["apple"]) < first


def test_a_snake_that_starts_on_the_left_drives_on_the_left() -> None:
    outcomes = played(40, {"preset": "corner-8"}, effort="fast")
    assert is_won(outcomes)
    assert outcomes.rounds.mean() < 500


@pytest.mark.slow
def test_it_takes_fewer_steps_than_the_best_published_solver() -> None:
    """On 8x8: 459 against 492, with standard errors of 2 and 3."""
    board = {"width": 8, "height": 8}
    ours, theirs = played(300, board), played(300, board, "cell-variant")
    assert ours.rounds.mean() < theirs.rounds.mean() - 20


@pytest.mark.slow
def test_more_effort_takes_fewer_steps() -> None:
    board = {"width": 16, "height": 16}
    fast, default = (played(24, board, effort=effort) for effort in ("fast", "default"))
    assert default.rounds.mean() < fast.rounds.mean()


def test_games_depend_only_on_its_seed() -> None:
    board = {"width": 8, "height": 8}
    first, again, other = (played(10, board, seed=seed).rounds for seed in ("5", "5", "6"))
    assert first.tolist() == again.tolist() != other.tolist()


def test_it_plays_the_same_plain_and_compiled() -> None:
    pytest.importorskip("numba")
    values = GAME.make_settings({"width": 6, "height": 4})
    chosen = policy.policy(candidates=3, samples=2)
    rounds = [
        play_matches(GAME, values, [chosen], 1, 8, plain=plain).rounds for plain in (True, False)
    ]
    assert rounds[0].tolist() == rounds[1].tolist()


def test_a_snake_off_the_lanes_survives_and_finds_them() -> None:
    pytest.importorskip("numba")
    state = drawn("rrd... ..d... ..0... ...a.. ...... ......", DIRECTIONS.index("down"))
    bot = solver("fast")
    bot.open(Briefing(GAME, GAME.make_settings({"width": 6, "height": 6}), 0, 1))
    for _ in range(200):
        step(state, [bot.choose(GAME.observation(state, 0), BUDGET)])
        assert state["dead"] == 0
    assert state["length"] > 8


@pytest.mark.parametrize(("width", "height"), [(4, 5), (5, 4), (9, 8), (7, 12)])
@pytest.mark.parametrize("start", ["anywhere", "corner"])
def test_boards_with_one_odd_side_are_won(width: int, height: int, start: str) -> None:
    assert is_won(played(40, {"width": width, "height": height, "start": start}))


def test_in_a_single_match_it_plays_an_odd_side_as_in_a_batch_and_shows_its_cycle(
    capfd: pytest.CaptureFixture[str],
) -> None:
    settings = GAME.make_settings({"width": 5, "height": 4, "start": "corner"})
    bot = make_bot(load_bot("swift"), "swift", GAME, {"overlay": "true"})
    assert isinstance(bot, Bot)
    bot.open(Briefing(GAME, settings, 0, 1))
    state = GAME.setup(settings, 3)
    while not is_over(state):
        step(state, [bot.choose(GAME.observation(state, 0), BUDGET)])
    outcomes = played(1, {"width": 5, "height": 4, "start": "corner"})
    assert (state["length"], state["rounds"]) == (20, outcomes.rounds[0])
    assert '"cycle"' in capfd.readouterr().err


def test_a_board_with_two_odd_sides_is_an_error() -> None:
    with pytest.raises(ValueError, match="an even side, got two odd ones"):
        played(1, {"width": 5, "height": 7})


def test_options_are_checked() -> None:
    with pytest.raises(
        SettingsError, match=r"effort of .*: expected deep, deepest, default or fast, got 'slow'"
    ):
        make_bot(load_bot("swift"), "swift", GAME, {"effort": "slow"})
    with pytest.raises(SettingsError, match="samples"):
        make_bot(load_bot("swift"), "swift", GAME, {"samples": "33"})


def test_the_paths_of_a_search_are_those_of_the_lanes() -> None:
    """On an empty board every square is reached from the head, but never through the apple."""
    state = drawn("0... .... ..a. ....")
    memory, work = in_thought(state)
    path_search.usual_costs(work)
    apple = int(state["apple"])
    path_search.search(memory, work, apple, 0)
    for row, column in itertools.product(range(4), range(4)):
        square = 6 * (row + 1) + column + 1
        assert work["due"][square] < path_search.FAR
        assert square == state["head"] or work["previous"][square] != apple


@settings(deadline=None, max_examples=40)
@given(seed=st.integers(0, 2**32), steps=st.integers(0, 30), kept=st.sampled_from([2, 3, 8]))
def test_the_search_for_cells_that_are_cut_off_finds_the_nearest_square(
    seed: int, steps: int, kept: int
) -> None:
    """Compared with a search for all squares; all cells except every Nth are cut off."""
    state = random_walk(seed, steps, 3, 3)
    memory, work = in_thought(state)
    safety.verdict(memory, work)
    work["joined"][:9][np.arange(9) % kept > 0] = 0
    path_search.usual_costs(work)
    apple, head = int(state["apple"]), int(state["head"])
    path_search.search(memory, work, apple, NOWHERE)
    is_lost = work["joined"][memory["cell"]] != work["check"]
    is_lost[[NOWHERE, apple, head]] = False
    due = work["due"][is_lost & (memory["inside"] != NOWHERE)]
    path_search.search(memory, work, apple, path_search.STRAY)
    if work["stray"] == NOWHERE:
        assert (due == path_search.FAR).all()
    else:
        assert work["due"][work["stray"]] == due.min()


def test_candidates_avoid_squares_that_the_body_will_not_leave_soon() -> None:
    there, back = " rrrrrrrd", " dlllllll"
    state = drawn(3 * (there + back) + " 0....... ....a...", DIRECTIONS.index("down"))
    memory, work = in_thought(state)
    squares = {candidates.square_near(memory, work, int(state["apple"])) for _ in range(1000)}
    stamps = [work["stamp"][square] for square in squares - {NOWHERE}]
    assert max(stamps) == work["oldest"] + candidates.PATIENCE


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("effort", "parity"), [("fast", 0), ("default", 0), ("default", 1)])
def test_ten_thousand_games_on_boards_of_all_sides_are_won(
    effort: str, parity: int, record_property: Callable[[str, object], None]
) -> None:
    """Of even sides with each effort, and of one odd side, where efforts make no difference."""
    sides = [pair for pair in itertools.product(range(4, 17), repeat=2)
             if pair[0] % 2 + pair[1] % 2 == parity]  # fmt: skip
    games = 5000 // len(sides) + 1
    won = [is_won(played(games, {"width": width, "height": height}, effort=effort))
           for width, height in sides]  # fmt: skip
    record_property(
        "figure", f"{games * sum(won)} of {games * len(won)} games on boards where all were won"
    )
    assert all(won)
