"""Comparison of two bots: where they decide differently in the positions of recorded matches.

Both bots are fed all lines of a seat, so that bots with a memory can use it. At every request the
move of each bot is noted; the match continues as it was recorded.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from gridbots.game import accepts, copy_state, is_living, is_over, step
from gridbots.grid import NO_MOVE
from gridbots_referee.tournament.stats.cluster_robust import cluster_sums, shrink, wilson_half_width
from gridbots_referee.transcript.feed import TranscriptFeed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.game import Game
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.transcript.feed import FedAnswer, FeedOptions
    from gridbots_referee.transcript.transcript import Answer, RecordedRequest, Transcript

PHASES: Final = ("opening", "middle", "end")
"""Thirds of a match, by its rounds."""
Z95: Final = 1.96


class Decision(NamedTuple):
    """The decision of one bot in a position."""

    answer: Answer
    wall_us: int | None
    value: float | None
    """Its evaluation, if it sent one in an overlay."""
    fate: int
    """-1 if the move loses in this round (with the recorded moves of the others), 1 if it wins,
    else 0; always 0 if both bots decide the same."""


class ComparedPosition(NamedTuple):
    """A position in which both bots were asked."""

    source: int
    """Index of the transcript."""
    round: int
    rounds: int
    """Number of rounds of the match."""
    recorded: Answer
    decisions: tuple[Decision, Decision]

    @property
    def phase(self) -> int:
        return len(PHASES) * self.round // self.rounds

    @property
    def is_answered(self) -> bool:
        return all(each.answer.kind != "none" for each in self.decisions)

    @property
    def agrees(self) -> bool:
        first, second = self.decisions
        return first.answer.agrees(second.answer)

    @property
    def value_gap(self) -> float:
        first, second = (each.value for each in self.decisions)
        return 0.0 if first is None or second is None else abs(first - second)


def compare(
    transcript: Transcript,
    source: int,
    launches: Sequence[Launch],
    stop: Stop,
    options: FeedOptions,
) -> Iterator[ComparedPosition]:
    """The positions of a transcript in which the seat has a choice, with both decisions.

    Raises:
        PluginError: a bot cannot be started.
        KeyboardInterrupt: a stop was requested.
    """
    rounds = len(transcript.record.rounds)
    with TranscriptFeed(transcript, launches, stop, options) as feed:
        for request in transcript.requests():
            first, second = feed.ask(request)
            if request.has_choice:
                differ = not first.answer.agrees(second.answer)
                yield ComparedPosition(
                    source,
                    request.round,
                    rounds,
                    request.answer,
                    (
                        _decision(transcript, request, first, differ=differ),
                        _decision(transcript, request, second, differ=differ),
                    ),
                )


def _decision(
    transcript: Transcript, request: RecordedRequest, fed: FedAnswer, *, differ: bool
) -> Decision:
    value = fed.overlay.value if fed.overlay else None
    fate = _fate(transcript.game, request, transcript.seat, fed.answer) if differ else 0
    return Decision(fed.answer, fed.wall_us, value, fate)


def _fate(game: Game, request: RecordedRequest, seat: int, answer: Answer) -> int:
    """The result of an answer in this round, if the others move as recorded; see `Decision`."""
    state, moves = copy_state(request.state), list(request.moves)
    move = game.moves.index(answer.text) if answer.kind == "move" else NO_MOVE
    moves[seat] = move if move != NO_MOVE and accepts(state, seat, move) else NO_MOVE
    step(state, moves)
    if is_over(state) and len(moves) > 1:
        places = game.checked_outcome(state, len(moves)).places
        if places.count(1) == 1:
            return 1 if places[seat] == 1 else -1
        return 0
    return 0 if is_living(state, seat) else -1


class Agreement(NamedTuple):
    """Number of positions in which two bots decide the same."""

    positions: int
    agreeing: int
    error: float | None
    """Half of the 95 % confidence interval of the share; None if it cannot be computed."""

    @property
    def share(self) -> float | None:
        return self.agreeing / self.positions if self.positions else None


def agreement(positions: Sequence[ComparedPosition]) -> Agreement:
    """The agreement in the positions that both bots answered.

    Positions of one match are correlated, so the error is cluster-robust; if all positions agree,
    or none, it is Wilson's.
    """
    answered = [each for each in positions if each.is_answered]
    agrees = np.array([each.agrees for each in answered], dtype=float)
    if len(agrees) < 2:
        return Agreement(len(agrees), int(agrees.sum()), None)
    if agrees.mean() in {0.0, 1.0}:
        error = wilson_half_width(float(agrees.mean()), len(agrees), Z95)
        return Agreement(len(agrees), int(agrees.sum()), error)
    residual = agrees - agrees.mean()
    sources = np.array([each.source for each in answered])
    _, sums = cluster_sums(np.zeros(len(agrees), dtype=int), sources, residual)
    variance = shrink(np.array([len(sums)]), np.array([(sums**2).sum()]),
                      np.array([(residual**2).sum()]))  # fmt: skip
    error = Z95 * float(np.sqrt(variance[0])) / len(agrees)
    return Agreement(len(agrees), int(agrees.sum()), error)


def by_phase(positions: Sequence[ComparedPosition]) -> list[Agreement]:
    """The agreement in each of PHASES."""
    return [
        agreement([each for each in positions if each.phase == phase])
        for phase in range(len(PHASES))
    ]


def differences(positions: Sequence[ComparedPosition]) -> list[tuple[str, str, int]]:
    """Pairs of different decisions, and how often each occurs; the most frequent first."""
    pairs = Counter(
        (_word(each.decisions[0].answer), _word(each.decisions[1].answer))
        for each in positions
        if each.is_answered and not each.agrees
    )
    return [(first, second, count) for (first, second), count in pairs.most_common()]


def _word(answer: Answer) -> str:
    return answer.text if answer.kind == "move" else answer.kind


def most_interesting(positions: Sequence[ComparedPosition], count: int) -> list[ComparedPosition]:
    """The most interesting differences, beginning with one of each transcript.

    First those in which only one of the moves loses or wins immediately, then those with the
    largest difference of evaluations, then those nearest to the end of the match.
    """
    differing = [each for each in positions if each.is_answered and not each.agrees]
    ordered = sorted(differing, key=_interest)
    first: dict[int, ComparedPosition] = {}
    for each in ordered:
        first.setdefault(each.source, each)
    best = [*first.values(), *(each for each in ordered if first[each.source] is not each)]
    return best[:count]


def _interest(position: ComparedPosition) -> tuple[float, float, int]:
    first, second = (each.fate for each in position.decisions)
    return -abs(first - second), -position.value_gap, position.rounds - position.round
