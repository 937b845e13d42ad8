"""Environments follow their declared interfaces and the rules of the game."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test, parallel_seed_test
from tests.shipped import shipped_games

from gridbots import NO_MOVE, Bot, BotType, Command, is_over, step
from gridbots.environments import BatchEnv, SingleEnv, opponents, parallel_env, rendering, spaces
from gridbots.errors import GridbotsError, PluginError, SettingsError
from gridbots.game import utility
from gridbots.games.light_riders import GAME
from gridbots.pictures.frames import Frame, Mark
from gridbots.plugins import load_game
from gridbots.vector import Remembering

SMALL: dict[str, Any] = {"width": 7, "height": 6}


def first_legal(observation: Any, seat: int, generator: Any) -> int:  # noqa: ARG001
    return next(iter(GAME.legal_moves(observation, seat)), NO_MOVE)


def in_turn(observation: Any, seat: int, generator: Any, memory: Any) -> int:  # noqa: ARG001
    """Turns with every round that it remembers."""
    memory["asked"] += 1
    return int(memory["asked"] % 4)


def several_seats() -> list[str]:
    games = {name: load_game(name) for name in shipped_games()}
    return [name for name, game in games.items() if game.seats(game.make_settings()) > 1]


@pytest.mark.parametrize("name", several_seats())
def test_pettingzoo_finds_no_fault(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    parallel_api_test(parallel_env(name), num_cycles=60)
    parallel_seed_test(lambda: parallel_env(name), num_cycles=30)
    assert "Passed" in capsys.readouterr().out


def test_pettingzoo_finds_no_fault_if_seats_are_eliminated_early() -> None:
    parallel_api_test(parallel_env("light-riders", seats=4, reward="score"), num_cycles=60)


@pytest.mark.parametrize(
    "name",
    # Games of packages are checked here as those of the framework are, but it takes seconds.
    [
        pytest.param(name, marks=[pytest.mark.slow] * name.startswith("battlesnake"))
        for name in shipped_games()
    ],
)
def test_gymnasium_finds_no_fault(name: str) -> None:
    check_env(gymnasium.make(f"gridbots/{name}-v0", disable_env_checker=True).unwrapped)


def test_an_episode_is_a_match_by_the_rules() -> None:
    env = parallel_env("light-riders", **SMALL)
    env.reset(seed=5)
    state = GAME.setup(env.settings, int(np.random.default_rng(5).integers(2**32)))
    rewards: dict[str, float] = {}
    while env.agents:
        assert not is_over(state)
        moves = [GAME.legal_moves(state, seat)[0] for seat in range(2)]
        shown, rewards, ended, cut, _ = env.step(dict(zip(env.agents, moves, strict=True)))
        step(state, moves)
        seen = GAME.observation(state, 1)
        for field in ("cells", "riders"):
            assert shown["seat_1"][field].tolist() == seen[field].tolist()
        assert shown["seat_1"]["rounds"].tolist() == [seen["rounds"]]
        assert shown["seat_1"]["seat"] == 1
        assert np.flatnonzero(shown["seat_1"]["action_mask"]).tolist() == GAME.legal_moves(state, 1)
        assert not any(cut.values())
        assert "generator" not in shown["seat_0"]
    assert all(ended.values())
    assert rewards == {f"seat_{seat}": utility(state, seat) for seat in range(2)}


def test_an_illegal_action_is_no_move() -> None:
    played = []
    for backwards in (False, True):
        env = parallel_env("light-riders", **SMALL)
        shown, _ = env.reset(seed=1)
        env.step({"seat_0": 0})
        action = {"seat_0": 2} if backwards else {}
        shown, *_ = env.step(action)
        played.append(shown["seat_0"]["cells"].tolist())
    assert played[0] == played[1]


def episode(env: Any, seed: int | None = None) -> tuple[list[float], list[bytes]]:
    """Rewards and boards of an episode of first legal moves."""
    shown, _ = env.reset(seed=seed)
    rewards, boards, ended = [], [shown["cells"].tobytes()], False
    while not ended:
        shown, reward, ended, _, _ = env.step(int(shown["action_mask"].argmax()))
        rewards.append(float(reward))
        boards.append(shown["cells"].tobytes())
    return rewards, boards


def test_an_episode_repeats_only_with_its_seed() -> None:
    env = SingleEnv("light-riders", opponents=["random"], **SMALL)
    first = episode(env, seed=3)
    assert episode(env) != first
    assert episode(env, seed=3) == first


def test_the_reward_is_the_final_utility_or_the_gain_in_score() -> None:
    rewards, _ = episode(SingleEnv("light-riders", **SMALL), seed=3)
    assert set(rewards[:-1]) <= {0.0}
    assert rewards[-1] in {-1.0, 0.0, 1.0}
    rewards, _ = episode(SingleEnv("light-riders", reward="score", **SMALL), seed=3)
    assert set(rewards) == {1.0}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_the_learner_has_the_chosen_seat(seat: int | None) -> None:
    env = SingleEnv("light-riders", seat=seat, **SMALL)
    seen = {env.reset(seed=seed)[0]["seat"].item() for seed in range(12)}
    assert seen == ({0, 1} if seat is None else {seat})


def always(move: int) -> Any:
    return lambda _seen, _seat, _chance: move


def test_a_function_may_be_defined_again() -> None:
    """As in a notebook, where a cell runs twice."""
    for turn in (1, 3):
        env = SingleEnv("light-riders", opponents=always(turn), **SMALL)
        env.reset(seed=1)
        shown, *_ = env.step(np.int64(0))
        assert shown["headings"][1] == turn


def test_opponents_have_the_other_seats_in_order() -> None:
    env = SingleEnv("light-riders", seat=1, opponents=["straight", first_legal, "random"], seats=4)
    env.reset(seed=0)
    assert sorted(env._others) == [0, 2, 3]
    assert env._opponents.policies[1] is first_legal


class Downwards(Bot):
    log: list[str]

    def __init__(self, log: list[str]) -> None:
        self.log = log

    def open(self, briefing: Any) -> None:
        self.log.append(f"open at {briefing.seat}")

    def choose(self, observation: Any, budget: Any) -> int:
        assert not observation["generator"].any()
        assert budget.asked <= time.monotonic()
        return 2

    def close(self) -> None:
        self.log.append("close")


def test_a_policy_remembers_only_the_current_episode() -> None:
    turning = Remembering(in_turn, np.zeros(1, [("asked", "i8")]))
    env = SingleEnv("light-riders", opponents=turning, **SMALL)
    for seed in range(3):
        env.reset(seed=seed)
        shown, *_ = env.step(np.int64(0))
        assert shown["headings"][1] == 1
        assert turning.opening["asked"] == 0


def test_a_bot_without_a_policy_is_opened_and_closed_for_each_match(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log: list[str] = []
    kind = BotType(summary="down", make=lambda _game, _options: Downwards(log))
    monkeypatch.setattr(opponents, "load_bot", lambda _: kind)
    env = SingleEnv("light-riders", opponents="downwards", **SMALL)
    for _ in range(2):
        shown, _ = env.reset()
        shown, *_ = env.step(np.int64(0))
        assert shown["headings"][1] == 2
    env.close()
    assert log == ["open at 1", "close"] * 2
    with pytest.raises(SettingsError, match="expected opponents with a policy, got downwards"):
        BatchEnv("light-riders", opponents="downwards")


def test_a_program_cannot_be_an_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = BotType(summary="program", make=lambda _game, _options: Command(("true",)))
    monkeypatch.setattr(opponents, "load_bot", lambda _: kind)
    env = SingleEnv("light-riders", opponents="program")
    with pytest.raises(PluginError, match="program is an external program"):
        env.reset()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"widht": 9}, "did you mean 'width'"),
        ({"opponents": ["random"] * 2}, "expected 1 opponents, got 2"),
        ({"opponents": "rendom"}, "did you mean 'random'"),
        ({"opponents": "random:sed=1"}, "did you mean 'seed'"),
        ({"seat": 2}, "expected a seat below 2, got 2"),
        ({"reward": "fame"}, "expected reward utility or score, got 'fame'"),
        ({"render_mode": "human"}, "expected render_mode ansi or rgb_array, got 'human'"),
    ],
)
def test_unsuitable_arguments_give_a_readable_error(options: dict[str, Any], message: str) -> None:
    with pytest.raises(GridbotsError, match=message):
        SingleEnv("light-riders", **options).reset()


def test_the_seat_of_a_game_for_one_is_no_constant_to_gymnasium() -> None:
    """It warns of a space whose least value is its greatest."""
    dtype = GAME.setup(GAME.make_settings(), 0).dtype
    seat: Any = spaces.observation_space(GAME, dtype, 1)["seat"]
    assert seat.contains(np.array([0]))
    assert seat.low < seat.high


def batched(*, plain: bool, seats: int = 2) -> list[bytes]:
    policies = ["wall-hugger", "random", "straight"][: seats - 1]
    env = BatchEnv(
        "light-riders", num_envs=6, opponents=policies, plain=plain, seats=seats, width=8, height=6
    )
    shown, _ = env.reset(seed=4)
    history = []
    for _ in range(25):
        assert shown in env.observation_space
        shown, rewards, ended, cut, _ = env.step(shown["action_mask"].argmax(axis=1))
        assert not cut.any()
        assert (ended | (rewards == 0)).all()
        history += [*(shown[name].tobytes() for name in shown), rewards.tobytes(), ended.tobytes()]
    return history


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_many_copies_are_the_same_plain_and_compiled(seats: int) -> None:
    pytest.importorskip("numba")
    assert batched(plain=False, seats=seats) == batched(plain=True, seats=seats)


def test_after_its_end_a_copy_starts_anew_in_the_next_step() -> None:
    env = BatchEnv("light-riders", num_envs=5, opponents="straight", plain=True, **SMALL)
    env.reset(seed=1)
    expected, before = np.zeros(5, int), np.zeros(5, bool)
    ends = 0
    for _ in range(20):
        shown, rewards, ended, *_ = env.step(np.zeros(5, int))
        expected = np.where(before, 0, expected + 1)
        assert shown["rounds"][:, 0].tolist() == expected.tolist()
        assert not (before & ended).any()
        assert not rewards[before].any()
        over = (shown["over"][:, 0] != 0) & ~before
        assert ended.tolist() == over.tolist()
        before, ends = ended, ends + ended.sum()
    assert ends > 5


def test_an_eliminated_learner_starts_anew_although_others_play_on() -> None:
    env = BatchEnv(
        "light-riders", num_envs=4, opponents="wall-hugger", plain=True, seats=4, width=12
    )
    env.reset(seed=1)
    ended = np.zeros(4, bool)
    while not ended.any():
        shown, rewards, ended, *_ = env.step(np.zeros(4, int))
    assert (shown["over"][ended] == 0).all()
    assert (rewards[ended] == -1).all()
    shown, *_ = env.step(np.zeros(4, int))
    assert (shown["rounds"][ended] == 0).all()


def test_it_is_made_by_its_registered_name() -> None:
    env = gymnasium.make("gridbots/light-riders-v0", opponents="straight", **SMALL)
    assert env.action_space == gymnasium.spaces.Discrete(4)
    many = gymnasium.make_vec("gridbots/light-riders-v0", num_envs=3, plain=True, **SMALL)
    shown, _ = many.reset(seed=1)
    assert shown["cells"].shape == (3, 324)


def test_registering_imports_no_game() -> None:
    code = (
        "import sys, gridbots.environments; "
        "print([m for m in sys.modules if m.startswith('gridbots.games.')])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert shown.stdout == "[]\n"


MARKS = (
    Mark(0, 0, "head", 0),
    Mark(0, 0, "area", 1),
    Mark(0, 1, "area", 1),
    Mark(0, 2, "trail", 0),
    Mark(1, 0, "body", 1),
    Mark(1, 1, "block"),
    Mark(1, 2, "item", value=3),
    Mark(1, 3, "crash", 1),
    Mark(-1, 0, "crash", 1),
)
FRAME = Frame(3, rows=2, columns=4, marks=MARKS, living=(True, False), scores=(2, 1.5))


def test_a_frame_as_text() -> None:
    assert rendering.as_text(FRAME) == "A1a.\nb#+*\nround 3  A:2 B:1.5 out\n"


def test_a_frame_as_pixels() -> None:
    pixels = rendering.as_pixels(FRAME)
    assert pixels.shape == (2 * rendering.CELL, 4 * rendering.CELL, 3)
    assert pixels.dtype == np.uint8
    corners = pixels[:: rendering.CELL, :: rendering.CELL]
    assert tuple(corners[0, 0]) == rendering.SEATS[0]
    assert tuple(corners[0, 3]) == rendering.EMPTY
    assert tuple(corners[1, 1]) == rendering.PLAIN["block"]
    assert len({tuple(colour) for row in corners.tolist() for colour in row}) == 8


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_rendering_shows_the_trails(mode: str) -> None:
    env = gymnasium.make("gridbots/light-riders-v0", render_mode=mode, **SMALL)
    env.reset(seed=1)
    before: Any = env.render()
    env.step(0)
    after: Any = env.render()
    if mode == "ansi":
        assert (before.count("a"), after.count("a")) == (0, 1)
    else:
        assert before.shape == after.shape == (48, 56, 3)
        assert (before != after).any()


def test_without_a_render_mode_nothing_is_drawn() -> None:
    env = parallel_env("light-riders", **SMALL)
    env.reset()
    assert env.render() is None


@pytest.mark.parametrize("action", [4, -2, 2**40])
def test_an_action_that_the_game_does_not_have_is_an_error(action: int) -> None:
    error = f"game 'light-riders': expected an action from 0 to 3, or -1 for none, got {action}"
    single = SingleEnv("light-riders", **SMALL)
    single.reset(seed=1)
    with pytest.raises(ValueError, match=error):
        single.step(np.int64(action))
    seats = parallel_env("light-riders", **SMALL)
    seats.reset(seed=1)
    with pytest.raises(ValueError, match=error):
        seats.step({"seat_1": action})
    batch = BatchEnv("light-riders", 3, plain=True, **SMALL)
    batch.reset(seed=1)
    with pytest.raises(ValueError, match=error):
        batch.step(np.array([0, action, 0]))


@pytest.mark.parametrize(
    "actions", [np.zeros(2, np.int64), np.zeros(3), np.zeros((3, 1), np.int64)]
)
def test_actions_of_a_batch_are_whole_numbers_one_for_each_copy(actions: Any) -> None:
    batch = BatchEnv("light-riders", 3, plain=True, **SMALL)
    batch.reset(seed=1)
    with pytest.raises(ValueError, match="expected actions as an array of 3 integers"):
        batch.step(actions)
