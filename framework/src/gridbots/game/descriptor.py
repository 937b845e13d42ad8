"""Game descriptor: the parts of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from gridbots.errors import PluginError
from gridbots.game.analysis import distinction
from gridbots.game.check import CheckedFrame, CheckedSetup, check
from gridbots.game.outcome import Outcome, outcome_by_utility
from gridbots.game.picture import default_frame, seats_in
from gridbots.game.record_wire import RecordWire
from gridbots.game.state import PlainState, copy_state
from gridbots.game.verbs import legal, observe
from gridbots.grid import DIRECTIONS
from gridbots.kernel import Registered, register
from gridbots.settings import Settings, make_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots.game.abstract_values import Place
    from gridbots.game.board import Board
    from gridbots.game.state import AnyState, State
    from gridbots.game.verbs import Verbs
    from gridbots.pictures.frames import Frame


class Wire(Protocol):
    """Text form of a game, as pure functions: update lines <-> observation.

    If its class has `tells_all_alike = True`, it is called once for all seats; otherwise once per
    seat, with that seat's observation. If it also has `reads_plain_states = True`, it formats a
    PlainState as well, which saves the referee a record in each round.
    """

    def settings_lines(self, settings: Any) -> list[bytes]:
        """The game's own settings, as lines without line ends."""

    def updates(self, observation: AnyState, seat: int) -> bytes:
        """The update lines for this seat at the start of a round."""

    def read_settings(self, values: Mapping[str, str], seats: int) -> Any:
        """Settings from the names and values of settings lines; unknown names are ignored."""

    def read_updates(
        self, previous: State | None, settings: Any, updates: Mapping[str, str]
    ) -> State:
        """The observation after the update lines `game <name> <value>`, given the previous one."""


@dataclass(frozen=True)
class BeliefModel:
    """Special form of hidden information: heads on a board of cells, out of sight of other seats.

    The functions are for a belief that remembers all observations of a match. Most games need none
    of them: the verbs `observe` and `sample` are enough for searches.
    """

    opening: Callable[[Any], State]
    """The public part of the opening under given settings, heads included."""
    cells: Callable[[State], Sequence[int]]
    """The indices of all cells on the board."""
    sees: Callable[[State, int, int], bool]
    """Whether a seat sees a cell, by its own observation."""
    head: Callable[[State, int], int]
    """The cell of a seat's head, -1 if unseen."""
    put_head: Callable[[State, int, int], None]
    """Put an unseen head of a seat into a cell."""
    may_stand: Callable[[State, int], bool]
    """Whether the head of a living seat can be in a cell."""
    moves_between: Callable[[State, State, int], tuple[int, int]]
    """Minimum and maximum number of moves of a living seat between two observations of another
    seat, or between the opening and its first one."""
    recall: Callable[[State, State, int], None]
    """Complete an observation of a seat from its memory, in cells out of sight."""
    freeze: Callable[[State, State, int], None]
    """Replace the property of others in an observation by that at the opening; the published
    agents remember no more."""


@dataclass(frozen=True)
class Untold:
    """Parts of the settings and states that no line transmits, so that no bot can know them."""

    settings: tuple[str, ...] = ()
    """Names of settings that are not transmitted."""
    fields: tuple[str, ...] = ()
    """Fields of the state that follow from these settings."""
    fields_when_out: tuple[str, ...] = ()
    """Fields by seat whose entry is not transmitted for eliminated seats."""


@dataclass(frozen=True)
class Game:
    """A named game: its properties and its parts.

    It is checked when it is created, and its verbs are registered for its records.

    Raises:
        PluginError: a part does not fit.
    """

    name: str
    title: str
    summary: str
    moves: tuple[str, ...]
    """The words for the moves; a move is an index into this tuple."""
    settings: type[Settings]
    seats: Callable[[Any], int]
    """Number of seats under given settings."""
    state: np.dtype[Any] | Callable[[Any], np.dtype[Any]]
    """The type of the records, or a function of the settings. All have the same field names."""
    setup: Callable[[Any, int], State]
    """The opening for settings and a seed."""
    verbs: Verbs
    """The kernels that act on a state."""
    outcome: Callable[[State], Outcome] = None  # type: ignore[assignment]
    """The outcome of a finished match. Default: places by utility, scores by `score`."""
    wire: Wire = None  # type: ignore[assignment]
    """The text form. Default: the settings and the fields of the record, by their names."""
    frame: Callable[[State, Frame | None], Frame] = None  # type: ignore[assignment]
    """The frame of a state, given the previous frame. Default: the board, and the other fields of
    the record as text."""
    board: Board | None = None
    """Meaning of the cells, for the default text and picture."""
    refusal: Callable[[State, int, int], str] | None = None
    """Why a move of a seat is illegal, as a message to users. Default: it lists the legal moves."""
    passes: tuple[str, ...] = ("pass",)
    """Words for "no move" that are not malformed."""
    hidden: bool = False
    """Whether there is hidden information. If not, all seats see everything but the generator."""
    chance: bool = True
    """Whether there are chance events after the opening."""
    frame_keeps: bool = True
    """Whether frames carry information from earlier frames, such as the owner of a trail. If not,
    the previous frame can be rebuilt from its state alone, so a viewer can jump to any round."""
    features: tuple[str, ...] = ()
    """Names of the features that evaluations weigh."""
    weights: Mapping[str, float] = field(default_factory=dict, hash=False)
    """Default weights; unnamed features have weight 0. If empty, all have weight 1."""
    belief_model: BeliefModel | None = None
    """The model for beliefs, for games with hidden information."""
    untold: Untold = field(default_factory=Untold)
    """Parts that the wire does not transmit."""

    def __post_init__(self) -> None:
        check(self)
        object.__setattr__(self, "setup", CheckedSetup.of(self))
        has_outcome = self.outcome is not None
        self._fill()
        verbs, names = self.verbs, self.record_type(self.settings()).names or ()
        kernels = verbs.complete(names, scored=not has_outcome)
        own, features = frozenset(verbs.own()), len(self.features)
        game = Registered(self.name, len(self.moves), kernels, own, features)
        register(names, game)

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self

    def _fill(self) -> None:
        """Fill in defaults for omitted parts."""
        seats, constants = self.seats(self.settings()), self.settings.__struct_fields__
        defaults: dict[str, Any] = {
            "outcome": lambda state: outcome_by_utility(state, seats_in(state, seats)),
            "frame": lambda state, previous: default_frame(
                state, None if self.steers else previous, self.board, seats, constants
            ),
            "wire": RecordWire(
                self.settings, self.setup, self.board, tells_all_alike=not self.hidden
            ),
        }
        missing = [name for name in defaults if getattr(self, name) is None]
        for name in missing:
            object.__setattr__(self, name, defaults[name])
        if "frame" in missing:
            object.__setattr__(self, "frame_keeps", False)
        else:
            object.__setattr__(self, "frame", CheckedFrame.of(self))

    @property
    def steers(self) -> bool:
        """Whether moves are directions, which heads show; viewers show other moves as words."""
        return {*DIRECTIONS} <= {*self.moves}

    @property
    def has_samples(self) -> bool:
        """Whether the hidden part of a state can be sampled."""
        return self.belief_model is not None or self.verbs.sample is not None

    def default_weights(self) -> list[float]:
        """Default weights in the order of the features."""
        return [float(self.weights.get(name, not self.weights)) for name in self.features]

    def record_type(self, settings: Any) -> np.dtype[Any]:
        """The type of the records under these settings."""
        return self.state if isinstance(self.state, np.dtype) else self.state(settings)

    def make_settings(self, values: Mapping[str, Any] | None = None) -> Any:
        """Settings of this game from names and values.

        Raises:
            SettingsError: a name is unknown or a value is invalid.
        """
        return make_settings(self.settings, values or {}, owner=self.name)

    def observation(self, state: State, seat: int) -> State:
        """A copy of the state as this seat sees it."""
        seen = copy_state(state)
        observe(seen, seat)
        return seen

    def checked_outcome(self, state: State, seats: int) -> Outcome:
        """The outcome of a finished match with this number of seats.

        Raises:
            PluginError: it is no outcome, or has another number of seats.
        """
        outcome = self.outcome(state)
        if not isinstance(outcome, Outcome):
            raise PluginError(
                f"game {self.name!r}: expected an Outcome from outcome, got {outcome!r}"
            )
        if not seats == len(outcome.places) == len(outcome.scores):
            raise PluginError(
                f"game {self.name!r}: expected outcome to have a place and a score for each of "
                f"{seats} seats, got {len(outcome.places)} and {len(outcome.scores)}"
            )
        return outcome

    def opened(self, state: State) -> AnyState:
        """A copy in the form for plain Python: a PlainState if the rules cannot distinguish it.

        Only the verbs run on it; all other functions of a game receive records.
        """
        if self.distinction(state) is not None:
            return copy_state(state)
        return PlainState(state)

    def distinction(self, state: State) -> Place | None:
        """Where the rules may distinguish a PlainState from a record, if anywhere."""
        return distinction(self.verbs, state.dtype)

    def why_illegal(self, state: State, seat: int, move: int) -> str:
        """Why a move of a seat is illegal, and which moves are legal, as a message to users."""
        why = self.refusal(state, seat, move) if self.refusal else ""
        legal = ", ".join(self.moves[each] for each in self.legal_moves(state, seat)) or "none"
        return f"{self.moves[move]}{why and ': '}{why}; legal there: {legal}"

    def legal_moves(self, state: State, seat: int) -> list[int]:
        mask = np.zeros(len(self.moves), np.uint8)
        legal(state, seat, mask)
        return np.flatnonzero(mask).tolist()
