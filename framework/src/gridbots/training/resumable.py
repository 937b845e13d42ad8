"""What a script brings to be carried out: something that learns, and can be kept and restored."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray


class Resumable(ABC):
    """Something that learns, round by round.

    What it has learned must depend on its parameters alone, through the generators that it keeps;
    then a training that was killed ends with the same bits as one that was not.
    """

    @property
    @abstractmethod
    def total(self) -> int:
        """How far it is to go, in what its script counts: matches, most often."""

    @property
    @abstractmethod
    def done(self) -> int:
        """How far it is."""

    @abstractmethod
    def play_round(self) -> None:
        """Go on by the smallest step between which it can be kept."""

    @abstractmethod
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Everything that changes, by name; they are filled in place when it goes on."""

    def notes(self) -> dict[str, Any]:
        """What changes and is in none of the arrays, as JSON can hold it."""
        return {}

    def take(self, notes: dict[str, Any]) -> None:  # noqa: B027  most have no notes
        """Take the notes of a checkpoint back; its arrays are filled afterwards."""

    def figures(self) -> Mapping[str, float]:
        """How it goes, for those who watch."""
        return {}
