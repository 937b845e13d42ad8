"""Bot: chooses a move when it is shown the observation of its seat."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import MoveError
from gridbots.grid import NO_MOVE
from gridbots.limits import ClockKind  # noqa: TC001  msgspec reads annotations
from gridbots.settings import NoSettings, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridbots.game import Game, State
    from gridbots.plugins.needs import Need

LONGEST_SHOWN: Final = 80
"""Characters of what is no move that a message shows."""


class Budget(msgspec.Struct, frozen=True):
    """Time budget of a move, as the request told it."""

    bank_ms: int
    """Milliseconds in the bank at the time of the request; using them all up loses."""
    time_per_move_ms: int
    """Milliseconds added to the bank after each move."""
    asked: float
    """When the request arrived, in seconds, by the clock that is charged: time.monotonic(), or
    time.process_time() where the briefing says that it is CPU time."""


class Briefing(msgspec.Struct, frozen=True):
    """What a bot knows before its first move."""

    game: Any
    """The Game."""
    settings: Any
    """The game's settings, as far as the wire tells them."""
    seat: int
    seats: int
    clock: ClockKind = "wall"
    """What the time bank is charged with."""


class Bot(ABC):
    """Base class of bots written in Python. Only `choose` must be there."""

    stays: bool = False
    """Whether one process can play match after match, each with a bot that is made for it: they
    leave nothing behind in the process that a choice depends on, and start no other process."""

    def open(self, briefing: Briefing) -> None:
        """Called once, before the first `choose`."""

    @abstractmethod
    def choose(self, observation: State, budget: Budget) -> int:
        """The move of this seat: an index into `game.moves`, or NO_MOVE.

        `observation` belongs to the bot: it may keep it and write into it.
        """

    def see_end(self, observation: State) -> None:
        """Called once when the match is over, with what this seat sees then.

        Only a bot that has this method of its own is shown the end, by a referee that shows it; a
        bot that has failed is not. It has 100 ms.
        """

    def close(self) -> None:
        """Called once, at the end of input."""

    def warm(self, briefing: Briefing) -> None:
        """Warm-up: compile and load what playing needs; never called while a clock runs.

        `gridbots warm` calls it, and so does the fork server (`gridbots.bot.zygote`): it must leave
        nothing behind in the module that a choice depends on.
        """


def checked_move(game: Game, chosen: Any) -> int:
    """What a bot has chosen, as a move.

    Raises:
        MoveError: it is none.
    """
    move = _whole_number(chosen)
    if move is not None and NO_MOVE <= move < len(game.moves):
        return move
    known = ", ".join(f"{index} ({word})" for index, word in enumerate(game.moves))
    raise MoveError(
        f"choose: expected a move of {game.name}, an index into game.moves: {known}; "
        f"or NO_MOVE ({NO_MOVE}); got {_shown(chosen)}"
    )


def _whole_number(chosen: Any) -> int | None:
    try:
        return operator.index(chosen)
    except TypeError:
        return int(chosen) if isinstance(chosen, float) and chosen.is_integer() else None


def _shown(chosen: object) -> str:
    if chosen is None:
        return "None: is a `return` missing?"
    text = repr(chosen)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}..."


@dataclass(frozen=True)
class Command:
    """External bot: a program of its own, which replaces the launcher (exec)."""

    argv: tuple[str, ...]


class ProtocolBot(ABC):
    """Bot that reads and writes the lines of the protocol itself, such as a bridge."""

    stays: bool = False
    """Whether one process of it can play match after match: it answers the line `end` with
    READY_LINE, remembers nothing and starts no other process. Before each match but the first it is
    sent a `seed_line`."""

    @abstractmethod
    def run(self) -> None:
        """Play on this process's stdin and stdout until the end of input."""

    def warm(self, briefing: Briefing) -> None:
        """Load what playing needs; as `Bot.warm`."""


@dataclass(frozen=True)
class Entry:
    """How a bot plays a game: its options, and how to make one. There is `make`, or `policy`."""

    options: type[Settings] = NoSettings
    make: Callable[[Game, Any], Bot | ProtocolBot | Command] | None = None
    """Make a bot for a game, with checked options. None: its policy makes one."""
    policy: Callable[[Game, Any], Any] | None = None
    """Its decision as a kernel, for a game and checked options: see `gridbots.vector`.

    None for a game where it has none. A `Remembering` for bots that remember something from one
    round to the next. Where there is no `make`, an option `seed` says by what it draws.
    """
    value: Callable[[Game, Any], Any] | None = None
    """What it takes a position to be worth, for a game and checked options: None where it does not
    tell. So other bots can search by it.

    A kernel, `value(state, seat) -> float`, a partial of one that takes a record before these, in
    which it may work, or a `vector.Fitting` that makes one of these. It is asked for a living seat
    of a match that goes on, and tells the margin to expect (see the verb `margin`).
    """
    needs: tuple[Need, ...] = ()
    """What it needs of a game; one that has it not is refused before anything starts."""
    uses: tuple[str, ...] = ()
    """Parts of a game, fields of `Game` or `Verbs`, that it makes use of where they are there."""
    refusal: Callable[[Game, Any], str] | None = None
    """Why it cannot play a game with these checked options, in a sentence; "" if it can; or it
    raises a GridbotsError. It is asked before anything is compiled, and must not load numba."""
    plain: bool = False
    """Whether single matches run the policy as Python even where numba is installed: that is sooner
    ready, and fast enough for decisions of a few steps."""
    opened: bool = False
    """Whether the policy cannot tell a `PlainState` from a record: as Python it runs on one, about
    three times faster. It must do nothing with arrays but read and write single elements."""


@dataclass(frozen=True)
class BotType(Entry):
    """A kind of bot: what it plays, its options, and how to make one.

    A bot that plays each game in its own way, with options of its own, names these in `entries`;
    the fields of `Entry` are how it plays all others.
    """

    summary: str = field(kw_only=True)
    games: tuple[str, ...] = ()
    """Names of the games that it plays; empty: any game."""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    """By game, for those that are played in a way of their own."""

    @property
    def plays(self) -> tuple[str, ...]:
        """Names of all games that it plays; empty: any game."""
        if not self.games and (self.make or self.policy):
            return ()
        return tuple(sorted({*self.games, *self.entries}))

    def entry(self, game: str) -> Entry | None:
        """How it plays the game of this name; None if it does not."""
        if game in self.entries:
            return self.entries[game]
        return self if not self.plays or game in self.games else None
