"""Bot: chooses a move for the observation of its seat."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import MoveError
from gridbots.grid import NO_MOVE
from gridbots.limits import ArenaTime, ClockKind  # noqa: TC001  msgspec reads annotations
from gridbots.settings import NoSettings, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridbots.game import Game, State
    from gridbots.plugins.needs import Need

LONGEST_SHOWN: Final = 80
"""Maximum number of characters of a wrong move in a message."""


class Budget(msgspec.Struct, frozen=True):
    """Time budget of a move, as stated in the request."""

    bank_ms: int
    """Milliseconds in the bank at the time of the request; a bot that exceeds them forfeits."""
    time_per_move_ms: int
    """Milliseconds added to the bank after each move."""
    asked: float
    """When the request arrived, in seconds, by the clock that is charged: time.monotonic(), or
    time.process_time() where the briefing says that it is CPU time."""


class Briefing(msgspec.Struct, frozen=True):
    """Information that a bot receives before its first move."""

    game: Any
    """The Game."""
    settings: Any
    """The game's settings, as far as the protocol transmits them."""
    seat: int
    seats: int
    clock: ClockKind = "wall"
    """The clock that the time bank is charged by."""


class Bot(ABC):
    """Base class of bots written in Python. Only `choose` is required."""

    stays: bool = False
    """Whether one process can play several matches, each with a new bot: the bots leave no state in
    the process that affects a choice, and start no other process."""

    def open(self, briefing: Briefing) -> None:
        """Called once, before the first `choose`."""

    @abstractmethod
    def choose(self, observation: State, budget: Budget) -> int:
        """The move of this seat: an index into `game.moves`, or NO_MOVE.

        `observation` belongs to the bot: it may keep it and write into it.
        """

    def see_end(self, observation: State) -> None:
        """Called once when the match is over, with the last observation of this seat.

        Only bots that override this method receive it, within 100 ms, unless they have failed.
        """

    def close(self) -> None:
        """Called once, at the end of input."""

    def warm(self, briefing: Briefing) -> None:
        """Warm-up: compile and load what playing needs; never called while a clock runs.

        `gridbots warm` and the fork server (`gridbots.bot.zygote`) call it. It must leave no state
        in the module that a choice depends on.
        """


def checked_move(game: Game, chosen: Any) -> int:
    """The return value of `Bot.choose`, as a move.

    Raises:
        MoveError: it is not a move of the game.
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
    """External bot: a program that replaces the launcher (exec)."""

    argv: tuple[str, ...]


class ProtocolBot(ABC):
    """Bot that reads and writes the lines of the protocol, such as a bridge."""

    stays: bool = False
    """Whether one process can play several matches: it answers the line `end` with READY_LINE,
    keeps no state and starts no other process. A `seed_line` precedes each match but the first."""

    @abstractmethod
    def run(self) -> None:
        """Play on this process's stdin and stdout until the end of input."""

    def warm(self, briefing: Briefing) -> None:
        """Load what playing needs; as `Bot.warm`."""


@dataclass(frozen=True)
class Entry:
    """How a bot plays a game: its options, and how to make one, by `make` or `policy`."""

    options: type[Settings] = NoSettings
    make: Callable[[Game, Any], Bot | ProtocolBot | Command] | None = None
    """Make a bot for a game, with checked options. None: the bot is made from `policy`."""
    policy: Callable[[Game, Any], Any] | None = None
    """Its decision as a kernel, for a game and checked options: see `gridbots.vector`.

    None for a game without one. A `Remembering` for bots with a memory from round to round. Without
    `make`, an option `seed` is the random seed.
    """
    value: Callable[[Game, Any], Any] | None = None
    """Its value function, for a game and checked options, for searches of other bots; or None.

    A kernel, `value(state, seat) -> float`, a partial of one that takes a workspace record before
    these, or a `vector.Fitting` that makes one of these. It is called for living seats of matches
    that are not over, and returns the expected margin (see the verb `margin`).
    """
    needs: tuple[Need, ...] = ()
    """Requirements on a game; a game that does not meet them is refused before anything starts."""
    uses: tuple[str, ...] = ()
    """Optional parts of a game, fields of `Game` or `Verbs`, that it uses."""
    refusal: Callable[[Game, Any], str] | None = None
    """Why it cannot play a game with these checked options, in a sentence; "" if it can. It may
    raise a GridbotsError. It is called before anything is compiled, and must not load numba."""
    arena: Callable[[Any], ArenaTime] | None = None
    """For a bridge: the time control of its arena, for checked options. Matches use it unless the
    user sets another one."""
    plain: bool = False
    """Whether single matches run the policy as Python even if numba is installed: it starts sooner,
    and is fast enough for short decisions."""
    opened: bool = False
    """Whether the policy also works on a `PlainState`, which is about three times faster in Python.
    Such a policy only reads and writes single elements of arrays."""


@dataclass(frozen=True)
class BotType(Entry):
    """A type of bot: the games that it plays, its options, and how to make one.

    Games with different options or code have an entry each in `entries`; the fields inherited from
    `Entry` are for all other games.
    """

    summary: str = field(kw_only=True)
    games: tuple[str, ...] = ()
    """Names of the games that it plays; empty: any game."""
    entries: Mapping[str, Entry] = field(default_factory=dict)
    """Name of a game -> its entry, for games with an entry of their own."""

    @property
    def plays(self) -> tuple[str, ...]:
        """Names of all games that it plays; empty: any game."""
        if not self.games and (self.make or self.policy):
            return ()
        return tuple(sorted({*self.games, *self.entries}))

    def entry(self, game: str) -> Entry | None:
        """The entry for the game of this name; None if this bot does not play it."""
        if game in self.entries:
            return self.entries[game]
        return self if not self.plays or game in self.games else None
