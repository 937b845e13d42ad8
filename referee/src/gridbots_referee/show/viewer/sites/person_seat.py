"""Seat of a person: the move that is due, and the queue of moves chosen ahead."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final

from gridbots.errors import ProtocolError
from gridbots.game import is_over, is_to_move

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from gridbots.game import Game, State

NO_MOVE_WORD = ""
"""The line for a round in which the person has chosen no move."""


class PersonSeat:
    """The moves of a person in one match; each goes out by `write`, with the number of the request.

    At a `pace` a move is kept until its round is due, and can be taken back until then; else it
    goes out at once.
    """

    def __init__(self, game: Game, seat: int, write: Callable[[int, str], None]) -> None:
        self.seat = seat
        self.is_paced = False
        self._game = game
        self._write = write
        self._queue = MoveQueue()
        self._asked = -1
        """Requests before the last one."""
        self.is_due = False
        """Whether the person has yet to move in this round."""
        self._legal: list[str] = []
        self._refused = ""
        """The move that was pressed last, if the rules refuse it."""

    def see(self, state: State) -> None:
        """A round begins: a move is due in it, unless the seat has none."""
        game, seat = self._game, self.seat
        self.is_due = False
        self._refused = ""
        if is_over(state) or not is_to_move(state, seat):
            return
        legal = game.legal_moves(game.observation(state, seat), seat)
        self._legal = [game.moves[move] for move in legal]
        self._asked += 1
        self.is_due = True
        if not self.is_paced:
            self._give_first()

    def press(self, word: str) -> None:
        """A move is chosen: for the round that is due, or after those that are queued.

        Raises:
            ProtocolError: it is no move of the game.
        """
        if word not in self._game.moves:
            raise ProtocolError(
                f"expected one of the moves {', '.join(self._game.moves)}, got {word!r}"
            )
        is_next = not self._queue.words and self.is_due
        if is_next and word not in self._legal:
            self._refused = word
            return
        self._refused = ""
        self._queue.put(word)
        if not self.is_paced:
            self._give_first()

    def cancel(self) -> None:
        """Forget what is queued."""
        self._refused = ""
        self._queue.clear()

    def end_round(self) -> None:
        """The time of the round is up: the first move that is queued, or none."""
        self._give_first()
        if self.is_due:
            self._give(NO_MOVE_WORD)

    def _give_first(self) -> None:
        if self.is_due and (word := self._queue.take(self._legal)) is not None:
            self._give(word)

    def _give(self, word: str) -> None:
        if self.is_due:
            self.is_due = False
            self._write(self._asked, word)

    def status(self) -> dict[str, Any]:
        """For the page."""
        return {
            "due": self.is_due,
            "legal": self._legal,
            "queue": self._queue.words,
            "refused": self._refused,
        }


LENGTH: Final = 3
"""Length of the queue at most, so that it does not lag behind the keys."""
OPPOSITES: Final = {"up": "down", "down": "up", "left": "right", "right": "left"}


class MoveQueue:
    """A FIFO queue; the opposite of the last move removes that move."""

    def __init__(self) -> None:
        self._words: deque[str] = deque()

    @property
    def words(self) -> list[str]:
        return list(self._words)

    def put(self, word: str) -> None:
        if self._words and OPPOSITES.get(self._words[-1]) == word:
            self._words.pop()
        elif len(self._words) < LENGTH:
            self._words.append(word)

    def take(self, legal: Collection[str]) -> str | None:
        """Remove and return the first legal move, if any; illegal moves before it are dropped."""
        while self._words:
            if (word := self._words.popleft()) in legal:
                return word
        return None

    def clear(self) -> None:
        self._words.clear()
