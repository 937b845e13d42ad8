"""minimax over whole rounds in Light Riders, to a given depth: as a policy and as a bot."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot, make_policy
from gridbots.game import copy_state, is_living, is_over, step
from gridbots.game.chance import GENERATOR_SIZE
from gridbots.games.light_riders import GAME
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.plugins import load_bot
from gridbots.vector import fitted

BUDGET = Budget(bank_ms=10**9, time_per_move_ms=0, asked=0.0)


def policy(**options: Any) -> Any:
    return make_policy(load_bot("minimax"), "minimax", GAME, options)


def bot_for(settings: Any, seat: int, **options: Any) -> Bot:
    texts = {key: str(value).lower() for key, value in options.items()}
    made = make_bot(load_bot("minimax"), "minimax", GAME, texts)
    assert isinstance(made, Bot)
    made.open(Briefing(GAME, settings, seat, GAME.seats(settings)))
    return made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("values", "options"),
    [
        ({"width": 8, "height": 8}, {"depth": 3}),
        ({"width": 7, "height": 9, "end": "stuck"}, {"depth": 2, "evaluation": "territory"}),
        ({"width": 8, "height": 8, "seats": 4}, {"depth": 1}),
        ({"width": 8, "height": 8, "seats": 4}, {"depth": 1, "maxn": True}),
    ],
    ids=str,
)
def test_policy_and_bot_make_the_same_decisions(
    values: dict[str, Any], options: dict[str, Any]
) -> None:
    settings = GAME.make_settings(values)
    state = GAME.setup(settings, 4)
    seats = range(GAME.seats(settings))
    bots = [bot_for(settings, seat, **options) for seat in seats]
    suited = [fitted(policy(**options), state.dtype) for _ in seats]
    memories = [each.memories(1)[0] for each in suited]
    choose, nothing_drawn = compiled(suited[0].choose.func), np.zeros(GENERATOR_SIZE, np.int64)
    while not is_over(state):
        moves = [NO_MOVE for _ in seats]
        for seat in (seat for seat in seats if is_living(state, seat)):
            plan = suited[seat].choose.args[0]
            seen = GAME.observation(state, seat)
            moves[seat] = choose(plan, seen, seat, nothing_drawn, memories[seat])
            assert moves[seat] == bots[seat].choose(copy_state(seen), BUDGET)
        step(state, moves)


@pytest.mark.slow
def test_it_decides_the_same_plain_and_compiled() -> None:
    settings = GAME.make_settings({"width": 4, "height": 4, "start": "cs221"})
    state = GAME.setup(settings, 3)
    asked = {"depth": 1, "evaluation": "territory"}
    plain, fast = (fitted(policy(**asked), state.dtype) for _ in range(2))
    own, other = plain.memories(1)[0], fast.memories(1)[0]
    run, nothing_drawn = compiled(fast.choose.func), np.zeros(GENERATOR_SIZE, np.int64)
    while not is_over(state):
        seen = GAME.observation(state, 0)
        move = plain.choose(seen, 0, nothing_drawn, own)
        assert move == run(fast.choose.args[0], seen, 0, nothing_drawn, other)
        step(state, [move, GAME.legal_moves(state, 1)[0]])


def test_without_a_depth_or_with_nodes_there_is_no_policy() -> None:
    assert policy() is None
    assert policy(depth=3, nodes=100) is None
