"""Examination: sends recorded positions to a bot, and stores its moves and evaluations.

The bot gets the lines of its seat, under the usual limits. Each request describes the position
completely, so a bot starts at the first position of its task. Only in a game with hidden
information does it get all earlier rounds first, because it has to remember what it saw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from gridbots.errors import PluginError
from gridbots.game import accepts
from gridbots.pictures.overlay import Overlay
from gridbots_referee.analysis.values import ExaminationFailure, ExaminedPosition
from gridbots_referee.transcript.feed import TranscriptFeed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gridbots_referee.analysis.tasks import ExaminationTask
    from gridbots_referee.analysis.values import AnyLine
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.transcript.feed import FedAnswer, FeedOptions
    from gridbots_referee.transcript.transcript import RecordedRequest, Transcript

MOST_FAILURES: Final = 3
"""A bot is not restarted after this many failures in a task."""
WHY_CAP: Final = 300


class PositionFeed(NamedTuple):
    """Feeds the positions of a task to a bot process."""

    transcript: Transcript
    task: ExaminationTask
    launch: Launch
    stop: Stop
    options: FeedOptions

    def run(self, keep: Callable[[AnyLine], None]) -> None:
        """Examine the positions; pass each result to `keep` at once.

        Raises:
            KeyboardInterrupt: the user stopped the command.
        """
        left: Sequence[int] = self.task.rounds
        for attempt in range(1, MOST_FAILURES + 1):
            failure = None
            for line in self._attempt(left):
                if isinstance(line, ExaminationFailure):
                    failure = line
                else:
                    keep(line)
            if failure is None:
                return
            left = [each for each in left if each > failure.round]
            if attempt == MOST_FAILURES and left:
                why = f"{failure.why}; {MOST_FAILURES} failures, other positions are skipped"
                failure = msgspec.structs.replace(failure, why=why)
            keep(failure)
            if not left:
                return

    def _attempt(self, rounds: Sequence[int]) -> Iterator[ExaminedPosition | ExaminationFailure]:
        """The positions of these rounds, examined by one process until it fails."""
        wanted, number = set(rounds), rounds[0]
        try:
            with TranscriptFeed(self.transcript, [self.launch], self.stop, self.options) as feed:
                for request in self._requests(wanted):
                    number = max(request.round, rounds[0])
                    (fed,) = feed.ask(request)
                    if fed.answer.kind == "none" and fed.answer.text:
                        yield self._failure(number, _why(fed))
                        return
                    if request.round in wanted:
                        yield self._position(request, fed)
        except PluginError as error:
            yield self._failure(number, str(error)[:WHY_CAP])

    def _requests(self, wanted: set[int]) -> Iterator[RecordedRequest]:
        """The requests of these rounds and, with hidden information, all earlier ones."""
        last = max(wanted)
        for request in self.transcript.requests():
            if request.round > last:
                return
            if request.round in wanted or self.transcript.game.hidden:
                yield request

    def _failure(self, number: int, why: str) -> ExaminationFailure:
        return ExaminationFailure(self.task.bot, self.task.seat, number, why)

    def _position(self, request: RecordedRequest, fed: FedAnswer) -> ExaminedPosition:
        answer, overlay, task = fed.answer, fed.overlay or Overlay(), self.task
        kind, move = answer.kind, answer.text if answer.kind == "move" else ""
        moves = self.transcript.game.moves
        if move and not accepts(request.state, task.seat, moves.index(move)):
            kind = "illegal"
        return ExaminedPosition(
            bot=task.bot,
            seat=task.seat,
            round=request.round,
            move=move,
            kind=kind,
            value=overlay.value,
            exact=overlay.exact,
            depth=overlay.depth,
            nodes=overlay.nodes,
            pv=overlay.pv,
            path=overlay.path,
            note=overlay.note,
            wall_us=fed.wall_us,
        )


def _why(fed: FedAnswer) -> str:
    """Why a bot failed, with the last line of its stderr."""
    lines = fed.stderr.decode(errors="backslashreplace").split("\n")
    errors = [line.strip() for line in lines if line.strip() and not line.startswith("overlay ")]
    why = fed.answer.detail or fed.answer.text
    return (f"{why} ({errors[-1]})" if errors else why)[:WHY_CAP]
