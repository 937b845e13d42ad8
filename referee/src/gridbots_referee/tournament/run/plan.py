"""Plan of a tournament: matches, bots and duration, computed before anything is played."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.bot.check import check_bots
from gridbots.errors import GridbotsError, SettingsError
from gridbots.game import as_record, copy_state, is_living, is_over, legal, step
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.grid import NO_MOVE
from gridbots.plugins import installed_bots, load_game
from gridbots_referee.play.cores import fair_concurrency
from gridbots_referee.play.launch import find_bot, match_limits
from gridbots_referee.play.transport.coroutine import refuse_unknown_cpu_time
from gridbots_referee.tournament.formats.openings import game_of, repetition_of
from gridbots_referee.tournament.formats.schedule import (
    CYCLES,
    Extent,
    extent,
    openings_used,
    schedule,
)
from gridbots_referee.tournament.run.pool import capacity
from gridbots_referee.tournament.run.prepare import launches_of, with_time_control
from gridbots_referee.tournament.stats.elo import expected_score

if TYPE_CHECKING:
    from gridbots.game import Game, State
    from gridbots.limits import Isolation, Limits
    from gridbots.settings import Settings
    from gridbots_referee.tournament.formats.tournament import Entrant, Tournament
    from gridbots_referee.tournament.stats.sprt import Sprt
    from gridbots_referee.tournament.store.store import Store

ENOUGH: Final = 10
"""Stored matches needed to estimate the duration of the others by their mean."""


class PlannedBot(msgspec.Struct, frozen=True):
    name: str
    bot: str
    started_by: str
    """Package and version of a plugin, or the program of a command; empty if not found."""
    trouble: str
    """Why it cannot take part; empty if it can."""


class MatchSeconds(msgspec.Struct, frozen=True):
    """An estimate of the duration of a match, and its basis."""

    each: float
    basis: str
    is_bound: bool
    """Whether this is an upper bound, for the number of rounds in the basis."""


class Plan(msgspec.Struct, frozen=True):
    """The plan of a tournament."""

    tournament: Tournament
    seats: int
    matches: Extent
    """In total."""
    played: int
    """Matches in the store, including void ones."""
    meeting: int
    """Matches per pairing."""
    openings: str
    """How openings repeat, in words; empty if they do not."""
    concurrency: int
    estimate: MatchSeconds
    bots: tuple[PlannedBot, ...]
    isolation: Isolation
    expected_pairs: tuple[float, float] | None
    """Expected length of a sequential test if the first bot is midway between elo0 and elo1, and if
    it is at elo1."""

    @property
    def left(self) -> Extent:
        return Extent(*(max(matches - self.played, 0) for matches in self.matches))

    @property
    def seconds(self) -> Extent:
        """Duration, for the smallest and the largest number of matches."""
        return Extent(*(round(n * self.estimate.each / self.concurrency) for n in self.left))


def planned(tournament: Tournament) -> Tournament:
    """The tournament with the time control that its store would keep.

    Raises:
        SettingsError: its bots need different time controls.
    """
    try:
        launches = launches_of(tournament)
    except GridbotsError:  # the plan says why a bot cannot play
        launches = ()
    return with_time_control(tournament, launches)


def make_plan(
    tournament: Tournament,
    isolation: Isolation,
    store: Store | None = None,
    concurrency: int | None = None,
) -> Plan:
    """The plan of a tournament. Bots are looked up and checked, but not started.

    Raises:
        GridbotsError: the game or its settings are unknown.
    """
    game, settings = game_of(tournament)
    seats, limits = game.seats(settings), match_limits(tournament.time, isolation)
    asked = concurrency or tournament.concurrency or fair_concurrency(seats, limits)
    known = tournament.format in CYCLES
    exact = schedule(tournament).matches if known else 0
    matches = Extent(exact, exact) if known else extent(tournament, seats)
    return Plan(
        tournament=tournament,
        seats=seats,
        matches=matches,
        played=len(store) + len(store.voids()) if store else 0,
        meeting=seats * -(-tournament.matches // seats),
        openings=repetition_of(tournament, openings_used(tournament, matches.most // seats)),
        concurrency=min(asked, capacity(seats).matches),
        estimate=_measured(store) or _by_the_clock(tournament, limits, seats),
        bots=tuple(map(_Checker(tournament).check, tournament.bots)),
        isolation=isolation,
        expected_pairs=_expected_pairs(tournament.sprt),
    )


class _Checker:
    """Checks the bots of a tournament, each text once."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._installed = installed_bots()
        self._known: dict[str, tuple[str, str]] = {}

    def check(self, entrant: Entrant) -> PlannedBot:
        if entrant.bot not in self._known:
            self._known[entrant.bot] = self._found(entrant.bot)
        return PlannedBot(entrant.name, entrant.bot, *self._known[entrant.bot])

    def _found(self, text: str) -> tuple[str, str]:
        started_by = ""
        try:
            launch = find_bot(text, self._tournament.game, self._installed)
            started_by = launch.package or launch.argv[0]
            if launch.needs_terminal:
                raise SettingsError("a person plays it; a tournament is between bots")
            if launch.plugin:
                check_bots([text], self._tournament.game)
                game, limits = load_game(self._tournament.game), match_limits(self._tournament.time)
                refuse_unknown_cpu_time([launch], game, limits)
            elif self._tournament.time.in_process:
                raise SettingsError("in_process needs installed bots; this is a command")
        except GridbotsError as error:
            return started_by, str(error)
        return started_by, ""


def _measured(store: Store | None) -> MatchSeconds | None:
    """An estimate from the stored matches, if there are enough."""
    if store is None:
        return None
    ((matches, mean),) = store.query("SELECT COUNT(*), AVG(seconds) FROM matches")
    if matches < ENOUGH:
        return None
    return MatchSeconds(mean, f"the mean of the {matches} matches in the store", is_bound=False)


def _by_the_clock(tournament: Tournament, limits: Limits, seats: int) -> MatchSeconds:
    rounds, samples = typical_rounds(*game_of(tournament), tournament.seed)
    basis = (
        f"every bot uses all of its time in {rounds} rounds, the median of {samples} matches of "
        "random moves; bots that answer at once take far less, and better ones may play longer"
    )
    return MatchSeconds(longest_seconds(limits, rounds, seats), basis, is_bound=True)


def _expected_pairs(test: Sprt | None) -> tuple[float, float] | None:
    """For matches without draws, whose result does not depend on the opening."""
    if test is None or test.model != "logistic":
        return None
    lengths = []
    for elo in ((test.elo0 + test.elo1) / 2, test.elo1):
        won = expected_score(elo)
        drawn = 2 * won * (1 - won)
        lengths.append(test.forecast(((1 - won) ** 2, 0.0, drawn, 0.0, won**2)).length)
    return lengths[0], lengths[1]


SAMPLES: Final = 9
"""Sampled matches, of which the median is taken."""
SECONDS: Final = 1.0
"""Time limit of the sampling."""
MOST_ROUNDS: Final = 5000
"""At which a sampled match is cut off."""
TRIES: Final = 8
"""Joint moves tried in a round before an elimination is accepted."""


def typical_rounds(game: Game, settings: Settings, seed: int) -> tuple[int, int]:
    """Median rounds of random matches that avoid eliminations, and how many were sampled."""
    end = time.monotonic() + SECONDS
    lengths: list[int] = []
    while len(lengths) < SAMPLES and (not lengths or time.monotonic() < end):
        lengths.append(_rounds(game, settings, seed + len(lengths), end))
    return round(statistics.median(lengths)), len(lengths)


def _rounds(game: Game, settings: Settings, seed: int, end: float) -> int:
    state: State = game.setup(settings, seed)
    generator = [0] * GENERATOR_SIZE
    seed_generator(generator, ~seed)  # not the random stream of the game itself
    for played in range(MOST_ROUNDS):
        if is_over(game.opened(state)) or time.monotonic() > end:
            return played
        state = _after_random_round(game, state, game.seats(settings), generator)
    return MOST_ROUNDS


def _after_random_round(game: Game, state: State, seats: int, generator: Any) -> State:
    for _ in range(TRIES):
        trial = game.opened(state)
        living = [seat for seat in range(seats) if is_living(trial, seat)]
        step(trial, [_random_move(game, trial, seat, generator) for seat in range(seats)])
        if all(is_living(trial, seat) for seat in living):
            break
    return copy_state(as_record(trial))


def _random_move(game: Game, state: Any, seat: int, generator: Any) -> int:
    mask = [0] * len(game.moves)
    legal(state, seat, mask)
    choices = [move for move, accepted in enumerate(mask) if accepted]
    return choices[below(generator, len(choices))] if choices else NO_MOVE


def longest_seconds(limits: Limits, rounds: int, seats: int) -> float:
    """Seconds of a match of this many rounds in which all bots use all of their time."""
    each = limits.start_allowance_ms + limits.timebank_ms + rounds * limits.time_per_move_ms
    return (seats if limits.ask == "in-turn" else 1) * each / 1000
