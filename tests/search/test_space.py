"""Territory and chambers: drawn boards, laws, and an independent count."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.search.boards import longest_way, padded

from gridbots.grid import offset
from gridbots.kernel import compiled
from gridbots.space import (
    explore,
    liberties_of,
    most_steps,
    new_workspace,
    spread,
    steps_of,
    touches_front,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.space import Array

OPEN = """
    .......
    .0...1.
    .......
"""
HALVES = """
    ..x...
    .0x.1.
    ..x...
"""


def territory(text: str, run: Callable[..., int] = spread) -> tuple[str, int]:
    """The board with each reached cell's nearest heads as a sum of 1, 2, 4, 8; and the meetings."""
    cells, heads, stride = padded(text)
    work = new_workspace()
    met = run(cells, np.array(heads), len(heads), stride, work)
    rows = text.split()
    lines = [
        "".join(
            letter if letter != "." else f"{work['nearest'][(row + 1) * stride + column + 1]:x}"
            for column, letter in enumerate(letters)
        )
        for row, letters in enumerate(rows)
    ]
    return "\n".join(lines), int(met)


def chain(text: str) -> dict[str, int]:
    """The result of `explore` for head 0."""
    cells, heads, stride = padded(text)
    work = new_workspace()
    spread(cells, np.array(heads), len(heads), stride, work)
    explore(cells, heads[0], 1, work)
    best = int(work["chain"][heads[0]])
    return {
        "steps": steps_of(best),
        "chain_liberties": liberties_of(best),
        "fronts": int(touches_front(best)),
        "liberties": int(work["liberties"][heads[0]]),
    }


def lines(text: str) -> str:
    return "\n".join(text.split())


def test_cells_equally_near_to_two_heads_are_neutral() -> None:
    assert territory(OPEN) == (
        lines("""
            1113222
            1013212
            1113222
        """),
        3,
    )


def test_heads_behind_walls_do_not_meet() -> None:
    assert territory(HALVES) == (
        lines("""
            11x222
            10x212
            11x222
        """),
        0,
    )


def test_of_four_heads_only_connected_ones_meet() -> None:
    text = """
        0..x..2
        ...x...
        1..x..3
    """
    assert territory(text) == (
        lines("""
            011x442
            333xccc
            122x883
        """),
        15,
    )
    assert territory(text.replace("...x...", "...xxxx"))[1] == 3


def test_an_eliminated_head_reaches_nothing() -> None:
    assert territory(OPEN.replace("1", "."))[0] == lines("1111111 1011111 1111111")


def test_plain_and_compiled_territory_agree() -> None:
    assert territory(OPEN, compiled(spread)) == territory(OPEN)


def boards(most: int) -> st.SearchStrategy[list[str]]:
    return st.integers(3, most).flatmap(
        lambda width: st.lists(
            st.text(".x...", min_size=width, max_size=width), min_size=3, max_size=most
        )
    )


@st.composite
def boards_with_heads(draw: st.DrawFn, heads: int = 2, most: int = 6) -> str:
    rows = [list(row) for row in draw(boards(most))]
    places = [(row, column) for row in range(len(rows)) for column in range(len(rows[0]))]
    for number, (row, column) in enumerate(draw(st.permutations(places))[:heads]):
        rows[row][column] = str(number)
    return "\n".join("".join(row) for row in rows)


def swap(text: str, one: str, other: str) -> str:
    return text.translate(str.maketrans(one + other, other + one))


@given(boards_with_heads())
def test_exchanging_heads_exchanges_territories(text: str) -> None:
    found, met = territory(text)
    swapped, swapped_met = territory(swap(text, "0", "1"))
    reached = [
        (swap(here, "1", "2"), there)
        for here, there, letter in zip(found, swapped, text, strict=True)
        if letter == "."
    ]
    assert all(here == there for here, there in reached)
    assert met == swapped_met


@given(boards_with_heads())
def test_reflection_reflects_territories(text: str) -> None:
    found, met = territory(text)
    reflected, reflected_met = territory("\n".join(row[::-1] for row in text.split()))
    assert reflected == "\n".join(row[::-1] for row in found.split())
    assert met == reflected_met


@given(boards_with_heads())
def test_territories_follow_from_distances(text: str) -> None:
    cells, heads, stride = padded(text)
    away = [distances(cells, head, stride) for head in heads[:2]]
    work = new_workspace()
    spread(cells, np.array(heads), 2, stride, work)
    for index in np.flatnonzero(cells == 0).tolist():
        ways = [found.get(index, 999) for found in away]
        nearest = sum(1 << seat for seat in range(2) if ways[seat] == min(ways) < 999)
        assert work["nearest"][index] == nearest


def distances(cells: Array, head: int, stride: int) -> dict[int, int]:
    found = {head: 0}
    queue = [head]
    for here in queue:
        for there in (here + offset(direction, stride) for direction in range(4)):
            if cells[there] == 0 and there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


@pytest.mark.parametrize(
    ("first", "second", "steps"), [(0, 0, 0), (0, 5, 1), (1, 1, 2), (3, 1, 3), (2, 9, 4)]
)
def test_steps_alternate_between_colours(first: int, second: int, steps: int) -> None:
    # With 2 and 9 cells: first, second, first, second. With 0 and 5 the first step fails already.
    assert most_steps(first, second) == (0 if first == 0 else steps)


def test_of_the_chambers_behind_two_doors_only_the_larger_counts() -> None:
    # Nine cells, but from the middle of an edge only eight steps.
    found = chain("""
        ...x..
        ...0..
        ...x..
    """)
    assert found["steps"] == 8
    assert found["liberties"] == found["chain_liberties"] + 14


def test_a_corridor_counts_to_its_end() -> None:
    assert chain("""
        0......
        xxxxxxx
    """) == {"steps": 6, "chain_liberties": 10, "fronts": 0, "liberties": 10}


def test_at_a_fork_of_corridors_the_longer_counts() -> None:
    assert (
        chain("""
        xx0xxxx
        x......
        xxxxxxx
    """)["steps"]
        == 5
    )


def test_a_chamber_is_not_added_to_one_at_the_front() -> None:
    found = chain("""
        0..x......
        ...x......
        ..........
        xxxx.....1
    """)
    assert (found["steps"], found["fronts"]) == (8, 1)


def test_a_chamber_is_added_to_one_without_front() -> None:
    found = chain("""
        0..x......
        ...x......
        ....x.....
        xxxx.....1
    """)
    assert (found["steps"], found["fronts"]) == (9, 0)


def test_a_corridor_to_the_front_counts_as_far_as_it_is_held() -> None:
    found = chain("""
        0......xxx
        xxxxx.....
        xxxxx.....
        xxxxx....1
    """)
    assert (found["steps"], found["fronts"]) == (5, 1)


def test_a_head_without_free_neighbours_has_no_steps() -> None:
    assert set(chain("0x. xx. ..1").values()) == {0}


@given(boards_with_heads(1, 4))
def test_no_path_is_longer_than_the_chain_bound(text: str) -> None:
    cells, heads, stride = padded(text)
    assert longest_way(cells, heads[0], stride) <= chain(text)["steps"]
