"""The example that learns Snake, with a double for Stable-Baselines3 and its network."""

from __future__ import annotations

import importlib.util
import json
import sys
import types
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.game import copy_state
from gridbots.games.snake import GAME
from gridbots.games.snake.opening import put_snake
from gridbots.games.snake.rules import HEAD
from gridbots.games.snake.state import put_apple
from gridbots.grid import LEFT, RIGHT, UP, index_of

if TYPE_CHECKING:
    from types import ModuleType

    from gridbots.game import State

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FILE = ROOT / "examples" / "train_ppo_snake.py"
SMALL = [
    "--size", "4", "--total_timesteps", "64", "--n_envs", "4", "--n_eval_episodes", "3",
    "--max_rounds", "30",
]  # fmt: skip
AHEAD, RIGHTWARD = 1, 2


class VecEnv:
    """The used part of the base class: `step` in two parts."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.observation_space = observation_space
        self.action_space = action_space

    def step(self, actions: Any) -> Any:
        own: Any = self
        own.step_async(actions)
        return own.step_wait()


class Callback:
    num_timesteps = 0
    locals: dict[str, Any]


class Chance:
    """A double for PPO that plays at random and learns nothing."""

    def __init__(
        self, policy: str, env: Any, *, learning_rate: Any, seed: int, **more: Any
    ) -> None:
        assert policy == "MlpPolicy"
        assert learning_rate(0.5) < learning_rate(1.0)
        assert more["device"] == "cpu"
        self._env = env
        self._chance = np.random.default_rng(seed)

    def predict(self, seen: Any) -> tuple[Any, None]:
        return self._chance.integers(3, size=len(seen)), None

    def learn(self, steps: int, callback: Any) -> None:
        seen = self._env.reset()
        for _ in range(steps // self._env.num_envs):
            assert self._env.observation_space.contains(seen[0])
            seen, rewards, finished, infos = self._env.step(self.predict(seen)[0])
            assert rewards.shape == finished.shape == (self._env.num_envs,)
            assert [bool(info) for info in infos] == finished.tolist()
            callback.num_timesteps += self._env.num_envs
            callback.locals = {"infos": infos}
            assert callback._on_step()

    def save(self, out: str) -> None:
        Path(f"{out}.zip").write_bytes(b"weights")


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The example, loaded with the doubles."""
    doubles: dict[str, dict[str, Any]] = {
        "torch": {"set_num_threads": lambda _: None},
        "stable_baselines3": {"PPO": Chance},
        "stable_baselines3.common": {},
        "stable_baselines3.common.callbacks": {"BaseCallback": Callback},
        "stable_baselines3.common.vec_env": {"VecEnv": VecEnv},
    }
    for name, members in doubles.items():
        module = types.ModuleType(name)
        vars(module).update(members)
        monkeypatch.setitem(sys.modules, name, module)
    spec = importlib.util.spec_from_file_location("train_ppo_snake", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def test_the_example_runs(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script.main([*SMALL, "--out", str(tmp_path / "learned"), "--seed", "3"])
    output = capsys.readouterr().out
    assert json.loads(output.splitlines()[0])["seed"] == 3
    for words in ("before: ", "with exploration", "learned for ", "after: ", "apples per match"):
        assert words in output
    assert json.loads((tmp_path / "learned.json").read_text())["size"] == 4
    assert (tmp_path / "learned.zip").exists()


def test_every_parameter_has_a_help_text_and_can_be_set(
    script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    parameters = script.parameters_from(["--learning_rate", "0.5", "--size", "8"])
    assert (parameters.learning_rate, parameters.size, parameters.seed) == (0.5, 8, 1)
    with pytest.raises(SystemExit):
        script.parameters_from(["--help"])
    output = capsys.readouterr().out
    assert all(f"--{name} " in output for name in script.Parameters.__dataclass_fields__)


def board(heading: int, head: tuple[int, int], apple: tuple[int, int]) -> State:
    """A snake of two cells on a board of 5x5."""
    state = GAME.setup(GAME.make_settings({"width": 5, "height": 5}), 1)
    state["cells"][state["cells"] >= 2] = 0
    state["apple"] = 0
    tail = index_of(*head, 7) - {UP: -7, RIGHT: 1, LEFT: -1}[heading]
    put_snake(state, tail, heading, 2)
    put_apple(state, index_of(*apple, 7))
    return copy_state(state)


def seen_by(script: ModuleType, state: State) -> Any:
    """Both planes, of 9x9 cells."""
    cells, head, heading = (np.array([state[name]]) for name in ("cells", "head", "heading"))
    return script.look(script.views(5), cells, head, heading).reshape(2, 9, 9)


def test_the_view_is_from_the_head_with_the_heading_up(script: ModuleType) -> None:
    blocked, apple = seen_by(script, board(UP, (2, 1), (0, 2)))
    assert np.argwhere(apple).tolist() == [[2, 5]]
    assert blocked[4, 4] == blocked[5, 4] == 1
    assert np.argwhere(blocked[2:7, 3:8]).tolist() == [[2, 1], [3, 1]]
    assert blocked[:2].all()
    assert blocked[:, :3].all()


def test_the_view_is_invariant_under_rotation(script: ModuleType) -> None:
    upward = seen_by(script, board(UP, (2, 1), (0, 2)))
    # A quarter clockwise: (row, column) -> (column, 4 - row).
    assert (seen_by(script, board(RIGHT, (1, 2), (2, 4))) == upward).all()
    assert (seen_by(script, board(LEFT, (3, 2), (2, 0))) == upward).all()


def test_rewards_and_the_end_of_a_match(script: ModuleType) -> None:
    env = script.SnakeBatch(script.Parameters(size=4, max_rounds=2), n_envs=3, seed=1)
    for at, (heading, apple) in enumerate([(RIGHT, (0, 1)), (UP, (3, 3)), (RIGHT, (3, 3))]):
        state = env.batch.states[at]
        state["cells"][state["cells"] == HEAD] = 0
        put_snake(state, index_of(0, 0, 6), heading, 1)
        put_apple(state, index_of(*apple, 6))
    _, rewards, finished, infos = env.step(np.array([AHEAD, AHEAD, RIGHTWARD]))
    assert rewards == pytest.approx([1, -1, -0.01])
    assert finished.tolist() == [False, True, False]
    assert (infos[1]["apples"], infos[1]["TimeLimit.truncated"]) == (0, False)
    assert env.batch.states["length"].tolist() == [2, 1, 1]
    seen, _, finished, infos = env.step(np.array([RIGHTWARD, AHEAD, AHEAD]))
    assert finished[[0, 2]].all()
    assert infos[0]["apples"] == 1
    assert infos[0]["TimeLimit.truncated"]
    assert infos[0]["terminal_observation"].shape == seen[0].shape
    assert (env.batch.rounds[[0, 2]] == 0).all()


def test_the_page_shows_the_commands() -> None:
    page, text = (ROOT / "docs" / "learning.md").read_text(), FILE.read_text()
    install = "pip install 'gridbots[rl]' stable-baselines3"
    assert install in page
    assert install in text
    assert "examples/train_ppo_snake.py" in page
