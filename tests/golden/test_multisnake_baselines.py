"""The baselines of Multiplayer Snake against the answers of the paper's program."""

from __future__ import annotations

from typing import Any

import pytest
from tests.bots.test_multisnake_baselines import RECORDED, choosing, generator
from tests.golden.multisnake_records import OURS, state_of
from tests.golden.recordings import golden

from gridbots import NO_MOVE
from gridbots.game import PlainState
from gridbots_baselines.hunter import LONGEST, NO_CANDY, allow, new_keys, weigh

POSITIONS = golden("multisnake_agents.jsonl")


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position["id"])
def test_keys_and_choice_are_those_of_the_original(position: dict[str, Any], name: str) -> None:
    observation, seat = state_of(position), position["agent"]
    expected = position[RECORDED[name]]
    keys = new_keys()
    count = allow(observation, seat, 1, keys)
    weigh(observation, seat, name == "opportunist", keys)
    found = {move: key for move, key in enumerate(keys) if key < NO_CANDY}
    assert len(found) == count
    wanted = {OURS[move]: key for move, key in expected["keys"] or []}
    if name == "opportunist":
        assert {move: list(divmod(key, LONGEST)) for move, key in found.items()} == wanted
    else:
        assert found == wanted
    chosen = NO_MOVE if expected["chosen"] is None else OURS[expected["chosen"]]
    plain = PlainState(observation)
    assert choosing(name, "first")(plain, seat, generator()) == chosen
    best = {NO_MOVE if move is None else OURS[move] for move in expected["best"]}
    choose_any = choosing(name, "random")
    played = {choose_any(plain, seat, generator(seed)) for seed in range(20)}
    assert played == best
