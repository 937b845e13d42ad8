"""Episode: one match, as environments step through it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from gymnasium.error import ResetNeeded

from gridbots.environments.rendering import as_pixels, as_text
from gridbots.environments.spaces import ObservationFormat, action_space
from gridbots.errors import PluginError, SettingsError
from gridbots.game import (
    AnyState,
    Game,
    accepts,
    as_record,
    copy_state,
    is_living,
    is_over,
    legal,
    step,
    utility,
)
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_game

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from gridbots.environments.rendering import Pixels
    from gridbots.environments.spaces import Observation
    from gridbots.game import State
    from gridbots.pictures.frames import Frame

Reward = Literal["utility", "score"]
MODES = ("ansi", "rgb_array")
MOST_IDLE_ROUNDS: Final = 100_000
"""Rounds in a row without a choice for any learner, after which a match counts as endless."""
MOST_OPENINGS: Final = 1000
"""Matches in a row that end before the learner has a choice, after which it never gets one."""


class Setting:
    """What all environments of a game have in common."""

    def __init__(
        self, game: str | Game, values: Mapping[str, Any], *, flatten_observation: bool
    ) -> None:
        """`game`: an installed game, or a descriptor; `values`: settings of the game.

        Raises:
            GridbotsError: the game or a setting is unknown or invalid.
        """
        self.game = game if isinstance(game, Game) else load_game(game)
        self.settings = self.game.make_settings(values)
        self.seats = self.game.seats(self.settings)
        dtype = self.game.record_type(self.settings)
        self.show = ObservationFormat(self.game, dtype, self.seats, flatten=flatten_observation)
        self.action_space = action_space(self.game)

    def expect_seat(self, seat: int) -> None:
        """Check the seat of a learner.

        Raises:
            SettingsError: the game has no such seat.
        """
        if not 0 <= seat < self.seats:
            raise SettingsError(f"expected a seat below {self.seats}, got {seat}")

    def endless(self, rounds: int = MOST_IDLE_ROUNDS) -> PluginError:
        return PluginError(
            f"game {self.game.name!r}: expected the match to end, or a seat that learns to get a "
            f"legal move, got neither in {rounds:,} rounds"
        )

    def never_asked(self, seat: int) -> PluginError:
        return PluginError(
            f"game {self.game.name!r}: expected a legal move for seat {seat} in some match, got "
            f"none in {MOST_OPENINGS:,} matches"
        )


def checked(reward: str, render_mode: str | None) -> None:
    """Raise SettingsError for a value that environments do not support."""
    if reward not in {"utility", "score"}:
        raise SettingsError(f"expected reward utility or score, got {reward!r}")
    if render_mode not in {None, *MODES}:
        raise SettingsError(f"expected render_mode {' or '.join(MODES)}, got {render_mode!r}")


class Episode:
    def __init__(self, setting: Setting, seed: int, *, reward: Reward, draws: bool) -> None:
        self._setting = setting
        self.game = setting.game
        self._state: AnyState = self.game.opened(self.game.setup(setting.settings, seed))
        self._draws = draws
        self._picture: Frame | None = None
        self._reward = reward
        self._scores: Sequence[float] = ()
        self._look()

    def play(self, moves: Sequence[int]) -> None:
        """Play a round; an illegal move counts as no move."""
        self._before = self._scores
        step(
            self._state,
            [
                move if move != NO_MOVE and accepts(self._state, seat, move) else NO_MOVE
                for seat, move in enumerate(moves)
            ],
        )
        self._look()

    def _look(self) -> None:
        """Store the scores, to compare later rounds with."""
        if self._draws:
            self._picture = self.game.frame(self.record(), self._picture)
        if self._reward == "score":
            self._scores = self.game.outcome(self.record()).scores

    def record(self) -> State:
        return copy_state(as_record(self._state))

    @property
    def is_over(self) -> bool:
        return bool(is_over(self._state))

    def has_ended(self, seat: int) -> bool:
        """Whether the match is over for this seat."""
        return self.is_over or not is_living(self._state, seat)

    def has_legal_move(self, seat: int) -> bool:
        """Whether this seat has a legal move: an environment asks it for an action."""
        return not self.has_ended(seat) and bool(self.mask(seat).any())

    def reward(self, seat: int) -> float:
        """The reward of a seat for the last round."""
        if self._reward == "score":
            return float(self._scores[seat] - self._before[seat])
        return float(utility(self._state, seat)) if self.has_ended(seat) else 0.0

    def seen(self, seat: int) -> State:
        return self.game.observation(self.record(), seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for each legal move of this seat."""
        mask = np.zeros(len(self.game.moves), np.uint8)
        legal(self._state, seat, mask)
        return mask.view(np.int8)

    def observation(self, seat: int) -> Observation:
        return self._setting.show(self.seen(seat), seat, self.mask(seat))

    def information(self, seat: int) -> dict[str, Any]:
        """The `info` of a step."""
        return {"action_mask": self.mask(seat)}

    def render(self, mode: str) -> str | Pixels:
        if self._picture is None:
            raise SettingsError("rendering needs a render_mode when the environment is created")
        return as_text(self._picture) if mode == "ansi" else as_pixels(self._picture)


def running(episode: Episode | None) -> Episode:
    """The episode of an environment.

    Raises:
        ResetNeeded: no episode has begun.
    """
    if episode is None:
        raise ResetNeeded("no episode has begun: call reset first")
    return episode


def unfinished(episode: Episode | None, *, is_over: bool) -> Episode:
    """The episode of an environment, for its next step.

    Raises:
        ResetNeeded: no episode has begun, or the episode is over.
    """
    if is_over:
        raise ResetNeeded("the episode is over: call reset before the next step")
    return running(episode)
