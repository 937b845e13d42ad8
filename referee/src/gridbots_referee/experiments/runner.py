"""Experiment runner: plays every line-up, and compares measured with published values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from gridbots.limits import DEFAULT_ISOLATION, Isolation
from gridbots_referee.experiments.comparison import Reproduction, compare
from gridbots_referee.experiments.execution import (
    ExecutionMode,
    fastest_mode,
    make_session,
    run_session,
)
from gridbots_referee.experiments.experiment import setting_values
from gridbots_referee.experiments.ledger import Ledger
from gridbots_referee.play.warmup import warm_bots
from gridbots_referee.tournament.run.plan import longest_seconds, typical_rounds

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from gridbots_referee.experiments.comparison import Cell
    from gridbots_referee.experiments.experiment import Experiment, Lineup
    from gridbots_referee.experiments.ledger import ExperimentStore
    from gridbots_referee.play.session import Session
    from gridbots_referee.play.stop import Stop


class ExperimentObserver(Protocol):
    """Observer of a running experiment."""

    def log(self, text: str) -> None:
        """A message for users."""

    def progress(self, matches: int) -> AbstractContextManager[Callable[[int], None]]:
        """Matches begin; the yielded function is called with the number of played matches."""

    def lineup_finished(
        self, experiment: Experiment, lineup: Lineup, cells: Sequence[Cell]
    ) -> None:
        """A line-up has been played."""


class PreparedLineup(NamedTuple):
    """A line-up whose bots have been found and checked."""

    lineup: Lineup
    session: Session
    mode: ExecutionMode


class LineupPlan(msgspec.Struct, frozen=True):
    """The plan of a line-up."""

    lineup: str
    matches: int
    mode: ExecutionMode
    seconds: float | None
    """Upper bound, if every bot uses all of its time; None without clocks."""
    basis: str


def prepare(
    experiment: Experiment, matches: Sequence[int], isolation: Isolation = DEFAULT_ISOLATION
) -> list[PreparedLineup]:
    """All line-ups, with these numbers of matches.

    Raises:
        GridbotsError: a bot is unknown or does not fit.
    """
    return [
        PreparedLineup(lineup, session, fastest_mode(session))
        for lineup, number in zip(experiment.lineups, matches, strict=True)
        for session in [make_session(experiment, lineup, number, isolation)]
    ]


def plan_of(prepared: PreparedLineup) -> LineupPlan:
    """The plan of a line-up."""
    lineup, session, mode = prepared
    if mode == "compiled":
        return LineupPlan(lineup.title, session.matches, mode, None, "no clock runs")
    limits = session.limits
    if mode == "in-process":
        limits = msgspec.structs.replace(limits, ask="in-turn")
    rounds, samples = typical_rounds(session.game, session.settings, session.seed)
    longest = longest_seconds(limits, rounds, len(session.launches))
    basis = f"{rounds} rounds, the median of {samples} matches of random moves"
    return LineupPlan(lineup.title, session.matches, mode, session.matches * longest, basis)


def run_experiment(
    experiment: Experiment,
    prepared: Sequence[PreparedLineup],
    stop: Stop,
    observer: ExperimentObserver,
    store: ExperimentStore | None = None,
) -> Reproduction:
    """Play matches of each line-up, until one is void or on a request to stop.

    Matches in the store are not played again.

    Raises:
        GridbotsError: a match cannot be played or stored.
    """
    done = Reproduction(experiment)
    for each in prepared:
        done = _play(done, each, stop, observer, store)
        if stop or done.void:
            break
    return done


def matches_of(experiment: Experiment, *, quick: bool) -> list[int]:
    """The number of matches of each line-up in the file."""
    if quick:
        return [each.quick or experiment.quick for each in experiment.lineups]
    return [each.matches or experiment.matches for each in experiment.lineups]


def _play(
    done: Reproduction,
    each: PreparedLineup,
    stop: Stop,
    observer: ExperimentObserver,
    store: ExperimentStore | None,
) -> Reproduction:
    """The experiment with the cells of one more line-up."""
    experiment, (lineup, session, mode) = done.experiment, each
    observer.log(f"{lineup.title}: {session.matches} matches, {mode}")
    if mode == "processes":
        values = _setting_words(experiment, lineup, session)
        warm_bots(session.launches, session.game.name, values, observer.log)
    ledger = store.ledger(session) if store else Ledger(len(session.launches))
    if ledger.matches:
        observer.log(f"{ledger.matches} of them are in the store")
    with observer.progress(session.matches) as progress:
        void = run_session(session, mode, stop, progress, ledger)
    if void:
        observer.log(void)
        return msgspec.structs.replace(done, void=void)
    if stop:
        observer.log(f"interrupted after {ledger.matches} of {session.matches} matches")
        return done
    full = ledger.matches >= (lineup.matches or experiment.matches)
    cells = tuple(compare(experiment, lineup, ledger.outcomes, ledger.forfeits, full=full))
    observer.lineup_finished(experiment, lineup, cells)
    return msgspec.structs.replace(
        done, cells=done.cells + cells, forfeits=done.forfeits + ledger.forfeits
    )


def _setting_words(experiment: Experiment, lineup: Lineup, session: Session) -> dict[str, str]:
    """The settings of the game, as on a command line."""
    values = setting_values(session.game, experiment.settings, lineup)
    return {name: msgspec.json.encode(value).decode().strip('"') for name, value in values.items()}
