"""Tuning runner: plays the steps that are missing, then the confirming sequential test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Protocol

import msgspec

from gridbots.errors import StoreError
from gridbots_referee.tournament.stats.sprt import SprtState, SprtStatus
from gridbots_referee.tuning.parameters import Values, start_values
from gridbots_referee.tuning.search import (
    CandidateSearch,
    Counts,
    Duel,
    grid,
    random_candidates,
    share,
)
from gridbots_referee.tuning.spsa import Spsa

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.tuning.journal import Journal, Phase
    from gridbots_referee.tuning.players import DuelPlayer
    from gridbots_referee.tuning.search import SearchMethod
    from gridbots_referee.tuning.tuning import Tuning

CONFIRMING: Final = 32
"""Fewest pairs in a step of the confirmation; the test is evaluated after each step."""

TunedState = Literal[SprtState, "unchanged", "not tested", "stopped"]


class TuningStep(msgspec.Struct, frozen=True):
    """A played step."""

    number: int
    """From 0."""
    matches: int
    """Played so far."""
    values: Values
    """SPSA: the current values; grid and random search: those of the candidate."""
    score: float
    """Points per match of the first bot of the step: SPSA: the bot perturbed upwards; otherwise the
    candidate."""


class Tuned(msgspec.Struct, frozen=True):
    """The result of a tuning."""

    tuning: Tuning
    steps: tuple[TuningStep, ...]
    values: Values
    bot: str
    start: str
    status: SprtStatus | None
    """Of the confirmation; None if there was no test."""
    counts: Counts
    is_stopped: bool = False
    """Whether the confirmation was stopped."""
    forfeits: int = 0
    """Matches in which a bot failed."""

    @property
    def matches(self) -> int:
        """Of the search and of the confirmation."""
        return self.steps[-1].matches + (self.status.estimate.matches if self.status else 0)

    @property
    def state(self) -> TunedState:
        if self.is_stopped:
            return "stopped"
        if self.status:
            return self.status.state
        return "unchanged" if self.bot == self.start else "not tested"


class TuningObserver(Protocol):
    """Observer of a running tuning."""

    def step_finished(self, step: TuningStep, *, is_new: bool) -> None:
        """A step has been played, now or in an earlier run."""

    def confirming(self, bot: str, start: str) -> None:
        """The confirmation begins."""

    def confirmed(self, status: SprtStatus, matches: int) -> None:
        """A step of the confirmation has been played: status of the test after `matches`."""


def search_of(tuning: Tuning) -> SearchMethod:
    """The method of a tuning."""
    if tuning.method == "spsa":
        return Spsa(tuning)
    return CandidateSearch(
        tuning, grid(tuning) if tuning.method == "grid" else random_candidates(tuning)
    )


def run_tuning(
    tuning: Tuning, journal: Journal, player: DuelPlayer, observer: TuningObserver
) -> Tuned | None:
    """Play the missing steps; None if it was stopped during the search.

    Raises:
        GridbotsError: a bot cannot be played, or the journal cannot be written.
    """
    run = _Run(journal, player)
    search, steps, matches = search_of(tuning), list[TuningStep](), 0
    for number in range(search.steps):
        duels = search.duels(number)
        is_new = journal.results("search", number) is None
        results = run.results("search", number, duels)
        if results is None:
            return None
        matches += sum(2 * duel.pairs for duel in duels)
        score = sum(map(share, results)) / len(results)
        if tuning.method == "spsa":
            score = share(results[0])
        steps.append(TuningStep(number, matches, search.add(number, results), score))
        observer.step_finished(steps[-1], is_new=is_new)
    start = tuning.bot_with(start_values(tuning.parameters))
    tuned = Tuned(
        tuning, tuple(steps), search.values, tuning.bot_with(search.values), start, None, (0,) * 5
    )
    return msgspec.structs.replace(_confirm(tuned, run, observer), forfeits=journal.forfeits)


def _confirm(tuned: Tuned, run: _Run, observer: TuningObserver) -> Tuned:
    """Test the tuned bot against the start, on openings that the search has not used."""
    if tuned.bot == tuned.start or tuned.tuning.confirm.matches == 0:
        return tuned
    observer.confirming(tuned.bot, tuned.start)
    test, counts, matches = tuned.tuning.confirm.sprt, tuned.counts, 0
    for number, duel in enumerate(_confirmation(tuned)):
        results = run.results("confirm", number, (duel,))
        if results is None:
            return msgspec.structs.replace(tuned, is_stopped=True)
        counts = tuple(a + b for a, b in zip(counts, results[0], strict=True))
        matches += 2 * duel.pairs
        status = test.status(counts)
        tuned = msgspec.structs.replace(tuned, status=status, counts=counts)
        observer.confirmed(status, matches)
        if status.state != "undecided":
            break
    return tuned


def _confirmation(tuned: Tuned) -> Iterator[Duel]:
    tuning = tuned.tuning
    size, most = max(tuning.pairs, CONFIRMING), max(tuning.confirm.matches // 2, 1)
    for first in range(0, most, size):
        pairs = min(size, most - first)
        yield Duel(tuned.bot, tuned.start, tuning.matches + first, pairs)


class _Run:
    """Results from the journal, or else from new matches."""

    def __init__(self, journal: Journal, player: DuelPlayer) -> None:
        self._journal = journal
        self._player = player

    def results(
        self, phase: Phase, step: int, duels: tuple[Duel, ...]
    ) -> tuple[Counts, ...] | None:
        """The counts of a step; None if it was stopped."""
        results = self._journal.results(phase, step)
        if results is None:
            before = self._player.forfeits
            results = self._player.play(duels)
            if results:
                self._journal.add(phase, step, results, self._player.forfeits - before)
        elif [sum(counts) for counts in results] != [duel.pairs for duel in duels]:
            raise StoreError(f"{self._journal.path}: this journal is damaged in step {step}")
        return results
