"""Interfaces of bots and transports, which are the same wherever the bots run.

A bot runs in a process (`process`), which a zygote may fork, or inside the referee:
as a coroutine of the poll loop (`coroutine`), or called directly (`in_process`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from gridbots_referee.play.transport.stderr import StderrBuffer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gridbots.game import Game
    from gridbots.settings import Settings
    from gridbots_referee.play.isolation.limit_hits import LimitHit
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.transport.usage import Usage


class StartedBot(Protocol):
    """A bot that was started."""

    errors: StderrBuffer
    usage: Usage | None
    """Its resource usage, if known, once it has ended."""

    @property
    def exit_code(self) -> int | None: ...

    def asks_end(self) -> bool:
        """Whether the bot asked for a message at the end of the match."""

    def has_exited(self) -> bool: ...

    def send(self, text: bytes) -> bool:
        """Send lines to the bot; whether all of them were written."""

    def has_read(self) -> bool:
        """Whether the bot has read everything that was sent, as far as the system shows it."""

    def take_cpu_time(self) -> int | None:
        """CPU time since the last call, in us; None if unknown."""

    def limit_hit(self) -> LimitHit | None:
        """The limit that explains a failure of the bot."""

    def limits_hit(self) -> list[str]:
        """Descriptions of all limits that the bot has hit."""

    def take_overlay(self) -> bytes | None:
        """The last overlay since the last call, as raw text."""


class BotInReferee:
    """A bot without a process. It has no limits, and its stderr is a buffer."""

    usage: Usage | None = None
    exit_code: int | None = None

    def __init__(self) -> None:
        self.errors = StderrBuffer()

    def asks_end(self) -> bool:
        return self.errors.asks_end

    def take_overlay(self) -> bytes | None:
        return self.errors.take_overlay()

    def limit_hit(self) -> LimitHit | None:
        return None

    def limits_hit(self) -> list[str]:
        return []


C = TypeVar("C", bound=StartedBot)
B_co = TypeVar("B_co", bound=StartedBot, covariant=True)
S = TypeVar("S")
"""A seat with such a bot."""


class Transport(Protocol[B_co, S]):
    """Starts the bots of a match, sends requests, collects answers, and ends the bots."""

    @property
    def stops(self) -> Sequence[int]:
        """Times during which the referee was stopped while bots were thinking, in ns."""

    def is_process(self, launch: Launch, game: Game, /) -> bool:
        """Whether the bot will run in a process, which needs a working folder."""

    def start(self, launch: Launch, game: Game, settings: Settings, folder: str | None, /) -> B_co:
        """Start a bot.

        Raises:
            GridbotsError, OSError, ValueError: it cannot be started.
        """

    def add_seat(self, seat: S, /) -> None: ...

    def ask(self, seat: S, updates: bytes, number: int, /) -> None:
        """Send the request of round `number`."""

    def collect(self, asked: Sequence[S], decides: Callable[[S], bool], /) -> None:
        """Wait until these seats have answered or failed, or the match is to stop.

        `decides` says whether the move of a seat makes a difference.
        """

    def take_latency(self) -> int | None:
        """Time that the referee waited for a core since the last call, in us; None if unknown."""

    def suspend_others(self, seat: S, others: Iterable[S], /) -> None:
        """Suspend the bots of all other seats, and resume the bot of this one."""

    def dismiss(self, seat: S, /) -> None:
        """End a bot that has failed, so that it cannot disturb the others."""

    def close(self, *, gracefully: bool) -> list[str]:
        """End all bots; descriptions of what could not be ended or removed."""
