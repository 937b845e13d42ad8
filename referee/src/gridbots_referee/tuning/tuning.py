"""Tuning declaration: a value that people write as a TOML file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from gridbots.limits import DEFAULT_ISOLATION, Isolation, LimitOptions
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.tournament.formats.tournament import Openings
from gridbots_referee.tournament.stats.sprt import Model, Sprt

Method = Literal["spsa", "grid", "random"]


class Parameter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number in a bot's words that is tuned."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
    """That of its placeholder: `{name}`."""
    start: float
    low: float
    high: float
    c_end: float = 0.0
    """SPSA: how far from the middle the two bots of the last step are; with `log` a factor. 0: a
    twentieth of the range."""
    r_end: Annotated[float, Meta(ge=0)] = 0.0
    """SPSA: the rate of this parameter; 0: that of the table spsa."""
    integer: bool = False
    log: bool = False
    """Whether ratios matter, not differences."""
    points: Annotated[int, Meta(ge=2, le=1000)] = 5
    """Grid search: so many values, from low to high."""


class Gains(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Gain sequences of SPSA, as fishtest has them."""

    A: Annotated[float, Meta(ge=0)] = 0.1
    """Stability: a share of all pairs."""
    alpha: Annotated[float, Meta(gt=0)] = 0.602
    """How fast steps become smaller."""
    gamma: Annotated[float, Meta(ge=0)] = 0.101
    """How fast perturbations become smaller."""
    r_end: Annotated[float, Meta(gt=0)] = 0.002
    """The last pair, if it is won, moves a parameter by 2 * r_end * c_end."""


class Confirmation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sequential test of the tuned bot against the start."""

    matches: Annotated[int, Meta(ge=0)] = 10_000
    """At most; 0: no test."""
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Model = "logistic"

    def __post_init__(self) -> None:
        """Refuse what makes no sense."""
        assert self.sprt  # noqa: S101  it is checked when it is made

    @property
    def sprt(self) -> Sprt:
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta, self.model)


class Tuning(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which numbers of which bot are tuned, and by which matches."""

    name: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    """Also that of its store and of the page with its results."""
    bot: str
    """A plugin with options, or a command, with `{name}` where a parameter stands."""
    parameters: tuple[Parameter, ...]
    title: str = ""
    method: Method = "spsa"
    matches: Annotated[int, Meta(ge=2)] = 20_000
    """In all, without those of the confirmation."""
    pairs: Annotated[int, Meta(ge=1)] = 8
    """SPSA: of each step and duel, which can be played at the same time."""
    candidates: Annotated[int, Meta(ge=1, le=100_000)] = 32
    """Random search: how many are drawn."""
    opponents: tuple[str, ...] = ()
    """Whom candidates meet, in turn; if there are none, each other (SPSA) or the start."""
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
    """What a reader of the results should know."""
