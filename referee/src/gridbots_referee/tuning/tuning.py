"""Tuning declaration, as users write it in a TOML file; read and checked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.limits import (
    DEFAULT_ISOLATION,
    TIME_PER_MOVE_MS,
    TIMEBANK_MS,
    Isolation,
    LimitOptions,
)
from gridbots.plugins import DEFAULT_GAME
from gridbots.toml_reader import convert, parse_toml, read_file
from gridbots_referee.tournament.formats.openings import seats_of
from gridbots_referee.tournament.formats.tournament import Openings
from gridbots_referee.tournament.formats.tournament_file import make
from gridbots_referee.tournament.stats.sprt import Model, Sprt
from gridbots_referee.tuning.parameters import (
    Parameter,
    Values,
    check_template,
    fill,
    from_scale,
    perturbation,
    start_values,
    to_scale,
    value_texts,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gridbots_referee.tournament.formats.tournament import Tournament

Method = Literal["spsa", "grid", "random"]


class Gains(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Gain sequences of SPSA, as in fishtest."""

    A: Annotated[float, Meta(ge=0)] = 0.1
    """Stability constant, as a share of all pairs."""
    alpha: Annotated[float, Meta(gt=0)] = 0.602
    """Decay of the step size."""
    gamma: Annotated[float, Meta(ge=0)] = 0.101
    """Decay of the perturbation."""
    r_end: Annotated[float, Meta(gt=0)] = 0.002
    """The last pair, if it is won, moves a parameter by 2 * r_end * c_end."""


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sequential test of the tuned bot against the start."""

    matches: Annotated[int, Meta(ge=0)] = 10_000
    """Maximum; 0: no test."""
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        """Check the values of the test."""
        assert self.sprt  # noqa: S101  Sprt checks its values

    @property
    def sprt(self) -> Sprt:
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta, self.model)


class Tuning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tuning: a bot, its parameters, and the matches that evaluate them."""

    name: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    """Also the name of its store and of its results page."""
    bot: str
    """A plugin with options or a command, with the placeholder `{name}` for each parameter."""
    parameters: tuple[Parameter, ...]
    title: str = ""
    method: Method = "spsa"
    matches: Annotated[int, Meta(ge=2)] = 20_000
    """In total, without those of the confirmation."""
    pairs: Annotated[int, Meta(ge=1)] = 8
    """SPSA: pairs per step and duel, which can be played at the same time."""
    candidates: Annotated[int, Meta(ge=1, le=100_000)] = 32
    """Random search: number of candidates."""
    opponents: tuple[str, ...] = ()
    """Opponents of candidates, in turn; without any, they play each other (SPSA) or the start."""
    game: str = DEFAULT_GAME
    settings: dict[str, Any] = {}
    """Settings of the game."""
    seed: Annotated[int, Meta(ge=0, le=2**32 - 1)] = 1
    """Of perturbations, candidates and openings."""
    spsa: Gains = Gains()
    confirm: Confirmation = Confirmation()
    openings: Openings = Openings()
    time: LimitOptions = LimitOptions()
    isolation: Isolation = DEFAULT_ISOLATION
    notes: str = ""
    """Notes for readers of the results."""

    def bot_with(self, values: Mapping[str, float]) -> str:
        """The bot with these parameter values, as on a command line."""
        return fill(self.bot, value_texts(self.parameters, values))


MOST_CANDIDATES: Final = 100_000
"""Largest grid."""


def load(path: Path, **changes: Any) -> Tuning:
    """The tuning of a file; `changes` override its keys, unless they are None.

    Raises:
        GridbotsError: the file cannot be read or is invalid; the message names the place.
    """
    return read_file(path, lambda text: parse(text, path.parent, **changes))


def parse(text: str, folder: Path, **changes: Any) -> Tuning:
    """The tuning of a TOML text; an openings file is relative to the folder.

    Raises:
        GridbotsError: a value is invalid; the message names its place.
    """
    changed = {key: value for key, value in changes.items() if value is not None}
    return check(convert({**parse_toml(text), **changed}, Tuning), folder)


def check(tuning: Tuning, folder: Path) -> Tuning:
    """The tuning itself, validated, with its openings.

    Raises:
        GridbotsError: a value is invalid; the message names its place.
    """
    if not tuning.parameters:
        raise SettingsError("parameters: expected one or more, got none")
    names = [each.name for each in tuning.parameters]
    for place, parameter in enumerate(tuning.parameters):
        if parameter.name in names[:place]:
            raise SettingsError(
                f"parameters[{place}].name: expected another name, got {parameter.name!r} again"
            )
        _check_parameter(f"parameters[{place}]", parameter)
    check_template(tuning.bot, names)
    _check_matches(tuning)
    tournament = tournament_of(tuning, folder)
    if (seats := seats_of(tournament)) != 2:
        raise SettingsError(f"game: expected 2 seats, got {seats}; set them under [settings]")
    return msgspec.structs.replace(tuning, openings=tournament.openings)


def _check_parameter(place: str, parameter: Parameter) -> None:
    low, start, high = parameter.low, parameter.start, parameter.high
    if not (math.isfinite(low) and math.isfinite(high) and low <= start <= high and low < high):
        raise SettingsError(
            f"{place}: expected low <= start <= high, "
            f"got low={low:g}, start={start:g}, high={high:g}"
        )
    if parameter.log and low <= 0:
        raise SettingsError(f"{place}.low: expected a number above 0 with log, got {low:g}")
    if parameter.c_end and parameter.c_end <= float(parameter.log):
        needed = "a factor above 1 with log" if parameter.log else "a number above 0"
        raise SettingsError(f"{place}.c_end: expected {needed}, got {parameter.c_end:g}")
    if parameter.integer and not (start.is_integer() and low.is_integer() and high.is_integer()):
        raise SettingsError(f"{place}: expected whole numbers with integer, got {start:g}")
    if parameter.integer and not parameter.log and perturbation(parameter) < 0.5:
        raise SettingsError(
            f"{place}.c_end: expected 0.5 or more with integer, or both bots of a step are the "
            f"same, got {perturbation(parameter):g}"
        )


def _check_matches(tuning: Tuning) -> None:
    """Each step or candidate needs at least one pair."""
    duels = max(len(tuning.opponents), 1)
    least = 2 * duels
    if tuning.method == "spsa":
        least = 2 * tuning.pairs * (2 if tuning.opponents else 1)
    elif tuning.method == "random":
        least *= tuning.candidates
    else:
        least *= (size := math.prod(each.points for each in tuning.parameters))
        if size > MOST_CANDIDATES:
            raise SettingsError(
                f"parameters: expected a grid of {MOST_CANDIDATES} candidates at most, got {size}"
            )
    if tuning.matches < least:
        raise SettingsError(
            f"matches: expected {least} or more, so that all candidates play, got {tuning.matches}"
        )


def tournament_of(tuning: Tuning, folder: Path) -> Tournament:
    """A tournament between the start, the ends of all ranges, and the opponents.

    It is never played: it defines the matches, and its check shows that the bots can be started.
    """
    ends = [_end(tuning, low=low) for low in (True, False)]
    bots = [tuning.bot_with(values) for values in (start_values(tuning.parameters), *ends)]
    parts = {
        "settings": tuning.settings,
        "openings": msgspec.to_builtins(tuning.openings),
        "time": msgspec.to_builtins(tuning.time),
        "isolation": msgspec.to_builtins(tuning.isolation),
    }
    values = {"name": tuning.name, "game": tuning.game, "seed": tuning.seed, **parts}
    return make({**values, "bots": [*bots, *tuning.opponents]}, folder)


def _end(tuning: Tuning, *, low: bool) -> Values:
    return {
        each.name: from_scale(each, to_scale(each, each.low if low else each.high))
        for each in tuning.parameters
    }


EXAMPLE: Final = f"""\
# A tuning: `referee tune FILE` plays it. The name, the bot and one parameter are required; all
# other values are the defaults.
name = "example"
title = ""         # of the results page

# A plugin with options or a command, as in `referee run`, with {{name}} for each parameter.
bot = "minimax:depth=2,weights=territory:{{territory}}+liberties:{{liberties}}+lead:13"
# bot = "./mybot --aggression {{aggression}}"

# spsa    perturbs all parameters at once, and moves them towards the winner
# grid    tries all combinations of `points` values of each parameter
# random  tries `candidates` random points of the ranges
method = "spsa"
matches = 20000    # in total, without those of the confirmation
pairs = 8          # spsa: pairs of matches per step, which can be played at the same time
candidates = 32    # random: number of candidates
opponents = []     # opponents of candidates, in turn; without any, spsa candidates play each other
seed = 1           # with deterministic bots, the same seed gives the same result
game = "light-riders"

[[parameters]]
name = "territory"
start = 1.0        # required, as are low and high
low = -3.0
high = 3.0
c_end = 0.3        # spsa: perturbation of the last step; 0: a twentieth of the range
r_end = 0.0        # spsa: the rate of this parameter; 0: that of the table spsa
integer = false    # whether it must be an integer
log = false        # logarithmic scale; c_end is then a factor above 1
points = 5         # grid: number of values, from low to high

[[parameters]]
name = "liberties"
start = 0.5
low = 0.0
high = 2.0

[spsa]             # gains as in fishtest
A = 0.1
alpha = 0.602
gamma = 0.101
r_end = 0.002

[confirm]          # a sequential test of the tuned bot against the start
matches = 10000    # at most; 0: no test
elo0 = 0.0
elo1 = 10.0
alpha = 0.05
beta = 0.05
model = "logistic"         # or "normalized"

[settings]         # of the game: `referee games light-riders` lists them
width = 16
height = 16

[openings]         # as in a tournament file
rounds = 0

[time]             # as in a tournament file
# timebank = {TIMEBANK_MS}         # ms; with a bridge, by default that of its arena
# time_per_move = {TIME_PER_MOVE_MS}      # ms; likewise
in_process = false

[isolation]        # as in a tournament file
level = "limits"
"""
"""A complete file that explains itself."""
