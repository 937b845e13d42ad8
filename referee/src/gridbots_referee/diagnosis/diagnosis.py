"""Diagnosis: tests a bot in scripted situations, then in real matches."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec

from gridbots_referee.diagnosis.dialogue import BotUnderTest, Dialogue, converse
from gridbots_referee.diagnosis.fault import Fault, Reporter, merge, without_echoes
from gridbots_referee.diagnosis.faults import faults_in
from gridbots_referee.diagnosis.matches import faults_in_match
from gridbots_referee.diagnosis.situation import Situation, situations
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.session import play_session
from gridbots_referee.play.transport.zygote import Zygotes

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gridbots.record import Record
    from gridbots_referee.play.match import Watch
    from gridbots_referee.play.match_spec import MatchSpec
    from gridbots_referee.play.session import Session
    from gridbots_referee.play.stop import Stop


class Diagnosis(msgspec.Struct, frozen=True):
    """Result of a diagnosis."""

    faults: tuple[Fault, ...]
    """Faults and warnings, merged."""
    situations: tuple[str, ...]
    """Names of the tested situations."""
    matches: int
    answers: int
    """Number of answered requests."""
    median_ms: float
    most_ms: float
    """Times of answers, without first answers."""

    @property
    def is_well(self) -> bool:
        return not any(fault.level == "fault" for fault in self.faults)


class Examination:
    """A running diagnosis; `log` gets its stage, and how far this has got."""

    def __init__(self, session: Session, stop: Stop, log: Callable[[str, str], None]) -> None:
        self._session = session
        self._launch = session.launches[0]
        self._game = session.game
        self._stop = stop
        self._log = log
        self._faults: list[Fault] = []
        self._situations: list[str] = []
        self._times: list[float] = []
        self._answers = 0
        self._matches = 0

    def try_situations(self) -> bool:
        """Try all situations; returns whether the bot can play matches."""
        session = self._session
        limits = self._launch.limited(session.limits)
        limits = msgspec.structs.replace(limits, clock="wall", in_process=False)
        with Scratch() as scratch, Zygotes(self._stop) as zygotes:
            scratch_or_none = None if session.in_place else scratch
            bot = BotUnderTest(self._launch, self._game, self._stop, scratch_or_none, zygotes)
            knows_time = self._launch.arena is None or self._launch.arena.is_told
            for each in situations(
                self._game, session.settings, session.seed, limits, knows_time=knows_time
            ):
                found = self._try(bot, each)
                if self._stop or (not self._answers and _has_fault(found)):
                    return False
        return bool(self._answers)

    def _try(self, bot: BotUnderTest, situation: Situation) -> list[Fault]:
        if any(fault.kind == "lives-on" for fault in self._faults):
            situation = msgspec.structs.replace(situation, end_seconds=0.1)
        stage = f"situation {len(self._situations) + 1}: {situation.name}"
        self._log(stage, "")
        dialogue = converse(bot, situation, lambda number: self._log(stage, f", request {number}"))
        self._situations.append(situation.name)
        self._answers += sum(answer.is_reply for answer in dialogue.answers)
        self._times += [each.wall_ms for each in dialogue.answers[1:] if each.wall_ms is not None]
        if not self._answers and dialogue.failure and not self._session.in_place:
            found = self._try_in_place(bot, situation, dialogue)
        else:
            found = list(faults_in(dialogue, self._launch, self._game))
        if not situation.is_required:
            found = [msgspec.structs.replace(fault, level="warning") for fault in found]
        self._faults += found
        return found

    def _try_in_place(
        self, bot: BotUnderTest, situation: Situation, dialogue: Dialogue
    ) -> list[Fault]:
        """The faults of a bot that fails at once; it may need files of the current folder."""
        found = list(faults_in(dialogue, self._launch, self._game))
        if dialogue.failure is None or dialogue.failure.termination not in {"exited", "closed"}:
            return found
        if any(fault.kind == "missing-file" for fault in found):
            return found
        here = msgspec.structs.replace(bot, scratch=None, zygotes=None)
        short = msgspec.structs.replace(situation, rounds=1, pause_ms=0)
        if converse(here, short).answers:
            report = Reporter(self._launch, self._game, situation.name, situation.position.seat)
            return [report.fault("needs-folder", dialogue.failed_round, cause="this folder")]
        return found

    def play(self, session: Session, against: str, folder: Path) -> None:
        """Play the matches against an opponent.

        Raises:
            OutputError: a record could not be written.
        """
        stage = f"matches against {against}"
        self._log(stage, "")
        played = itertools.count(1)

        def begin(_: MatchSpec) -> Watch:
            match, rounds = f", match {next(played)} of {session.matches}", itertools.count()
            return lambda *_: self._log(stage, f"{match}, round {next(rounds)}")

        play_session(
            session,
            folder,
            self._stop,
            begin,
            lambda record, path: self._take(record, path, against),
        )

    def _take(self, record: Record, path: Path | None, against: str) -> None:
        self._matches += 1
        self._faults += faults_in_match(record, self._launch, self._game, against, path)
        for seat, player in enumerate(record.result.players):
            if record.match.players[seat].bot == self._launch.bot:
                self._answers += player.moves

    def diagnosis(self) -> Diagnosis:
        times = sorted(self._times)
        return Diagnosis(
            faults=tuple(without_echoes(merge(self._faults))),
            situations=tuple(self._situations),
            matches=self._matches,
            answers=self._answers,
            median_ms=round(times[len(times) // 2], 3) if times else 0.0,
            most_ms=round(times[-1], 3) if times else 0.0,
        )


def _has_fault(faults: Sequence[Fault]) -> bool:
    return any(fault.level == "fault" for fault in faults)
