"""minimax and expectimax in Multiplayer Snake against the answers of the paper's program."""

from __future__ import annotations

import pytest
from tests.bots.test_minimax_multisnake import UNKNOWN, plan_for, searched
from tests.golden.multisnake_records import OURS, state_of
from tests.golden.recordings import golden

from gridbots.search.core import first_chooser
from gridbots_minimax.multisnake.evaluations import agent_of
from gridbots_minimax.multisnake.options import Options
from gridbots_minimax.multisnake.tree_search import depth_for, searched_seats

pytestmark = pytest.mark.slow  # they compile searches of their own

RECORDED = {
    "minimax_claustrophobic_r2": ("minimax", Options(strategy="claustrophobic", radius=2)),
    "minimax_smart_coward_r2": ("minimax", Options(strategy="smart_coward", radius=2)),
    "minimax_survivor_r2_c0.5": ("minimax", Options(radius=2)),
    "expectimax_survivor_r2_c0.5": ("expectimax", Options(radius=2)),
}


POSITIONS = golden("multisnake_agents.jsonl")
THEIRS = {move: number for number, move in enumerate(OURS)}


@pytest.mark.parametrize("name", RECORDED)
def test_values_and_answers_are_those_of_the_original(name: str) -> None:
    bot, options = RECORDED[name]
    for position in POSITIONS:
        recorded, state = position[name], state_of(position)
        plan = plan_for(state, options, averages=bot == "expectimax")
        values, answers = searched(plan, state, position["agent"])
        expected = {OURS[move]: float(value) for move, value in recorded["root"]}
        assert values == pytest.approx(expected, abs=1e-9), position["id"]
        if UNKNOWN in answers:  # Then the program draws any legal move.
            answers = answers - {UNKNOWN} | {OURS[move] for move in position["legal"]}
        assert {THEIRS[move] for move in answers} == {*recorded["moves"]} - {None}, position["id"]


@pytest.mark.parametrize("name", RECORDED)
def test_depth_and_moving_seats_are_those_of_the_original(name: str) -> None:
    bot, options = RECORDED[name]
    for position in POSITIONS:
        recorded, seat, state = position[name], position["agent"], state_of(position)
        agent = agent_of(options, averages=bot == "expectimax")
        assert depth_for(agent, state, seat) == recorded["depth"], position["id"]
        living = [other for other, *_ in position["st"]["s"]]
        moving = searched_seats(agent, state, seat)
        considered = recorded["considered"] or living
        assert [other for other in living if moving >> other & 1] == considered, position["id"]
        if recorded["depth"] > 0 and bot == "minimax":
            plan = plan_for(state, options)
            searched(plan, state, seat)
            assert first_chooser(plan["search"][0]) == recorded["first"], position["id"]
