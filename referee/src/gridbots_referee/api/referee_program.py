"""Referee program: carries out a request from stdin, and reports its progress on stdout.

It stops at the end of its input, also when its parent process is killed.
"""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from msgspec.structs import replace

from gridbots.errors import GridbotsError, SettingsError
from gridbots_referee.api.messages import (
    Done,
    ErrorMessage,
    LogLine,
    MatchCount,
    MatchRequest,
    Message,
    Written,
    decode_request,
    encode,
)
from gridbots_referee.play.stop import Stop
from gridbots_referee.tournament.run.job import own_pipes
from gridbots_referee.tournament.stats.played import points_of_outcome
from gridbots_referee.tournament.stats.sprt import FIRST, RunningSprt

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.record import Record
    from gridbots_referee.api.messages import Request, TournamentRequest
    from gridbots_referee.tournament.formats.tournament import Fixture
    from gridbots_referee.tournament.run.job import Finished
    from gridbots_referee.tournament.stats.played import VoidMatch

    Send = Callable[[Message], None]


def main() -> None:
    requests, messages = own_pipes()

    def send(message: Message) -> None:
        messages.write(encode(message) + b"\n")

    with Stop() as stop:
        request = decode_request(requests.readline())
        threading.Thread(target=_await_end, args=(requests, stop), daemon=True).start()
        try:
            _play(request, stop, send)
        except GridbotsError as error:
            send(ErrorMessage(type(error).__name__, str(error)))
        except BrokenPipeError:  # the caller is gone
            return
        else:
            send(Done())


def _await_end(requests: BinaryIO, stop: Stop) -> None:
    while requests.read(1):
        pass
    stop.insist(signal.SIGTERM)


def _play(request: Request, stop: Stop, send: Send) -> None:
    if isinstance(request, MatchRequest):
        _play_matches(request, stop, send)
    else:
        _play_tournament(request, stop, send)


def _play_matches(request: MatchRequest, stop: Stop, send: Send) -> None:
    from gridbots_referee.play.isolation.sandbox.sandbox import check_isolation
    from gridbots_referee.play.session import new_session, play_session
    from gridbots_referee.play.warmup import warm_bots

    if request.isolation.level == "sandbox":
        check_isolation(request.isolation)
    session = new_session(
        request.game, request.bots, request.settings, request.time, request.isolation
    )
    for launch in session.launches:
        if launch.needs_terminal:
            raise SettingsError(f"{launch.bot} needs a terminal; play it with `referee run`")
    session = replace(
        session,
        seed=session.seed if request.seed is None else request.seed,
        matches=request.matches,
        in_place=request.in_place,
    )
    warm_bots(session.launches, session.game.name, session.values, _log_with(send))

    def after(_: Record, path: Path | None) -> None:
        if path:
            send(Written(str(path)))

    play_session(session, Path(request.folder), stop, lambda _: None, after)


def _play_tournament(request: TournamentRequest, stop: Stop, send: Send) -> None:
    from gridbots_referee.tournament.run.prepare import local_backend
    from gridbots_referee.tournament.run.resume import check_versions
    from gridbots_referee.tournament.run.runner import run_tournament
    from gridbots_referee.tournament.store.store import Store

    with Store.open(Path(request.store)) as store:
        check_versions(store, new_version=False)
        test = RunningSprt(store.tournament.sprt, store.played()) if store.tournament.sprt else None
        backend = local_backend(store, request.concurrency, _log_with(send))
        backend.template.keep_going = request.keep_going
        run_tournament(store, backend, stop, _ProgressObserver(send, test), test)


def _log_with(send: Send) -> Callable[[str], None]:
    return lambda text: send(LogLine(text))


class _ProgressObserver:
    """Reports how many of the scheduled matches have been played or are void."""

    def __init__(self, send: Send, test: RunningSprt | None) -> None:
        self._send = send
        self._test = test
        self._done = self._all = 0

    def stage_started(self, todo: int, done: int) -> None:
        self._done, self._all = done, todo + done

    def match_finished(self, fixture: Fixture, finished: Finished) -> None:
        outcome = finished.record.result.outcome
        if self._test and outcome:
            points = points_of_outcome(outcome)
            self._test.add(fixture.group, points[fixture.players.index(FIRST)])
        self._count()

    def match_void(self, fixture: Fixture, void: VoidMatch) -> None:  # noqa: ARG002  as its protocol says
        self._count()

    def _count(self) -> None:
        self._done += 1
        self._send(MatchCount(self._done, self._all))

    def heartbeat(self) -> None:
        pass


if __name__ == "__main__":
    main()
