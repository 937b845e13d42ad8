"""minimax in Light Riders against the answers of the CS221 paper's program."""

from __future__ import annotations

from typing import Any

import pytest
from tests.bots.test_minimax_light_riders import generator, plan
from tests.golden.light_riders_records import EVALUATIONS, MOVES, recorded_state
from tests.golden.recordings import golden

from gridbots.kernel import compiled
from gridbots_minimax.light_riders.agent import choose

RUNNING = [position for position in golden("light_riders_cs221.jsonl") if position["end"] == [0, 0]]


def chosen(position: dict[str, Any], evaluation: Any, depths: tuple[int, ...]) -> list[int]:
    return [MOVES[position["search"][evaluation][depth - 1]["chosen"]] for depth in depths]


@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_it_chooses_as_the_original_in_plain_python(evaluation: Any) -> None:
    asked = plan(evaluation=evaluation, depth=1)
    for position in RUNNING[::10]:
        move = choose(asked, recorded_state(position), position["me"], generator())
        assert [move] == chosen(position, evaluation, (1,))


@pytest.mark.slow  # it compiles for many seconds
@pytest.mark.parametrize("evaluation", EVALUATIONS)
def test_it_chooses_as_the_original(evaluation: Any) -> None:
    run, stream, depths = compiled(choose), generator(), (1, 2, 3)
    plans = [plan(evaluation=evaluation, depth=depth) for depth in depths]
    for position in RUNNING:
        state = recorded_state(position)
        moves = [run(each, state, position["me"], stream) for each in plans]
        assert moves == chosen(position, evaluation, depths)


@pytest.mark.slow
def test_with_random_ties_all_best_moves_of_the_original_come_up() -> None:
    run, stream = compiled(choose), generator()
    asked = plan(evaluation="block", depth=2, ties="random")
    for position in RUNNING[::20]:
        state, best = recorded_state(position), position["search"]["block"][1]["best"]
        seen = {run(asked, state, position["me"], stream) for _ in range(40)}
        assert seen == {MOVES[move] for move in best}
