"""Episode: one match, as environments step through it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from gridbots.environments.rendering import as_pixels, as_text
from gridbots.environments.spaces import as_arrays, expect_action
from gridbots.errors import SettingsError
from gridbots.game import (
    AnyState,
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

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.environments.rendering import Pixels
    from gridbots.environments.spaces import Observation
    from gridbots.game import Game, State
    from gridbots.pictures.frames import Frame

Reward = Literal["utility", "score"]
MODES = ("ansi", "rgb_array")


def checked(reward: str, render_mode: str | None) -> None:
    """Raise SettingsError for a value that environments do not support."""
    if reward not in {"utility", "score"}:
        raise SettingsError(f"expected reward utility or score, got {reward!r}")
    if render_mode not in {None, *MODES}:
        raise SettingsError(f"expected render_mode {' or '.join(MODES)}, got {render_mode!r}")


class Episode:
    def __init__(
        self, game: Game, settings: Any, seed: int, *, reward: Reward, draws: bool
    ) -> None:
        self.game = game
        self.seats = game.seats(settings)
        self._state: AnyState = game.opened(game.setup(settings, seed))
        self._draws = draws
        self._picture: Frame | None = None
        self._reward = reward
        self._scores: Sequence[float] = ()
        self._look()

    def play(self, moves: Sequence[int]) -> None:
        """Play a round; an illegal move counts as no move.

        Raises:
            ValueError: a number is not a move of the game.
        """
        for move in moves:
            expect_action(self.game, move)
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

    def reward(self, seat: int) -> float:
        """The reward of a seat for the last round."""
        if self._reward == "score":
            return float(self._scores[seat] - self._before[seat])
        return float(utility(self._state, seat)) if self.has_ended(seat) else 0.0

    def seen(self, seat: int) -> State:
        return self.game.observation(self.record(), seat)

    def observation(self, seat: int) -> Observation:
        mask = np.zeros(len(self.game.moves), np.uint8)
        legal(self._state, seat, mask)
        return as_arrays(self.seen(seat), seat, mask)

    def render(self, mode: str) -> str | Pixels:
        if self._picture is None:
            raise SettingsError("rendering needs a render_mode when the environment is created")
        return as_text(self._picture) if mode == "ansi" else as_pixels(self._picture)
