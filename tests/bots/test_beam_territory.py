"""beam among snakes that fit no model: territories and strangeness."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from tests.games.test_multisnake_laws import drawn

from gridbots.game import step
from gridbots.games.multisnake import GAME
from gridbots.games.multisnake.movement import DASH, accepts
from gridbots_minimax.beam.beam_search import set_uncertain_moves
from gridbots_minimax.beam.decision import plan_of
from gridbots_minimax.beam.evaluation import SPARE_CELLS, territory_cost
from gridbots_minimax.beam.opponents import (
    CONTESTED,
    MEMORY,
    NEAREST,
    observe,
    predicted_move,
    strangeness_of,
)
from gridbots_minimax.beam.options import Options
from gridbots_minimax.beam.territory import TERRITORY, divide

if TYPE_CHECKING:
    from gridbots.game import State

SHUT_IN = """
    .abA........
    ..cB........
    fed.........
    g...........
    hijk........
    """
OPEN = SHUT_IN.replace("g", ".").replace("hijk", "....")


def sizes(state: State, seat: int = 0, uncertain: tuple[int, ...] = ()) -> list[int]:
    plan = np.zeros(1, TERRITORY)[0]
    plan["uncertain_moves"][: len(uncertain)] = uncertain
    divide(plan, state, seat)
    return [int(each) for each in plan["sizes"][: int(state["seats"])]]


def standing(board: str, seat: int, strangeness: float, **options: float) -> float:
    state = drawn(board)
    plan: Any = plan_of(Options(**options), state.dtype)["search"][0]["evaluation"][0]  # type: ignore[arg-type]
    plan["strangeness"] = strangeness
    return float(territory_cost(plan, state, seat))


def test_a_cell_belongs_to_the_snake_that_reaches_it_first() -> None:
    """Twelve rows of twelve; the sixth column is as far from one head as from the other."""
    state = drawn("ba.......AB.")
    assert sizes(state, seat=0) == [59, 83]
    assert sizes(state, seat=1) == [71, 71]


def test_a_body_that_leaves_in_time_does_not_block() -> None:
    assert sizes(drawn(SHUT_IN))[0] == 3
    assert sizes(drawn(OPEN))[0] > 20


def test_a_snake_with_uncertain_moves_starts_before_them() -> None:
    """With two uncertain moves the other snake could be up to four cells nearer."""
    nearer, away = drawn("ba.......ABC"), drawn("ba.....CBA..")
    assert sizes(nearer, uncertain=(0, 2)) == sizes(nearer) == [59, 83]
    assert sizes(away, uncertain=(0, 2)) == [35, 107]


def test_no_territory_where_another_could_have_been_first() -> None:
    state = drawn(".cba...\n...DCBA")
    assert sizes(state, uncertain=(3, 3))[0] == 0
    assert sizes(state, uncertain=(3, 0))[0] > 0


def test_only_moves_of_strange_snakes_are_uncertain() -> None:
    search = plan_of(Options(uncertain_moves=4), drawn("ba.......ABC").dtype)["search"][0]
    evaluation = search["evaluation"][0]
    evaluation["strangeness"][:3] = (0.0, 0.5, 1.0)
    for made, uncertain in ((1, [0, 1, 1]), (10, [0, 2, 4])):
        set_uncertain_moves(search, made)
        assert evaluation["territory"][0]["uncertain_moves"][:3].tolist() == uncertain


def test_territory_counts_only_among_strange_snakes() -> None:
    assert standing(SHUT_IN, 0, strangeness=0.0) == 0
    assert standing(SHUT_IN, 0, strangeness=1.0) > standing(OPEN, 0, strangeness=1.0)
    assert standing(SHUT_IN, 0, strangeness=1.0, territory_penalty=0, siege_bonus=0) == 0


def test_enclosing_a_strange_snake_has_value() -> None:
    assert standing(SHUT_IN, 1, strangeness=1.0) < 0
    assert standing(SHUT_IN, 1, strangeness=1.0, siege_bonus=0) == 0


def test_a_siege_begins_long_before_territory_is_short() -> None:
    """It has about a hundred cells and needs only eight."""
    state = drawn(OPEN)
    besieger, besieged = 0, 1
    assert sizes(state, besieger)[besieged] > 1.0 * state["lengths"][besieged] + SPARE_CELLS
    values = [
        standing(OPEN, besieger, strangeness=1.0, territory_penalty=0, siege_territory=lengths)
        for lengths in (1.0, 100.0)
    ]
    assert values[0] == 0 > values[1]


def test_a_snake_that_fits_no_model_is_strange() -> None:
    state, memory = GAME.setup(GAME.make_settings({"seats": 3}), 3), np.zeros(1, MEMORY)[0]
    for _ in range(20):
        observe(memory, state, 0)
        hunted = [predicted_move(state, seat, NEAREST) for seat in range(3)]
        expected = {*memory["predicted"][2].tolist()}
        other = [way for way in range(DASH) if accepts(state, 2, way) and way not in expected]
        step(state, [predicted_move(state, 0, CONTESTED), hunted[1], (other or hunted[2:])[0]])
    assert strangeness_of(memory, 1) == 0.0
    assert strangeness_of(memory, 2) > 0.9
