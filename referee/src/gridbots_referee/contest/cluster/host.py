"""What runs within the workers of a Dask cluster: it has matches played beside them.

A match needs a process of its own: signals go to main threads, and a referee ends all strangers
among its children. So each thread of a Dask worker keeps a worker as contests have it on one
machine, a process that plays one match after the other, for as long as a contest lasts. Such a
process leaves when its input ends, hence with the Dask worker, whatever ends that.
"""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
import threading
import weakref
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from distributed import get_worker
from msgspec.structs import replace

from gridbots.errors import GridbotsError
from gridbots.installed import installed_bots
from gridbots_referee.contest.cluster.inventory import Inventory, Needs, differences, inventory
from gridbots_referee.contest.run.cores import cores, share_of
from gridbots_referee.contest.run.job import Broken, Job, Report, decode_job, encode
from gridbots_referee.contest.run.pool import MOST_DEATHS, Worker
from gridbots_referee.play.launch import RUNNER
from gridbots_referee.play.warmup import cold_bots, warm_up

if TYPE_CHECKING:
    from gridbots_referee.play.launch import Launch

NO_RECORD: Final = b""


class Demand(msgspec.Struct, frozen=True):
    """What all matches of a contest ask of the workers that play them."""

    contest: str
    """Tells the contests on a cluster apart."""
    needs: Needs
    expected: Inventory
    """What the organizer has of that."""
    places: dict[str, tuple[int, int]] = {}
    """Address of a Dask worker -> the number of its first thread among those that share its
    machine, and how many these are."""


_lock = threading.Lock()
_welcoming = threading.Lock()
_here: Any = threading.local()
"""Holds the player of each thread."""
_players: weakref.WeakSet[Player] = weakref.WeakSet()
_welcomed: set[str] = set()
"""Contests for which this machine has been found fit, and warm."""
_over: set[str] = set()
"""Contests that have ended."""


class Player:
    """A process that plays the matches of a contest for one thread of this Dask worker."""

    def __init__(self, contest: str, number: int, chosen: set[int], folder: str) -> None:
        self.contest = contest
        self.number = number
        """Among those of this contest, from 0 on."""
        self._folder = Path(tempfile.mkdtemp(prefix="gridbots-records-", dir=folder))
        self._worker = Worker(chosen)
        self._lock = threading.Lock()
        # Called at the latest when the thread ends, or the Dask worker does.
        self.end = weakref.finalize(self, _end, self._worker, self._folder, self._lock)

    def play(self, job: Job) -> tuple[Report, bytes] | None:
        """The report of a match and its packed record; None if the process has ended meanwhile."""
        with self._lock:
            if not self.end.alive:
                return None
            self._worker.give(replace(job, folder=str(self._folder)))
            reports: list[Report] | None = []
            while reports == []:
                reports = self._worker.hear()
            return (reports[0], self._take(reports[0])) if reports else None

    def _take(self, report: Report) -> bytes:
        if isinstance(report, Broken):
            return NO_RECORD
        path = Path(report.path)
        packed = path.read_bytes()
        path.unlink()
        return packed


def _end(worker: Worker, folder: Path, lock: threading.Lock) -> None:
    worker.interrupt()
    with lock:
        worker.end()
    shutil.rmtree(folder, ignore_errors=True)


def play(demand: Demand, text: bytes) -> tuple[bytes, bytes] | None:
    """Play a match: from the text of a job, that of the report, and the packed record.

    A pure function, as far as matches are: what is played again counts once. None if the contest
    has ended meanwhile.

    Raises:
        GridbotsError: this machine is not fit for it.
    """
    _welcome(demand)
    job = decode_job(text)
    job = replace(job, launches=tuple(map(_as_here, job.launches)))
    for _ in range(MOST_DEATHS):
        player = _player(demand)
        if not player:
            return None
        played = player.play(job)
        if played:
            return encode(played[0]), played[1]
        player.end()
    why = f"expected a process that plays it, got {MOST_DEATHS} in a row that ended"
    return encode(Broken(job.fixture.id, why)), NO_RECORD


def _as_here(launch: Launch) -> Launch:
    """Plugin bots are run by the Python of this machine, wherever that is."""
    if not launch.plugin:
        return launch
    return replace(launch, argv=(*RUNNER, *launch.argv[len(RUNNER) :]))


def _player(demand: Demand) -> Player | None:
    """The one of this thread; a new one for a new contest, or where the last has ended.

    None if the contest has ended.
    """
    player: Player | None = getattr(_here, "player", None)
    if player and player.contest == demand.contest and player.end.alive:
        return player
    if player:
        player.end()
    with _lock:
        if demand.contest in _over:
            return None
        dask = get_worker()
        number = _free_number(demand.contest)
        first, of = demand.places.get(dask.address, (0, 0))
        chosen = share_of(first + number, of) if first + number < of else set(cores())
        player = _here.player = Player(demand.contest, number, chosen, dask.local_directory)
        _players.add(player)
    return player


def _free_number(contest: str) -> int:
    taken = {each.number for each in _players if each.contest == contest and each.end.alive}
    return next(number for number in itertools.count() if number not in taken)


def _welcome(demand: Demand) -> None:
    """Before the first match of a contest: whether this machine is fit, and warm.

    Dask workers that come later have not been asked by the organizer.
    """
    with _welcoming:
        if demand.contest in _welcomed:
            return
        problems = differences(demand.expected, inventory(demand.needs))
        if problems:
            raise GridbotsError(f"{get_worker().address}: {'; '.join(problems)}")
        _warm(demand.needs)
        _welcomed.add(demand.contest)


def _warm(needs: Needs) -> dict[str, str]:
    """Compile what would compile on the clock; bot -> what went wrong."""
    cold = cold_bots(needs.launches, installed_bots(), needs.game, needs.values)
    tried = {name: warm_up(name, needs.game, needs.values) for name in cold}
    return {name: problem for name, problem in tried.items() if problem}


async def warm(needs: Needs) -> dict[str, str]:
    """As `_warm`, while the Dask worker goes on answering."""
    return await asyncio.to_thread(_warm, needs)


async def release(contest: str) -> None:
    """A contest has ended: so do its processes, interrupting what they play."""
    _over.add(contest)
    with _lock:
        mine = [each for each in _players if each.contest == contest]
    await asyncio.gather(*(asyncio.to_thread(player.end) for player in mine))
