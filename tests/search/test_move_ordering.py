"""A new search forgets the hash moves and the history of the previous one."""

from __future__ import annotations

import numpy as np
import pytest
from tests.search.boards import drawn
from tests.search.test_alphabeta import WEIGHTS

from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.move_ordering import MOST_NOTED, forget_hash_moves, ordering_dtype


def test_a_new_search_has_empty_tables() -> None:
    state = drawn("...... .0.... ....1. ......")
    found = AlphaBeta(state.dtype, 2, WEIGHTS.tolist(), plain=True)
    tables = found._search["ordering"][0]
    found.start(state, 0)
    assert found.deepen(1_000, 2)
    assert 0 < np.count_nonzero(tables["hash_moves"]) <= tables["noted"]
    assert tables["history"][: tables["rows"]].any()
    found.start(state, 0, afresh=True)
    assert not tables["hash_moves"].any()
    assert not tables["history"].any()


@pytest.mark.parametrize("written", [0, 1, MOST_NOTED, MOST_NOTED + 1, 2 * MOST_NOTED])
def test_all_hash_moves_are_forgotten(written: int) -> None:
    tables = np.zeros(1, ordering_dtype(4, 3))[0]
    slots = np.arange(written) * 7
    tables["hash_moves"][slots] = 1
    tables["noted"] = written
    tables["slots"][: min(written, MOST_NOTED)] = slots[:MOST_NOTED]
    forget_hash_moves(tables)
    assert not tables["hash_moves"].any()
    assert tables["noted"] == 0
