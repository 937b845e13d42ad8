"""Interface of a resumable training: what learns, and can be checkpointed and restored."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray


class Resumable(ABC):
    """Resumable training: learns round by round.

    What it has learned must depend on its parameters alone, through the generators that it keeps;
    then a training that was killed ends with the same bits as one that was not.
    """

    @property
    @abstractmethod
    def total(self) -> int:
        """Length of the training, in what its script counts: matches, most often."""

    @property
    @abstractmethod
    def done(self) -> int:
        """How much of `total` is done."""

    @abstractmethod
    def play_round(self) -> None:
        """Go on by one step; checkpoints are written between steps."""

    @abstractmethod
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """Arrays of the checkpoint: all that change, by name; resuming fills them in place."""

    def finite(self) -> Iterable[NDArray[Any]]:
        """Arrays, such as weights, that are to stay finite: a training ends where they are not."""
        return ()

    def notes(self) -> dict[str, Any]:
        """Scalars of the checkpoint: all that changes besides the arrays, as JSON can hold it."""
        return {}

    def take(self, notes: dict[str, Any]) -> None:  # noqa: B027  most have no notes
        """Restore the notes of a checkpoint; its arrays are filled afterwards."""

    def filled(self) -> None:  # noqa: B027  most compute with the arrays themselves
        """Go on with what the arrays hold: they have been filled from a checkpoint."""

    def figures(self) -> Mapping[str, float]:
        """Figures for progress reports."""
        return {}
