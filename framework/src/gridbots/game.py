"""What a game is, and the verbs that act on its states.

A state is one numpy record: everything, the random generator included. An observation is a record
of the same type with what the seat cannot see blanked. The verbs below find the rules by the type
of the record, so search, learning and the referee use one text of the rules without naming a game.
"""

from __future__ import annotations

import functools
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec
import numpy as np

from gridbots.errors import PluginError
from gridbots.kernel import optional_verb, verb
from gridbots.settings import Settings, make_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots.frames import Frame

State = np.void
"""One numpy record: the whole of a game, or what a seat sees of it."""

AnyState = Any
"""A State, or a PlainState: the verbs take both."""

MOST_MOVES: Final = 16
"""No game has more moves than this."""

Moves = Any
"""One move per seat (int64 array, or a list in plain use); NO_MOVE where a seat gives none."""


@verb
def step(state: AnyState, moves: Moves) -> None:
    """Play one round in place: everything is decided first, then applied."""


@verb
def step_seat(state: AnyState, seat: int, move: int) -> None:
    """Play the move of one seat alone, in place: the seats after it see it.

    For searches that take a round for a sequence of moves, as published ones do. Nothing is drawn,
    and rounds are not counted. A game may leave this out.
    """


@verb
def legal(state: AnyState, seat: int, mask: Any) -> int:
    """Set mask[move] to 1 where the rules accept the move, else 0; return how many they accept.

    A legal move may still be suicidal. A seat that is not to move has none, and none has in a
    finished match. A seat that is to move may have none only where it has no choice either.
    """
    return 0


@optional_verb
def accepts(state: AnyState, seat: int, move: int) -> bool:
    """Whether the rules accept this move: the same as its place in the mask of `legal`."""
    mask = np.zeros(MOST_MOVES, np.uint8)
    legal(state, seat, mask)
    return bool(mask[move] != 0)


@verb
def observe(state: AnyState, seat: int) -> None:
    """Blank in place what this seat cannot see; the generator is never seen."""


@verb
def is_over(state: AnyState) -> bool:
    return False


@verb
def is_living(state: AnyState, seat: int) -> bool:
    """Whether the seat has not been eliminated."""
    return False


@optional_verb
def is_to_move(state: AnyState, seat: int) -> bool:
    """Whether the seat is asked for a move in this round: every living seat, or whose turn it is.

    A match that goes on has at least one such seat, and all of them are living.
    """
    return is_living(state, seat)


@optional_verb
def has_choice(state: AnyState, seat: int) -> bool:
    """Whether the move of a seat that is asked can still change anything, for it or another."""
    return True


@verb
def utility(state: AnyState, seat: int) -> float:
    """How a finished match went for a seat: 1 won, 0 drawn, -1 lost, between them for places.

    Of a match that goes on, how it will have gone for a seat that is out.
    """
    return 0.0


@verb
def reopen(state: AnyState) -> None:
    """Make in place the opening that `setup` makes with the generator as it stands.

    A game may leave this out: then new openings are made by `setup`, which is never compiled. The
    generator is the field `generator`, and `setup` does nothing with its seed but `seed_generator`.
    """


@verb
def score(state: AnyState, seat: int) -> float:
    """The score of a seat in the outcome of a finished match; a game may leave this out."""
    return 0.0


@optional_verb
def margin(state: AnyState, seat: int) -> float:
    """How much a finished match was won by, in the measure in which the game's results are told.

    Published tables give means of it. Where a game does not say, it is the utility.
    """
    return utility(state, seat)


@optional_verb
def candidates(state: AnyState, seat: int, mask: Any) -> int:
    """As `legal`, but may leave out moves that are never better than one that is kept.

    For search. A seat that has a legal move has a candidate.
    """
    return legal(state, seat, mask)


@optional_verb
def evaluate(state: AnyState, seat: int, weights: Any) -> float:
    """Features times weights: how good the position is for a living seat of a match that goes on.

    The features have their names in `Game.features`; those of weight 0 are not computed.
    """
    return 0.0


class Outcome(msgspec.Struct, frozen=True):
    """What the rules say of a finished match, in seat order."""

    winner: int | None
    """The seat that won alone; None for a draw, or for a single seat that has not won."""
    places: tuple[int, ...]
    """1 for the best; equals share a place, and the next one counts them."""
    scores: tuple[float, ...]
    """The game's own points."""


class Wire(Protocol):
    """Update lines <-> observation: the text form of one game, pure functions."""

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


@dataclass(frozen=True)
class Game:
    """A named game: what kind it is, and where its parts are."""

    name: str
    title: str
    summary: str
    moves: tuple[str, ...]
    """The words for the moves; a move is an index into this tuple."""
    passes: tuple[str, ...]
    """Words that say "no move" without being malformed."""
    simultaneous: bool
    hidden: bool
    """Whether seats see different things. If not, all see all of a state but the generator."""
    chance: bool
    """Whether anything is drawn after the opening."""
    settings: type[Settings]
    seats: Callable[[Any], int]
    """Number of seats under given settings."""
    setup: Callable[[Any, int], State]
    """The opening for settings and a seed."""
    outcome: Callable[[State], Outcome]
    wire: Wire
    frame: Callable[[State, Frame | None], Frame]
    """The picture of a state, given the picture of the round before."""
    frame_keeps: bool = True
    """Whether a picture keeps what only earlier pictures show, such as who left a trail. If not,
    the picture before may be that of its state alone, so that a viewer can jump."""
    features: tuple[str, ...] = ()
    """Names of the features that evaluations weigh."""
    belief_model: BeliefModel | None = None
    """For beliefs, if something is hidden."""
    untold: Untold = Untold()
    """What the lines of the wire leave out."""

    def make_settings(self, values: Mapping[str, Any] | None = None) -> Any:
        """Settings of this game from names and values.

        Raises:
            SettingsError: a name is unknown or a value does not fit.
        """
        return make_settings(self.settings, values or {}, f"{self.name} setting")

    def observation(self, state: State, seat: int) -> State:
        """A copy of the state as this seat sees it."""
        seen = copy_state(state)
        observe(seen, seat)
        return seen

    def legal_moves(self, state: State, seat: int) -> list[int]:
        mask = np.zeros(len(self.moves), np.uint8)
        legal(state, seat, mask)
        return np.flatnonzero(mask).tolist()


def copy_state(state: State) -> State:
    # A record taken out of an array lives in that array's memory, so rules can write into it.
    room = np.empty(1, state.dtype)
    room[0] = state
    return room[0]  # type: ignore[no-any-return]


FEW: Final = 8
"""Numbers in an array that is opened as a list: it is read and written faster than a view."""


class PlainState(dict[str, Any]):
    """A state opened for plain Python, for playing single matches fast without compiled code.

    Arrays are memory views on a record, or lists where they are short; numbers are Python numbers.
    The verbs run on it about three times faster than on the record itself, and faster still on
    `dict(plain)`, since Python looks up names best in a mere dictionary. `record()` gives the
    record back; `close(opened)` does so after play went on in such a dictionary.

    Raises:
        PluginError: a field of the record is not aligned.
    """

    def __init__(self, state: State) -> None:
        check_alignment(state.dtype)
        self.dtype = state.dtype
        self._room = np.empty(1, state.dtype)
        self._room[0] = state
        names = state.dtype.names or ()
        super().__init__({name: _opened(self._room[name][0]) for name in names})

    def record(self) -> State:
        """A copy as a record."""
        return self.close(self)

    def close(self, opened: Mapping[str, Any]) -> State:
        """A copy, as a record, of a dictionary that was made from this."""
        for name, value in opened.items():
            if not isinstance(value, memoryview):
                self._room[name] = value
        return copy_state(self._room[0])


def _opened(value: Any) -> Any:
    if not isinstance(value, np.ndarray):
        return value.item()
    if value.ndim == 1 and value.size <= FEW:
        return value.tolist()
    return value.data


def empty_state(dtype: np.dtype[Any]) -> State:
    """A state of zeros: where a game makes its records.

    Raises:
        PluginError: a field of the record is not aligned.
    """
    check_alignment(dtype)
    return np.zeros(1, dtype)[0]  # type: ignore[no-any-return]


@functools.cache
def check_alignment(dtype: np.dtype[Any]) -> None:
    """Plain Python cannot read a view of numbers that do not lie at a multiple of their size.

    Raises:
        PluginError: such a field is among those of a record.
    """
    for name, (kind, place, *_) in (dtype.fields or {}).items():
        if place % kind.base.alignment != 0:
            raise PluginError(
                f"expected every field of a game's record at a multiple of the size of its numbers "
                f"(list the fields with the widest numbers first), got {name!r}, of "
                f"{kind.base.itemsize} bytes each, at {place}"
            )


def checksum(state: State) -> int:
    return zlib.crc32(state.tobytes())


def outcome_of(places: Sequence[int], scores: Sequence[float]) -> Outcome:
    """An outcome from places and scores; one seat alone in place 1 has won.

    Where there is only one seat, nobody was beaten: only the game itself can say that it has won.
    """
    first = [seat for seat, place in enumerate(places) if place == 1]
    winner = first[0] if len(first) == 1 < len(places) else None
    plain = tuple(int(place) for place in places)
    return Outcome(winner=winner, places=plain, scores=tuple(scores))
