"""Record of a match: its rounds, the result of each player, and reasons why a match is void."""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from gridbots.errors import GameError
from gridbots.record import PlayerResult, Round
from gridbots.record.replay import with_forfeits
from gridbots_referee.play.clock import MILLISECOND
from gridbots_referee.play.isolation.process_tree import exit_text
from gridbots_referee.play.transport.scheduling import busy_warning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game, Outcome, State
    from gridbots.limits import Isolation
    from gridbots.record import How, Match, Note, Record, Result
    from gridbots_referee.play.seat import Failure, Seat

V = TypeVar("V")

USAGE: Final = 2
"""Exit code of the runner if an option is wrong."""
CANNOT_START: Final = 78
"""Exit code of the runner if it could not make a plugin bot."""
RUNNER: Final = "gridbots: "
"""Begins the errors of the runner: a program that it has started may have the same exit codes."""
NOT_RUN: Final = (126, 127)
"""Exit codes of shells and launchers that cannot run, or do not find, a program."""
LOADER_FAULT: Final = re.compile(
    r"error while loading shared libraries|Error loading shared library|"
    r"Error relocating .*symbol not found|Library not loaded|"
    r"Fatal Python error: init|Error occurred during initialization of VM|"
    r"could not (?:open|find) .*(?:jvm\.cfg|libjava)"
)
"""Messages of dynamic loaders, and of interpreters that do not find their own files."""
SENT: Final = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Signals that kill a process only if another process, or the process itself, sends them."""
MOST_STOPS: Final = 5
"""A match is void if the referee was stopped this often: a bot may have done it."""


class RoundEntry(msgspec.Struct):
    """One round; the seats keep the times and overlays of their answers."""

    moves: list[int]
    checksum: int
    """Of the lines that the bots were sent."""
    notes: tuple[Note, ...]
    asked: list[Seat[Any]]
    latency: int | None
    """Time that the referee waited for a core, in us."""


class MatchLog:
    """The rounds of a match."""

    def __init__(self, game: Game) -> None:
        self._words = dict(enumerate(game.moves))
        self.entries: list[RoundEntry] = []

    def latencies(self) -> list[int]:
        """The latencies that are known, in us."""
        return [entry.latency for entry in self.entries if entry.latency is not None]

    def last_round(self, seats: Sequence[Seat[Any]]) -> Round | None:
        """The last round; None in the opening."""
        if not self.entries:
            return None
        entry = self.entries[-1]

        def each(field: str) -> tuple[Any, ...]:
            lines = [getattr(seat, field) if seat in entry.asked else (None,) for seat in seats]
            return tuple(line[-1] for line in lines)

        return self._round(entry, (each("wall"), each("cpu"), each("banks")), each("overlays"))

    def rounds(self, seats: Sequence[Seat[Any]]) -> tuple[Round, ...]:
        wall = self._by_round([seat.wall for seat in seats])
        cpu = self._by_round([seat.cpu for seat in seats])
        banks = self._by_round([seat.banks for seat in seats])
        overlays = self._by_round([seat.overlays for seat in seats])
        return tuple(
            self._round(entry, times, drawn)
            for entry, drawn, times in zip(
                self.entries, overlays, zip(wall, cpu, banks, strict=True), strict=True
            )
        )

    def _round(
        self, entry: RoundEntry, times: tuple[Any, Any, Any], overlays: tuple[Any, ...]
    ) -> Round:
        words = tuple(map(self._words.get, entry.moves))
        overlays = overlays if any(overlays) else ()
        return Round(words, entry.checksum, *times, entry.notes, overlays, entry.latency)

    def _by_round(self, values: Sequence[Sequence[V | None]]) -> list[tuple[V | None, ...]]:
        """A row of all seats for each round, from the values of each seat, one for each request."""
        if all(len(each) == len(self.entries) for each in values):
            return list(zip(*values, strict=True))  # all seats were asked in every round
        left = [iter(each) for each in values]
        nothing: list[V | None] = [None] * len(values)
        rows = []
        for entry in self.entries:
            row = nothing.copy()
            for seat in entry.asked:
                row[seat.index] = next(left[seat.index])
            rows.append(tuple(row))
        return rows


def decide(game: Game, state: State, failures: Sequence[Failure | None]) -> tuple[How, Outcome]:
    """How a match ended, and its outcome if these failures are forfeits."""
    outcome = game.checked_outcome(state, len(failures))
    if not any(failures):
        return "rules", outcome
    rounds = [None if failure is None else failure.round for failure in failures]
    return "forfeit", with_forfeits(outcome, rounds)


def player_result(
    name: str, seat: Seat[Any], outcome: Outcome | None, index: int, *, living: bool
) -> PlayerResult:
    """The result of one player."""
    usage, failure = seat.process.usage, seat.failure
    wall, cpu = _milliseconds(seat.wall), _milliseconds(seat.cpu)
    return PlayerResult(
        name=name,
        place=outcome.places[index] if outcome else None,
        score=outcome.scores[index] if outcome else None,
        termination=_termination(failure, living=living, finished=outcome is not None),
        detail=failure.detail if failure else "",
        failed_in_round=failure.round if failure else None,
        exit_status=_exit_status(seat),
        warnings=seat.warnings,
        moves=len(wall),
        wall_ms=round(sum(wall), 3),
        cpu_ms=usage.cpu_ms if usage else None,
        cpu_is_partial=usage.is_partial if usage else False,
        peak_memory_mib=usage.peak_memory_mib if usage else None,
        median_wall_ms=round(median(wall), 3) if wall else 0.0,
        most_wall_ms=round(max(wall), 3) if wall else 0.0,
        median_cpu_ms=round(median(cpu), 3) if cpu else None,
        most_cpu_ms=round(max(cpu), 3) if cpu else None,
        bank_left_ms=seat.clock.bank.left_ms,
        told_settings=seat.settings_checksum,
        knows_end=seat.knows_end,
        stderr=seat.process.errors.tail.decode(errors="backslashreplace"),
        stderr_bytes=seat.process.errors.count,
        exchanges=seat.last_exchanges() if failure else (),
    )


def _termination(failure: Failure | None, *, living: bool, finished: bool) -> str:
    if failure is not None:
        return failure.termination
    if not finished:
        return "stopped"
    return "survived" if living else "eliminated"


def _exit_status(seat: Seat[Any]) -> str:
    """How a failed bot exited; empty if the referee ended it."""
    code = seat.process.exit_code
    had_exited = seat.failure is not None and seat.failure.has_exited
    return exit_text(code) if had_exited and code is not None else ""


def with_latency(result: Result, match: Match, latencies: Sequence[int]) -> Result:
    """The result with the times that the referee waited for a core, in us per round."""
    waits = _milliseconds(latencies)
    if not waits:
        return result
    return msgspec.structs.replace(
        result,
        median_latency_ms=round(median(waits), 3),
        most_latency_ms=round(max(waits), 3),
        warning=busy_warning(match.limits, match.load, waits, result.rounds),
    )


def median(values: Sequence[float]) -> float:
    """The median, without the `statistics` module: importing it costs more than a match."""
    ordered, middle = sorted(values), len(values) // 2
    return (ordered[middle] + ordered[~middle]) / 2


def _milliseconds(times: Sequence[int | None]) -> list[float]:
    return [time / 1000 for time in times if time is not None]


class Void(msgspec.Struct, frozen=True):
    """Why a match does not count."""

    reason: str
    seat: int | None = None
    """The seat whose bot did not start; None for other reasons."""


class VoidByGameError(GameError):
    """A match is void because its game raised an error."""

    def __init__(self, record: Record) -> None:
        super().__init__(record.result.cause)
        self.record = record


def players_of_void(
    names: Sequence[str], void: Void, seats: Sequence[Seat[Any]]
) -> tuple[PlayerResult, ...]:
    """The results of a void match, in which these seats had a process."""
    players = [PlayerResult(name, None, None, "stopped") for name in names]
    if void.seat is not None:
        errors = [each.process.errors for each in seats[void.seat : void.seat + 1]]
        players[void.seat] = PlayerResult(
            names[void.seat],
            None,
            None,
            "not-started",
            detail=void.reason,
            stderr="".join(each.tail.decode(errors="backslashreplace") for each in errors),
            stderr_bytes=sum(each.count for each in errors),
        )
    return tuple(players)


def void_by_plugin(seat: Seat[Any]) -> Void | None:
    """The reason why a match is void if the runner could not make this plugin bot."""
    code, errors = seat.process.exit_code, seat.process.errors.tail.decode(errors="replace")
    lines = errors.strip().splitlines() or ["the plugin could not be loaded"]
    is_usage = code == USAGE and lines[-1].startswith(RUNNER)
    return Void(lines[-1], seat.index) if is_usage or code == CANNOT_START else None


def void_by_launcher(seat: Seat[Any], *, is_boxed: bool) -> Void | None:
    """The reason why a match is void if a bot ended before its program ran.

    A launcher did not find the program, the program a library, or an interpreter its own files;
    the bot has written no line.
    """
    code, errors = seat.process.exit_code, seat.process.errors.tail.decode(errors="replace")
    if code is None or seat.failure is None or not seat.failure.has_exited or seat.has_answered:
        return None
    lines = errors.strip().splitlines()
    faults = [line.strip() for line in lines if LOADER_FAULT.search(line)]
    if not faults and code not in NOT_RUN:
        return None
    reason = ": ".join([exit_text(code), *(faults or lines[-1:])[:1]])
    hint = "; the sandbox contains the system's files, and those that the command names" * is_boxed
    return Void(reason + hint, seat.index)


def void_by_kill(name: str, code: int | None, isolation: Isolation) -> Void | None:
    """The reason why a match is void in which a bot ended with this exit code, if it is.

    A crash sends SIGSEGV, SIGABRT and the like. SIGKILL, SIGTERM, SIGINT and SIGHUP come from an
    unknown process, perhaps another bot. In a sandbox no other bot can send signals, so the bot
    killed itself.
    """
    if isolation.level == "sandbox" or code is None or -code not in SENT:
        return None
    number = signal.Signals(-code)
    memory = ", or the system for lack of memory" if number == signal.SIGKILL else ""
    return Void(
        f"{name} was killed by {number.name}, which the referee did not send. It was the bot "
        f"itself, another process of the same user{memory}. With --isolation sandbox no other "
        "process can do it."
    )


def void_by_stops(stops: Sequence[int]) -> Void | None:
    """The reason why a match is void in which the referee was stopped for these times, if it is."""
    if len(stops) < MOST_STOPS:
        return None
    total = sum(stops) // MILLISECOND
    return Void(
        f"the referee itself was stopped {len(stops)} times, for {total} ms in all. If you did "
        "not do that, a bot of the same user did: play with --isolation sandbox."
    )
