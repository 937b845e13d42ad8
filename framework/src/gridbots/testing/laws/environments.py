"""Laws of environments, which need gymnasium and pettingzoo."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from gridbots.game import legal, moves_mask
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.testing.expectation import expect, expect_equal

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import State
    from gridbots.testing.case import Case

MOST_POSITIONS: Final = 30
"""Maximum rounds of a match that are tested."""
MOST_STEPS: Final = 8
"""Steps of each environment; with a copy of it, as many again."""


def observations_of_environments_are_in_their_spaces(case: Case) -> None:
    """Observations are elements of their space; the action mask equals the legal moves."""
    from gridbots.environments.episode import Episode, Setting

    setting = Setting(case.game, values_of(case), flatten_observation=False)
    episode = Episode(setting, case.seed, reward="utility", draws=True)
    space: Any = setting.show.space
    for position in case.match():
        if position.number == MOST_POSITIONS:
            return
        for seat in range(case.seats):
            what = f"{position.place}, observation of an environment for seat {seat}"
            shown = episode.observation(seat)
            for name, each in shown.items():
                inner = space[name]
                expect(inner.contains(each), f"{what}, {name}", f"an element of {inner}", each)
            legal = case.game.legal_moves(position.state, seat)
            expect_equal(f"{what}, actions", legal, shown["action_mask"].nonzero()[0].tolist())
        episode.play(position.moves)


def values_of(case: Case) -> dict[str, Any]:
    return msgspec.structs.asdict(case.settings)


def environments_ask_for_legal_moves_and_continue_in_copies(case: Case) -> None:
    """A learner that is asked for an action has one; a copy continues as the original."""
    from gridbots.environments import BatchEnv, SingleEnv, aec_env, parallel_env

    values = values_of(case)
    learning: dict[str, Any] = {"opponents": any_legal_move, **values}
    _expect_same_copy("Gymnasium", SingleEnv(case.game, **learning), _step, case.seed)
    batch = BatchEnv(case.game, 2, plain=True, flatten_observation=True, **learning)
    _expect_same_copy("vectorised Gymnasium", batch, _step_batch, case.seed)
    if case.seats > 1:
        _expect_same_copy("PettingZoo AEC", aec_env(case.game, **values), _step_aec, case.seed)
        parallel = parallel_env(case.game, **values)
        _expect_same_copy("PettingZoo parallel", parallel, _step_parallel, case.seed)


def any_legal_move(observation: State, seat: int, generator: Any) -> int:
    mask = moves_mask(observation)
    count = legal(observation, seat, mask)
    return int(np.flatnonzero(mask)[below(generator, count)]) if count else NO_MOVE


def _expect_same_copy(
    name: str, env: Any, step: Callable[[Any, np.random.Generator], Any], seed: int
) -> None:
    """Take some steps, and then the same ones in the environment and in a copy of it."""
    env.reset(seed=seed)
    chance = np.random.default_rng(seed)
    for _ in range(MOST_STEPS):
        step(env, chance)
    copied, again = copy.deepcopy((env, chance))
    for number in range(MOST_STEPS):
        expected, got = step(env, chance), step(copied, again)
        what = f"environment of {name}, step {number + 1} after copying it, result of the copy"
        expect(_comparable(expected) == _comparable(got), what, expected, got)


def _comparable(result: Any) -> Any:
    """A result of a step with arrays as bytes, which are equal even if they are NaN."""
    if isinstance(result, dict):
        return {name: _comparable(each) for name, each in result.items()}
    if isinstance(result, tuple):
        return tuple(map(_comparable, result))
    return result.tobytes() if isinstance(result, np.ndarray) else result


def _step(env: Any, chance: np.random.Generator) -> Any:
    found = env.step(_action(env.action_masks(), chance))
    return env.reset() if found[2] else found


def _step_batch(env: Any, chance: np.random.Generator) -> Any:
    masks = env.action_masks()
    found = env.step(np.array([_action(mask, chance) if mask.any() else 0 for mask in masks]))
    for ended, mask in zip(found[2], env.action_masks(), strict=True):
        expect(ended or mask.any(), "action mask of a learner that is asked", "a legal move", mask)
    return found


def _step_aec(env: Any, chance: np.random.Generator) -> Any:
    if not env.agents:
        env.reset()
    found = env.last()
    env.step(None if found[2] else _action(found[4]["action_mask"], chance))
    return found


def _step_parallel(env: Any, chance: np.random.Generator) -> Any:
    if not env.agents:
        return env.reset()
    masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
    return env.step({agent: _action(mask, chance) for agent, mask in masks.items() if mask.any()})


def _action(mask: Any, chance: np.random.Generator) -> int:
    expect(mask.any(), "action mask of a learner that is asked", "a legal move", mask)
    return int(chance.choice(np.flatnonzero(mask)))
