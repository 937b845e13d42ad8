"""Result of a match, from the final state and the failures of bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.record import PlayerResult
from gridbots.record.replay import with_forfeits
from gridbots_referee.play.transport.process import exit_text
from gridbots_referee.play.transport.scheduling import busy_warning

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game, Outcome, State
    from gridbots.record import How, Match, Result
    from gridbots_referee.play.seat import Failure, Seat


def decide(game: Game, state: State, failures: Sequence[Failure | None]) -> tuple[How, Outcome]:
    """How a match ended, and its outcome, if these failures lose."""
    outcome = game.checked_outcome(state, len(failures))
    if not any(failures):
        return "rules", outcome
    rounds = [None if failure is None else failure.round for failure in failures]
    return "forfeit", with_forfeits(outcome, rounds)


def player_result(
    name: str, seat: Seat[Any], outcome: Outcome | None, index: int, *, living: bool
) -> PlayerResult:
    """The result of one player, for the record."""
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
        told_settings=seat.told_settings,
        knows_end=seat.knows_end,
        stderr=seat.process.errors.tail.decode(errors="backslashreplace"),
        stderr_bytes=seat.process.errors.count,
        exchanges=seat.last_exchanges() if failure else (),
    )


def with_latency(result: Result, match: Match, latencies: Sequence[int]) -> Result:
    """A result that tells how long the referee has waited for a core, in us for each round."""
    waits = _milliseconds(latencies)
    if not waits:
        return result
    return msgspec.structs.replace(
        result,
        median_latency_ms=round(median(waits), 3),
        most_latency_ms=round(max(waits), 3),
        warning=busy_warning(match.limits, match.load, waits, result.rounds),
    )


def unstarted(names: Sequence[str], index: int | None, why: str) -> tuple[PlayerResult, ...]:
    """The players of a void match, one of whom may not have started."""
    return tuple(
        PlayerResult(name, None, None, "not-started", detail=why)
        if each == index
        else PlayerResult(name, None, None, "stopped")
        for each, name in enumerate(names)
    )


def median(values: Sequence[float]) -> float:
    """Written out: importing the standard library's statistics costs more than a match."""
    ordered, middle = sorted(values), len(values) // 2
    return (ordered[middle] + ordered[~middle]) / 2


def _milliseconds(times: Sequence[int | None]) -> list[float]:
    return [time / 1000 for time in times if time is not None]


def _termination(failure: Failure | None, *, living: bool, finished: bool) -> str:
    if failure is not None:
        return failure.termination
    if not finished:
        return "stopped"
    return "survived" if living else "eliminated"


def _exit_status(seat: Seat[Any]) -> str:
    """How a bot ended that failed; what the referee did to it itself is no news."""
    code = seat.process.exit_code
    ended_itself = seat.failure is not None and seat.failure.has_exited
    return exit_text(code) if ended_itself and code is not None else ""
