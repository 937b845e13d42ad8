"""SPSA: simultaneous perturbation stochastic approximation (J. Spall, 1992).

In each step all parameters are perturbed at once, each randomly up or down. The two resulting bots
play, and all parameters move towards the better one. Gains are those of fishtest, the tuner of
Stockfish: with N pairs in total, pair k has

    c(k) = c_end * (N / k)^gamma
    r(k) = r_end * (c_end / c(k))^2 * ((A + 1) * N / (A * N + k))^alpha

and moves a parameter by r(k) * c(k) * (matches won - matches lost).
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from gridbots_referee.tuning.parameters import (
    bounded,
    from_scale,
    perturbation,
    start_values,
    to_scale,
)
from gridbots_referee.tuning.search import Counts, Duel, lead

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.tuning.parameters import Parameter, Values
    from gridbots_referee.tuning.tuning import Gains, Tuning


def gains(gains: Gains, parameter: Parameter, pair: int, pairs: int) -> tuple[float, float]:
    """Gains c and r of a parameter for pair number `pair`, counted from 1, of `pairs`."""
    c_end = perturbation(parameter)
    c = c_end * (pairs / pair) ** gains.gamma
    share = (gains.A + 1) * pairs / (gains.A * pairs + pair)
    r = (parameter.r_end or gains.r_end) * (c_end / c) ** 2 * share**gains.alpha
    return c, r


def directions(seed: int, step: int, count: int) -> list[int]:
    """Direction of each perturbation, 1 or -1: pseudo-random and reproducible."""
    bits = random.Random(f"spsa {seed} {step}").getrandbits(count)  # noqa: S311  nothing is secret
    return [1 if bits >> index & 1 else -1 for index in range(count)]


class Spsa:
    """SPSA; both bots of a step play each other, or the same opponent from the same openings."""

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        duels = 2 if tuning.opponents else 1
        self.steps = max(tuning.matches // (2 * duels * tuning.pairs), 1)
        self.values = start_values(tuning.parameters)
        self._points = [to_scale(each, each.start) for each in tuning.parameters]

    def duels(self, step: int) -> tuple[Duel, ...]:
        tuning = self._tuning
        plus, minus = (tuning.bot_with(self._perturbed(step, way)) for way in (1, -1))
        first, pairs = step * tuning.pairs, tuning.pairs
        if not tuning.opponents:
            return (Duel(plus, minus, first, pairs),)
        opponent = tuning.opponents[step % len(tuning.opponents)]
        return tuple(Duel(bot, opponent, first, pairs) for bot in (plus, minus))

    def _perturbed(self, step: int, way: int) -> Values:
        parameters = self._tuning.parameters
        signs = directions(self._tuning.seed, step, len(parameters))
        return {
            each.name: from_scale(each, point + way * sign * self._gains(each, step)[0])
            for each, point, sign in zip(parameters, self._points, signs, strict=True)
        }

    def _gains(self, parameter: Parameter, step: int) -> tuple[float, float]:
        pairs = self._tuning.pairs
        return gains(self._tuning.spsa, parameter, step * pairs + 1, self.steps * pairs)

    def add(self, step: int, results: Sequence[Counts]) -> Values:
        parameters = self._tuning.parameters
        won = lead(results[0]) - (lead(results[1]) if len(results) > 1 else 0)
        signs = directions(self._tuning.seed, step, len(parameters))
        for index, (parameter, sign) in enumerate(zip(parameters, signs, strict=True)):
            c, r = self._gains(parameter, step)
            self._points[index] = bounded(parameter, self._points[index] + r * c * sign * won)
            self.values[parameter.name] = from_scale(parameter, self._points[index])
        return dict(self.values)
