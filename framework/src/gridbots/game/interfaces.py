"""What a descriptor holds besides functions: the text form, a model for beliefs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots.game.state import AnyState, State


class Wire(Protocol):
    """Update lines <-> observation: the text form of one game, pure functions.

    A wire whose class says `tells_all_alike = True` is asked once for all seats; any other is asked
    for each seat, with what that seat sees. One that also says `reads_plain_states = True` makes
    the same lines of a PlainState, which saves the referee a record in each round.
    """

    def settings_lines(self, settings: Any) -> list[bytes]:
        """The game's own settings, as lines without their ends."""

    def updates(self, observation: AnyState, seat: int) -> bytes:
        """What this seat is told at the start of a round: whole lines."""

    def read_settings(self, values: Mapping[str, str], seats: int) -> Any:
        """Settings from the names and values of settings lines, unknown names ignored."""

    def read_updates(
        self, previous: State | None, settings: Any, updates: Mapping[str, str]
    ) -> State:
        """The observation after the update lines `game <name> <value>`, given the one before."""


@dataclass(frozen=True)
class BeliefModel:
    """What a belief has to know of a game in which seats see different things."""

    opening: Callable[[Any], State]
    """What all know of the opening under given settings, heads included."""
    cells: Callable[[State], Sequence[int]]
    """The indices of all cells on the board."""
    sees: Callable[[State, int, int], bool]
    """Whether a seat sees a cell, by its own observation."""
    head: Callable[[State, int], int]
    """The cell of a seat's head, -1 where it is not seen."""
    put_head: Callable[[State, int, int], None]
    """Put an unseen head of a seat into a cell."""
    may_stand: Callable[[State, int], bool]
    """Whether the head of a living seat can be in a cell."""
    moves_between: Callable[[State, State, int], tuple[int, int]]
    """How many moves a living seat has made at least and at most from one observation of
    another to the next, or from the opening to its first one."""
    recall: Callable[[State, State, int], None]
    """Fill up an observation of a seat, where it does not see, from its memory."""
    freeze: Callable[[State, State, int], None]
    """Write over all that others own, in an observation of a seat, what they owned at the opening;
    that is how the published agents remember."""


@dataclass(frozen=True)
class Untold:
    """What the lines of a game leave out, so that no bot can know it."""

    settings: tuple[str, ...] = ()
    """Names of settings that no settings line tells."""
    fields: tuple[str, ...] = ()
    """Fields of the state that follow from these settings."""
    fields_when_out: tuple[str, ...] = ()
    """Fields by seat of which no line tells the entry of a seat that is out."""
