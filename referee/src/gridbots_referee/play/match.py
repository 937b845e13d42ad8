"""Round loop of one match, from the opening to its record."""

from __future__ import annotations

import contextlib
import datetime
import os
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic

import msgspec

from gridbots.errors import GridbotsError, PluginError, with_remedy
from gridbots.errors.author_code import game_error, game_errors, is_game_error
from gridbots.game import State, copy_state
from gridbots.grid import NO_MOVE
from gridbots.protocol import TimeControl, reply_words, settings_text
from gridbots.record import Match, Note, Record, Result, Round
from gridbots.record.plain_play import PlainPlay
from gridbots.record.replay import opened
from gridbots_referee.play.clock import Bank
from gridbots_referee.play.isolation.levels import in_force
from gridbots_referee.play.live_transcript import TranscribedSeat
from gridbots_referee.play.match_record import (
    MatchLog,
    RoundEntry,
    Void,
    VoidByGameError,
    decide,
    player_result,
    players_of_void,
    void_by_kill,
    void_by_launcher,
    void_by_plugin,
    void_by_stops,
    with_latency,
)
from gridbots_referee.play.match_spec import match_header, this_system
from gridbots_referee.play.seat import Failure, Seat
from gridbots_referee.play.transport.coroutine import pipe_transport
from gridbots_referee.play.transport.in_process import InProcessTransport
from gridbots_referee.play.transport.interface import C

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Outcome
    from gridbots.record import How
    from gridbots_referee.play.isolation.scratch import Scratch
    from gridbots_referee.play.live_transcript import TranscriptFolder
    from gridbots_referee.play.match_spec import MatchSpec
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.transport.interface import Transport
    from gridbots_referee.play.transport.zygote import Zygotes

LastRound = Callable[[], Round | None]
"""Returns the last round, as in the record; None in the opening."""
Watch = Callable[[State, LastRound], None]
"""Called with the state, in the opening and after each round."""


def play(  # noqa: PLR0913, PLR0917  the optional ones are what several matches share
    spec: MatchSpec,
    stop: Stop,
    scratch: Scratch | None = None,
    watch: Watch | None = None,
    zygotes: Zygotes | None = None,
    heartbeat: Callable[[], None] | None = None,
    transcripts: TranscriptFolder | None = None,
) -> Record:
    """Play a match; it ends early when `stop` is requested.

    Whatever the bots do, the match ends and none of their processes is left. Bots start in folders
    of `scratch`, or in the current one; `zygotes` fork those that can be forked. `heartbeat` is
    called after each round. `transcripts` is the folder for live transcripts.

    Raises:
        OpeningError: the rules refuse the moves of the opening; no bot was started.
        GameError: the game raised an error; a VoidByGameError if bots were started.
    """
    if spec.limits.in_process:
        match = _RunningMatch(spec, stop, watch, InProcessTransport(stop), transcripts)
        return match.play(scratch, heartbeat)
    transport = pipe_transport(spec.launches, stop, zygotes, spec.limits.isolation)
    return _RunningMatch(spec, stop, watch, transport, transcripts).play(scratch, heartbeat)


class _RunningMatch(Generic[C]):
    """A match in play."""

    def __init__(
        self,
        spec: MatchSpec,
        stop: Stop,
        watch: Watch | None,
        transport: Transport[C, Seat[C]],
        transcripts: TranscriptFolder | None,
    ) -> None:
        self._spec = spec
        self._game = spec.game
        self._stop = stop
        self._watch = watch
        self._words = reply_words(spec.game)
        with game_errors(spec.game.name):
            opening = opened(spec.game, spec.settings, spec.seed, spec.opening)
            self._rules = PlainPlay(spec.game, opening)
        self._transport = transport
        together = spec.limits.ask == "together"
        self._ask = self._ask_together if together else self._ask_in_turn
        self._seats: list[Seat[C]] = []
        self._log = MatchLog(spec.game)
        self._transcripts = [
            transcripts.begin(spec, seat) for seat in range(len(spec.launches)) if transcripts
        ]
        """Live transcripts of the seats, if requested."""
        self._not_asked_yet = set(range(len(spec.launches)))
        """Seats that have not been asked yet."""
        self._has_failed = False
        """Whether any bot has failed."""
        self._void: Void | None = None
        self._is_game_broken = False
        self._leftovers: list[str] = []
        """Processes and files of bots that could not be removed."""
        self._load = os.getloadavg()[0]
        self._started = datetime.datetime.now(datetime.UTC)
        self._began = time.monotonic()

    def play(self, scratch: Scratch | None, heartbeat: Callable[[], None] | None) -> Record:
        try:
            with self._void_by_game():
                if self._start(scratch):
                    self._play_rounds(heartbeat)
                    self._note_limits()
                    self._send_end()
        finally:
            self._leftovers = self._transport.close(gracefully=bool(self._log.entries))
            if scratch:
                scratch.clean()
                self._leftovers += scratch.take_left()
        with self._void_by_game():
            record = self._record()
        if self._is_game_broken:
            record = self._record()
        for transcript, player in zip(self._transcripts, record.result.players, strict=False):
            transcript.end(player)
        if self._is_game_broken:
            raise VoidByGameError(record)
        return record

    @contextlib.contextmanager
    def _void_by_game(self) -> Iterator[None]:
        """Context in which an error of the game makes the match void."""
        try:
            yield
        except (Exception, SystemExit) as error:
            if isinstance(error, GridbotsError) and not isinstance(error, PluginError):
                raise
            if not isinstance(error, PluginError) and not is_game_error(error):
                raise
            self._is_game_broken = True
            self._void = Void(str(game_error(self._game.name, error)))

    def _start(self, scratch: Scratch | None) -> bool:
        """Start all bots and send them the settings; whether all of them started."""
        limits, launches = self._spec.limits, self._spec.launches
        folders = self._folders(scratch)
        for index, (launch, folder) in enumerate(zip(launches, folders, strict=True)):
            clock = launch.clock or limits
            bank = Bank.full(clock.timebank_ms, clock.time_per_move_ms)
            try:
                process = self._transport.start(launch, self._game, self._spec.settings, folder)
            except GridbotsError as error:
                self._void = Void(str(error), index)
                return False
            except (OSError, ValueError) as error:
                why = with_remedy(error) if isinstance(error, OSError) else error
                self._void = Void(f"{launch.argv[0]}: {why}", index)
                return False
            seat = self._new_seat(index, process, bank)
            self._seats.append(seat)
            self._transport.add_seat(seat)
            seat.greet(self._settings_text(index))
        return True

    def _folders(self, scratch: Scratch | None) -> list[str | None]:
        """New working folders for the bots in processes; all are made before any bot starts."""
        launches, game = self._spec.launches, self._game
        is_process = [self._transport.is_process(launch, game) for launch in launches]
        made = iter(scratch.folders(sum(is_process)) if scratch else ())
        return [next(made, None) if each else None for each in is_process]

    def _new_seat(self, index: int, process: C, bank: Bank) -> Seat[C]:
        limits = self._spec.launches[index].limited(self._spec.limits)
        if self._transcripts:
            transcript = self._transcripts[index]
            return TranscribedSeat(index, process, bank, limits, self._words, transcript)
        return Seat(index, process, bank, limits, self._words)

    def _settings_text(self, index: int) -> bytes:
        spec = self._spec
        own = spec.launches[index].clock or spec.limits
        control = TimeControl(own.timebank_ms, own.time_per_move_ms, spec.limits.clock)
        return settings_text(self._game, spec.settings, index, len(spec.launches), control)

    def _play_rounds(self, heartbeat: Callable[[], None] | None) -> None:
        self._show()
        while not self._is_decided() and not self._stop.signal and not self._void:
            self._play_round()
            if heartbeat:
                heartbeat()

    def _play_round(self) -> None:
        asked = self._seats_to_move()
        texts, checksum = self._rules.updates(len(self._seats))
        self._ask(asked, texts)
        if self._stop.signal or (self._not_asked_yet and self._failed_to_start(asked)):
            return
        moves = self._accepted_moves(asked)
        latency = self._transport.take_latency()
        self._log.entries.append(RoundEntry(moves, checksum, self._notes(asked), asked, latency))
        self._rules.step(moves)
        if self._transport.stops:
            self._void = void_by_stops(self._transport.stops)
        self._show()

    def _seats_to_move(self) -> list[Seat[C]]:
        is_to_move = self._rules.is_to_move
        return [seat for seat in self._seats if seat.failure is None and is_to_move(seat.index)]

    def _ask_together(self, asked: Sequence[Seat[C]], texts: Sequence[bytes]) -> None:
        number, ask = len(self._log.entries), self._transport.ask
        for seat in asked:
            ask(seat, texts[seat.index], number)
        self._transport.collect(asked, self._decides)

    def _ask_in_turn(self, asked: Sequence[Seat[C]], texts: Sequence[bytes]) -> None:
        """Ask one seat after the other, with all others suspended, even eliminated ones."""
        for seat in asked:
            self._transport.suspend_others(
                seat,
                [other for other in self._seats if other is not seat and other.failure is None],
            )
            self._transport.ask(seat, texts[seat.index], len(self._log.entries))
            self._transport.collect([seat], self._decides)

    def _decides(self, seat: Seat[C]) -> bool:
        return bool(self._rules.has_choice(seat.index))

    def _failed_to_start(self, asked: Sequence[Seat[C]]) -> bool:
        """Whether a bot was not made or not run, which its runner or launcher reports first."""
        indices = {seat.index for seat in asked}
        is_boxed = self._spec.limits.isolation.level == "sandbox"
        for index in self._not_asked_yet & indices:
            seat = self._seats[index]
            void = void_by_plugin(seat) if self._spec.launches[index].plugin else None
            if void:
                self._check_game(seat)
            self._void = void or void_by_launcher(seat, is_boxed=is_boxed) or self._void
        self._not_asked_yet -= indices
        return self._void is not None

    def _accepted_moves(self, asked: Sequence[Seat[C]]) -> list[int]:
        """The move of each seat; NO_MOVE for a missing or illegal move."""
        rules, moves = self._rules, [NO_MOVE] * len(self._seats)
        for seat in asked:
            if seat.notes and self._spec.limits.strict:
                self._refuse_malformed(seat)
            if seat.failure is not None:
                self._settle_failure(seat)
            elif seat.move != NO_MOVE and rules.accepts(seat.index, seat.move):
                moves[seat.index] = seat.move
            elif seat.move != NO_MOVE:
                self._refuse_illegal(seat)
        return moves

    def _settle_failure(self, seat: Seat[C]) -> None:
        if not self._decides(seat):
            seat.clear_failure()
            return
        self._has_failed = True
        if seat.failure is not None and seat.failure.termination == "exited":
            name, code = self._spec.launches[seat.index].name, seat.process.exit_code
            void = void_by_kill(name, code, self._spec.limits.isolation)
            self._void = void or self._void
            self._check_game(seat)

    def _check_game(self, seat: Seat[C]) -> None:
        """Find out whether the game is at fault if a bot ended with an error in its code.

        Raises:
            GameError: the game raises an error without the bot, too.
        """
        from gridbots.testing.rehearsal import refuse_broken_game

        errors = seat.process.errors.tail.decode(errors="replace")
        values = msgspec.to_builtins(self._spec.settings)
        refuse_broken_game(self._game, values, errors, seat.process.exit_code or 0)

    def _refuse_malformed(self, seat: Seat[C]) -> None:
        for note in seat.notes:
            if note.kind == "malformed":
                self._fail(seat, "malformed", f"malformed move {note.text!r}")

    def _refuse_illegal(self, seat: Seat[C]) -> None:
        word = self._game.moves[seat.move]
        seat.notes.append(Note(seat.index, "illegal", word))
        if self._spec.limits.strict:
            self._fail(seat, "illegal", f"illegal move {word!r}")

    def _fail(self, seat: Seat[C], termination: str, detail: str) -> None:
        seat.fail(termination, detail)
        self._has_failed = True
        self._transport.dismiss(seat)

    def _notes(self, asked: Sequence[Seat[C]]) -> tuple[Note, ...]:
        """The notes of this round."""
        notes: tuple[Note, ...] = ()
        for seat in asked:
            if seat.notes:
                notes += tuple(seat.take_notes())
            if seat.failure is not None:
                text = f"{seat.failure.termination}: {seat.failure.detail}"
                notes += (Note(seat.index, "failure", text),)
        return notes

    def _note_limits(self) -> None:
        """Add notes to the last round about limits that bots hit without failing."""
        notes = [note for seat in self._seats for note in seat.limit_notes()]
        if self._log.entries:
            self._log.entries[-1].notes += tuple(notes)

    def _send_end(self) -> None:
        """Send the last board to the bots that asked for it."""
        asking = [seat for seat in self._seats if seat.awaits_end]
        if asking and not self._stop.signal:
            texts, _ = self._rules.updates(len(self._seats))
            for seat in asking:
                seat.send_end(texts[seat.index])

    def _show(self) -> None:
        if self._watch:
            self._watch(copy_state(self._rules.record()), lambda: self._log.last_round(self._seats))

    def _is_decided(self) -> bool:
        """Whether the match is over by the rules, or by forfeit: at most one seat can still win."""
        if self._rules.is_over():
            return True
        if not self._has_failed or self._spec.limits.on_failure == "no-move":
            return False
        return len(self._playing()) <= 1

    def _playing(self) -> list[Seat[C]]:
        """The seats that are still alive and have not failed."""
        rules = self._rules
        return [
            seat for seat in self._seats if seat.failure is None and rules.is_living(seat.index)
        ]

    def _record(self) -> Record:
        match, rounds = self._match(), self._log.rounds(self._seats)
        result = msgspec.structs.replace(self._result(), leftovers=tuple(self._leftovers))
        return Record(match, rounds, with_latency(result, match, self._log.latencies()))

    def _match(self) -> Match:
        return msgspec.structs.replace(
            match_header(self._spec),
            started=self._started.isoformat(timespec="milliseconds"),
            isolation=in_force(self._spec.limits),
            system=this_system(),
            load=round(self._load, 2),
        )

    def _result(self) -> Result:
        names = [launch.name for launch in self._spec.launches]
        seconds = round(time.monotonic() - self._began, 3)
        if self._void is not None:
            players = players_of_void(names, self._void, self._seats)
            cause = self._void.reason if self._void.seat is None else ""
            rounds = len(self._log.entries)
            return Result("void", rounds, None, players, seconds=seconds, cause=cause)
        rules = self._rules
        how: How
        outcome: Outcome | None
        how, outcome = decide(self._game, rules.record(), self._failures())
        if self._stop and not self._is_decided():
            how, outcome = "interrupted", None
        players = tuple(
            player_result(names[i], seat, outcome, i, living=bool(rules.is_living(i)))
            for i, seat in enumerate(self._seats)
        )
        checksum = rules.updates(len(self._seats))[1]
        return Result(how, len(self._log.entries), outcome, players, checksum, seconds)

    def _failures(self) -> list[Failure | None]:
        """The failures that forfeit: none if failed bots stay in the match without moving."""
        if self._spec.limits.on_failure == "no-move":
            return [None] * len(self._seats)
        return [seat.failure for seat in self._seats]
