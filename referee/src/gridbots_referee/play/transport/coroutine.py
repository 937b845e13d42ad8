"""Coroutine transport: bots that run in the referee's poll loop, beside bots in processes.

Their programs run elsewhere; the referee talks to them without a process in between.
"""

from __future__ import annotations

import contextlib
import functools
import time
import traceback
from collections import deque
from typing import TYPE_CHECKING, Any, Final

from gridbots.bot.coroutine import LINES, NOTHING, CoroutineBot, Wait
from gridbots.bot.runner import make_bot
from gridbots.errors import GridbotsError, SettingsError
from gridbots.plugins import load_bot
from gridbots_referee.play.clock import SECOND
from gridbots_referee.play.transport.interface import BotInReferee
from gridbots_referee.play.transport.pipes import PipeTransport
from gridbots_referee.play.transport.scheduling import NEVER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gridbots.game import Game
    from gridbots.limits import Isolation, Limits
    from gridbots.plugins.bot import BotType
    from gridbots.settings import Settings
    from gridbots_referee.play import seat as seats
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.transport.zygote import Zygotes

    Seat = seats.Seat[Any]

MOST_SECONDS: Final = 1e9
"""A longer wait has no end."""


class BotCoroutine(BotInReferee):
    """A started bot: a process to the transport, and the referee to the coroutine."""

    stdin = stderr = NOTHING
    exit_fd = keep = None
    pid = 0
    """There is no process."""

    def __init__(self, bot: CoroutineBot) -> None:
        super().__init__()
        self._bot = bot
        self._waits = bot.play(self)
        self._wait = Wait(NOTHING)
        self._has_begun = False
        self._received = b""
        """Input that it has not read yet."""
        self._answers = b""
        self._has_input_ended = False
        self._is_over = False
        self._gaps = 0
        """Total time during which the referee did not run, in ns."""
        self.is_open = True
        self.until = NEVER
        """When its wait ends, in ns."""

    # The interface for the coroutine.

    def read(self) -> bytes:
        data, self._received = self._received, b""
        self.is_open = bool(data)
        return data

    def answer(self, line: bytes) -> None:
        self._answers += line

    def tell(self, text: bytes) -> None:
        self.errors.feed(text)

    def time(self) -> float:
        return (time.monotonic_ns() - self._gaps) / SECOND

    # The interface for the transport.

    @property
    def stdout(self) -> int:
        """The file descriptor that it waits for, in place of a pipe."""
        return self._wait.fd if self._wait.fd != LINES else NOTHING

    @property
    def events(self) -> int:
        return self._wait.events

    def run(self, *, in_time: bool) -> None:
        """Run the coroutine until it has to wait, or ends."""
        try:
            self._run_until_wait(in_time=in_time)
        except StopIteration:
            self.exit_code = 0
        except SystemExit as error:
            self.tell(f"{error}\n".encode(errors="replace"))
            self.exit_code = 1
        except Exception:  # noqa: BLE001  any exception would end a program
            self.tell(traceback.format_exc().encode(errors="replace"))
            self.exit_code = 1

    def _run_until_wait(self, *, in_time: bool) -> None:
        self._wait = self._waits.send(in_time) if self._has_begun else next(self._waits)
        self._has_begun = True
        while self.can_read():
            self._wait = self._waits.send(True)
        until = self._wait.until
        self.until = int(until * SECOND) + self._gaps if until < MOST_SECONDS else NEVER

    def can_read(self) -> bool:
        """Whether it waits for the referee, and input or its end is available."""
        if self._wait.fd == NOTHING:
            return self._has_begun and self._has_input_ended
        return self._wait.fd == LINES and (bool(self._received) or self._has_input_ended)

    def excuse(self, gap: int) -> None:
        self._gaps += gap
        self.until += gap if self.until < NEVER else 0

    def send(self, text: bytes) -> bool:
        self._received += text
        return True

    def close_input(self) -> None:
        self._has_input_ended = True

    def has_read(self) -> bool:
        return not self._received

    def read_output(self) -> bytes | None:
        answers, self._answers = self._answers, b""
        return answers or None

    def has_exited(self) -> bool:
        return self.exit_code is not None

    def take_cpu_time(self) -> None:
        """The CPU time of a program that runs elsewhere is unknown."""

    def suspend(self) -> None:
        """A program that runs elsewhere cannot be suspended."""

    def resume(self) -> None:
        """It was not suspended."""

    def kill(self) -> None:
        """End the coroutine and its connection."""
        if not self._is_over:
            self._is_over = True
            self._wait, self.until = Wait(NOTHING), NEVER
            self._waits.close()
            self._bot.close()

    def reap(self) -> bool:
        return True

    def end(self, _: float) -> None:
        """Do nothing: it was killed."""


class CoroutineTransport(PipeTransport):
    """Pipe transport whose poll loop also runs coroutines."""

    def __init__(self, stop: Stop, zygotes: Zygotes | None, isolation: Isolation) -> None:
        super().__init__(stop, zygotes, isolation)
        self._coroutines: list[Seat] = []
        self._made: deque[CoroutineBot | None] = deque()
        """Bots to start; None for a process."""

    def is_process(self, launch: Launch, game: Game) -> bool:
        bot = _coroutine_bot(launch, game) if launch.is_coroutine else None
        self._made.append(bot if bot and bot.in_referee else None)
        return self._made[-1] is None

    def start(self, launch: Launch, game: Game, settings: Settings, folder: str | None) -> Any:
        bot = self._made.popleft()
        return BotCoroutine(bot) if bot else super().start(launch, game, settings, folder)

    def add_seat(self, seat: Seat) -> None:
        if isinstance(seat.process, BotCoroutine):
            self._seats.append(seat)
            self._coroutines.append(seat)
            self._run(seat, time.monotonic_ns(), in_time=True)
        else:
            super().add_seat(seat)

    def ask(self, seat: Seat, updates: bytes, number: int) -> None:
        super().ask(seat, updates, number)
        if seat in self._coroutines:
            self._deliver(seat)

    def _deliver(self, seat: Seat) -> None:
        if not seat.has_ended and seat.process.can_read():
            self._run(seat, time.monotonic_ns(), in_time=True)

    def _run(self, seat: Seat, now: int, *, in_time: bool) -> None:
        bot = seat.process
        self._forget(bot.stdout)
        bot.run(in_time=in_time)
        if bot.has_exited():
            bot.kill()
            self._see_exit(seat, now)
            return
        if bot.stdout != NOTHING:
            self._watch(bot.stdout, self._handle, seat, bot.events)
        self._receive(seat, now)

    def _handle(self, seat: Seat, now: int) -> None:
        self._run(seat, now, in_time=now < seat.process.until)

    def _poll_once(self, until: int) -> int:
        now = super()._poll_once(min([until, *[seat.process.until for seat in self._coroutines]]))
        for seat in self._coroutines:
            if now >= seat.process.until:
                self._run(seat, now, in_time=False)
        return now

    def _excuse(self, gap: int) -> None:
        super()._excuse(gap)
        for seat in self._coroutines:
            seat.process.excuse(gap)

    def close(self, *, gracefully: bool) -> list[str]:
        for bot in self._made:
            if bot:
                bot.close()
        return super().close(gracefully=gracefully)

    def _await_exits(self, leaving: Sequence[Seat]) -> None:
        for seat in self._coroutines:
            self._deliver(seat)
        super()._await_exits(leaving)


def refuse_unknown_cpu_time(launches: Iterable[Launch], game: Game, limits: Limits) -> None:
    """Refuse the CPU clock for bots that run elsewhere: they would be charged nothing.

    Raises:
        SettingsError: there is such a bot, and the clock charges CPU time.
    """
    for launch in launches:
        if limits.clock == "cpu" and launch.is_coroutine:
            bot = _coroutine_bot(launch, game)
            if bot and bot.is_elsewhere:
                raise SettingsError(
                    f"clock: expected wall, got cpu: {launch.bot} runs elsewhere, and its CPU time "
                    "is unknown"
                )


def _coroutine_bot(launch: Launch, game: Game) -> CoroutineBot | None:
    """The bot, if it is a coroutine. The process of a bot reports why it cannot be made."""
    with contextlib.suppress(GridbotsError):
        bot = make_bot(_loaded(launch.plugin), launch.plugin, game, launch.values, launch.seed)
        if isinstance(bot, CoroutineBot):
            return bot
    return None


@functools.lru_cache(maxsize=16)
def _loaded(plugin: str) -> BotType:
    """Load a plugin, once: it takes as long as a dozen moves."""
    return load_bot(plugin)


def pipe_transport(
    launches: Sequence[Launch], stop: Stop, zygotes: Zygotes | None, isolation: Isolation
) -> PipeTransport:
    """The transport for these bots. In a sandbox each bot has a process."""
    has_coroutines = any(launch.is_coroutine for launch in launches)
    if has_coroutines and isolation.level != "sandbox":
        return CoroutineTransport(stop, zygotes, isolation)
    return PipeTransport(stop, zygotes, isolation)
