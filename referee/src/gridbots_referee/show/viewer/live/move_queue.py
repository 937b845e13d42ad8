"""Queue of moves that a person has chosen ahead, one for each round to come."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection

LENGTH: Final = 3
"""Moves at most: who presses faster than the rounds go would wait for them for ever."""
OPPOSITES: Final = {"up": "down", "down": "up", "left": "right", "right": "left"}


class MoveQueue:
    """First in, first out; the opposite of the last move takes it back."""

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
        """The first move, if there is one; those before it that the rules refuse are dropped."""
        while self._words:
            if (word := self._words.popleft()) in legal:
                return word
        return None

    def clear(self) -> None:
        self._words.clear()
