"""In-process transport: trusted bots inside the referee's own process."""

from __future__ import annotations

import contextlib
import io
import time
import traceback
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.bot.runner import ProtocolAdapter, make_bot
from gridbots.errors import MoveError, PluginError
from gridbots.plugins import load_bot
from gridbots.plugins.bot import Bot, Briefing
from gridbots.protocol import END_LINE
from gridbots_referee.play.clock import MICROSECOND
from gridbots_referee.play.match_record import CANNOT_START
from gridbots_referee.play.transport.interface import BotInReferee

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from gridbots.game import Game
    from gridbots.settings import Settings
    from gridbots_referee.play import seat as seats
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.transport.stderr import StderrBuffer

    Seat = seats.Seat["InProcessBot"]


END: Final = END_LINE.decode()


class InProcessBot(BotInReferee):
    """A started bot. It is sent the same lines as a bot in a process.

    Raises:
        GridbotsError: it cannot be made, or it is a program.
    """

    def __init__(self, launch: Launch, game: Game) -> None:
        super().__init__()
        bot = make_bot(load_bot(launch.plugin), launch.plugin, game, launch.values, launch.seed)
        if not isinstance(bot, Bot):
            raise PluginError(f"{launch.plugin} is a program: it needs its own process")
        self._bot = bot
        self._player = ProtocolAdapter(bot, game)
        self._received = ""
        self._cpu_time = 0
        self._stream = _Stream(self.errors)

    def warm(self, briefing: Briefing) -> None:
        with self._redirected():
            self._bot.warm(briefing)

    def send(self, text: bytes) -> bool:
        self._received += text.decode()
        return True

    def answer(self) -> bytes:
        """The answer to all lines since the last call."""
        lines, self._received = self._received.splitlines(), ""
        began = time.process_time_ns()
        # Its output must not mix with that of the referee.
        with self._redirected():
            replies = [reply for line in lines if (reply := self._player.read(line))]
        self._cpu_time = time.process_time_ns() - began
        return b"".join(replies)

    def has_read(self) -> bool:
        return not self._received

    def take_cpu_time(self) -> int:
        return self._cpu_time // MICROSECOND

    def has_exited(self) -> bool:
        return False

    def keep_error(self) -> None:
        """Write the traceback of the current exception to stderr, as a process does."""
        self.errors.feed(traceback.format_exc().encode())

    def end(self) -> None:
        """Let it read the end of the match, if that was sent, and end it."""
        if self._received.endswith(END):
            with contextlib.suppress(Exception):
                self.answer()
        with contextlib.suppress(Exception), self._redirected():
            self._bot.close()

    @contextlib.contextmanager
    def _redirected(self) -> Iterator[None]:
        """Redirect stdout and stderr to the stderr buffer of the bot."""
        with (
            contextlib.redirect_stdout(self._stream),
            contextlib.redirect_stderr(self._stream),
        ):
            yield


class _Stream(io.TextIOBase):
    """A stream that writes to the stderr buffer of a bot."""

    def __init__(self, errors: StderrBuffer) -> None:
        self._errors = errors

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._errors.feed(text.encode(errors="backslashreplace"))
        return len(text)


_warmed: set[tuple[Launch, str, Settings]] = set()
"""Bots with options, games and settings that were warmed up in this process."""


def warm_up(launches: Sequence[Launch], game: Game, settings: Settings) -> None:
    """Compile and load the code of bots in this process.

    A bot that cannot be warmed up fails when it is asked.
    """
    for launch in launches:
        asked = msgspec.structs.replace(launch, argv=(), seed=0), game.name, settings
        if asked not in _warmed:
            _warmed.add(asked)
            with contextlib.suppress(Exception):
                InProcessBot(launch, game).warm(Briefing(game, settings, 0, len(launches)))


class InProcessTransport:
    """The seats of one match, asked one after the other. Bots cannot be interrupted."""

    stops: Sequence[int] = ()

    def __init__(self, stop: Stop) -> None:
        self._stop = stop
        self._seats: list[Seat] = []
        self._cold: list[Launch] = []

    def is_process(self, launch: Launch, game: Game) -> bool:  # noqa: ARG002  as other transports
        return False

    def start(self, launch: Launch, game: Game, settings: Settings, _: str | None) -> InProcessBot:
        """Make a bot; raises as `InProcessBot`."""
        self._cold.append(launch)
        self._game, self._settings = game, settings
        return InProcessBot(launch, game)

    def add_seat(self, seat: Seat) -> None:
        self._seats.append(seat)

    def ask(self, seat: Seat, updates: bytes, number: int) -> None:
        if self._cold:
            warm_up(self._cold, self._game, self._settings)
            self._cold = []
        seat.ask(updates, number, time.monotonic_ns())

    def collect(self, asked: Sequence[Seat], _: Callable[[Seat], bool]) -> None:
        """Let each of these seats answer, until a stop is requested."""
        for seat in asked:
            if self._stop:
                return
            if seat.failure is not None:
                continue
            try:
                answer = seat.process.answer()
            except MoveError as error:
                seat.process.errors.feed(f"{error}\n".encode())
                seat.fail("exited", str(error))
            except PluginError as error:
                # As in its own process, where the runner reports it.
                seat.process.errors.feed(f"{error}\n".encode())
                seat.process.exit_code = CANNOT_START
                seat.fail("exited", str(error))
            except (Exception, SystemExit) as error:  # noqa: BLE001  whatever a bot does
                seat.process.keep_error()
                seat.fail("exited", f"{type(error).__name__}: {error}")
            else:
                seat.receive(answer, time.monotonic_ns())

    def take_latency(self) -> None:
        """Unknown: when the referee waits for a core, its bots wait too."""

    def suspend_others(self, seat: Seat, others: Iterable[Seat]) -> None:
        """Do nothing: the other bots do not run."""

    def dismiss(self, seat: Seat) -> None:
        """Do nothing: a bot that has failed is not asked again."""

    def close(self, *, gracefully: bool) -> list[str]:  # noqa: ARG002  as other transports
        for seat in self._seats:
            seat.process.end()
        return []
