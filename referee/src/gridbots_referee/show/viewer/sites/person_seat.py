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
    """The moves of a person in one match, sent by `write` with the number of the request.

    In real time a move is kept until the end of its round and can be taken back; otherwise it is
    sent at once.
    """

    def __init__(self, game: Game, seat: int, write: Callable[[int, str], None]) -> None:
        self.seat = seat
        self.is_paced = False
        self._game = game
        self._write = write
        self._queue = MoveQueue()
        self._request = -1
        """Number of the current request."""
        self.is_due = False
        """Whether a move of the person is missing in this round."""
        self._legal: list[str] = []
        self._refused = ""
        """The last pressed move, if it is illegal."""

    def see(self, state: State) -> None:
        """Begin a round: a move is due, unless the seat does not move in it."""
        game, seat = self._game, self.seat
        self.is_due = False
        self._refused = ""
        if is_over(state) or not is_to_move(state, seat):
            return
        legal = game.legal_moves(game.observation(state, seat), seat)
        self._legal = [game.moves[move] for move in legal]
        self._request += 1
        self.is_due = True
        if not self.is_paced:
            self._send_first()

    def press(self, word: str) -> None:
        """Choose a move for the current round, or add it to the queue.

        Raises:
            ProtocolError: the word is not a move of the game.
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
            self._send_first()

    def cancel(self) -> None:
        """Clear the queue."""
        self._refused = ""
        self._queue.clear()

    def end_round(self) -> None:
        """End the round with the first queued move, or with no move."""
        self._send_first()
        if self.is_due:
            self._send(NO_MOVE_WORD)

    def _send_first(self) -> None:
        if self.is_due and (word := self._queue.take(self._legal)) is not None:
            self._send(word)

    def _send(self, word: str) -> None:
        if self.is_due:
            self.is_due = False
            self._write(self._request, word)

    def status(self) -> dict[str, Any]:
        """The state of the seat for the page."""
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
