"""Copies of environments, by `copy.deepcopy` and `pickle`, continue exactly as the original."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
import pytest
from tests.shipped import example

from gridbots import Bot, BotType
from gridbots.environments import BatchEnv, SingleEnv, aec_env, opponents, parallel_env
from gridbots.errors import PluginError
from gridbots.game import legal, moves_mask
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.plugins import load_bot, load_game
from gridbots.vector import Batch, Remembering, generators_for

if TYPE_CHECKING:
    from collections.abc import Callable


@kernel
def wandering(observation: Any, seat: int, generator: Any, memory: Any) -> int:
    """Any legal move; it remembers how many it has made, and every third is none."""
    memory["made"] += 1
    mask = moves_mask(observation)
    left = below(generator, max(1, legal(observation, seat, mask)))
    if memory["made"] % 3 == 0:
        return NO_MOVE
    for move in range(len(mask)):
        if mask[move]:
            if left == 0:
                return move
            left -= 1
    return NO_MOVE


WANDERING = Remembering(wandering, np.zeros(1, [("made", "i8")]))
SMALL: dict[str, Any] = {"width": 8, "height": 8}


def unpickled(env: Any) -> Any:
    return pickle.loads(pickle.dumps(env))  # noqa: S301  it comes from this process


COPIES: Any = [copy.deepcopy, unpickled]


def plain(result: Any) -> Any:
    """A result of a step with arrays as lists."""
    if isinstance(result, dict):
        return {name: plain(each) for name, each in result.items()}
    if isinstance(result, tuple):
        return [plain(each) for each in result]
    return result.tolist() if isinstance(result, np.ndarray) else result


def play_single(env: Any, chance: np.random.Generator) -> Any:
    mask = env.unwrapped.action_masks()
    if not mask.any():
        return env.reset()
    return env.step(np.int64(chance.choice(np.flatnonzero(mask))))


def play_batch(env: Any, chance: np.random.Generator) -> Any:
    masks = env.unwrapped.action_masks()
    draws = [chance.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks]
    return env.step(np.array(draws))


def play_in_turns(env: Any, chance: np.random.Generator) -> Any:
    if not env.agents:
        env.reset()
    found = env.last()
    env.step(None if found[2] else int(chance.choice(np.flatnonzero(found[4]["action_mask"]))))
    return found


def play_at_once(env: Any, chance: np.random.Generator) -> Any:
    if not env.agents:
        return env.reset()
    return env.step({agent: int(chance.integers(3)) for agent in env.agents})


FORMS: Any = {
    "single": (
        lambda: SingleEnv("paperio", opponents=WANDERING, order="alternating"), play_single
    ),
    "drawn": (
        lambda: SingleEnv(
            "light-riders", opponents="random", render_mode="ansi", reward="score", **SMALL
        ),
        play_single,
    ),
    "made": (
        lambda: gymnasium.make("gridbots/snake-v0", flatten_observation=True, **SMALL), play_single
    ),
    "bot": (lambda: SingleEnv("light-riders", opponents="drifting", **SMALL), play_single),
    "batch": (
        lambda: BatchEnv("paperio", 3, opponents=WANDERING, plain=True, order="alternating"),
        play_batch,
    ),
    "random batch": (lambda: BatchEnv("multisnake", 3, plain=True), play_batch),
    "turns": (lambda: aec_env("light-riders", seats=4, **SMALL), play_in_turns),
    "parallel": (lambda: parallel_env("battlesnake", seats=3), play_at_once),
}  # fmt: skip


class Drifting(Bot):
    """A bot without a policy, with a generator of its own."""

    def __init__(self, seed: int) -> None:
        self._chance = np.random.default_rng(seed)

    def choose(self, observation: Any, budget: Any) -> int:  # noqa: ARG002
        observation["cells"] = 0  # The observation belongs to the bot.
        return int(self._chance.integers(4))


@pytest.fixture(autouse=True)
def drifting(monkeypatch: pytest.MonkeyPatch) -> None:
    from gridbots_baselines.random import Options

    known = load_bot
    kind = BotType(
        summary="drifts", options=Options, make=lambda _game, options: Drifting(options.seed)
    )
    monkeypatch.setattr(
        opponents, "load_bot", lambda name: kind if name == "drifting" else known(name)
    )


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("form", FORMS)
def test_a_copy_continues_as_the_original(form: str, copied: Callable[[Any], Any]) -> None:
    """At any time: in the middle of an episode, at its end, and when the next one has begun."""
    make, play = FORMS[form]
    env, chance = make(), np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(6):
        for _ in range(5):
            play(env, chance)
        second, again = copied(env), copy.deepcopy(chance)
        for _ in range(12):
            assert plain(play(env, chance)) == plain(play(second, again))
        if env.render_mode:
            assert env.render() == second.render()


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("form", FORMS)
def test_an_environment_can_be_copied_before_its_first_episode(
    form: str, copied: Callable[[Any], Any]
) -> None:
    make, play = FORMS[form]
    env = make()
    second = copied(env)
    results = []
    for each in (env, second):
        begun = plain(each.reset(seed=7)), each.observation_space, each.action_space
        results.append((begun[0], plain(play(each, np.random.default_rng(1)))))
    assert results[0] == results[1]


@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_leaves_the_original_as_it_is(copied: Callable[[Any], Any]) -> None:
    for make, play in FORMS.values():
        env, other = make(), make()
        env.reset(seed=3)
        other.reset(seed=3)
        second = copied(env)
        for _ in range(5):
            play(second, np.random.default_rng(2))
        chances = np.random.default_rng(1), np.random.default_rng(1)
        assert plain(play(env, chances[0])) == plain(play(other, chances[1]))


def test_another_process_continues_as_this_one() -> None:
    env = SingleEnv("light-riders", opponents="random", **SMALL)
    env.reset(seed=1)
    env.step(np.int64(1))
    code = (
        "import pickle, sys; env = pickle.load(sys.stdin.buffer); "
        "print(env.step(1)[0]['cells'].tolist())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(env), capture_output=True, check=True,
        timeout=60,
    )  # fmt: skip
    assert done.stdout.decode().strip() == str(env.step(np.int64(1))[0]["cells"].tolist())


def test_a_bot_that_draws_unseeded_chance_cannot_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    kind = BotType(summary="", make=lambda _game, _options: Drifting(int(chance.integers(9999))))
    monkeypatch.setattr(opponents, "load_bot", lambda _: kind)
    env = SingleEnv("light-riders", opponents="moody", width=20, height=20)
    env.reset(seed=1)
    for _ in range(3):
        env.step(np.int64(0))
    second = copy.deepcopy(env)
    with pytest.raises(PluginError, match=r"moody cannot play on in a copy of the environment: .*"):
        second.step(np.int64(0))
    env.step(np.int64(0))


def test_a_bot_without_a_policy_follows_from_the_seed() -> None:
    runs = []
    for _ in range(2):
        env = SingleEnv("light-riders", opponents="drifting", **SMALL)
        env.reset(seed=5)
        runs.append([plain(env.step(np.int64(0))) for _ in range(3)])
    assert runs[0] == runs[1]


def test_a_game_is_pickled_by_its_name() -> None:
    game = load_game("snake")
    assert copy.deepcopy(game) is game
    assert unpickled(game).verbs == game.verbs
    with pytest.raises(pickle.PicklingError, match="this 'connect' is not installed"):
        pickle.dumps(example("connect"))


def test_a_copy_of_a_batch_keeps_the_memories_of_its_policies() -> None:
    game = load_game("light-riders")
    batch = Batch(game, game.make_settings(SMALL), 4, seed=1, plain=True)
    generators = generators_for(np.arange(4, dtype=np.uint64))

    def play(each: Batch, numbers: Any) -> list[Any]:
        for seat in range(2):
            each.choose(WANDERING, seat, numbers)
        each.step()
        return [each.moves.tolist(), each.states.tobytes(), each.finished.tolist()]

    for _ in range(3):
        play(batch, generators)
    second, again = unpickled((batch, generators))
    for _ in range(6):
        assert play(batch, generators) == play(second, again)


def test_copies_of_a_batch_may_choose_apart() -> None:
    """A policy plays in the named copies only; its memory elsewhere stays as it is."""
    game = load_game("light-riders")
    batch = Batch(game, game.make_settings(SMALL), 4, seed=1, plain=True)
    generators = generators_for(np.arange(4, dtype=np.uint64))
    untouched = generators[0].tolist()
    for _ in range(2):
        batch.choose(WANDERING, 1, generators, np.array([1, 3]))
    assert batch.moves[[0, 2], 1].tolist() == [NO_MOVE, NO_MOVE]
    assert generators[0].tolist() == untouched
    assert batch._chosen[1].memories["made"].tolist() == [0, 2, 0, 2]
    masks, playing = batch.playing(1, np.array([1, 3]))
    assert masks.tolist() == batch.legal()[[1, 3], 1].tolist()
    assert playing.all()


def test_finished_stays_set_until_the_next_round() -> None:
    game = load_game("light-riders")
    batch = Batch(game, game.make_settings({"width": 6, "height": 4}), 3, seed=1, plain=True)
    while not batch.finished.any():
        batch.play(np.zeros((3, 2), np.int64))
    ended = batch.finished.copy()
    batch.reopen()
    assert batch.finished.tolist() == ended.tolist()
    assert not batch.rounds[ended].any()
    batch.play(np.full((3, 2), NO_MOVE), np.flatnonzero(ended))
    assert not batch.finished[ended].any()
