"""TD(lambda) for Paper.io: read it from top to bottom.

A training repeats the following `restarts` times with other random numbers: start from small random
weights, play `episodes` matches against opponents sampled from the mix, learn from each match
(`trajectories`), average the last weights, and play validation matches (`validation`). The restart
with the highest mean margin is tested in other matches, and written with its results.

All random numbers derive from the seed: the same parameters give the same weights to the last bit,
also if the training was killed and resumed from its last checkpoint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np
from msgspec.structs import replace

from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled
from gridbots.plugins import load_game
from gridbots.training.progress import say
from gridbots.training.script import Resumable
from gridbots.vector import (
    Remembering,
    as_it_is,
    choose_moves_by_observation,
    generators_for,
    openings,
    play_rounds,
    reopen_all,
    write_margins,
)
from gridbots_td.features.layout import WEIGHTS
from gridbots_td.network import network_weights, random_network
from gridbots_td.state_value import value_function_of
from gridbots_td.trained import DENSES, TABLED, ValueFunction, ValueFunctionAbout, memories, plan_of
from gridbots_td.training.opponents import NO_OPPONENT, OtherSeat, opponent_mix
from gridbots_td.training.trajectories import collect, learn, learner_of, trajectory_dtype
from gridbots_td.training.validation import (
    mean,
    mean_margin,
    settings_of,
    validated,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_td.training.parameters import Parameters


BOTH: Final = 3
"""Bit mask of both seats."""
REPORTS: Final = 50
"""Approximate number of points of a learning curve."""
STREAMS: Final = 0x7464
"""Separates the generators of players from those of openings."""


class Restart:
    """A restart: many matches at once, and the weights learned from them."""

    def __init__(self, parameters: Parameters, restart: int, *, plain: bool = False) -> None:
        """`plain`: without compiling anything."""
        self.parameters = parameters
        self.restart = restart
        self.runs = as_it_is if plain else compiled
        self.game = load_game("paperio")
        self.settings = settings_of(parameters)
        seed, copies = parameters.seed * 1000 + restart, parameters.n_envs
        self.random = np.random.default_rng(seed)
        seeds = range(seed << 20, (seed << 20) + copies)
        self.states = openings(self.game, self.settings, seeds, plain=plain)
        dtype = self.states.dtype
        self.opponents = opponent_mix(parameters.opponents, self.game, dtype, copies)
        self.plans = plan_of(blank(parameters), dtype)
        self.plans[0]["depth"] = parameters.depth
        weights = value_function_of(self.plans[0])["weights"]
        weights[:] = self.random.normal(0.0, 1.0, len(weights)) * parameters.init_std
        if parameters.features == "network":
            inner = value_function_of(self.plans[0])
            network = random_network(self.random, len(DENSES["network"]), parameters.units)
            inner["network"][: len(network)] = network
            inner["units"] = parameters.units
        self.learners = learner_of(parameters)
        self.other_seat = OtherSeat(parameters, self.opponents, self.plans)
        self.memories = memories(dtype, copies)
        self.trajectories = np.zeros(copies, trajectory_dtype(parameters.max_rounds))
        streams = np.arange(2 * copies, dtype=np.uint64) + np.uint64(seed << 20)
        self.generators = generators_for(streams ^ np.uint64(STREAMS))
        self.opponent_of = np.zeros(copies, np.int64)
        self.seats = np.zeros(copies, np.int64)
        self.moves = np.full((copies, 2), NO_MOVE, np.int64)
        self.finished = np.zeros(copies, np.bool_)
        self.utilities = np.zeros((copies, 2))
        self.margins = np.zeros((copies, 2))
        self.curve: list[list[float]] = []
        self.results: list[tuple[int, float]] = []
        self.start_matches(np.ones(copies, np.bool_))

    @property
    def episodes(self) -> int:
        return int(self.learners[0]["episodes"])

    def start_matches(self, chosen: Any) -> None:
        """Sample opponents and seats for new matches, and reset all memories."""
        count = int(chosen.sum())
        shares = np.array([each.share for each in self.opponents])
        self.opponent_of[chosen] = self.random.choice(len(shares), count, p=shares / shares.sum())
        both = 1 if self.parameters.first_seat else 2
        self.seats[chosen] = self.random.integers(both, size=count)
        if self.parameters.full_observation:
            self.states["all_seeing"][chosen] = self.seats_seeing_all()[chosen]
        self.memories[chosen] = np.zeros(1, self.memories.dtype)
        self.other_seat.forget(chosen)
        for each in self.opponents:
            if isinstance(each.policy, Remembering):
                each.memories[chosen] = each.policy.opening

    def seats_seeing_all(self) -> Any:
        """Bit masks of the seats of the learner: both seats in self-play."""
        self_play = [at for at, each in enumerate(self.opponents) if each.policy is None]
        return np.where(np.isin(self.opponent_of, self_play), BOTH, 1 << self.seats)

    def play_round(self) -> None:
        """Play a round in every match; learn from finished matches, and start new ones."""
        copies, n_envs = np.arange(len(self.states)), self.parameters.n_envs
        for index, each in enumerate(self.opponents):
            mine = copies[self.opponent_of == index]
            if each.policy is None:
                batch = self.learners, self.states, self.seats, self.generators[n_envs:], self.moves
                self.other_seat.collect(each.bot, mine, batch, self.runs)
                continue
            self.runs(choose_moves_by_observation)(
                each.handed, each.memories, self.states, mine,
                1 - self.seats, self.generators[n_envs:], self.moves,
            )  # fmt: skip
        self.runs(collect)(
            self.plans, self.learners, self.memories, self.trajectories, self.states, copies,
            self.seats, self.generators[:n_envs], self.moves,
        )  # fmt: skip
        self.runs(play_rounds)(self.states, copies, self.moves, self.finished, self.utilities)
        if self.finished.any():
            self.end_episodes()

    def end_episodes(self) -> None:
        self.runs(write_margins)(self.states, self.margins)
        over = np.flatnonzero(self.finished)
        self.results += [
            (int(self.opponent_of[at]), float(self.margins[at, self.seats[at]])) for at in over
        ]
        self.runs(learn)(
            self.plans, self.learners, self.trajectories, self.states, self.finished, self.seats
        )
        ended = np.where(self.finished, self.opponent_of, NO_OPPONENT)
        self.other_seat.learn(self.learners, self.states, ended, self.seats, self.runs)
        self.runs(reopen_all)(self.states, self.finished)
        self.start_matches(self.finished)
        last = self.curve[-1][1] if self.curve else 0
        if self.episodes - last >= self.parameters.episodes / REPORTS:
            self.add_point()

    def add_point(self) -> None:
        """Add a point to the curve, about the matches since the last one."""
        margins = np.array([margin for _, margin in self.results])
        opponents = np.array([opponent for opponent, _ in self.results])
        row = [self.restart, self.episodes, mean(margins), mean(margins > 0), mean(margins < 0)]
        row += [mean(margins[opponents == index]) for index in range(len(self.opponents))]
        self.curve.append(row)
        self.results = []

    def value_function(self) -> ValueFunction:
        """The learned value function: the mean of the last weights."""
        learner, parameters = self.learners[0], self.parameters
        summed = int(learner["summed"])
        last = learner["sums"] / summed if summed else value_function_of(self.plans[0])["weights"]
        weights, network = rounded(last, parameters.features), None
        if parameters.features == "network":
            inner = value_function_of(self.plans[0])["network"]
            network = (learner["network_sums"] / summed if summed else inner).astype(np.float32)
            network = network[: network_weights(len(DENSES["network"]), parameters.units)]
        return replace(blank(parameters), weights=weights, network=network)

    def finite(self) -> list[NDArray[Any]]:
        inner = value_function_of(self.plans[0])
        return [inner["weights"], inner["network"]]

    def arrays(self) -> dict[str, Any]:
        return {
            "weights": value_function_of(self.plans[0])["weights"],
            "network": value_function_of(self.plans[0])["network"], "learners": self.learners,
            "states": self.states, "memories": self.memories, "trajectories": self.trajectories,
            "generators": self.generators, "opponent_of": self.opponent_of, "seats": self.seats,
            "moves": self.moves, "finished": self.finished, "utilities": self.utilities,
            **{
                f"opponent{at}": each.memories
                for at, each in enumerate(self.opponents)
                if each.policy is not None
            },
            **self.other_seat.arrays(),
        }  # fmt: skip

    def notes(self) -> dict[str, Any]:
        return {
            "restart": self.restart,
            "generation": self.other_seat.generation,
            "random": self.random.bit_generator.state,
            "curve": self.curve,
            "results": self.results,
        }

    def restore_notes(self, notes: dict[str, Any]) -> None:
        self.random.bit_generator.state = notes["random"]
        self.other_seat.generation = notes["generation"]
        self.curve = notes["curve"]
        self.results = [tuple(each) for each in notes["results"]]


def blank(parameters: Parameters) -> ValueFunction:
    """A value function with weights of 0, and the metadata of the training."""
    names = ("size", "order", "radius", "max_rounds")
    about = ValueFunctionAbout(
        game="paperio",
        settings={"seats": 2} | {name: getattr(parameters, name) for name in names},
        learner=parameters.features,
        command="",
        features=list(DENSES[parameters.features]),
        depth=parameters.play_depth or parameters.depth,
        samples=parameters.samples,
        units=parameters.units,
        memory=parameters.memory,
        win_weight=parameters.win_weight,
    )
    return ValueFunction(about, np.zeros(WEIGHTS))


def rounded(row: Any, kind: str) -> Any:
    """Round weights to their significant digits; unused weights are 0."""
    kept, dense = np.zeros(WEIGHTS), len(DENSES[kind])
    kept[:dense] = [round(float(each), 6) for each in row[:dense]]
    if kind in TABLED:
        kept[dense:] = [round(float(each), 5) for each in row[dense:]]
    return kept


class Training(Resumable):
    """All restarts, in sequence."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """`plain`: without compiling anything."""
        self.parameters = parameters
        self.plain = plain
        self.curve: list[list[float]] = []
        self.restarts: list[ValueFunction] = []
        """Value functions by restart, with their validation results."""
        self.current = Restart(parameters, 0, plain=plain)

    @property
    def total(self) -> int:
        return self.parameters.restarts * self.parameters.episodes

    @property
    def completed(self) -> int:
        return self.current.restart * self.parameters.episodes + self.current.episodes

    def play_round(self) -> None:
        self.current.play_round()
        if self.current.episodes >= self.parameters.episodes:
            self.end_restart()

    def end_restart(self) -> None:
        """Validate and keep the weights of this restart, and begin the next one."""
        current, learned = self.current, self.current.value_function()
        found = validated(learned, self.parameters, plain=self.plain)
        say(f"restart {current.restart + 1}: mean margin {mean_margin(found):+.2f} in validation")
        about = replace(learned.about, figures=found)
        self.restarts.append(replace(learned, about=about))
        self.curve += current.curve
        self.current = Restart(self.parameters, current.restart + 1, plain=self.plain)

    def best(self) -> ValueFunction:
        return max(self.restarts, key=lambda each: mean_margin(each.about.figures))

    def figures(self) -> dict[str, float]:
        if not self.current.curve:
            return {"restart": self.current.restart + 1}
        _, _, margin, won, *_ = self.current.curve[-1]
        return {"restart": self.current.restart + 1, "margin": margin, "won %": 100 * won}

    def finite(self) -> list[NDArray[Any]]:
        return self.current.finite() + [each.weights for each in self.restarts]

    def arrays(self) -> dict[str, NDArray[Any]]:
        return self.current.arrays()

    def notes(self) -> dict[str, Any]:
        restarts = [
            (
                msgspec.to_builtins(each.about),
                each.weights.tolist(),
                None if each.network is None else each.network.tolist(),
            )
            for each in self.restarts
        ]
        return {"curve": self.curve, "restarts": restarts, "current": self.current.notes()}

    def restore_notes(self, notes: dict[str, Any]) -> None:
        self.curve = notes["curve"]
        self.restarts = [
            ValueFunction(
                msgspec.convert(about, ValueFunctionAbout),
                np.array(row),
                network=None if network is None else np.array(network, np.float32),
            )
            for about, row, network in notes["restarts"]
        ]
        self.current = Restart(self.parameters, notes["current"]["restart"], plain=self.plain)
        self.current.restore_notes(notes["current"])
