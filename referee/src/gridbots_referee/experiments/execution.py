"""Execution of a line-up: its matches compiled, in this process, or between processes."""

from __future__ import annotations

import itertools
import signal
from contextlib import nullcontext
from typing import TYPE_CHECKING, Final, Literal

import msgspec
import numpy as np

from gridbots.bot.check import check_bots
from gridbots.bot.runner import make_bot
from gridbots.errors import UnknownNameError
from gridbots.game import margin, utility
from gridbots.limits import DEFAULT_ISOLATION, Isolation, LimitOptions
from gridbots.plugins import installed_bots, load_bot, load_game
from gridbots.plugins.bot import Bot
from gridbots.vector import Outcomes
from gridbots_referee.experiments.compiled import play_compiled, policy_of
from gridbots_referee.experiments.experiment import game_settings
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import arena_options, checked, find_bot, match_limits
from gridbots_referee.play.match import play
from gridbots_referee.play.session import Session, check_sandbox, match_specs
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport.coroutine import refuse_unknown_cpu_time
from gridbots_referee.tournament.stats.played import points_of_places

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import AnyState, Game
    from gridbots.limits import Limits
    from gridbots.record import Record
    from gridbots_referee.experiments.experiment import Experiment, Lineup
    from gridbots_referee.experiments.ledger import Ledger
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.match import LastRound

ExecutionMode = Literal["compiled", "in-process", "processes"]
COMPILING_MS: Final = 600_000
"""Start allowance of bots that may have to compile."""
COMPILING_LATER_MS: Final = 10_000
"""Added to their time bank, for code compiled later. It is small, since some bots plan with their
time bank."""


def make_session(
    experiment: Experiment,
    lineup: Lineup,
    matches: int,
    isolation: Isolation = DEFAULT_ISOLATION,
) -> Session:
    """The matches of a line-up.

    Raises:
        GridbotsError: a bot is unknown or is played by a person.
    """
    game = load_game(experiment.game)
    limits = LimitOptions(
        timebank=lineup.timebank or experiment.timebank,
        time_per_move=(
            experiment.time_per_move if lineup.time_per_move is None else lineup.time_per_move
        ),
        clock=lineup.clock or experiment.clock,
    )
    launches = _launches(lineup, game)
    if any(launch.command for launch in launches):
        launches = checked(launches, game.name)
    in_force = match_limits(arena_options(limits, launches), isolation)
    check_sandbox(launches, isolation)
    refuse_unknown_cpu_time(launches, game, in_force)
    return Session(
        game=game,
        settings=game_settings(game, experiment.settings, lineup),
        seed=experiment.seed,
        matches=matches,
        launches=launches,
        limits=in_force,
        rotates=lineup.rotates,
    )


def _launches(lineup: Lineup, game: Game) -> tuple[Launch, ...]:
    installed = installed_bots()
    launches = []
    for each in lineup.bots:
        launch = find_bot(each.bot, game.name, installed)
        if launch.needs_terminal:
            raise UnknownNameError(
                f"{each.bot!r} is played by a person; an experiment is between bots"
            )
        launches.append(msgspec.structs.replace(launch, name=each.name))
    return tuple(launches)


def fastest_mode(session: Session) -> ExecutionMode:
    """Compiled if every decision is a kernel; in the referee's process if all bots are plugins.

    In a sandbox each bot has its own process.

    Raises:
        GridbotsError: a plugin cannot be loaded, its options are wrong, or it plays another game.
    """
    is_sandboxed = session.limits.isolation.level == "sandbox"
    if is_sandboxed or not all(launch.plugin for launch in session.launches):
        plugins = [launch.bot for launch in session.launches if launch.plugin]
        check_bots(plugins, session.game.name)
        return "processes"
    if any(_is_program(launch, session.game) for launch in session.launches):
        return "processes"
    policies = [policy_of(launch, session.game) for launch in session.launches]
    return "in-process" if any(policy is None for policy in policies) else "compiled"


def _is_program(launch: Launch, game: Game) -> bool:
    made = make_bot(load_bot(launch.plugin), launch.plugin, game, launch.values)
    return not isinstance(made, Bot)


def run_session(
    session: Session,
    mode: ExecutionMode,
    stop: Stop,
    on_progress: Callable[[int], None],
    ledger: Ledger,
) -> str:
    """Play the missing matches of the ledger, until a request to stop.

    `on_progress` is called with the number of played matches, first after compiling. Returns why
    the last match could not be played, if a bot did not start.

    Deterministic bots that do not watch the clock play the same in every mode.
    """
    if ledger.matches == session.matches:
        return ""
    if mode == "compiled":
        play_compiled(session, stop, on_progress, ledger)
        return ""
    if mode == "in-process":
        session = msgspec.structs.replace(session, limits=_within(session.limits))
    return _play_one_by_one(session, stop, on_progress, ledger)


def _within(limits: Limits) -> Limits:
    """Limits of matches in this process."""
    nothing = Isolation(level="none")
    return msgspec.structs.replace(limits, in_process=True, ask="in-turn", isolation=nothing)


def _play_one_by_one(
    session: Session, stop: Stop, on_progress: Callable[[int], None], ledger: Ledger
) -> str:
    if session.limits.in_process:
        _compile(session, stop)
    on_progress(ledger.matches)
    with nullcontext() if session.limits.in_process else Scratch() as scratch:
        numbered = enumerate(match_specs(session))
        for number, spec in itertools.islice(numbered, ledger.matches, None):
            seen = _LastState()
            record = play(spec, stop, scratch, seen)
            if record.result.how == "void":
                return why_void(record)
            if record.result.outcome is None:
                break
            outcomes = _outcomes_of(record, seen.state, number if session.rotates else 0)
            ledger.add(outcomes, int(record.result.how == "forfeit"))
            on_progress(number + 1)
    return ""


def _compile(session: Session, stop: Stop) -> None:
    """Warm-up: play a round for each seat with time to compile, and discard them."""
    limits = msgspec.structs.replace(
        session.limits,
        timebank_ms=session.limits.timebank_ms + COMPILING_LATER_MS,
        start_allowance_ms=COMPILING_MS,
    )
    spec = next(match_specs(msgspec.structs.replace(session, limits=limits)))
    enough, states = Stop(), itertools.count()

    def watch(_: AnyState, __: LastRound) -> None:
        if stop or next(states) == len(session.launches):
            enough.request(signal.SIGTERM)

    try:
        play(spec, enough, None, watch)
    finally:
        enough.close()


class _LastState:
    """Observer of a match that keeps its last state."""

    state: AnyState

    def __call__(self, state: AnyState, _: LastRound) -> None:
        self.state = state


def why_void(record: Record) -> str:
    """Why a match has no outcome: its cause, or the bots that did not start."""
    return record.result.cause or "; ".join(
        f"{player.name} did not start: {player.detail}"
        for player in record.result.players
        if player.termination == "not-started"
    )


def _outcomes_of(record: Record, state: AnyState, rotation: int) -> Outcomes:
    """Outcomes of a match, by player; players are rotated by `rotation` seats."""
    outcome, players = record.result.outcome, record.result.players
    assert outcome is not None  # noqa: S101  a match without one ends the play
    count = len(players)
    if record.result.how == "rules":
        utilities = [float(utility(state, seat)) for seat in range(count)]
        margins = [float(margin(state, seat)) for seat in range(count)]
    else:
        margins = utilities = _utilities_of_forfeit(outcome.places)
    seats = [(player - rotation) % count for player in range(count)]
    living = [player.termination == "survived" for player in players]
    return Outcomes(
        places=np.array([outcome.places])[:, seats],
        scores=np.array([outcome.scores], np.float64)[:, seats],
        utilities=np.array([utilities])[:, seats],
        margins=np.array([margins])[:, seats],
        living=np.array([living])[:, seats],
        rounds=np.array([record.result.rounds]),
    )


def _utilities_of_forfeit(places: tuple[int, ...]) -> list[float]:
    """Utilities by place, as the rules define none for a forfeit; a single player has lost."""
    return [-1.0] if len(places) == 1 else [2 * points - 1 for points in points_of_places(places)]
