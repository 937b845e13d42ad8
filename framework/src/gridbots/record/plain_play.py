"""Plain play: one match by the rules, as fast as plain Python goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    from gridbots.game import AnyState, Game, State


class PlainPlay:
    """A match from an opening on: its state, and the verbs of its game, which are called with it.

    The state is a dictionary where the rules cannot tell (see `Game.opened`), else a record, and
    the verbs are looked up once. `play.step(play.state, moves)` plays a round.
    """

    def __init__(self, game: Game, opening: State) -> None:
        self._game = game
        opened = game.opened(opening)
        self._plain = opened if isinstance(opened, PlainState) else None
        self._tells_plain_state = self._plain is not None and reads_plain_states(game)
        # Python looks up names best in a mere dictionary.
        self.state: AnyState = opened if self._plain is None else dict(self._plain)
        self.step = bind(step, self.state)
        self.is_over = bind(is_over, self.state)
        self.is_living = bind(is_living, self.state)
        self.accepts = bind(accepts, self.state)
        self.has_choice = bind(has_choice, self.state)
        to_move = bind(is_to_move, self.state)
        # A verb that calls another looks up the game again.
        self.is_to_move = self.is_living if to_move is living_is_to_move else to_move

    def record(self) -> State:
        """The state as a record, which changes as play goes on."""
        if self._plain is None:
            return self.state  # type: ignore[no-any-return]
        return self._plain.view(self.state)

    def updates(self, seats: int) -> tuple[list[bytes], int]:
        """The update lines for each seat, and their checksum."""
        state = self.state if self._tells_plain_state else self.record()
        return updates(self._game, state, seats)
