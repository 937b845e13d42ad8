"""Laws of the tree search, on games of every kind: turns, chance, hidden totals, many seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.framework.counting_games import GAMES
from tests.shipped import example

from gridbots.game import copy_state, is_over, step
from gridbots.grid import NO_MOVE
from gridbots_mcts.parameters import Parameters
from gridbots_mcts.search import MOST_OUTCOMES
from gridbots_mcts.selection import REGRET_MATCHING, UCT
from gridbots_mcts.tree import NO_ARMS, NO_NODE, OPEN_LOOP, ROOT
from gridbots_mcts.tree_search import TreeSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game, State

pytestmark = pytest.mark.slow  # they compile for long

CONNECT = example("connect")
PIG = example("pig")
TIC_TAC_TOE = {"width": 3, "height": 3, "line": 3}
CONNECT_FOUR = {"width": 5, "height": 4, "line": 4, "falls": True}


def search_of(
    game: Game, state: State, seats: int, *, plain: bool = True, **changed: Any
) -> TreeSearch:
    given: dict[str, Any] = {"memory": 1, "hidden": game.hidden, **changed}
    made = TreeSearch(Parameters(state.dtype, **given), seats, plain=plain)
    made.seed(7)
    return made


def opening(game: Game, values: dict[str, Any] | None = None) -> tuple[State, int]:
    settings = game.make_settings(values)
    return game.setup(settings, 1), game.seats(settings)


def drawn(*rows: str) -> State:
    """A board of connect; the stones determine whose turn it is."""
    falls = len(rows) != 3
    state, _ = opening(CONNECT, CONNECT_FOUR if falls else TIC_TAC_TOE)
    moves = {
        seat: [8 * row + column for row, text in enumerate(rows) for column, letter in
               enumerate(text) if letter == str(seat)]
        for seat in range(2)
    }  # fmt: skip
    order = sorted((move for each in moves.values() for move in each), reverse=falls)
    while order:
        seat = int(state["turn"])
        move = next(move for move in order if move in moves[seat])
        step(state, [move if each == seat else NO_MOVE for each in range(2)])
        order.remove(move)
    assert not is_over(state)
    return state


def move_at(row: int, column: int) -> int:
    return 8 * row + column


def nodes_of(search: TreeSearch) -> Iterator[tuple[int, Any]]:
    return enumerate(search.record["nodes"][: int(search.record["used"])])


def tried(search: TreeSearch) -> list[tuple[int, float]]:
    return [(count, search.value(move) or 0.0) for move, count in search.visits().items()]


def run_of(game: Game, values: dict[str, Any] | None = None, **changed: Any) -> TreeSearch:
    """A plain search for as many roll-outs as can be played in about a second."""
    state, seats = opening(game, values)
    search = search_of(game, state, seats, **{"memory": 16, **changed})
    search.start([state], 0, afresh=True)
    search.run(15 if seats > 3 else 120)
    return search


KINDS = {
    "turns": (CONNECT, TIC_TAC_TOE),
    "chance": (PIG, None),
    "three seats, dice": (GAMES["counting-20-3-dice"], None),
    "one seat": (GAMES["counting-3-1"], None),
    "sixteen seats, 64 moves, hidden": (GAMES["counting-64-16-secret"], None),
    "two moves": (GAMES["counting-2-2"], None),
}


@pytest.mark.parametrize("selection", [UCT, REGRET_MATCHING], ids=["uct", "regret-matching"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_visit_is_counted_once(kind: str, selection: int) -> None:
    search = run_of(*KINDS[kind], selection=selection)
    nodes = dict(nodes_of(search))
    below: dict[int, int] = {}
    for number, node in nodes.items():
        if node["parent"] != NO_NODE:
            assert node["parent"] < number
            below[node["parent"]] = below.get(node["parent"], 0) + int(node["visits"])
    assert nodes[ROOT]["visits"] == search.rollouts
    for number, visits in below.items():
        is_judged = number != ROOT and nodes[number]["outcomes"] == 0
        assert nodes[number]["visits"] in {visits, visits + is_judged}
    assert sum(search.visits().values()) == search.rollouts


@pytest.mark.parametrize("kind", KINDS)
def test_values_are_results(kind: str) -> None:
    search = run_of(*KINDS[kind])
    seats = int(search.record["seats"])
    for number, node in nodes_of(search):
        totals = search.record["totals"][number * seats : (number + 1) * seats]
        assert (abs(totals) <= node["visits"]).all()
        if seats == 2:
            assert totals.sum() == pytest.approx(0)


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_gives_the_same_result(kind: str) -> None:
    assert tried(run_of(*KINDS[kind])) == tried(run_of(*KINDS[kind]))


def test_slices_do_not_change_the_result() -> None:
    state, seats = opening(PIG)
    sliced = search_of(PIG, state, seats)
    sliced.start([state], 0, afresh=True)
    for rounds in (1, 50, 1, 300, 7):
        sliced.run(120 - sliced.rollouts, rounds)
    sliced.run(120 - sliced.rollouts)
    assert tried(sliced) == tried(run_of(PIG))


def test_limits_are_kept() -> None:
    state, seats = opening(CONNECT, TIC_TAC_TOE)
    search = search_of(CONNECT, state, seats)
    search.start([state], 0)
    assert not search.spend(10, rollouts=30, nodes=0)
    assert search.spend(10_000, rollouts=30, nodes=0)
    assert search.rollouts == 30
    search.start([state], 0, afresh=True)
    assert search.spend(10_000, rollouts=0, nodes=40)
    assert 40 <= search.rounds < 40 + 9


@pytest.mark.parametrize("recycles", [False, True])
def test_a_full_tree_takes_no_more_memory_and_search_continues(*, recycles: bool) -> None:
    state, seats = opening(CONNECT, {"width": 4, "height": 4, "line": 4})
    search = search_of(CONNECT, state, seats, recycles=recycles, rollout_rounds=0)
    search.record["slot_mask"] = 63
    search.start([state], 0, afresh=True)
    search.record["slot_mask"] = len(search.record["slots"]) - 1
    before = search.record.nbytes
    full = len(search.record["nodes"])
    assert full < 1000
    search.run(full + 200)
    assert search.record.nbytes == before
    assert search.record["used"] <= full
    assert search.record["is_full"] in {0, 1}
    assert sum(search.visits().values()) == search.rollouts == full + 200


def test_the_tree_below_the_next_position_is_kept() -> None:
    state = drawn("0..", ".1.", "...")
    search = search_of(CONNECT, state, 2)
    search.start([state], 0)
    search.run(400)
    mine = search.move()
    (_, theirs), *_ = [(each[1], each[1]) for each in search.line(mine)[1:2]]
    children = {number: int(node["visits"]) for number, node in nodes_of(search)}
    after = copy_state(state)
    step(after, [mine, NO_MOVE])
    step(after, [NO_MOVE, theirs])
    expected = [
        visits
        for number, visits in children.items()
        if search.record["nodes"][number]["arms"] != NO_ARMS
    ]
    search.start([after], 0)
    kept = int(search.record["nodes"][ROOT]["visits"])
    assert kept in expected
    assert kept > 1
    assert sum(search.visits().values()) in {kept, kept - 1}
    for number, node in nodes_of(search):
        assert (node["parent"] == NO_NODE) == (number == ROOT)
        assert node["parent"] < number
    search.run(50)
    assert search.record["nodes"][ROOT]["visits"] == kept + 50


def test_a_position_that_does_not_follow_is_searched_afresh() -> None:
    search = search_of(CONNECT, drawn("0..", ".1.", "..."), 2)
    search.start([drawn("0..", ".1.", "...")], 0)
    search.run(50)
    search.start([drawn("...", ".01", "...")], 0)
    assert search.record["used"] == 1


@pytest.mark.parametrize(
    ("rows", "row", "column"),
    [
        pytest.param(("00.", "11.", "..."), 0, 2, id="win at once"),
        pytest.param(("0..", ".1.", "..0"), None, None, id="only a side draws"),
        pytest.param(("00.", ".1.", "..."), 0, 2, id="stop a line"),
        pytest.param((".....", "0....", "0....", "01..1"), 0, 0, id="stop a column"),
    ],
)
@pytest.mark.parametrize("selection", [UCT, REGRET_MATCHING], ids=["uct", "regret-matching"])
def test_solved_positions(rows: Any, row: int | None, column: int | None, selection: int) -> None:
    pytest.importorskip("numba")
    state = drawn(*rows)
    search = search_of(CONNECT, state, 2, plain=False, selection=selection, memory=8)
    search.start([state], int(state["turn"]), afresh=True)
    search.run(20_000)
    sides = {move_at(0, 1), move_at(1, 0), move_at(1, 2), move_at(2, 1)}
    expected = sides if row is None or column is None else {move_at(row, column)}
    assert search.move() in expected


def test_plain_and_compiled_searches_agree_on_all_nodes() -> None:
    pytest.importorskip("numba")
    state = drawn("0..", ".1.", "...")
    found = []
    for plain in (True, False):
        search = search_of(CONNECT, state, 2, plain=plain)
        search.start([state], 0, afresh=True)
        search.run(100)
        found.append((tried(search), search.rounds, int(search.record["used"])))
    assert found[0] == found[1]


def test_outcomes_have_separate_nodes_up_to_a_limit() -> None:
    few, many = run_of(PIG), run_of(GAMES["counting-20-3-dice"])
    outcomes = [int(node["outcomes"]) for _, node in nodes_of(few)]
    assert 2 <= max(outcomes) <= MOST_OUTCOMES
    assert OPEN_LOOP not in outcomes
    state, seats = opening(GAMES["counting-100-2-dice"])
    search = search_of(GAMES["counting-100-2-dice"], state, seats)
    search.start([state], 0, afresh=True)
    search.run(5)
    assert max(int(node["outcomes"]) for _, node in nodes_of(many)) <= MOST_OUTCOMES


def test_samples_are_searched_in_turn_in_one_tree() -> None:
    game = GAMES["counting-64-16-secret"]
    state, seats = opening(game)
    others = [copy_state(state) for _ in range(3)]
    for number, each in enumerate(others):
        each["totals"][1:] = number
    search = search_of(game, state, seats)
    search.start(others, 0)
    search.run(9)
    assert search.record["nodes"][ROOT]["visits"] == 9
    assert not any(node["outcomes"] for _, node in nodes_of(search))
    arms = search._arms(ROOT, 0)
    assert sum(int(arm["visits"]) for arm in arms.values()) == 9
    assert all(arm["available"] == 9 for arm in arms.values())


def test_positions_that_do_not_fit_a_search_are_refused() -> None:
    state, seats = opening(CONNECT, TIC_TAC_TOE)
    search = search_of(CONNECT, state, seats)
    other, _ = opening(PIG)
    with pytest.raises(ValueError, match="expected a state of the type"):
        search.start([other], 0)
    with pytest.raises(ValueError, match="expected a seat from 0 to 1, got 2"):
        search.start([state], 2)
    with pytest.raises(ValueError, match="expected 1 to 32 states, got 0"):
        search.start([], 0)
    with pytest.raises(ValueError, match="has no evaluation"):
        search_of(CONNECT, state, seats, leaf="evaluation")
