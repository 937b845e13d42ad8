"""Compiled execution: matches in chunks, each chunk as one batch."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from gridbots.bot.runner import make_policy
from gridbots.errors import SettingsError
from gridbots.kernel import has_numba
from gridbots.plugins import load_bot
from gridbots.vector import WIDTH, play_matches

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game
    from gridbots_referee.experiments.ledger import Ledger
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.session import Session
    from gridbots_referee.play.stop import Stop

FIRST_CHUNK: Final = 16
"""Compiled matches that are played before it is known how long one takes."""
CHUNK_SECONDS: Final = 0.5
"""A chunk of compiled matches takes at least so long, if there are as many."""
LONGEST_SECONDS: Final = 10.0
"""Nor much longer than this: nothing is told, and Ctrl-C waits, meanwhile. Between the two it stays
as it is: in a smaller one each match would bear more of the cost of a round, which all share."""


def play_compiled(
    session: Session, stop: Stop, on_progress: Callable[[int], None], ledger: Ledger
) -> None:
    game, policies = session.game, _policies(session)
    plain = not has_numba()  # the same matches, slowly
    done, size = ledger.matches, FIRST_CHUNK
    play_matches(game, session.settings, policies, 1, session.seed, plain=plain)  # compiles
    on_progress(done)
    while done < session.matches and not stop:
        began = time.monotonic()
        count = min(size, session.matches - done)
        played = play_matches(
            game,
            session.settings,
            policies,
            count,
            session.seed,
            first=done,
            rotates=session.rotates,
            plain=plain,
        )
        ledger.add(played)
        done += count
        size = _next_size(size, time.monotonic() - began)
        on_progress(done)


def _next_size(size: int, seconds: float) -> int:
    if seconds < CHUNK_SECONDS:
        return min(2 * size, WIDTH)
    return max(size // 2, 1) if seconds > LONGEST_SECONDS else size


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
