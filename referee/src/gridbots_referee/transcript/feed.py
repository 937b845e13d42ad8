"""Feed: bots are sent the lines of a transcript, each request after the previous one is answered.

No match is played. Whatever a bot answers, the next lines are those of the record: a bot with a
memory sees the match continue with moves that it may not have chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from msgspec.structs import replace

from gridbots.bot.check import check_bots
from gridbots.errors import PluginError, UnknownNameError
from gridbots.grid import NO_MOVE
from gridbots.plugins import installed_bots
from gridbots.protocol import TimeControl, reply_words, settings_text
from gridbots_referee.play.clock import MILLISECOND, Bank, BankClock
from gridbots_referee.play.launch import find_bots, given_seed
from gridbots_referee.play.seat import Seat
from gridbots_referee.play.transport.pipes import PipeTransport
from gridbots_referee.play.transport.scheduling import NEVER
from gridbots_referee.transcript.transcript import Answer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game
    from gridbots.limits import Isolation, Limits
    from gridbots.pictures.overlay import Overlay
    from gridbots.record import Player
    from gridbots.settings import Settings
    from gridbots_referee.play.isolation.scratch import Scratch
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.transport.process import BotProcess
    from gridbots_referee.play.transport.zygote import Zygotes
    from gridbots_referee.transcript.transcript import RecordedRequest, Transcript

BANK_FACTOR: Final = 4
"""Time bank sent to bots, in times per move: bots spend only a part of the bank on one move."""
SEED: Final = "--seed"
"""The option before the seed in the command of a plugin."""
STDERR_KEPT: Final = 1 << 16
"""Maximum number of bytes kept of a bot's stderr since the last request."""


def fed_launches(texts: Sequence[str], game: Game, *, in_place: bool) -> tuple[Launch, ...]:
    """How to start bots, as users name them, to feed them lines of this game.

    Raises:
        GridbotsError: a bot is unknown, does not fit the game, or is a human player.
    """
    launches = find_bots(texts, game.name, installed_bots(), in_place=in_place)
    check_bots([launch.bot for launch in launches if launch.plugin], game.name)
    for launch in launches:
        if launch.needs_terminal:
            raise UnknownNameError(f"expected a bot, got {launch.bot}, which a person plays")
    return launches


def with_recorded_seed(launch: Launch, player: Player) -> Launch:
    """A plugin with the seed of the recorded player, so that it makes the same random choices."""
    words = player.command
    if not launch.plugin or not player.package or SEED not in words[:-1]:
        return launch
    seed = words[words.index(SEED) + 1]
    return given_seed(launch, int(seed)) if seed.isdecimal() else launch


class FedAnswer(NamedTuple):
    """A bot's answer to a request of a transcript."""

    answer: Answer
    wall_us: int | None
    overlay: Overlay | None
    stderr: bytes
    """Its stderr since the previous answer."""


class FeedOptions(NamedTuple):
    """Options for feeding bots."""

    isolation: Isolation
    timeout_ms: int | None = None
    """A later answer is late; None: no timeout."""
    scratch: Scratch | None = None
    """Folders to start in, instead of the current one."""
    zygotes: Zygotes | None = None
    time_ms: int | None = None
    """The time per move that is sent to bots, instead of the times of the record."""


class UnchargedClock(BankClock):
    """Clock that reports the banks of a record and charges nothing."""

    def __init__(self, limits: Limits, timeout_ms: int | None) -> None:
        super().__init__(Bank(0, 0, 0), limits)
        self._timeout = None if timeout_ms is None else timeout_ms * MILLISECOND

    def set_bank(self, bank_ms: int) -> None:
        """Set the bank that the next request reports."""
        self.bank = Bank(bank_ms * MILLISECOND, 0, bank_ms * MILLISECOND)

    def start(self, now: int) -> int:
        self.asked = now
        self.deadline = NEVER if self._timeout is None else now + self._timeout + self.allowance
        return self.deadline

    def stop(self, now: int) -> bool:
        self.allowance = 0
        return now < self.deadline

    def late_text(self) -> str:
        return f"no answer within {(self._timeout or 0) // MILLISECOND} ms"


class TranscriptFeed:
    """Bots in processes of their own, fed in parallel with the lines of one transcript."""

    def __init__(
        self, transcript: Transcript, launches: Sequence[Launch], stop: Stop, options: FeedOptions
    ) -> None:
        self._transcript = transcript
        self._launches = launches
        self._stop = stop
        self._options = options
        self._transport = PipeTransport(stop, options.zygotes, options.isolation)
        self._bots: list[FedBot] = []

    def __enter__(self) -> Self:
        """Start the bots, and send them the settings.

        Raises:
            PluginError: a bot cannot be started.
        """
        try:
            for launch in self._launches:
                self._start(launch)
        except BaseException:
            self._transport.close(gracefully=False)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._show_end()
        self._transport.close(gracefully=kind is None)
        if self._options.scratch:
            self._options.scratch.clean()

    @property
    def pids(self) -> list[int]:
        return [bot.seat.process.pid for bot in self._bots]

    def _start(self, launch: Launch) -> None:
        transcript, scratch = self._transcript, self._options.scratch
        game, match = transcript.game, transcript.record.match
        settings = game.make_settings(match.settings)
        folder = scratch.folder() if scratch else None
        try:
            process = self._transport.start(launch, game, settings, folder)
        except (OSError, ValueError) as error:
            raise PluginError(f"{launch.bot}: {getattr(error, 'strerror', error)}") from None
        limits = launch.limited(match.limits)
        limits = replace(limits, clock="wall", isolation=self._options.isolation)
        clock = UnchargedClock(limits, self._options.timeout_ms)
        seat = Seat(len(self._bots), process, clock.bank, limits, reply_words(game))
        seat.clock = clock
        self._transport.add_seat(seat)
        self._bots.append(FedBot(seat, clock, game.moves))
        seat.greet(self._settings_text(settings))

    def _settings_text(self, settings: Settings) -> bytes:
        transcript, time_ms = self._transcript, self._options.time_ms
        if time_ms is None:
            return transcript.settings
        seats = len(transcript.record.match.players)
        time = TimeControl(BANK_FACTOR * time_ms, time_ms)
        return settings_text(transcript.game, settings, transcript.seat, seats, time)

    def _bank_ms(self, request: RecordedRequest) -> int:
        time_ms = self._options.time_ms
        return request.bank_ms if time_ms is None else BANK_FACTOR * time_ms

    def _show_end(self) -> None:
        """Send the last board to the bots that asked for it, if all requests were fed."""
        last_board = self._transcript.last_board
        for bot in self._bots:
            if last_board and bot.seat.awaits_end:
                bot.seat.send_end(last_board)

    def ask(self, request: RecordedRequest) -> list[FedAnswer]:
        """Send the lines of this request to all bots; their answers.

        Raises:
            KeyboardInterrupt: a stop was requested.
        """
        asked = [bot for bot in self._bots if bot.seat.failure is None]
        for bot in asked:
            bot.clock.set_bank(self._bank_ms(request))
            self._transport.ask(bot.seat, request.updates, request.round)
        waits = request.has_choice or request.answer.kind != "none"
        self._transport.collect([bot.seat for bot in asked], lambda _: waits)
        if self._stop:
            raise KeyboardInterrupt
        return [bot.take_answer() for bot in self._bots]


class FedBot:
    """One fed bot."""

    def __init__(self, seat: Seat[BotProcess], clock: UnchargedClock, moves: Sequence[str]) -> None:
        self.seat = seat
        self.clock = clock
        self._moves = moves
        self._written = bytearray()
        seat.process.errors.tap = self._keep

    def _keep(self, data: bytes) -> None:
        self._written += data
        del self._written[:-STDERR_KEPT]

    def take_answer(self) -> FedAnswer:
        """The answer to the last request."""
        written = bytes(self._written)
        self._written.clear()
        return FedAnswer(self._answer(), _last(self.seat.wall), _last(self.seat.overlays), written)

    def _answer(self) -> Answer:
        seat = self.seat
        notes = {note.kind: note.text for note in seat.take_notes()}
        if seat.failure is not None:
            return Answer("none", seat.failure.termination, seat.failure.detail)
        if seat.move != NO_MOVE:
            return Answer("move", self._moves[seat.move])
        if "malformed" in notes:
            return Answer("malformed", notes["malformed"])
        if _last(seat.wall) is None:
            return Answer("none")
        return Answer("pass")


def _last(values: Sequence[Any]) -> Any:
    return values[-1] if values else None
