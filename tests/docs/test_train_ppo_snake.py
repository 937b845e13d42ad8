"""The example that learns Snake, with a double in place of Stable-Baselines3 and its network."""

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
SMALL = ["--side", "4", "--steps", "64", "--copies", "4", "--matches", "3", "--longest", "30"]
AHEAD, RIGHTWARD = 1, 2


class VecEnv:
    """What of the base class is used: `step` in two parts."""

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
    """In place of PPO: plays at random and learns nothing."""

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


def test_it_runs_from_the_first_line_to_the_last(
    script: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script.main([*SMALL, "--out", str(tmp_path / "learned"), "--seed", "3"])
    told = capsys.readouterr().out
    assert json.loads(told.splitlines()[0])["seed"] == 3
    for words in ("before: ", "exploring", "learned for ", "after: ", "apples a match"):
        assert words in told
    assert json.loads((tmp_path / "learned.json").read_text())["side"] == 4
    assert (tmp_path / "learned.zip").exists()


def test_every_parameter_is_explained_and_can_be_set(
    script: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = script.parameters_from(["--rate", "0.5", "--side", "8"])
    assert (asked.rate, asked.side, asked.seed) == (0.5, 8, 1)
    with pytest.raises(SystemExit):
        script.parameters_from(["--help"])
    told = capsys.readouterr().out
    assert all(f"--{name} " in told for name in script.Parameters.__dataclass_fields__)


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


def test_the_snake_sees_the_board_from_its_head_as_if_it_went_up(script: ModuleType) -> None:
    blocked, apple = seen_by(script, board(UP, (2, 1), (0, 2)))
    assert np.argwhere(apple).tolist() == [[2, 5]]
    assert blocked[4, 4] == blocked[5, 4] == 1
    assert np.argwhere(blocked[2:7, 3:8]).tolist() == [[2, 1], [3, 1]]
    assert blocked[:2].all()
    assert blocked[:, :3].all()


def test_a_turned_board_looks_the_same(script: ModuleType) -> None:
    upward = seen_by(script, board(UP, (2, 1), (0, 2)))
    # A quarter clockwise: (row, column) -> (column, 4 - row).
    assert (seen_by(script, board(RIGHT, (1, 2), (2, 4))) == upward).all()
    assert (seen_by(script, board(LEFT, (3, 2), (2, 0))) == upward).all()


def test_rewards_and_the_end_of_a_match(script: ModuleType) -> None:
    env = script.SnakeBatch(script.Parameters(side=4, longest=2), copies=3, seed=1)
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


def test_the_page_tells_how_it_is_run() -> None:
    page, text = (ROOT / "docs" / "learning.md").read_text(), FILE.read_text()
    install = "pip install 'gridbots[rl]' stable-baselines3"
    assert install in page
    assert install in text
    assert "examples/train_ppo_snake.py" in page
