"""Cost of a move over HTTP: matches of four Battlesnake servers, by one referee."""

from __future__ import annotations

import resource
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import Final, Self

from measure import PROGRAMS, line

from gridbots.limits import Limits
from gridbots.plugins import installed_bots, load_game
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import find_bot
from gridbots_referee.play.match import play
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.stop import Stop
from gridbots_referee.play.transport.zygote import Zygotes

SNAKES: Final = 4
MATCHES: Final = 10


def http() -> None:
    """CPU time of the referee, which asks the servers directly, without their own time."""
    game, installed = load_game("battlesnake"), installed_bots()
    settings = game.make_settings({"seats": SNAKES, "max_rounds": 100})
    with ExitStack() as stack:
        ports = [stack.enter_context(_Server()).port for _ in range(SNAKES)]
        bots = tuple(find_bot(f"http://127.0.0.1:{each}", game.name, installed) for each in ports)
        stop, scratch = Stop(), Scratch()
        stack.callback(stop.close)
        stack.callback(scratch.end)
        zygotes = stack.enter_context(Zygotes(stop))
        moves, referee, began = 0, 0.0, 0.0
        for seed in range(MATCHES + 1):
            spec = MatchSpec(f"h{seed}", game, settings, seed, bots, Limits(timebank_ms=60_000))
            if seed == 1:  # loads code that is not counted
                moves, referee, began = 0, _own_cpu(), time.monotonic()
            for each in play(spec, stop, scratch, zygotes=zygotes).rounds:
                moves += sum(wall is not None for wall in each.wall_us)
        seconds, referee = time.monotonic() - began, 1e6 * (_own_cpu() - referee)
    line("CPU of the referee for a move over HTTP", f"{referee / moves:.0f} us", "<= 180 us")
    line(f"matches of {SNAKES} snakes over HTTP, servers here too", f"{MATCHES / seconds:.1f} /s")
    line("moves in them", f"{moves / seconds:,.0f} /s")


class _Server:
    """A snake of `snake_server.py` on a free port."""

    def __enter__(self) -> Self:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = int(probe.getsockname()[1])
        words = [sys.executable, "-S", "-E", str(PROGRAMS / "snake_server.py"), str(self.port)]
        self._process = subprocess.Popen(words)
        # All other children of this process end with the match.
        process_tree.spared.add(self._process.pid)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()


def _own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
