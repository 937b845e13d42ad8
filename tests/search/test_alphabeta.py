"""Alpha-beta against a plain minimax written here, and against itself run in other ways."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.games.test_multisnake_laws import drawn as drawn_snakes
from tests.search.boards import candidate_moves, drawn, played

from gridbots.game import (
    copy_state,
    evaluate,
    is_living,
    is_over,
    is_to_move,
    step,
    utility,
)
from gridbots.games.light_riders.features import FEATURES
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT
from gridbots.plugins import load_game
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.ply_stack import DECISIVE

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array

FILE = Path(__file__).parents[1] / "golden" / "alphabeta_light_riders.json"
WEIGHTS = np.zeros(len(FEATURES))
WEIGHTS[:6] = 0.5, 0.1, 0.07, 0.25, 0.0, 13.0

SMALL: dict[str, Any] = {"width": 5, "height": 5, "start": "cs221"}
FOUR: dict[str, Any] = {"width": 6, "height": 6, "seats": 4}


def search(state: State, seat: int, weights: Array = WEIGHTS, *, plain: bool = False) -> AlphaBeta:
    found = AlphaBeta(state.dtype, int(state["seats"]), weights.tolist(), plain=plain)
    found.start(state, seat)
    return found


def to_depth(found: AlphaBeta, depth: int, nodes: int = 10_000) -> AlphaBeta:
    """Run whole iterations in slices of a given number of nodes."""
    while found.depth < depth:
        while not found.run(nodes):
            pass
    return found


def minimax(
    state: State, searching: int, depth: int, played_rounds: int = 0, weights: Array = WEIGHTS
) -> float:
    """The value that alpha-beta promises, by its definition."""
    if is_over(state) or not is_living(state, searching):
        return utility(state, searching) * (DECISIVE - played_rounds)
    if played_rounds == depth:
        return evaluate(state, searching, weights)
    return max(move_values(state, searching, depth, played_rounds, weights).values())


def move_values(
    state: State, searching: int, depth: int, played_rounds: int = 0, weights: Array = WEIGHTS
) -> dict[int, float]:
    """Value of each candidate of the searching seat; of no move where it has none."""
    others = [
        seat for seat in range(int(state["seats"])) if seat != searching and is_to_move(state, seat)
    ]

    def answered(joint: list[int], left: list[int]) -> float:
        if not left:
            after = copy_state(state)
            step(after, joint)
            return minimax(after, searching, depth, played_rounds + 1, weights)
        values = []
        for move in candidate_moves(state, left[0]) or [NO_MOVE]:
            joint[left[0]] = move
            values.append(answered(joint, left[1:]))
        return min(values)

    start = [NO_MOVE] * int(state["seats"])
    return {
        move: answered([*start[:searching], move, *start[searching + 1 :]], others)
        for move in candidate_moves(state, searching) or [NO_MOVE]
    }


@pytest.mark.parametrize("seed", range(30))
def test_value_and_move_are_those_of_minimax(seed: int) -> None:
    state, seat, depth = played(SMALL, seed, seed % 6), seed % 2, 1 + seed % 3
    values = move_values(state, seat, depth)
    found = to_depth(search(state, seat), depth)
    assert found.value == max(values.values())
    assert values[found.move] == found.value


@pytest.mark.parametrize("seed", range(6))
def test_with_four_seats_all_others_minimize_the_own_value(seed: int) -> None:
    state, seat = played(FOUR, seed, 1 + seed % 3), seed % 4
    if not is_living(state, seat):
        seat = next(other for other in range(4) if is_living(state, other))
    values = move_values(state, seat, 1)
    found = to_depth(search(state, seat), 1)
    assert found.value == max(values.values())
    assert values[found.move] == found.value


def test_a_search_that_was_not_begun_can_be_followed_by_another() -> None:
    """A bot with a single move starts the search but does not run it."""
    state = drawn("""
        ......
        0....1
        ......
    """)
    found = search(state, 1, plain=True)
    following = copy_state(state)
    step(following, [RIGHT, LEFT])
    found.start(following, 1)
    assert to_depth(found, 2).value == to_depth(search(following, 1, plain=True), 2).value


@pytest.mark.parametrize("slices", [1, 7, 10_000])
@pytest.mark.parametrize("seed", range(4))
def test_deepening_equals_separate_iterations(seed: int, slices: int) -> None:
    state = played(SMALL, seed, seed)
    single, deepened = search(state, 0), search(state, 0)
    while single.depth < 3 and not single.is_exhausted:
        single.run(10_000)
    while not deepened.deepen(slices, 3):
        assert deepened.nodes <= single.nodes
    assert (deepened.move, deepened.value) == (single.move, single.value)
    assert (deepened.depth, deepened.nodes) == (single.depth, single.nodes)
    assert deepened.pv() == single.pv()
    assert deepened.deepen(10_000, 3)
    assert deepened.nodes == single.nodes


def test_deepening_ends_when_its_nodes_are_spent_or_nothing_is_left() -> None:
    found = search(played({}, 1, 2), 0)
    assert not found.deepen(100, 1 << 60)
    assert found.nodes == 100
    lost = search(drawn("0x. xx. ..1"), 0)
    assert lost.deepen(100, 1 << 60)
    assert lost.is_exhausted


OTHERS: dict[str, tuple[str, dict[str, Any], int, int]] = {
    # name: game, settings, random rounds at most, depth
    "in turns": ("paperio", {"size": 6, "order": "alternating"}, 40, 3),
    "in turns, three": ("paperio", {"size": 7, "seats": 3, "order": "alternating"}, 60, 3),
    "near the last round": ("paperio", {"order": "alternating", "max_rounds": 22}, 20, 3),
    "snakes": ("multisnake", {"size": 12, "candy_rate": 20}, 60, 2),
    "dashing snakes": ("multisnake", {"size": 12, "seats": 3, "acceleration": True}, 30, 1),
}
"""Positions of games in which not all seats move at once, or some have no choice."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", OTHERS)
def test_it_agrees_with_minimax_in_other_games(name: str, seed: int) -> None:
    game_name, settings, rounds, depth = OTHERS[name]
    game = load_game(game_name)
    weights = np.linspace(-0.7, 1.3, len(game.features))
    state = played(settings, seed, rounds - seed, game)
    for seat in range(int(state["seats"])):
        if is_living(state, seat):
            values = move_values(state, seat, depth, 0, weights)
            found = to_depth(search(state, seat, weights, plain=True), depth)
            assert found.value == max(values.values())
            assert values[found.move] == found.value


def test_a_seat_that_is_not_to_move_gives_no_move() -> None:
    state, waiting, weights = waiting_in_turns()
    assert to_depth(search(state, waiting, weights, plain=True), 3).move == NO_MOVE


@pytest.mark.slow
def test_in_turns_plain_and_compiled_searches_agree() -> None:
    state, waiting, weights = waiting_in_turns()
    plain = to_depth(search(state, waiting, weights, plain=True), 3)
    assert summary(plain) == summary(to_depth(search(state, waiting, weights), 3))


def waiting_in_turns() -> tuple[State, int, Array]:
    """A position, the seat that is not to move in it, and weights."""
    game = load_game("paperio")
    state = played({"order": "alternating"}, 1, 10, game)
    return state, 1 - int(state["mover"]), np.ones(len(game.features))


def test_a_seat_that_is_to_move_without_a_candidate_gives_no_move() -> None:
    state = drawn_snakes(
        """
        adeAB
        bcf..
        .hg..
        """
    )
    weights = np.ones(len(load_game("multisnake").features))
    assert candidate_moves(state, 0) == []
    trapped, other = (to_depth(search(state, seat, weights, plain=True), 1) for seat in range(2))
    assert (trapped.move, trapped.value) == (NO_MOVE, 1 - DECISIVE)
    assert trapped.nodes == len(candidate_moves(state, 1))
    assert other.move in candidate_moves(state, 1)
    assert other.value == DECISIVE - 1


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "kind",
    [
        {},
        *(
            pytest.param({each: True}, marks=pytest.mark.slow)
            for each in ("transpositions", "maxn")
        ),
    ],
    ids=str,
)
def test_plain_and_compiled_searches_agree(kind: dict[str, bool], seed: int) -> None:
    state = played(SMALL, seed, seed)
    plain, fast = (kind_of_search(state, 0, 3, **kind, plain=each) for each in (True, False))
    assert summary(plain) == summary(fast)


def summary(found: AlphaBeta) -> tuple[int, float, int, int]:
    return found.move, found.value, found.depth, found.nodes


@pytest.mark.parametrize("nodes", [1, 7, 100])
def test_slices_change_nothing(nodes: int) -> None:
    state = played({}, 3, 10)
    assert summary(to_depth(search(state, 1), 5, nodes)) == summary(to_depth(search(state, 1), 5))


def test_a_slice_keeps_its_limit_of_rounds() -> None:
    found = search(played({}, 3, 10), 0)
    for total in range(5, 500, 5):
        assert not found.run(5) or found.nodes <= total
        assert found.nodes <= total


POSITIONS: dict[str, tuple[dict[str, Any], int, int, int]] = {
    # name: settings, seed, rounds played, depth
    "opening": ({}, 1, 0, 6),
    "middle": ({}, 2, 12, 6),
    "small": ({"width": 8, "height": 8}, 3, 4, 7),
    "large": ({"width": 40, "height": 30}, 4, 20, 4),
    "four seats": ({"seats": 4}, 5, 8, 2),
}


def kind_of_search(state: State, seat: int, depth: int, **kind: Any) -> AlphaBeta:
    found = AlphaBeta(state.dtype, int(state["seats"]), WEIGHTS.tolist(), **kind)
    found.start(state, seat)
    return to_depth(found, depth)


KINDS: dict[str, tuple[str, dict[str, bool]]] = {
    # name: position, options
    **{name: (name, {}) for name in POSITIONS},
    "middle, transpositions": ("middle", {"transpositions": True}),
    "four seats, maxn": ("four seats", {"maxn": True}),
}


def signature(name: str) -> dict[str, float]:
    position, kind = KINDS[name]
    settings, seed, rounds, depth = POSITIONS[position]
    found = kind_of_search(played(settings, seed, rounds), 0, depth, **kind)
    return {"nodes": found.nodes, "value": round(found.value, 6), "move": found.move}


def kinds() -> list[Any]:
    """A large board and four seats are of other record types; they and kinds compile for long."""
    return [
        pytest.param(
            name, marks=[pytest.mark.slow] * (position in {"large", "four seats"} or bool(kind))
        )
        for name, (position, kind) in KINDS.items()
    ]


@pytest.mark.parametrize("name", kinds())
def test_node_counts_are_those_of_the_golden_file(name: str, *, writes_golden: bool) -> None:
    found, golden = signature(name), json.loads(FILE.read_text())
    if writes_golden:
        golden[name] = found
        FILE.write_text(json.dumps(golden, indent=1) + "\n")
    assert found == golden[name]


def test_a_match_that_can_be_won_is_won_as_soon_as_possible() -> None:
    state = drawn("""
        ....
        .0..
        xxxx
        x1xx
    """)
    found = to_depth(search(state, 0), 3)
    assert found.value == DECISIVE - 1
    assert found.is_exhausted


def test_a_match_that_is_lost_is_lost_as_late_as_possible() -> None:
    state = drawn("""
        0.xx.
        .xx..
        .x...
        .x..1
    """)
    found = to_depth(search(state, 0), 5)
    assert found.move == DOWN
    assert found.value == -(DECISIVE - 4)


def test_a_meeting_in_one_cell_is_a_draw_and_better_than_a_loss() -> None:
    state = drawn("""
        x.xxx
        0.1..
        xxxxx
    """)
    found = to_depth(search(state, 0), 2)
    assert found.move == RIGHT
    # The other may draw by meeting, but turning away wins.
    assert found.value <= 0


def test_the_move_of_an_unfinished_iteration_is_never_worse_than_the_last() -> None:
    state = played({}, 6, 14)
    found, reference = search(state, 0), search(state, 0)
    to_depth(reference, 5)
    to_depth(found, 4)
    before = found.move
    seen = []
    while not found.run(10):
        seen.append(found.move)
    assert seen[0] == before
    assert found.move == reference.move


def test_a_search_goes_on_from_round_to_round_with_the_same_result() -> None:
    state = played({}, 8, 10)
    following = to_depth(search(state, 0), 5)
    after = copy_state(state)
    step(after, [following.move, candidate_moves(state, 1)[0]])
    following.start(after, 0)
    assert to_depth(following, 5).value == to_depth(search(after, 0), 5).value


def test_deepening_stops_when_the_result_is_decided() -> None:
    state = drawn("""
        0.x
        xxx
        1.x
    """)
    found = to_depth(search(state, 0), 2)
    assert found.is_exhausted
    assert math.isclose(found.value, 0)
    assert found.move != LEFT


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_transpositions_change_no_value(seed: int) -> None:
    state, seat = played({"width": 8, "height": 8}, seed, seed), seed % 2
    fresh = kind_of_search(state, seat, 6)
    knowing = kind_of_search(state, seat, 6, transpositions=True)
    assert knowing.value == fresh.value
    assert knowing.nodes <= fresh.nodes


@pytest.mark.parametrize("seed", [0, 3])
def test_transpositions_save_rounds_if_trails_reveal_no_order(seed: int) -> None:
    game = load_game("paperio")
    weights = np.linspace(-0.7, 1.3, len(game.features)).tolist()
    state = played({"order": "alternating"}, seed, 10, game)
    fresh, knowing = (
        AlphaBeta(state.dtype, 2, weights, transpositions=known, plain=True)
        for known in (False, True)
    )
    for found in (fresh, knowing):
        found.start(state, int(state["mover"]))
        to_depth(found, 6)
    assert knowing.value == fresh.value
    assert knowing.nodes < fresh.nodes


@pytest.mark.slow
def test_searches_with_transpositions_agree_plain_compiled_and_in_slices() -> None:
    state = played(SMALL, 3, 1)
    whole = summary(kind_of_search(state, 0, 4, transpositions=True))
    assert summary(kind_of_search(state, 0, 4, transpositions=True, plain=True)) == whole
    sliced = AlphaBeta(state.dtype, 2, WEIGHTS.tolist(), transpositions=True)
    sliced.start(state, 0)
    assert summary(to_depth(sliced, 4, nodes=3)) == whole


@pytest.mark.slow
def test_transpositions_of_another_root_are_forgotten() -> None:
    state = played({}, 8, 10)
    following = kind_of_search(state, 0, 5, transpositions=True)
    after = copy_state(state)
    step(after, [following.move, candidate_moves(state, 1)[0]])
    following.start(after, 0)
    assert to_depth(following, 5).value == kind_of_search(after, 0, 5).value


def for_itself(state: State, searching: int, depth: int, played_rounds: int = 0) -> list[float]:
    """The max-n value of each seat by definition; among equal moves the first is chosen."""
    seats = range(int(state["seats"]))
    ended = played_rounds == depth or is_over(state) or not is_living(state, searching)
    if ended:
        return [
            utility(state, seat) * (DECISIVE - played_rounds)
            if is_over(state) or not is_living(state, seat)
            else evaluate(state, seat, WEIGHTS)
            for seat in seats
        ]
    order = [searching, *(s for s in seats if s != searching and is_to_move(state, s))]

    def chosen(joint: list[int], left: list[int]) -> list[float]:
        if not left:
            after = copy_state(state)
            step(after, joint)
            return for_itself(after, searching, depth, played_rounds + 1)
        values = []
        for move in candidate_moves(state, left[0]) or [NO_MOVE]:
            joint[left[0]] = move
            values.append(chosen(joint, left[1:]))
        return max(values, key=lambda row: row[left[0]])

    return chosen([NO_MOVE] * len(seats), order)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_with_maxn_each_seat_maximizes_its_own_value(seed: int) -> None:
    state = played(FOUR, seed, 1 + seed % 3)
    seat = next(seat for seat in range(seed % 3, 4) if is_living(state, seat))
    # At depth 1 no iteration before changes the order of moves, which decides between equals.
    found = kind_of_search(state, seat, 1, maxn=True)
    assert found.value == for_itself(state, seat, 1)[seat]


@pytest.mark.parametrize(
    ("depth", "plain"), [(2, True), pytest.param(3, False, marks=pytest.mark.slow)]
)
def test_maxn_of_two_seats_is_minimax_where_evaluations_are_opposite(
    depth: int, *, plain: bool
) -> None:
    for seed in range(4):
        state = played(SMALL, seed, seed)
        selfish = kind_of_search(state, 0, depth, maxn=True, plain=plain)
        assert selfish.value == kind_of_search(state, 0, depth).value


def test_maxn_keeps_no_bounds_to_share() -> None:
    state = played(SMALL, 1, 0)
    with pytest.raises(ValueError, match="transpositions or maxn"):
        kind_of_search(state, 0, 1, transpositions=True, maxn=True)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("kind", "depth"),
    [
        ({}, 3),
        ({"maxn": True, "plain": True}, 2),
        pytest.param({"maxn": True}, 3, marks=pytest.mark.slow),
    ],
    ids=str,
)
def test_the_principal_variation_leads_to_the_value(
    kind: dict[str, bool], depth: int, seed: int
) -> None:
    state, seat = played(SMALL, seed, seed % 4), seed % 2
    found = kind_of_search(state, seat, depth, **kind)
    line, after = found.pv(), copy_state(state)
    assert line[0][seat] == found.move
    for joint in line:
        step(after, joint)
    assert minimax(after, seat, len(line), len(line)) == found.value


def test_during_an_iteration_there_is_no_principal_variation() -> None:
    found = search(played({}, 3, 10), 0)
    assert found.pv() == []
    to_depth(found, 2)
    assert len(found.pv()) == 2
    found.run(1)
    assert found.pv() == []
