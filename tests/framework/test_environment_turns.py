"""Environments ask a learner only where it has a legal move, and refuse steps out of order."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from tests.shipped import example, shipped_games

from gridbots.environments import BatchEnv, SingleEnv, aec_env, episode, parallel_env
from gridbots.errors import PluginError
from gridbots.game import is_over, new_state, step, utility
from gridbots.game.chance import below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.plugins import load_game

IN_TURNS: Any = [
    pytest.param(example("connect"), {"width": 4, "height": 4, "line": 3}, id="connect"),
    pytest.param(example("pig"), {"seats": 3, "laps": 1}, id="pig"),
    pytest.param(load_game("paperio"), {"order": "alternating"}, id="paperio"),
]
SIMULTANEOUS: Any = [
    pytest.param(load_game("light-riders"), {"width": 6, "height": 6, "seats": 4}, id="riders"),
    pytest.param(load_game("battlesnake"), {"seats": 3}, id="battlesnake"),
]
SMALL: dict[str, Any] = {"width": 7, "height": 6}
SQUARE: dict[str, Any] = {"width": 4, "height": 4, "line": 3}


@kernel
def drawn(observation: Any, seat: int, generator: Any) -> int:  # noqa: ARG001
    """Any move of the first two, legal or not."""
    return below(generator, 2)


def drawn_from(mask: Any, chance: np.random.Generator) -> int:
    return int(chance.choice(np.flatnonzero(mask)))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("game", "settings"), IN_TURNS + SIMULTANEOUS)
def test_a_single_learner_always_has_a_legal_move(game: Any, settings: Any, seat: int) -> None:
    env = SingleEnv(game, opponents=drawn, seat=seat, **settings)
    chance = np.random.default_rng(1)
    for seed in range(10):
        shown, information = env.reset(seed=seed)
        ended = False
        while not ended:
            assert shown["action_mask"].any()
            assert shown["action_mask"].tolist() == information["action_mask"].tolist()
            assert env.action_masks().tolist() == shown["action_mask"].astype(bool).tolist()
            shown, _, ended, cut, information = env.step(
                np.int64(drawn_from(shown["action_mask"], chance))
            )
            assert not cut


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(("game", "settings"), IN_TURNS + SIMULTANEOUS)
def test_learners_in_many_copies_always_have_a_legal_move(
    game: Any, settings: Any, seat: int
) -> None:
    env = BatchEnv(game, 6, opponents=drawn, seat=seat, plain=True, **settings)
    chance, ends = np.random.default_rng(1), 0
    env.reset(seed=1)
    for _ in range(60):
        masks = env.action_masks()
        actions = [drawn_from(mask, chance) if mask.any() else 0 for mask in masks]
        shown, rewards, ended, _, information = env.step(np.array(actions))
        assert shown["action_mask"].any(axis=1)[~ended].all()
        assert (information["action_mask"] == shown["action_mask"]).all()
        assert information["_action_mask"].all()
        assert not rewards[~ended].any()
        ends += ended.sum()
    assert ends > 6


@pytest.mark.slow
def test_learners_in_turns_see_the_same_plain_and_compiled() -> None:
    pytest.importorskip("numba")
    histories = []
    for plain in (False, True):
        env = BatchEnv("paperio", 6, plain=plain, order="alternating")
        env.reset(seed=4)
        history, chance = [], np.random.default_rng(1)
        for _ in range(40):
            masks = env.action_masks()
            actions = [drawn_from(mask, chance) if mask.any() else 0 for mask in masks]
            shown, rewards, ended, *_ = env.step(np.array(actions))
            history += [*(shown[name].tolist() for name in shown), rewards.tolist(), ended.tolist()]
        histories.append(history)
    assert histories[0] == histories[1]


def test_the_vectorised_form_plays_the_matches_of_the_single_one() -> None:
    """With opponents that draw no chance, from the same openings."""
    game, settings = example("connect"), SQUARE
    single = SingleEnv(game, opponents=first_free, seat=1, **settings)
    many = BatchEnv(game, 1, opponents=first_free, seat=1, plain=True, **settings)
    shown, _ = single.reset(seed=1)
    copies, _ = many.reset(seed=1)
    chance, ended = np.random.default_rng(1), False
    while not ended:
        assert shown["cells"].tolist() == copies["cells"][0].tolist()
        action = drawn_from(shown["action_mask"], chance)
        shown, reward, ended, *_ = single.step(np.int64(action))
        copies, rewards, ends, *_ = many.step(np.array([action]))
        assert (reward, ended) == (rewards[0], ends[0])


def first_free(observation: Any, seat: int, generator: Any) -> int:  # noqa: ARG001
    return next(iter(example("connect").legal_moves(observation, seat)), NO_MOVE)


def test_rewards_between_two_choices_are_summed() -> None:
    """Pig gives points when a seat holds; the round in which another holds adds nothing."""
    game = example("pig")
    env = SingleEnv(game, opponents=hold, reward="score", laps=1)
    env.reset(seed=3)
    state, total = game.setup(env.settings, env_opening(3)), 0.0
    ended = False
    while not ended:
        _, reward, ended, *_ = env.step(np.int64(1))
        step(state, [1, 1])
        if not is_over(state):
            step(state, [1, 1])
        total += reward
        assert total == state["scores"][0]


def hold(observation: Any, seat: int, generator: Any) -> int:  # noqa: ARG001
    return 1


def env_opening(seed: int) -> int:
    """The seed of the first opening of an environment."""
    return int(np.random.default_rng(seed).integers(2**32))


def test_an_end_while_others_play_is_reported_with_its_reward() -> None:
    game = example("connect")
    env = SingleEnv(game, opponents=first_free, width=3, height=3, line=3)
    env.reset(seed=1)
    for action in (4 * 2, 5 * 2 + 7):  # neither stops the row of the opponent
        _, reward, ended, *_ = env.step(np.int64(action))
    while not ended:
        assert reward == 0
        _, reward, ended, *_ = env.step(np.int64(env.action_masks().nonzero()[0][-1]))
    assert reward in {-1, 1}
    assert not env.action_masks().any()


@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask:UserWarning")
@pytest.mark.parametrize("game", [pytest.param(None, id="shipped"), "connect", "pig"])
def test_pettingzoo_finds_no_fault_in_turns(
    game: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    made = load_game("light-riders") if game is None else example(game)
    api_test(aec_env(made), num_cycles=60)
    seed_test(lambda: aec_env(made), num_cycles=30)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("game", ["connect", "pig"])
@pytest.mark.parametrize("flat", [False, True])
def test_the_checkers_find_no_fault_in_games_in_turns(game: str, flat: bool) -> None:  # noqa: FBT001
    made = example(game)
    check_env(SingleEnv(made, opponents=drawn, flatten_observation=flat), skip_render_check=True)
    parallel_api_test(parallel_env(made, flatten_observation=flat), num_cycles=30)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:Observation:UserWarning", "ignore:Action mask:UserWarning")
@pytest.mark.parametrize("name", shipped_games())
def test_pettingzoo_finds_no_fault_in_turns_of_any_shipped_game(name: str) -> None:
    game = load_game(name)
    if game.seats(game.make_settings()) > 1:
        api_test(aec_env(name), num_cycles=100)
        seed_test(lambda: aec_env(name), num_cycles=30)


@pytest.mark.parametrize(("game", "settings"), IN_TURNS + SIMULTANEOUS)
def test_agents_in_turns_play_matches_by_the_rules(game: Any, settings: Any) -> None:
    env: Any = aec_env(game, **settings)
    env.reset(seed=5)
    state = game.setup(env.settings, env_opening(5))
    chance, rewards = np.random.default_rng(1), {}
    moves = [NO_MOVE] * len(env.possible_agents)
    seen = game.observation(state, 0)["rounds"]
    for agent in env.agent_iter():
        shown, reward, ended, _, information = env.last()
        if ended:
            rewards[agent] = reward
            env.step(None)
            continue
        seat = env.possible_agents.index(agent)
        assert shown["action_mask"].tolist() == information["action_mask"].tolist()
        assert np.flatnonzero(shown["action_mask"]).tolist() == game.legal_moves(state, seat) != []
        moves[seat] = drawn_from(shown["action_mask"], chance)
        env.step(moves[seat])
        if not env.agents or env.observe(agent)["rounds"] != seen:
            step(state, moves)
            moves = [NO_MOVE] * len(moves)
            while not is_over(state) and not any(
                game.legal_moves(state, each) for each in range(len(moves))
            ):
                step(state, moves)
            seen = state["rounds"]
    assert is_over(state)
    assert rewards == {each: utility(state, at) for at, each in enumerate(env.possible_agents)}


def test_agents_that_move_at_once_do_not_see_each_other() -> None:
    env = aec_env("light-riders", **SMALL)
    env.reset(seed=1)
    before = env.observe("seat_1")["cells"].tolist()
    env.step(drawn_from(env.observe("seat_0")["action_mask"], np.random.default_rng(1)))
    assert env.agent_selection == "seat_1"
    assert env.observe("seat_1")["cells"].tolist() == before


@kernel
def wait(state: Any, moves: Any) -> None:
    """A round in which nothing happens."""


def test_a_game_that_never_asks_the_learner_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridbots.environments.single.MOST_IDLE_ROUNDS", 50)
    monkeypatch.setattr("gridbots.environments.batch.MOST_IDLE_ROUNDS", 50)
    game = example("connect")
    assert isinstance(game.state, np.dtype)
    record = np.dtype([*game.state.descr, ("idle", "u1")])
    idle = replace(
        game,
        name="idle",
        state=record,
        setup=lambda settings, seed: new_state(record, settings, seed),
        verbs=replace(game.verbs, step=wait),
    )
    error = "game 'idle': expected the match to end, or a seat that learns to get a legal move"
    with pytest.raises(PluginError, match=error):
        SingleEnv(idle, seat=1, opponents=drawn).reset()
    with pytest.raises(PluginError, match=error):
        BatchEnv(idle, 2, seat=1, opponents=drawn, plain=True).reset()


def test_matches_that_end_before_the_learner_has_a_choice_are_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In pig of one move a match, the second seat never has one; with chance it has it at times."""
    game = example("pig")
    for module in ("single", "batch"):
        monkeypatch.setattr(f"gridbots.environments.{module}.MOST_OPENINGS", 20)
    error = "game 'pig': expected a legal move for seat 1 in some match, got none in 1,000 matches"
    with pytest.raises(PluginError, match=error):
        SingleEnv(game, seat=1, opponents=hold, max_rounds=1).reset(seed=1)
    with pytest.raises(PluginError, match=error):
        BatchEnv(game, 2, seat=1, opponents=hold, max_rounds=1, plain=True).reset(seed=1)
    shown, _ = SingleEnv(game, seat=None, opponents=hold, max_rounds=1).reset(seed=1)
    assert shown["seat"].item() == 0


def all_forms() -> list[Any]:
    return [
        SingleEnv("light-riders", render_mode="ansi", **SMALL),
        BatchEnv("light-riders", 2, plain=True, **SMALL),
        aec_env("light-riders", render_mode="ansi", **SMALL),
        parallel_env("light-riders", render_mode="ansi", **SMALL),
    ]


ACTIONS: Any = (np.int64(0), np.zeros(2, np.int64), 0, {"seat_0": 0})


def test_a_step_before_reset_is_refused() -> None:
    for env, action in zip(all_forms(), ACTIONS, strict=True):
        with pytest.raises(ResetNeeded, match="no episode has begun: call reset first"):
            env.step(action)
        for name in ("render", "action_masks", "last"):
            if hasattr(env, name) and not (name == "render" and isinstance(env, BatchEnv)):
                with pytest.raises(ResetNeeded, match="call reset first"):
                    getattr(env, name)()


def test_a_step_after_the_end_is_refused() -> None:
    single, _, aec, parallel = all_forms()
    single.reset(seed=1)
    while not single.step(np.int64(0))[2]:
        pass
    aec.reset(seed=1)
    for _ in aec.agent_iter():
        aec.step(None if aec.last()[2] else 0)
    parallel.reset(seed=1)
    while parallel.agents:
        parallel.step(dict.fromkeys(parallel.agents, 0))
    for env, action in ((single, np.int64(0)), (aec, None), (aec, 0), (parallel, {})):
        with pytest.raises(ResetNeeded, match="the episode is over: call reset before the next"):
            env.step(action)
    with pytest.raises(ResetNeeded, match="the episode is over"):
        aec.last()
    for env, action in ((single, np.int64(0)), (aec, 0), (parallel, {})):
        env.reset()
        env.step(action)


def test_a_closed_environment_needs_a_reset() -> None:
    env = SingleEnv("light-riders", **SMALL)
    env.reset(seed=1)
    env.close()
    with pytest.raises(ResetNeeded):
        env.step(np.int64(0))


def test_actions_of_agents_are_checked() -> None:
    env = parallel_env("light-riders", seats=4, width=12)
    env.reset(seed=1)
    with pytest.raises(ValueError, match=r"unknown agent 'seat_9'; did you mean 'seat_"):
        env.step({"seat_9": 0})
    with pytest.raises(ValueError, match="unknown agent 3"):
        env.step({3: 0})  # type: ignore[dict-item]
    for wrong in (1.5, 1.0, "1", None, np.zeros(2), True):
        with pytest.raises(ValueError, match="expected an action from 0 to 3, or -1 for none, got"):
            env.step({"seat_0": wrong})  # type: ignore[dict-item]
    assert env.observe("seat_0")["rounds"] == 0
    while len(env.agents) == 4:
        env.step({agent: 0 for agent in env.agents if agent != "seat_0"})
    gone = next(agent for agent in env.possible_agents if agent not in env.agents)
    with pytest.raises(ValueError, match=f"agent {gone} is eliminated: expected actions of seat_"):
        env.step({gone: 0})


def test_actions_in_turns_are_checked() -> None:
    env = aec_env("light-riders", **SMALL)
    env.reset(seed=1)
    for wrong in (4, 1.5, None):
        with pytest.raises(ValueError, match="expected an action from 0 to 3, or -1 for none, got"):
            env.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown agent 'seat_2'"):
        env.observe("seat_2")


def test_the_default_limits_are_generous() -> None:
    assert episode.MOST_IDLE_ROUNDS >= 10_000
    assert episode.MOST_OPENINGS >= 100
