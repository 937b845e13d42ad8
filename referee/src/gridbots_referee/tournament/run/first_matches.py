"""First matches: a run stops if a bot ends before its first answer, in the first match it plays.

Such a bot was probably named or installed wrongly, and all further matches would be the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.errors import VoidError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gridbots.record import PlayerResult

ENDED: Final = {"not-started", "exited", "closed", "memory", "processes", "disk"}
"""Terminations of a bot that ended."""
LINES_SHOWN: Final = 12
"""Number of the last lines of stderr that an error quotes."""


class FirstMatches:
    """The bots that have played a match; `keep_going`: never stop."""

    def __init__(self, known: Iterable[str] = (), *, keep_going: bool = False) -> None:
        self._known = set(known)
        self._keep_going = keep_going

    def fault(self, players: Sequence[PlayerResult], bots: Sequence[str]) -> str:
        """Why a run stops after a match between these bots; empty if it continues."""
        for player, bot in zip(players, bots, strict=True):
            if player.moves:
                self._known.add(bot)
            elif player.termination in ENDED and not (bot in self._known or self._keep_going):
                return _text(player)
        return ""

    def check(self, players: Sequence[PlayerResult], bots: Sequence[str]) -> None:
        """Raise VoidError if the run stops after a match between these bots."""
        if fault := self.fault(players, bots):
            raise VoidError(fault)


def _text(player: PlayerResult) -> str:
    cause = player.detail or player.exit_status or player.termination
    stderr = [f"  {line}" for line in player.stderr.strip().splitlines()[-LINES_SHOWN:]]
    lines = [f"{player.name} ended before its first answer, in its first match: {cause}"]
    if stderr:
        lines += ["The end of its stderr:", *stderr]
    lines.append("Correct it and repeat the command, or use --keep-going to play on.")
    return "\n".join(lines)
