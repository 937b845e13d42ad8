"""Lazily allocated memory for searches behaves like an array of zeros."""

from __future__ import annotations

import numpy as np

from gridbots.kernel import compiled, kernel
from gridbots.search.lazy_memory import zeros

PAIR = np.dtype([("name", "u4"), ("values", "i8", (3,))])


@kernel
def write_last(pairs: np.ndarray) -> int:
    pairs[len(pairs) - 1]["values"][2] = 7
    return int(pairs[0]["values"][2])


def test_it_is_an_array_of_zeros_to_write_into() -> None:
    pairs = zeros(1000, PAIR)
    assert (pairs.dtype, pairs.shape) == (PAIR, (1000,))
    assert pairs.tobytes() == bytes(1000 * PAIR.itemsize)
    assert (write_last(pairs), compiled(write_last)(pairs)) == (0, 0)
    assert pairs["values"].sum() == 7


def test_buffers_share_no_memory() -> None:
    first, second = zeros(4, PAIR), zeros(4, PAIR)
    first["name"] = 5
    assert second["name"].tolist() == [0, 0, 0, 0]


def test_an_array_may_be_empty() -> None:
    assert zeros(0, PAIR).shape == (0,)
