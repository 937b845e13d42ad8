"""Worker of a check: tests laws in a separate process, since compiled code may hang or crash.

    python -m gridbots.testing.worker JOB

JOB is a CheckJob as JSON. The worker writes Events to stdout, one JSON line each; the output of the
game goes to stderr.
"""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec
import numpy as np

from gridbots.errors.author_code import cause_of, described, place_of
from gridbots.plugins import load_game
from gridbots.testing.expectation import LawError, LawWarning
from gridbots.testing.laws import sentence
from gridbots.testing.plan import Trial, case_of, has_numba, plan
from gridbots.testing.report import NO_ERROR
from gridbots.testing.speed import compiled_speed, plain_speed

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.testing.case import Case
    from gridbots.testing.plan import Step

LOADING = "the game can be loaded and set up"
"""Tested before all laws."""


class CheckJob(msgspec.Struct, frozen=True):
    """Task of a worker."""

    game: str
    values: dict[str, Any] | None
    """Settings; None: those of `boundary_settings`."""
    seeds: tuple[int, ...]
    laws: tuple[str, ...] = ()
    """The laws to test, as sentences; none: all of them."""
    first: int = 0
    """Number of the first step."""
    skipped: tuple[Trial, ...] = ()
    """Cases to skip, because a law hung or crashed in them."""


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """A step starts: a law in a case."""

    number: int
    steps: int
    """Total number of steps."""
    law: str
    trial: Trial


class End(msgspec.Struct, frozen=True, tag="end"):
    """The current step has ended."""

    broken: str
    """The expected and the actual value; empty if the law holds."""
    cause: str = ""
    """The line of the game that broke the law by an error; empty for other reasons."""
    warning: str = ""
    """A defect that breaks no law."""


class Speed(msgspec.Struct, frozen=True, tag="speed"):
    """Rounds per second of CPU time."""

    plain: float
    compiled: float | None
    """None without numba."""
    slowed_by: str = ""
    """The line of the rules that forces the referee to use numpy records; empty if none."""


Event = Begin | End | Speed


def work(job: CheckJob, out: BinaryIO) -> None:
    """Do a job, and write events to `out`."""
    trial, case = None, None
    try:
        game = load_game(job.game)
        steps = plan(game, job.values, job.seeds)
    except (Exception, SystemExit) as error:  # noqa: BLE001  an error of the game
        _send(out, Begin(0, 1, LOADING, Trial(job.values or {}, job.seeds[0])))
        _send(out, _failed(error))
        return
    is_sound = True
    for number, planned in enumerate(steps):
        is_asked = not job.laws or sentence(planned.law) in job.laws
        if number < job.first or planned.trial in job.skipped or not is_asked:
            continue
        _send(out, Begin(number, len(steps), sentence(planned.law), planned.trial))
        try:
            if case is None or trial != planned.trial:
                trial, case = planned.trial, case_of(game, planned.trial)
            end = _tested(planned, case)
        except (Exception, SystemExit) as error:  # noqa: BLE001  an error of the game
            trial, end, is_sound = None, _failed(error), False
        _send(out, end)
    if is_sound:
        _send(out, _speed(game, job))


def _tested(planned: Step, case: Case) -> End:
    try:
        planned.law(case)
    except LawWarning as warning:
        return End("", warning=str(warning))
    except LawError as error:
        cause = error.__cause__
        if cause is None:
            return End(str(error))
        place = place_of(cause)
        return End(f"{error} ({place})" if place else str(error), cause_of(cause))
    return End("")


def _failed(error: BaseException) -> End:
    """The end of a law in which the game raised an error."""
    return End(f"{NO_ERROR}{described(error)}", cause_of(error))


def _speed(game: Game, job: CheckJob) -> Speed:
    case = case_of(game, Trial(job.values or {}, job.seeds[0]))
    place = game.distinction(case.opening())
    slowed_by = "" if place is None else str(place)
    return Speed(plain_speed(case), compiled_speed(case) if has_numba() else None, slowed_by)


def _send(out: BinaryIO, event: Event) -> None:
    out.write(msgspec.json.encode(event) + b"\n")
    out.flush()


def _interrupt(*_: object) -> None:
    """Handle the signal of a check that has waited too long."""
    raise TimeoutError("it does not end")


def main() -> None:
    events = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    signal.signal(signal.SIGUSR1, _interrupt)
    # Compiled code raises an error, too.
    np.seterr(divide="raise", invalid="raise")
    work(msgspec.json.decode(sys.argv[1], type=CheckJob), events)


if __name__ == "__main__":
    main()
