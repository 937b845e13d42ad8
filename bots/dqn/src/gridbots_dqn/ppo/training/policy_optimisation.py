"""Proximal policy optimisation in Snake, beyond deep Q-learning: read it top to bottom.

The snake sees the board from its head, turned so that it goes up (`centred_view`), and says left,
ahead or right. A network of two dense layers says how likely each is to be good, and what the
position is worth. Many episodes are played side by side, some rounds at a time; then the network
learns from these rounds (`actor_critic`) and they are forgotten. Some episodes begin with a long
snake (`curriculum`). At play time there is the network alone: no search, and no mask but that of
the rules.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch

from gridbots.kernel import compiled, handle
from gridbots.plugins import load_game
from gridbots.training.resumable import Resumable
from gridbots.vector import Batch, as_it_is
from gridbots_dqn import centred_view
from gridbots_dqn.curriculum import Starts
from gridbots_dqn.device import device_of, in_memory
from gridbots_dqn.episodes import WATCH, play_greedily
from gridbots_dqn.network import Architecture
from gridbots_dqn.ppo.training import actor_critic
from gridbots_dqn.ppo.training.warm_start import take_weights
from gridbots_dqn.views import VIEWS, look_at_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_dqn.ppo.training.parameters import Parameters

VIEW: Final = VIEWS[centred_view.NAME]
STREAMS: Final = 1 << 32
"""So many openings belong to each seed of a training."""
CURVE: Final = 50
"""Points of the curve."""
WATCHED: Final = 200
"""Greedy episodes played for each point of the curve."""
SETTLING: Final = 20
"""How often the critic learns alone where a start says nothing of what positions are worth."""
SETTLING_RATE: Final = 2e-3


class Training(Resumable):
    """All that changes while the network learns."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """From the start; `plain`: without compiling anything."""
        torch.set_num_threads(1)
        torch.use_deterministic_algorithms(mode=True)
        self.device = device_of(parameters.device)
        self.parameters = parameters
        self.plain = plain
        self._runs = as_it_is if plain else compiled
        self._look = handle(VIEW.look)
        self.game = load_game("snake")
        self.settings = self.game.make_settings(
            {"preset": "corner-8", "width": parameters.size, "height": parameters.size}
        )
        copies, area = parameters.n_envs, parameters.size**2
        self.batch = Batch(self.game, self.settings, copies, parameters.seed * STREAMS, plain=plain)
        self.starts = Starts(self.batch.states[0], area, shortest=area // 6)
        self.architecture = architecture_of(parameters)
        self.network = actor_critic.ActorCritic(
            self.architecture,
            np.repeat(centred_view.scales(parameters.size), VIEW.planes(parameters.size)[1] ** 2),
            parameters.seed,
            halves=parameters.bfloat16,
            device=self.device,
        )
        knows_values = not parameters.init_from or take_weights(self.network, parameters.init_from)
        self.settling = 0 if knows_values else SETTLING
        """How often the critic learns alone, at first."""
        self.adam = actor_critic.Adam(self.network.weights, parameters.max_grad_norm)
        self.rounds = actor_critic.Rounds(
            parameters.n_steps, copies, VIEW.count(parameters.size), self.device
        )
        self.began_later = np.zeros(copies, np.bool_)
        self.counts = np.zeros(1, np.int64)
        """How often it has learned."""
        self.recent = np.full(1024, np.nan)
        """Lengths in which the last whole episodes ended, exploring; a ring."""
        self.episodes = np.zeros(1, np.int64)
        self.curve = np.full((CURVE, 4), np.nan)
        """By point: rounds, length exploring, length of greedy episodes, % of full boards."""
        self.seconds = 0.0
        """Of processor time spent in the environment: rounds, views and openings."""

    @property
    def total(self) -> int:
        each = self.parameters.n_envs * self.parameters.n_steps
        return max(1, round(self.parameters.total_timesteps / each)) * each

    @property
    def done(self) -> int:
        return int(self.counts[0]) * self.parameters.n_envs * self.parameters.n_steps

    def finite(self) -> list[NDArray[Any]]:
        return list(self.network.arrays().values())

    def arrays(self) -> dict[str, NDArray[Any]]:
        return {
            **self.network.arrays(),
            **self.adam.arrays(),
            **self.starts.arrays(),
            "states": self.batch.states,
            "copies": self.batch.rounds,
            "began_later": self.began_later,
            "counts": self.counts,
            "recent": self.recent,
            "episodes": self.episodes,
            "curve": self.curve,
        }

    def notes(self) -> dict[str, Any]:
        return {"seconds": self.seconds}

    def take(self, notes: dict[str, Any]) -> None:
        self.seconds = notes["seconds"]

    def filled(self) -> None:
        self.network.filled()
        self.adam.filled()

    def play_round(self) -> None:
        """Play some rounds in all copies, and learn from them."""
        parameters, share = self.parameters, self.done / self.total
        random = np.random.default_rng((parameters.seed, int(self.counts[0])))
        self.play(random)
        advantages = self.rounds.advantages(parameters.gamma, parameters.gae_lambda)
        settles = int(self.counts[0]) < self.settling
        rate = between(parameters.learning_rate, parameters.final_learning_rate, share)
        hyperparameters = actor_critic.Hyperparameters(
            batch_size=parameters.batch_size,
            n_epochs=parameters.n_epochs,
            clip_range=parameters.clip_range,
            vf_coef=parameters.vf_coef,
            ent_coef=between(parameters.ent_coef, parameters.final_ent_coef, share),
            learning_rate=SETTLING_RATE if settles else rate,
            critic_only=settles,
        )
        actor_critic.learn(
            self.network, self.adam, self.rounds, advantages, hyperparameters, random
        )
        self.counts += 1
        self.watch(share)

    def play(self, random: np.random.Generator) -> None:
        rounds, before = self.rounds, self.batch.states.copy()
        with torch.no_grad():
            for at in range(self.parameters.n_steps):
                wishes, values = self.network(self.look(at))
                rounds.values[at] = in_memory(values)
                chances = random.random(len(values))
                self._runs(actor_critic.draw_actions)(
                    in_memory(wishes), chances, rounds.actions[at], rounds.likely[at]
                )
                self.act(at, random)
            rounds.values[-1] = in_memory(self.network(self.look(-1))[1])
        if self.parameters.curriculum_fraction:
            self.starts.keep(before[~rounds.ended.any(axis=0)], random)

    def look(self, at: int) -> torch.Tensor:
        began = time.process_time()
        self._runs(look_at_all)(self._look, self.batch.states, self.rounds.seen[at])
        self.seconds += time.process_time() - began
        return self.rounds.show(at)

    def act(self, at: int, random: np.random.Generator) -> None:
        """Play a round by the actions that were drawn; note what came of it."""
        began = time.process_time()
        batch, rounds = self.batch, self.rounds
        states, lengths = batch.states, batch.states["length"].copy()
        batch.moves[:, 0] = (states["heading"] + rounds.actions[at] - 1) % 4
        batch.play()
        rounds.rewards[at] = (
            states["length"] - lengths - self.parameters.death_penalty * states["dead"]
        )
        rounds.ended[at] = batch.finished
        self.note(states["length"][batch.finished & ~self.began_later])
        self.reopen(random)
        self.seconds += time.process_time() - began

    def note(self, lengths: NDArray[np.int32]) -> None:
        places = (self.episodes[0] + np.arange(len(lengths))) % len(self.recent)
        self.recent[places] = lengths
        self.episodes += len(lengths)

    def reopen(self, random: np.random.Generator) -> None:
        finished = self.batch.finished
        self.batch.reopen()
        later = finished & (random.random(len(finished)) < self.parameters.curriculum_fraction)
        self.starts.begin(self.batch.states, np.flatnonzero(later), random)
        self.began_later[finished] = later[finished] & bool(self.starts.counts.any())

    def watch(self, share: float) -> None:
        """So many times in the training: a point of the curve."""
        point = int(self.done / self.total * CURVE) - 1
        if point <= int(share * CURVE) - 1:
            return
        greedy = self.measure(self.wishes, WATCHED, WATCH)
        length, full = greedy["length"], greedy["full %"]
        self.curve[point] = self.done / 1e6, self.length(), length, full

    def length(self) -> float:
        """Mean of the last whole episodes, exploring."""
        known = self.recent[~np.isnan(self.recent)]
        return float(known.mean()) if len(known) else float("nan")

    def wishes(self, seen: NDArray[np.float32]) -> Any:
        with torch.no_grad():
            return in_memory(self.network(torch.from_numpy(seen).to(self.device))[0])

    def measure(self, wishes: Any, episodes: int, seed: int) -> dict[str, float]:
        """Figures of greedy episodes."""
        return play_greedily(
            self.game, self.settings, VIEW, wishes, episodes, seed, plain=self.plain
        ).figures()

    def figures(self) -> dict[str, float]:
        points = self.curve[~np.isnan(self.curve[:, 0])]
        exploring = {"length exploring": self.length()}
        if not len(points):
            return exploring
        return exploring | {"greedy": float(points[-1, 2]), "full %": float(points[-1, 3])}


def architecture_of(parameters: Parameters) -> Architecture:
    return Architecture(
        planes=centred_view.planes(parameters.size),
        flags=0,
        convolutions=(),
        dense=tuple(int(units) for units in parameters.dense.split()),
        actions=VIEW.actions,
        slope=0.0,
    )


def between(first: float, last: float, share: float) -> float:
    return first + share * (last - first)
