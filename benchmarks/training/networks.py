"""Networks for Snake: time of a decision in numpy, and throughput of the training."""

from __future__ import annotations

import importlib.util
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from measure import line, one_core

from gridbots import Briefing, Budget
from gridbots.bot.runner import make_bot
from gridbots.game import is_over, step
from gridbots.plugins import load_bot, load_game
from gridbots.training.weights import names
from gridbots_dqn.trained import FOLDER, read_trained

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots_dqn.dqn.training.deep_q_learning import Training

GAME: Final = load_game("snake")
BUDGET: Final = Budget(bank_ms=10_000, time_per_move_ms=200, asked=0.0)
DECISIONS: Final = 2000
UPDATES: Final = 6
"""How often policy optimisation learns from rounds, timed; once before."""
STEPS: Final = 400
"""Learning steps that are timed; as many are done before."""


def networks() -> None:
    with one_core():
        for name in names(FOLDER):
            times = times_of_decisions(name)
            line(
                f"a decision of dqn:weights={name}, median", f"{np.median(times):.2f} ms", "<= 2 ms"
            )
            line("the same, 99 %", f"{np.percentile(times, 99):.2f} ms")
        if importlib.util.find_spec("torch"):
            throughput()
            throughput_of_ppo()


def times_of_decisions(name: str) -> list[float]:
    """CPU milliseconds of each, in matches on the board that the weights were trained for."""
    trained, seed = read_trained(name), 0
    settings = GAME.make_settings({"preset": "corner-8", **trained.about.settings})
    bot: Any = make_bot(load_bot("dqn"), "dqn", GAME, {"weights": name})
    bot.open(Briefing(GAME, settings, seat=0, seats=1))
    state, times = GAME.setup(settings, seed), []
    while len(times) < DECISIONS:
        observation, began = GAME.observation(state, 0), time.process_time_ns()
        move = bot.choose(observation, BUDGET)
        times.append((time.process_time_ns() - began) / 1e6)
        step(state, [move])
        if is_over(state):
            seed += 1
            state = GAME.setup(settings, seed)
    return times


def throughput() -> None:
    """Of deep Q-learning with its usual parameters."""
    from gridbots_dqn.dqn.training.deep_q_learning import Training
    from gridbots_dqn.dqn.training.parameters import Parameters

    training = Training(Parameters())
    run_to(training, STEPS)
    spent = [0.0]
    for owner, name in ((training.batch, "play"), (training.batch, "reopen"), (training, "look")):
        setattr(owner, name, timed(getattr(owner, name), spent))
    began = time.process_time()
    run_to(training, 2 * STEPS)
    whole, learners = time.process_time() - began, training.parameters.learners
    line(f"learning steps of {learners} networks per CPU second, dqn", f"{STEPS / whole:.0f}")
    line("moves of each of them per CPU second", f"{4 * STEPS / whole:.0f}")
    line("share of the environment in that", f"{100 * spent[0] / whole:.1f} %")


def throughput_of_ppo() -> None:
    """Of policy optimisation with its usual parameters."""
    from gridbots_dqn.ppo.training.policy_optimisation import Parameters, Training

    training = Training(Parameters())
    training.play_round()
    first, training.seconds, began = training.completed, 0.0, time.process_time()
    for _ in range(UPDATES):
        training.play_round()
    whole = time.process_time() - began
    line("rounds per CPU second, ppo", f"{(training.completed - first) / whole:,.0f}")
    line("share of the environment in that", f"{100 * training.seconds / whole:.1f} %")


def run_to(training: Training, steps: int) -> None:
    while training.completed < steps:
        training.play_round()


def timed(function: Callable[..., None], spent: list[float]) -> Callable[..., None]:
    """The same function, which adds the CPU seconds that it takes."""

    def act(*arguments: Any) -> None:
        began = time.process_time()
        function(*arguments)
        spent[0] += time.process_time() - began

    return act
