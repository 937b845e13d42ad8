"""The baselines of Multiplayer Snake against the answers of the paper's program."""

from __future__ import annotations

from typing import Any

import pytest
from tests.bots.test_multisnake_baselines import RECORDED, choosing, generator
from tests.golden.multisnake_records import OURS, state_of
from tests.golden.recordings import golden

from gridbots import NO_MOVE
from gridbots.game import PlainState
from gridbots_baselines.greedy import LONGEST, NO_CANDY, allow, new_keys, weigh

POSITIONS = golden("multisnake_agents.jsonl")


Answers = tuple[dict[int, Any], int, set[int]]
"""Keys of the moves that are allowed, the first of the best moves, and all of them."""


@pytest.mark.parametrize("name", RECORDED)
def test_keys_and_choice_are_those_of_the_original(name: str) -> None:
    for position in POSITIONS:
        assert answers(position, name) == recorded(position, name), position["id"]


def recorded(position: dict[str, Any], name: str) -> Answers:
    told = position[RECORDED[name]]
    keys = {OURS[move]: key for move, key in told["keys"] or []}
    chosen, *best = [
        NO_MOVE if move is None else OURS[move] for move in (told["chosen"], *told["best"])
    ]
    return keys, chosen, {*best}


def answers(position: dict[str, Any], name: str) -> Answers:
    observation, seat, keys = state_of(position), position["agent"], new_keys()
    count = allow(observation, seat, 1, keys)
    weigh(observation, seat, name == "opportunist", keys)
    found: dict[int, Any] = {move: key for move, key in enumerate(keys) if key < NO_CANDY}
    assert len(found) == count
    if name == "opportunist":
        found = {move: list(divmod(key, LONGEST)) for move, key in found.items()}
    plain, choose_any = PlainState(observation), choosing(name, "random")
    played = {choose_any(plain, seat, generator(seed)) for seed in range(20)}
    return found, choosing(name, "first")(plain, seat, generator()), played
