"""One match, from the opening to its record. It reads like the rules of refereeing."""

from __future__ import annotations

import datetime
import os
import platform
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec

from gridbots.game import (
    AnyState,
    Game,
    PlainState,
    has_choice,
    is_living,
    is_over,
    legal,
    observe,
    step,
)
from gridbots.grid import NO_MOVE
from gridbots.protocol import action_line, greeting, reply_words, wire_names
from gridbots.record import SCHEMA, Limits, Match, Note, Player, Record, Result, Round, told
from gridbots_referee.play import isolation
from gridbots_referee.play.clock import Bank
from gridbots_referee.play.process import BotProcess
from gridbots_referee.play.seat import Failure, Seat
from gridbots_referee.play.table import Table
from gridbots_referee.play.verdict import judge, player_result, unstarted

if TYPE_CHECKING:
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop

Watch = Callable[[AnyState], None]
"""Called with the state at the opening and after each round."""

CANNOT_START = 78
"""Exit code with which the runner says that a plugin bot could not be made."""


class Plan(msgspec.Struct, frozen=True):
    """A match to be played."""

    id: str
    game: Game
    settings: Any
    seed: int
    launches: tuple[Launch, ...]
    """In seat order."""
    limits: Limits
    in_place: bool = False
    """Bots start in the current folder instead of an empty one each."""
    versions: dict[str, str] = {}


def play(plan: Plan, stop: Stop, watch: Watch | None = None) -> Record:
    """Play a match. Whatever the bots do, it ends, none of their processes is left, and what
    happened is in the record."""
    isolation.adopt_orphans()
    return _Playing(plan, stop, watch).play()


class _Playing:
    """A match in play."""

    def __init__(self, plan: Plan, stop: Stop, watch: Watch | None) -> None:
        self._plan = plan
        self._game = plan.game
        self._stop = stop
        self._watch = watch
        self._words = reply_words(plan.game)
        self._state = PlainState(plan.game.setup(plan.settings, plan.seed))
        self._seats: list[Seat] = []
        self._rounds: list[Round] = []
        self._void: tuple[int, str] | None = None
        """The seat that did not start, and why."""
        self._load = os.getloadavg()[0]
        self._started = datetime.datetime.now(datetime.UTC)
        self._began = time.monotonic()

    def play(self) -> Record:
        scratch = None if self._plan.in_place else isolation.Scratch()
        try:
            if self._start(scratch):
                self._play_rounds()
        finally:
            self._end()
            if scratch:
                scratch.remove()
        return self._record()

    def _start(self, scratch: isolation.Scratch | None) -> bool:
        """Start all bots and tell them the settings; whether all of them are there."""
        limits = self._plan.limits
        for index, launch in enumerate(self._plan.launches):
            bank = Bank.full(limits.timebank_ms, limits.time_per_move_ms)
            try:
                process = BotProcess(launch.argv, scratch and scratch.folder(index))
            except (OSError, ValueError) as error:
                self._void = (index, f"{launch.argv[0]}: {getattr(error, 'strerror', error)}")
                return False
            self._seats.append(Seat(process, bank, limits, self._words))
            process.send(self._settings_text(index))
        self._table = Table(self._seats, self._stop)
        return True

    def _settings_text(self, index: int) -> bytes:
        limits = self._plan.limits
        names = wire_names(len(self._plan.launches))
        lines = greeting(names, index, limits.timebank_ms, limits.time_per_move_ms)
        lines += self._game.wire.settings_lines(self._plan.settings)
        return b"".join(line + b"\n" for line in lines)

    def _play_rounds(self) -> None:
        self._show()
        while not self._is_decided() and not self._stop and not self._void:
            self._play_round()

    def _play_round(self) -> None:
        playing = [i for i in range(len(self._seats)) if self._is_asked(i)]
        texts, checksum = self._requests(playing)
        banks = {i: self._seats[i].bank.left_ms for i in playing}
        if self._plan.limits.ask == "together":
            self._ask_together(playing, texts)
        else:
            self._ask_in_turn(playing, texts)
        if self._stop or self._did_not_start(playing):
            return
        moves = self._judge_moves(playing)
        self._note_round(playing, moves, checksum, banks)
        step(self._state, moves)
        self._show()

    def _is_asked(self, index: int) -> bool:
        return self._seats[index].failure is None and is_living(self._state, index)

    def _requests(self, playing: Sequence[int]) -> tuple[list[bytes], int]:
        """The update lines for each of these seats, and the checksum of what all are told."""
        wire, state = self._game.wire, self._state
        if not self._game.hidden:
            text = wire.updates(state, 0)  # type: ignore[arg-type]
            return [text] * len(playing), crc32(text)
        record = state.record()
        return [self._told(record, index) for index in playing], told(
            self._game, record, len(self._seats)
        )

    def _told(self, state: AnyState, index: int) -> bytes:
        seen = state.copy()
        observe(seen, index)
        return self._game.wire.updates(seen, index)

    def _ask_together(self, playing: Sequence[int], texts: Sequence[bytes]) -> None:
        for index, text in zip(playing, texts, strict=True):
            self._ask(index, text)
        self._table.collect([self._seats[i] for i in playing], self._decides)

    def _ask_in_turn(self, playing: Sequence[int], texts: Sequence[bytes]) -> None:
        """One seat after the other, all the others suspended meanwhile."""
        for index, text in zip(playing, texts, strict=True):
            for other in playing:
                if other != index and self._seats[other].failure is None:
                    isolation.suspend(self._seats[other].process.pid)
            isolation.resume(self._seats[index].process.pid)
            self._ask(index, text)
            self._table.collect([self._seats[index]], self._decides)

    def _ask(self, index: int, text: bytes) -> None:
        seat = self._seats[index]
        self._table.ask(seat, text + action_line(seat.bank.left_ms), len(self._rounds))

    def _decides(self, seat: Seat) -> bool:
        return has_choice(self._state, self._seats.index(seat))  # type: ignore[arg-type]

    def _did_not_start(self, playing: Sequence[int]) -> bool:
        """Whether the launcher of a plugin said, before any move, that it could not make it."""
        if self._rounds:
            return False
        for index in playing:
            process = self._seats[index].process
            if self._plan.launches[index].plugin and process.exit_code == CANNOT_START:
                lines = process.tail.decode(errors="replace").strip().splitlines()
                self._void = (index, lines[-1] if lines else "the plugin could not be loaded")
        return self._void is not None

    def _judge_moves(self, playing: Sequence[int]) -> list[int]:
        """The moves for the rules: none where a seat gave none, or none that they accept."""
        moves = [NO_MOVE] * len(self._seats)
        for index in playing:
            seat = self._seats[index]
            if seat.failure is not None and not self._decides(seat):
                seat.pardon()
            elif seat.failure is None:
                moves[index] = self._judge_move(index, seat)
        return moves

    def _judge_move(self, index: int, seat: Seat) -> int:
        strict = self._plan.limits.strict
        if strict and any(kind == "malformed" for kind, _ in seat.notes):
            self._fail(seat, "malformed", f"malformed move {seat.notes[-1][1]!r}")
        if seat.move == NO_MOVE:
            return NO_MOVE
        mask = [0] * len(self._game.moves)
        legal(self._state, index, mask)  # type: ignore[arg-type]
        if mask[seat.move]:
            return seat.move
        word = self._game.moves[seat.move]
        seat.notes.append(("illegal", word))
        if strict:
            self._fail(seat, "illegal", f"illegal move {word!r}")
        return NO_MOVE

    def _fail(self, seat: Seat, termination: str, detail: str) -> None:
        seat.fail(termination, detail)
        self._table.dismiss(seat)

    def _note_round(
        self,
        playing: Sequence[int],
        moves: Sequence[int],
        checksum: int,
        banks: dict[int, int],
    ) -> None:
        words = self._game.moves
        notes: list[Note] = []
        for index in playing:
            notes += self._seats[index].take_notes(index)
            failure = self._seats[index].failure
            if failure is not None:
                notes.append(Note(index, "failure", f"{failure.termination}: {failure.detail}"))
        everyone = range(len(self._seats))
        answered = {i for i in playing if self._seats[i].has_answered}
        self._rounds.append(
            Round(
                moves=tuple([None if move == NO_MOVE else words[move] for move in moves]),
                told=checksum,
                wall_us=tuple([self._seats[i].wall[-1] // 1000 if i in answered else None
                               for i in everyone]),
                cpu_us=tuple([self._seats[i].cpu[-1] // 1000 if i in answered and self._seats[i].cpu
                              else None for i in everyone]),
                bank_ms=tuple([banks.get(i) for i in everyone]),
                notes=tuple(notes),
            )
        )

    def _show(self) -> None:
        if self._watch:
            self._watch(self._state)

    def _is_decided(self) -> bool:
        """Over by the rules, or by forfeit: at most one seat is left that could still win."""
        if is_over(self._state):  # type: ignore[arg-type]
            return True
        failed = [seat.failure is not None for seat in self._seats]
        if self._plan.limits.on_failure == "no-move" or not any(failed):
            return False
        left = [i for i, out in enumerate(failed) if not out and is_living(self._state, i)]
        return len(left) <= 1

    def _end(self) -> None:
        """Tell all bots that it is over, give them a moment, and end what is left of them."""
        for seat in self._seats:
            isolation.resume(seat.process.pid)
            seat.process.close_input()
        if self._seats and self._rounds:
            self._table.farewell()
        for seat in self._seats:
            seat.process.end()
        isolation.sweep()

    def _record(self) -> Record:
        return Record(self._match(), tuple(self._rounds), self._result())

    def _match(self) -> Match:
        plan = self._plan
        return Match(
            schema=SCHEMA,
            id=plan.id,
            game=plan.game.name,
            settings=msgspec.structs.asdict(plan.settings),
            seed=plan.seed,
            players=tuple(
                Player(name=launch.bot, command=launch.argv, bot=launch.bot, package=launch.package)
                for launch in plan.launches
            ),
            limits=plan.limits,
            started=self._started.isoformat(timespec="milliseconds"),
            versions=plan.versions,
            system=f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
            load=round(self._load, 2),
        )

    def _result(self) -> Result:
        names = [launch.bot for launch in self._plan.launches]
        seconds = round(time.monotonic() - self._began, 3)
        if self._void is not None:
            players = unstarted(names, *self._void)
            return Result("void", len(self._rounds), None, players, seconds=seconds)
        state = self._state.record()
        verdict = judge(self._game, state, self._failures())
        outcome = None if self._stop else verdict.outcome
        players = tuple(
            player_result(names[i], seat, outcome, i, living=is_living(state, i))
            for i, seat in enumerate(self._seats)
        )
        how = "interrupted" if self._stop else verdict.how
        checksum = told(self._game, state, len(self._seats))
        return Result(how, len(self._rounds), outcome, players, checksum, seconds)

    def _failures(self) -> list[Failure | None]:
        """Failures that lose: none where a failed bot plays on without moves."""
        if self._plan.limits.on_failure == "no-move":
            return [None] * len(self._seats)
        return [seat.failure for seat in self._seats]
