"""Compiled execution: matches in chunks, each chunk as one batch on each core."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from gridbots.bot.runner import make_policy
from gridbots.errors import SettingsError
from gridbots.kernel import has_numba
from gridbots.plugins import load_bot
from gridbots.vector import WIDTH, play_matches
from gridbots_referee.experiments.all_cores import AllCores
from gridbots_referee.play.cores import cores

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game
    from gridbots.vector import Outcomes
    from gridbots_referee.experiments.ledger import Ledger
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.session import Session
    from gridbots_referee.play.stop import Stop

FIRST_CHUNK: Final = 2
"""Compiled matches that are played before it is known how long one takes."""
CHUNK_SECONDS: Final = 2.0
"""A chunk of compiled matches takes at least so long, if there are as many: at its end some cores
wait for the others."""
LONGEST_SECONDS: Final = 10.0
"""Nor much longer than this: nothing is told, and Ctrl-C waits, meanwhile. Between the two it stays
as it is: in a smaller one each match would bear more of the cost of a round, which all share."""


def play_compiled(
    session: Session, stop: Stop, on_progress: Callable[[int], None], ledger: Ledger
) -> None:
    policies, plain = _policies(session), not has_numba()  # the same matches, slowly

    def play(numbers: range) -> Outcomes:
        return play_matches(
            session.game,
            session.settings,
            policies,
            len(numbers),
            session.seed,
            first=numbers.start,
            rotates=session.rotates,
            plain=plain,
        )

    play(range(1))  # compiles
    all_cores, done, size = AllCores(), ledger.matches, FIRST_CHUNK
    on_progress(done)
    while done < session.matches and not stop:
        began = time.monotonic()
        chunk = range(done, min(done + size, session.matches))
        ledger.add(all_cores.play(play, chunk))
        done = chunk.stop
        size = _next_size(size, time.monotonic() - began, len(cores()))
        on_progress(done)


def _next_size(size: int, seconds: float, parts: int) -> int:
    """How many matches are played next, after so many that took so long; one for each part."""
    if seconds < CHUNK_SECONDS:
        size = min(2 * size, WIDTH * parts)
    elif seconds > LONGEST_SECONDS:
        size //= 2
    return max(size, parts)


def _policies(session: Session) -> list[Any]:
    policies = [policy_of(launch, session.game) for launch in session.launches]
    for launch, policy in zip(session.launches, policies, strict=True):
        if policy is None:
            raise SettingsError(f"{launch.bot!r} offers no policy, so it cannot be played compiled")
    return policies


def policy_of(launch: Launch, game: Game) -> Any:
    """The decision of a bot as a kernel; None where it offers none for this game."""
    kind = load_bot(launch.plugin)
    return make_policy(kind, launch.plugin, game, launch.values)
