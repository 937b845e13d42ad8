"""Checks of a descriptor when it is created, before anything is played."""

from __future__ import annotations

import dis
import itertools
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from gridbots.errors import PluginError
from gridbots.errors.author_code import definition
from gridbots.game import verbs as known
from gridbots.game.record_wire import TAKEN
from gridbots.game.state import check_alignment
from gridbots.kernel import is_kernel
from gridbots.kernel.kernels import known_kernels
from gridbots.pictures.frames import Frame
from gridbots.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots.game.state import State

Game = Any
"""A Game under construction; its module imports this one."""

ENVIRONMENT_OPTIONS = {
    "game", "opponents", "seat", "reward", "render_mode", "flatten_observation", "num_envs",
    "plain",
}  # fmt: skip
"""Options of environments, which stand beside the settings of their game."""
SIZE = ("height", "width")
"""The fields with the size of a board whose cells have one dimension."""
FUNCTIONS = {"seats": 1, "setup": 2, "outcome": 1, "frame": 2, "refusal": 3}
"""The functions of a descriptor, except verbs, and their numbers of arguments."""
ACTIONS = {"step", "step_seat", "observe", "sample", "reopen"}
"""Verbs that change a state and return nothing."""


def check(game: Game) -> None:
    """Check that the parts of a descriptor fit together.

    Raises:
        PluginError: a part does not; the error gives the game, the expected and the actual value.
    """
    for expected, got in misfits(game):
        raise PluginError(f"game {game.name!r}: expected {expected}, got {got}")


def misfits(game: Game) -> Iterator[tuple[str, object]]:
    """Pairs of an expected and an actual value; lazy, as later checks rely on earlier ones."""
    yield from _words(game)
    yield from _settings(game)
    yield from _record(game)
    yield from _verbs(game)
    for name, count in FUNCTIONS.items():
        if getattr(game, name) is not None:
            yield from _function(name, getattr(game, name), count)
    seats = game.seats(game.settings())
    if type(seats) is not int or seats < 1:
        yield "a whole number of seats, 1 or more, from seats", repr(seats)
    yield from _defaults(game)
    if (game.verbs.evaluate is not None) != bool(game.features):
        yield "feature names if and only if the game has the verb evaluate", game.features
    for name in game.weights:
        if name not in game.features:
            yield "weights of features", repr(name)
    if game.belief_model is not None and not game.hidden:
        yield "hidden=True with a belief model", "hidden=False"
    if game.verbs.sample is not None and not game.hidden:
        yield "hidden=True with the verb sample", "hidden=False"


class CheckedSetup:
    """Checked `setup` of a game, for properties that only a state shows.

    They are checked once per match; those that do not depend on the settings, only once.
    """

    def __init__(self, game: Game, setup: Callable[[Any, int], State]) -> None:
        self._game = game
        self.setup = setup
        self._is_first = True

    @classmethod
    def of(cls, game: Game) -> CheckedSetup:
        """The checked setup of a game; for a descriptor copied from another, of the original."""
        setup = game.setup
        return cls(game, setup.setup if isinstance(setup, cls) else setup)

    def __call__(self, settings: Any, seed: int) -> State:
        state = self.setup(settings, seed)
        for expected, got in self._misfits(settings, state):
            raise PluginError(f"game {self._game.name!r}: expected {expected}, got {got}")
        return state

    def _misfits(self, settings: Any, state: State) -> Iterator[tuple[str, object]]:
        game, kind = self._game, self._game.record_type(settings)
        if not isinstance(state, np.void) or state.dtype != kind:
            got = getattr(state, "dtype", type(state).__name__)
            what = f"setup to return a record of the declared type of state, {kind}"
            yield what, f"{got} from {_named(self.setup)}"
        if self._is_first:
            self._is_first = False
            yield from _first_moves(game, game.seats(settings), state)


class CheckedFrame:
    """Checked `frame` of a game: it returns a Frame."""

    def __init__(self, name: str, frame: Callable[[State, Frame | None], Frame]) -> None:
        self._name = name
        self.frame = frame

    @classmethod
    def of(cls, game: Game) -> CheckedFrame:
        """The checked frame of a game, as `CheckedSetup.of`."""
        return game.frame if isinstance(game.frame, cls) else cls(game.name, game.frame)

    def __call__(self, state: State, previous: Frame | None) -> Frame:
        made: object = self.frame(state, previous)
        if not isinstance(made, Frame):
            where = f"frame ({definition(self.frame)})"
            raise PluginError(f"game {self._name!r}: expected a Frame from {where}, got {made!r}")
        return made


def _first_moves(game: Game, seats: int, state: State) -> Iterator[tuple[str, object]]:
    """Check in the opening that `legal` counts the moves that it marks; laws check whole
    matches.
    """
    for seat in range(seats):
        mask = np.zeros(len(game.moves), np.uint8)
        count = known.legal(state, seat, mask)
        if count != np.count_nonzero(mask):
            marked = f"{np.count_nonzero(mask)} marked, {count} returned, for seat {seat}"
            yield "legal to return the number of moves that it marks", marked


def _defaults(game: Game) -> Iterator[tuple[str, object]]:
    """Requirements of the default text and picture."""
    dtype = game.record_type(game.settings())
    fields = dtype.names or ()
    if game.frame is None and "rounds" not in fields:
        yield "a field rounds for the default picture", f"the fields {_listed(game)}"
    if game.board is not None:
        is_table = game.board.cells in fields and dtype[game.board.cells].ndim == 2
        wanted = (game.board.cells, game.board.heads, *(() if is_table else SIZE))
        for name in filter(None, wanted):
            if name not in fields:
                yield f"a field {name} for the board", f"the fields {_listed(game)}"
    if game.wire is None:
        for name in TAKEN & {*game.settings.__struct_fields__}:
            yield "settings whose names the protocol does not use", repr(name)

    for name in ENVIRONMENT_OPTIONS & {*game.settings.__struct_fields__}:
        yield "settings whose names environments do not use", repr(name)


def _words(game: Game) -> Iterator[tuple[str, object]]:
    if not game.moves:
        yield "words for the moves", game.moves
    if not game.passes:
        yield "a word for no move among passes", game.passes
    words = [*game.moves, *game.passes]
    for word in words:
        if word != word.lower() or word.split() != [word]:
            yield "words in lower case without blanks as moves and passes", repr(word)
    for word in words:
        if words.count(word) > 1:
            yield "each word once among moves and passes", f"{word!r} {words.count(word)} times"


def _settings(game: Game) -> Iterator[tuple[str, object]]:
    kind: Any = game.settings
    if not (isinstance(kind, type) and issubclass(kind, Settings)):
        yield "a subclass of Settings as settings", kind
    for field in msgspec.structs.fields(game.settings):
        if field.required:
            yield "a default for every setting", f"none for {field.name!r}"


def _record(game: Game) -> Iterator[tuple[str, object]]:
    try:
        dtype = game.record_type(game.settings())
    except Exception as error:  # noqa: BLE001  reported with the game's name
        yield "state to make a type of record of settings", f"{type(error).__name__}: {error}"
        return
    if not isinstance(dtype, np.dtype) or dtype.names is None:
        yield "a numpy record type as state", repr(dtype)
    for name in dtype.names or ():
        if hasattr(np.void, name):
            yield "no field named as an attribute of numpy scalars", f"{name!r}: rename it"
    if dtype.hasobject:
        yield "a record of numbers", dtype
    try:
        check_alignment(dtype)
    except PluginError as error:
        raise PluginError(f"game {game.name!r}: {error}") from None
    # Padding between fields would make equal states differ in their bytes.
    if dtype.itemsize != sum(dtype[name].itemsize for name in dtype.names or ()):
        yield "a record without padding", dtype


def _verbs(game: Game) -> Iterator[tuple[str, object]]:
    verbs: Any = game.verbs
    if not isinstance(verbs, known.Verbs):
        yield "Verbs as verbs", verbs
    if game.verbs.legal is None and game.verbs.accepts is None:
        yield "the verb legal or accepts", "neither"
    fields = {*(game.record_type(game.settings()).names or ())}
    if game.verbs.is_over is None and not {"rounds", "max_rounds"} <= fields:
        yield "the verb is_over, or the fields rounds and max_rounds", f"the fields {_listed(game)}"
    if game.verbs.utility is None and "scores" not in fields:
        yield "the verb utility, or the field scores", f"the fields {_listed(game)}"
    for name, function in game.verbs.own().items():
        yield from _function(name, function, argument_count(getattr(known, name).__wrapped__))
        if not is_kernel(function):
            yield f"a function marked @kernel as {name}", _named(function)
    for function in known_kernels():
        is_helper = function.__module__ == game.verbs.step.__module__
        if is_helper and function.__annotations__.get("return") not in {None, "None"}:
            yield from _value_of(function.__name__, function)


def _function(name: str, function: Any, count: int) -> Iterator[tuple[str, object]]:
    if not callable(function):
        yield f"a function as {name}", repr(function)
    elif hasattr(function, "__code__"):
        if argument_count(function) != count:
            got = f"{_named(function)}, which takes {argument_count(function)}"
            yield f"a function of {count} arguments as {name}", got
        if name not in ACTIONS:
            yield from _value_of(name, function)


def _value_of(name: str, function: Any) -> Iterator[tuple[str, object]]:
    if _returns_nothing(function):
        yield f"{name} to return a value", f"no return in {_named(function)}"


def _returns_nothing(function: Any) -> bool:
    """Whether a function returns, but never a value."""
    code = function.__code__
    pairs = [*zip(code.co_code[::2], code.co_code[1::2], strict=True)]
    named = [(dis.opname[what], at) for what, at in pairs]  # much faster than instructions of dis
    ends = [before for before, (name, _) in itertools.pairwise(named) if name == "RETURN_VALUE"]
    ends += [each for each in named if each[0] == "RETURN_CONST"]
    if not ends or not all("CONST" in name and code.co_consts[at] is None for name, at in ends):
        return False
    # A jump to the return brings another value.
    targets = (dis.opname[code.co_code[at]] for at in dis.findlabels(code.co_code))
    return "RETURN_VALUE" not in targets


def _named(function: Any) -> str:
    if not hasattr(function, "__code__"):
        return repr(function)
    return f"{function.__name__} ({definition(function)})"


def _listed(game: Game) -> str:
    return ", ".join(game.record_type(game.settings()).names or ())


def argument_count(function: Callable[..., Any]) -> int:
    return function.__code__.co_argcount
