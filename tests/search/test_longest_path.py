"""The longest path, against brute force."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.search.boards import longest_way, padded

from gridbots.grid import NO_MOVE, RIGHT, offset
from gridbots.search.core import UNLIMITED
from gridbots.search.longest_path import LongestPath
from gridbots.search.longest_path.greedy_completion import free_neighbours, may_divide

if TYPE_CHECKING:
    from collections.abc import Iterator


def random_board(seed: int, rows: int, columns: int, walls: float) -> str:
    chooser = random.Random(seed)  # noqa: S311  no secret
    cells = ["x" if chooser.random() < walls else "." for _ in range(rows * columns)]
    cells[chooser.randrange(len(cells))] = "0"
    return "\n".join("".join(cells[row * columns :][:columns]) for row in range(rows))


def search(text: str, *, improves: bool = True, plain: bool = False) -> LongestPath:
    cells, heads, stride = padded(text)
    found = LongestPath(improves=improves, plain=plain)
    found.start(cells, heads[0], stride)
    return found


def finished(found: LongestPath, nodes: int = 1000) -> LongestPath:
    while not found.is_exhausted:
        found.run(nodes)
    return found


def walk(text: str, way: list[int]) -> Iterator[Any]:
    """The cells of a path, before they are blocked."""
    cells, heads, stride = padded(text)
    here = heads[0]
    for direction in way:
        here += offset(direction, stride)
        yield cells[here]
        cells[here] = 1


@pytest.mark.parametrize("seed", range(60))
def test_the_path_found_is_the_longest(seed: int) -> None:
    text = random_board(seed, 4, 5, 0.15)
    cells, heads, stride = padded(text)
    found = finished(search(text))
    assert found.length == longest_way(cells, heads[0], stride) == len(found.way)
    assert not any(walk(text, found.way))


@pytest.mark.parametrize("nodes", [1, 3, 50])
def test_slices_change_nothing(nodes: int) -> None:
    text = random_board(7, 5, 6, 0.2)
    whole, sliced = finished(search(text)), finished(search(text), nodes)
    assert (sliced.way, sliced.nodes) == (whole.way, whole.nodes)


def test_plain_and_compiled_agree() -> None:
    text = random_board(3, 4, 4, 0.1)
    whole, plain = finished(search(text)), finished(search(text, plain=True))
    assert (plain.way, plain.nodes) == (whole.way, whole.nodes)


@pytest.mark.parametrize("seed", range(4))
def test_a_path_is_found_at_once_and_never_gets_shorter(seed: int) -> None:
    text = random_board(seed, 16, 16, 0.1)
    found = search(text)
    lengths = []
    for _ in range(20):
        found.run(100)
        lengths.append(found.length)
        assert not any(walk(text, found.way))
    assert lengths[0] > 0
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("improves", [False, True])
def test_both_searches_find_the_longest_path(improves: bool) -> None:  # noqa: FBT001
    for seed in range(60, 90):
        text = random_board(seed, 4, 5, 0.15)
        cells, heads, stride = padded(text)
        found = finished(search(text, improves=improves))
        assert found.length == longest_way(cells, heads[0], stride)


def test_local_search_quickly_finds_paths_that_branching_misses() -> None:
    """In regions from real matches, with a tenth of the nodes."""
    lengths = []
    for improves, nodes in ((False, 20_000), (True, 2_000)):
        found = [search(random_board(seed, 16, 16, 0.08), improves=improves) for seed in range(12)]
        for each in found:
            each.deepen(nodes, UNLIMITED)
        lengths.append([each.length for each in found])
    assert all(local >= tree for tree, local in zip(*lengths, strict=True))
    assert sum(lengths[1]) > sum(lengths[0]) + 100


def test_an_open_board_is_filled_completely() -> None:
    text = "0" + "." * 15 + "\n" + "\n".join(["." * 16] * 15)
    assert finished(search(text)).length == 255


def test_the_rest_of_a_path_is_known_in_the_next_round() -> None:
    text = random_board(5, 10, 10, 0.1)
    cells, heads, stride = padded(text)
    found = search(text)
    found.run(500)
    way = found.way
    cells[heads[0]] = 1
    found.start(cells, heads[0] + offset(way[0], stride), stride)
    assert found.way == way[1:]


def test_a_board_that_changed_is_searched_anew() -> None:
    text = "0..... xxxxx."
    found = finished(search(text))
    cells, heads, stride = padded("0.xxxx xxxxx.")
    found.start(cells, heads[0], stride)
    assert finished(found).way == [RIGHT]


def test_in_a_dead_end_there_is_no_move() -> None:
    found = finished(search("0x. xx. ..."))
    assert (found.move, found.length) == (NO_MOVE, 0)


@pytest.mark.parametrize(
    ("text", "divides"),
    [
        ("... .0. ...", False),
        ("... x0x ...", True),
        ("x.x .0. ...", True),
        ("xxx .0. ...", False),
        ("xxx x0. xxx", False),
        ("xxx x0. x.x", True),
        ("... .0. .x.", False),
    ],
)
def test_a_cell_may_divide_neighbours_that_are_not_connected(text: str, *, divides: bool) -> None:
    cells, heads, stride = padded(text)
    assert may_divide(cells, heads[0], stride) == divides


def test_free_neighbours_are_counted() -> None:
    cells, heads, stride = padded(".x. .0. ...")
    assert free_neighbours(np.array(cells), heads[0], stride) == 3


def test_its_depth_is_that_of_the_last_finished_iteration() -> None:
    found = search("0... .... ....", plain=True)
    while not found.run(1):
        assert found.depth == 0
    assert found.depth == 1
