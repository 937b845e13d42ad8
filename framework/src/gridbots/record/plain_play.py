"""Plain play: one match by the rules, as fast as possible in plain Python."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, TypeVar

from gridbots.game import (
    PlainState,
    accepts,
    has_choice,
    is_living,
    is_over,
    is_to_move,
    step,
)
from gridbots.game.verbs import living_is_to_move
from gridbots.kernel import bind
from gridbots.record.replay import reads_plain_states, updates

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import AnyState, Game, State

R = TypeVar("R")


class PlainPlay:
    """A match from an opening: its state, and the verbs of its game, bound to the state.

    The state is a dictionary if the rules cannot distinguish it from a record (see `Game.opened`),
    otherwise a record. The verbs are looked up once. `step(moves)` plays a round.
    """

    def __init__(self, game: Game, opening: State) -> None:
        self._game = game
        opened = game.opened(opening)
        self._plain = opened if isinstance(opened, PlainState) else None
        self._tells_plain_state = self._plain is not None and reads_plain_states(game)
        # Look-ups in a plain dict are faster than in a subclass.
        self.state: AnyState = opened if self._plain is None else dict(self._plain)
        self.step = self._bound(step)
        self.is_over = self._bound(is_over)
        self.is_living = self._bound(is_living)
        self.accepts = self._bound(accepts)
        self.has_choice = self._bound(has_choice)
        # A verb that calls another verb looks up the game again.
        is_direct = bind(is_to_move, self.state) is not living_is_to_move
        self.is_to_move = self._bound(is_to_move) if is_direct else self.is_living

    def _bound(self, act: Callable[..., R]) -> Callable[..., R]:
        """A verb, bound to this state."""
        return functools.partial(bind(act, self.state), self.state)

    def record(self) -> State:
        """The state as a record, which changes with further play."""
        if self._plain is None:
            return self.state  # type: ignore[no-any-return]
        return self._plain.view(self.state)

    def updates(self, seats: int) -> tuple[list[bytes], int]:
        """The update lines for each seat, and their checksum."""
        state = self.state if self._tells_plain_state else self.record()
        return updates(self._game, state, seats)
