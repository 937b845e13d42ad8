"""Q-learning with a table in Light Riders, as in the CS221 paper: read it from top to bottom.

The learner has the second seat, its teacher the first one. Each position has an entry of its own
in `light_riders.table`; what is learned from a round is told in `table_update`. Several
matches are played at a time, all with the same table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import numpy as np
from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.training import curves
from gridbots.training.parameters import Folder, TrainingParameters
from gridbots.training.resumable import Resumable
from gridbots.training.script import Learned, Script
from gridbots_qlearning.light_riders.table import filled_slots, table_type
from gridbots_qlearning.training.episodes import Matches, Trials, opponent, shares
from gridbots_qlearning.training.light_riders import table_update

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

OPPONENT_SEAT, LEARNER_SEAT = 0, 1
"""Their seats."""
GROUP: Final = 100
"""Matches for each point of the curve, as in the paper."""
SHOWN: Final = ("win %", "draw %")


class Parameters(TrainingParameters, frozen=True):
    size: Annotated[int, Meta(ge=4, le=7, description="rows and columns of the board")] = 4
    opponent: Annotated[
        str, Meta(description="opponent to learn against, as for `referee run`")
    ] = "minimax:search=paper,evaluation=all_direct,depth=2"
    episodes: Annotated[int, Meta(ge=1, description="matches to learn from")] = 20_000
    greedy_episodes: Annotated[
        int, Meta(ge=0, description="final matches, played without exploration")
    ] = 400
    epsilon: Annotated[float, Meta(ge=0, le=1, description="share of random moves")] = 0.2
    gamma: Annotated[float, Meta(ge=0, le=1, description="discount factor per round")] = 0.99
    win_reward: Annotated[float, Meta(description="reward for a win")] = 100.0
    draw_reward: Annotated[float, Meta(description="reward for a draw")] = -100.0
    loss_reward: Annotated[float, Meta(description="reward for a loss")] = -100.0
    min_next_value: Annotated[
        float, Meta(description="lower bound of the next value while a match goes on")
    ] = 0.0
    n_envs: Annotated[int, Meta(ge=1, le=4096, description="matches played at once")] = 20
    table_size: Annotated[int, Meta(ge=1024, description="slots of the hash table")] = 1 << 17
    folder: Folder = "training/light-riders"


class Training(Resumable):
    """All that changes while the table is learned."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """From the start; `plain`: without compiling anything."""
        self.parameters = parameters
        copies, size = min(parameters.n_envs, parameters.episodes), parameters.size
        settings = {"width": size, "height": size, "start": "cs221", "end": "stuck"}
        self.matches = Matches("light-riders", settings, copies, parameters.seed, plain=plain)
        self.teacher = opponent(parameters.opponent, self.matches.batch.game)
        self.trials = Trials(parameters.episodes, copies)
        self.table = np.zeros(1, table_type(parameters.table_size))
        self.table["side"] = size
        self.transitions = np.zeros(copies, table_update.TRANSITION)
        self.learner = np.zeros(1, table_update.LEARNER)
        for name in (
            "epsilon",
            "gamma",
            "min_next_value",
            "win_reward",
            "draw_reward",
            "loss_reward",
        ):
            self.learner[name] = getattr(parameters, name)
        self.learner["seat"] = LEARNER_SEAT
        self.learner["exploring"] = parameters.episodes - parameters.greedy_episodes
        self.results = np.full(parameters.episodes, np.nan)
        """By match: 1 won, 0 drawn, -1 lost."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that a checkpoint holds."""
        return {
            **self.matches.arrays(), **self.trials.arrays(), "table": self.table,
            "transitions": self.transitions, "learner": self.learner, "results": self.results,
        }  # fmt: skip

    def finite(self) -> list[NDArray[Any]]:
        return [self.table["values"]]

    @property
    def total(self) -> int:
        return self.trials.total

    @property
    def done(self) -> int:
        return self.trials.done

    def play_round(self) -> None:
        matches, numbers = self.matches, self.trials.numbers
        batch, learner, table = matches.batch, self.learner[0], self.table[0]
        matches.choose(self.teacher, OPPONENT_SEAT)
        matches.runs(table_update.decide)(
            learner, table, self.transitions, batch.states, numbers,
            matches.generators[LEARNER_SEAT], batch.moves,
        )  # fmt: skip
        batch.play()
        matches.runs(table_update.learn)(learner, table, self.transitions, batch.states)
        ended = batch.finished & (numbers >= 0)
        self.results[numbers[ended]] = batch.utilities[ended, LEARNER_SEAT]
        batch.reopen(self.trials.begin_next(ended))
        if 4 * int(learner["entries"]) > 3 * self.parameters.table_size:
            raise SettingsError(
                f"expected at most {3 * self.parameters.table_size // 4} positions with "
                f"table_size={self.parameters.table_size}, got more: raise table_size"
            )

    def figures(self, last: int = 500) -> dict[str, float]:
        """How the last matches went, in percent."""
        return shares(self.results[~np.isnan(self.results)][-last:])


def curve_of(learned: Training) -> curves.Curve:
    """Wins and draws in every group of matches."""
    parameters = learned.parameters
    firsts = range(0, parameters.episodes, GROUP)
    parts = [shares(learned.results[first : first + GROUP]) for first in firsts]
    return curves.Curve(
        title=f"Q-learning on {parameters.size}x{parameters.size} against {parameters.opponent}",
        across="matches",
        places=[min(first + GROUP, parameters.episodes) for first in firsts],
        panels=[curves.Panel("%", {name: [part[name] for part in parts] for name in SHOWN})],
        mark=parameters.episodes - parameters.greedy_episodes,
    )


def finish(learned: Training, folder: Path) -> Learned:
    """Write the curve."""
    size, last = learned.parameters.size, learned.total - learned.parameters.greedy_episodes
    curves.write(folder, curve_of(learned))
    about = {
        "game": "light-riders",
        "settings": {"width": size, "height": size, "seats": 2},
        "learner": "table",
        "positions": int(learned.learner["entries"][0]),
        "decisions": int(learned.learner["decisions"][0]),
        "last": {name: round(each, 1) for name, each in shares(learned.results[last:]).items()},
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
