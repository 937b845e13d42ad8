"""Who plays the duels of a tuning: compiled if every decision is a kernel, else workers."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gridbots.errors import SettingsError
from gridbots.plugins import installed_bots, load_game
from gridbots_referee.experiments.execution import fastest_mode
from gridbots_referee.play.bot_files import with_digests
from gridbots_referee.play.cores import fair_concurrency
from gridbots_referee.play.launch import match_limits
from gridbots_referee.play.session import Session
from gridbots_referee.play.warmup import warm_bots
from gridbots_referee.tournament.formats.openings import openings_of
from gridbots_referee.tournament.run.pool import Pool
from gridbots_referee.tournament.run.prepare import launches_of, settings_of, values_of
from gridbots_referee.tournament.run.runner import Backend, JobTemplate
from gridbots_referee.tuning.duels import CompiledPlayer
from gridbots_referee.tuning.tuning_file import tournament_of
from gridbots_referee.tuning.workers import WorkerPlayer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from gridbots.limits import Isolation
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tuning.duels import DuelPlayer
    from gridbots_referee.tuning.tuning import Tuning

    ClusterBackend = Callable[[Tournament, JobTemplate], AbstractContextManager[Backend]]


class Execution(NamedTuple):
    """How the matches of a tuning are played."""

    isolation: Isolation
    concurrency: int | None
    """Matches at a time; None: as many as the machine can serve fairly."""
    cluster: ClusterBackend | None
    log: Callable[[str], None]


@contextmanager
def player_for(tuning: Tuning, how: Execution, stop: Stop) -> Iterator[DuelPlayer]:
    """The fastest way to play a tuning.

    Raises:
        GridbotsError: a bot is unknown, or an option of it does not fit.
    """
    tournament = tournament_of(tuning, Path())
    game, launches = load_game(tuning.game), launches_of(tournament)
    settings = game.make_settings(tuning.settings)
    limits = match_limits(tuning.time, how.isolation)
    session = Session(game, settings, tuning.seed, 1, launches, limits)
    if _is_compiled(tuning, how, session):
        yield CompiledPlayer(session, installed_bots(), stop, how.concurrency)
        return
    with tempfile.TemporaryDirectory(prefix="gridbots-tuning-") as folder:
        template = JobTemplate(
            tuning.game,
            settings_of(tournament, game),
            game.seats(settings),
            with_digests(launches),
            limits,
            Path(folder),
        )
        with _backend(tournament, template, how) as backend, backend.workers(stop) as workers:
            opening = openings_of(tournament)
            yield WorkerPlayer(template, workers, opening, installed_bots(), stop)


def _is_compiled(tuning: Tuning, how: Execution, session: Session) -> bool:
    """Whether all is played as kernels, which take the openings of the game alone."""
    is_plain = not (tuning.openings.rounds or tuning.openings.given or how.cluster)
    return is_plain and fastest_mode(session) == "compiled"


@contextmanager
def _backend(tournament: Tournament, template: JobTemplate, how: Execution) -> Iterator[Backend]:
    """The workers; bots that would compile while their clock runs are compiled now."""
    if how.cluster:
        if how.concurrency:
            raise SettingsError("--concurrency and --cluster exclude each other")
        with how.cluster(tournament, template) as backend:
            yield backend
        return
    # The first is the start; other numbers in its words call for no other code.
    warm_bots(template.launches[:1], tournament.game, values_of(tournament), how.log)
    size = how.concurrency or fair_concurrency(template.seats, template.limits)
    yield Backend(template, partial(Pool, size))
