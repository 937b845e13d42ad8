"""Q-learning with a table in Light Riders, as in the CS221 paper: read it from top to bottom.

The learner has the second seat, its opponent the first one. Several matches are played at once,
with one table (`light_riders.table`). After each move of the learner

    error = reward + gamma * max(min_next_value, max Q of the next moves to empty cells) - Q
    Q of the position and the move += step * error

with step 1 / sqrt(decisions so far). At the end of a match there is no next value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np
from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.plugins import load_game
from gridbots.training import curves
from gridbots.training.matches import EpisodeCounter, Matches, opponent, percentages
from gridbots.training.parameters import Episodes, Epsilon, Folder, Gamma, NEnvs, TrainingParameters
from gridbots.training.script import Learned, Resumable, Script
from gridbots_qlearning.light_riders.table import (
    filled_slots,
    table_type,
)
from gridbots_qlearning.training.light_riders.table_updates import LEARNER, decide, learn

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray


OPPONENT_SEAT, LEARNER_SEAT = 0, 1
GROUP: Final = 100
"""Matches per point of the curve, as in the paper."""
SHOWN: Final = ("win %", "draw %")


TRANSITION: Final = np.dtype([("slot", "i8"), ("move", "i8"), ("waits", "u1")])
"""The last decision: its slot in the table, and whether it is still to be learned from."""


class Parameters(TrainingParameters, frozen=True):
    size: Annotated[int, Meta(ge=4, le=7, description="rows and columns of the board")] = 4
    opponent: Annotated[
        str, Meta(description="opponent to learn against, as for `referee run`")
    ] = "minimax:search=paper,evaluation=all_direct,depth=2"
    episodes: Episodes = 20_000
    greedy_episodes: Annotated[
        int, Meta(ge=0, description="final matches, played without exploration")
    ] = 400
    epsilon: Epsilon = 0.2
    gamma: Gamma = 0.99
    win_reward: Annotated[float, Meta(description="reward for a win")] = 100.0
    draw_reward: Annotated[float, Meta(description="reward for a draw")] = -100.0
    loss_reward: Annotated[float, Meta(description="reward for a loss")] = -100.0
    min_next_value: Annotated[
        float, Meta(description="lower bound of the next value while a match goes on")
    ] = 0.0
    n_envs: NEnvs = 20
    table_size: Annotated[int, Meta(ge=1024, description="slots of the hash table")] = 1 << 17
    folder: Folder = "training/light-riders"


class Training(Resumable):
    """State of a training."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """`plain`: without compiling anything."""
        self.parameters = parameters
        n_envs, size = min(parameters.n_envs, parameters.episodes), parameters.size
        game = load_game("light-riders")
        settings = game.make_settings(
            {"width": size, "height": size, "start": "cs221", "end": "stuck"}
        )
        self.matches = Matches(game, settings, n_envs, parameters.seed, plain=plain)
        self.opponent = opponent(parameters.opponent, game)
        self.episodes = EpisodeCounter(parameters.episodes, n_envs)
        self.table = np.zeros(1, table_type(parameters.table_size))
        self.table["side"] = size
        self.transitions = np.zeros(n_envs, TRANSITION)
        self.learner = np.zeros(1, LEARNER)
        for name in (
            "epsilon", "gamma", "min_next_value", "win_reward", "draw_reward", "loss_reward"
        ):  # fmt: skip
            self.learner[name] = getattr(parameters, name)
        self.learner["seat"] = LEARNER_SEAT
        self.learner["exploring"] = parameters.episodes - parameters.greedy_episodes
        self.results = np.full(parameters.episodes, np.nan)
        """By match: 1 won, 0 drawn, -1 lost."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {
            **self.matches.arrays(), **self.episodes.arrays(), "table": self.table,
            "transitions": self.transitions, "learner": self.learner, "results": self.results,
        }  # fmt: skip

    def finite(self) -> list[NDArray[Any]]:
        return [self.table["values"]]

    @property
    def total(self) -> int:
        return self.episodes.total

    @property
    def completed(self) -> int:
        return self.episodes.completed

    def play_round(self) -> None:
        matches, numbers = self.matches, self.episodes.numbers
        batch, learner, table = matches.batch, self.learner[0], self.table[0]
        matches.choose(self.opponent, OPPONENT_SEAT)
        matches.runs(decide)(
            learner, table, self.transitions, batch.states, numbers,
            matches.generators[LEARNER_SEAT], batch.moves,
        )  # fmt: skip
        batch.play()
        matches.runs(learn)(learner, table, self.transitions, batch.states)
        ended = batch.finished & (numbers >= 0)
        self.results[numbers[ended]] = batch.utilities[ended, LEARNER_SEAT]
        batch.reopen(self.episodes.begin_next(ended))
        if 4 * int(learner["entries"]) > 3 * self.parameters.table_size:
            raise SettingsError(
                f"expected at most {3 * self.parameters.table_size // 4} positions with "
                f"table_size={self.parameters.table_size}, got more: raise table_size"
            )

    def figures(self, last: int = 500) -> dict[str, float]:
        """Results of the last matches, in percent."""
        return percentages(self.results[~np.isnan(self.results)][-last:])


def curve_of(learned: Training) -> curves.Curve:
    """Wins and draws by groups of matches."""
    parameters = learned.parameters
    firsts = range(0, parameters.episodes, GROUP)
    parts = [percentages(learned.results[first : first + GROUP]) for first in firsts]
    return curves.Curve(
        title=f"Q-learning on {parameters.size}x{parameters.size} against {parameters.opponent}",
        across="matches",
        places=[min(first + GROUP, parameters.episodes) for first in firsts],
        panels=[curves.Panel("%", {name: [part[name] for part in parts] for name in SHOWN})],
        mark=parameters.episodes - parameters.greedy_episodes,
    )


def finish(learned: Training, folder: Path) -> Learned:
    """Write the learning curve."""
    size, last = learned.parameters.size, learned.total - learned.parameters.greedy_episodes
    curves.write(folder, curve_of(learned))
    about = {
        "game": "light-riders",
        "settings": {"width": size, "height": size, "seats": 2},
        "learner": "table",
        "positions": int(learned.learner["entries"][0]),
        "decisions": int(learned.learner["decisions"][0]),
        "last": {
            name: round(each, 1) for name, each in percentages(learned.results[last:]).items()
        },
    }
    return Learned(about, filled_slots(learned.table))


SCRIPT: Final = Script(
    "gridbots_qlearning.training.light_riders.table",
    "Q-learning with a table in Light Riders, as in the CS221 paper.",
    Parameters,
    Training,
    finish,
)

if __name__ == "__main__":
    raise SystemExit(SCRIPT.main())
