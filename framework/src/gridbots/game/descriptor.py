"""Game: the descriptor that holds the parts of a game together."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from gridbots.errors import PluginError
from gridbots.game.analysis import distinction
from gridbots.game.board import picture, seats_in
from gridbots.game.check import CheckedSetup, check
from gridbots.game.outcome import outcome_by_utility
from gridbots.game.record_wire import RecordWire
from gridbots.game.state import PlainState, copy_state
from gridbots.game.verbs import legal, observe
from gridbots.kernel import Registered, register
from gridbots.settings import Settings, make_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots.game.abstract_values import Place
    from gridbots.game.board import Board
    from gridbots.game.outcome import Outcome
    from gridbots.game.state import AnyState, State
    from gridbots.game.verbs import Verbs
    from gridbots.pictures.frames import Frame


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


@dataclass(frozen=True)
class Game:
    """A named game: what kind it is, and where its parts are.

    It is checked when it is made, and its verbs are registered for its records.

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
    """The type of the records, or what makes it of settings. All have fields of the same names."""
    setup: Callable[[Any, int], State]
    """The opening for settings and a seed."""
    verbs: Verbs
    """The kernels that act on a state."""
    outcome: Callable[[State], Outcome] = None  # type: ignore[assignment]
    """What the rules say of a finished match. Default: places by utility, scores by `score`."""
    wire: Wire = None  # type: ignore[assignment]
    """The text form. Default: the settings and the fields of the record, by their names."""
    frame: Callable[[State, Frame | None], Frame] = None  # type: ignore[assignment]
    """The picture of a state, given the picture of the round before. Default: of the board."""
    board: Board | None = None
    """What the cells mean, for the default text and picture."""
    refusal: Callable[[State, int, int], str] | None = None
    """Why the rules refuse a move of a seat, in words for people. Default: the legal moves alone
    are told."""
    passes: tuple[str, ...] = ("pass",)
    """Words that say "no move" without being malformed."""
    hidden: bool = False
    """Whether seats see different things. If not, all see all of a state but the generator."""
    chance: bool = True
    """Whether anything is drawn after the opening."""
    frame_keeps: bool = True
    """Whether a picture keeps what only earlier pictures show, such as who left a trail. If not,
    the picture before may be that of its state alone, so that a viewer can jump."""
    features: tuple[str, ...] = ()
    """Names of the features that evaluations weigh."""
    weights: Mapping[str, float] = field(default_factory=dict, hash=False)
    """What they weigh where nobody says otherwise; those that are not named weigh nothing. If
    empty, each weighs 1."""
    belief_model: BeliefModel | None = None
    """For beliefs, if something is hidden."""
    untold: Untold = field(default_factory=Untold)
    """What the lines of the wire leave out."""

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

    def _fill(self) -> None:
        """Put defaults in place of what was left out."""
        seats = self.seats(self.settings())
        defaults: dict[str, Any] = {
            "outcome": lambda state: outcome_by_utility(state, seats_in(state, seats)),
            "frame": lambda state, _: picture(self.board, state, seats_in(state, seats)),
            "wire": RecordWire(
                self.settings, self.setup, self.board, tells_all_alike=not self.hidden
            ),
        }
        for name, default in defaults.items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, default)

    def default_weights(self) -> list[float]:
        """What the features weigh where nobody says otherwise, in their order."""
        return [float(self.weights.get(name, not self.weights)) for name in self.features]

    def record_type(self, settings: Any) -> np.dtype[Any]:
        """The type of the records under these settings."""
        return self.state if isinstance(self.state, np.dtype) else self.state(settings)

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

    def checked_outcome(self, state: State, seats: int) -> Outcome:
        """What the rules say of a finished match of so many seats.

        Raises:
            PluginError: they say it of more or of fewer.
        """
        outcome = self.outcome(state)
        if not seats == len(outcome.places) == len(outcome.scores):
            raise PluginError(
                f"game {self.name!r}: expected outcome to have a place and a score for each of "
                f"{seats} seats, got {len(outcome.places)} and {len(outcome.scores)}"
            )
        return outcome

    def opened(self, state: State) -> AnyState:
        """A copy in the form in which plain Python plays it: a PlainState where rules cannot tell.

        The verbs may run on it. All other functions of a game are given records.
        """
        if self.distinction(state) is not None:
            return copy_state(state)
        return PlainState(state)

    def distinction(self, state: State) -> Place | None:
        """Where the rules may tell a PlainState from a record, so that they play on slower ones."""
        return distinction(self.verbs, state.dtype)

    def why_illegal(self, state: State, seat: int, move: int) -> str:
        """Why the rules refuse a move of a seat, and which they accept, in words for people."""
        why = self.refusal(state, seat, move) if self.refusal else ""
        legal = ", ".join(self.moves[each] for each in self.legal_moves(state, seat)) or "none"
        return f"{self.moves[move]}{why and ': '}{why}; legal there: {legal}"

    def legal_moves(self, state: State, seat: int) -> list[int]:
        mask = np.zeros(len(self.moves), np.uint8)
        legal(state, seat, mask)
        return np.flatnonzero(mask).tolist()
