"""Short matches for tests of the referee."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridbots.games.light_riders import GAME
from gridbots.limits import Limits
from gridbots_referee.play.isolation import process_tree
from gridbots_referee.play.isolation.launcher_pool import launcher_pids
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import Launch
from gridbots_referee.play.match import play
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.stop import Stop

if TYPE_CHECKING:
    from gridbots.game import Game
    from gridbots.record import Record
    from gridbots_referee.play.transport.zygote import Zygotes

VILLAINS = Path(__file__).parents[1] / "villains"
LIMITS: dict[str, Any] = {
    "timebank_ms": 800,
    "time_per_move_ms": 200,
    "start_allowance_ms": 700,
}


def own_children() -> set[int]:
    """Children of this process except the launchers, which stay for the next match.

    Those of tests before may end later, so a test asks whether there are no new ones.
    """
    return process_tree.own_children() - launcher_pids()


def villain(name: str, *words: str) -> Launch:
    """A bot of tests/villains; `_honest` is the well-behaved one."""
    program = str(VILLAINS / f"{name}.py")
    return Launch(name=name, bot=name, argv=(sys.executable, "-S", "-E", program, *words))


def command(*argv: str) -> Launch:
    return Launch(name=argv[0], bot=argv[0], argv=argv)


def play_match(
    *bots: Launch,
    game: Game = GAME,
    seed: int = 1,
    settings: dict[str, Any] | None = None,
    zygotes: Zygotes | None = None,
    **limits: Any,
) -> Record:
    has_seats = "seats" in game.settings.__struct_fields__
    values = ({"seats": len(bots)} if has_seats else {}) | (settings or {})
    spec = MatchSpec(
        id="test",
        game=game,
        settings=game.make_settings(values),
        seed=seed,
        launches=bots,
        limits=Limits(**{**LIMITS, **limits}),
    )
    stop = Stop()
    try:
        with Scratch() as scratch:
            return play(spec, stop, scratch, zygotes=zygotes)
    finally:
        stop.close()
