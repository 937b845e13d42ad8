"""Recorded match: its result, its states and its pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots_referee.api.table import Table

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from gridbots.game import State
    from gridbots.record import Record
    from gridbots_referee.jupyter import MatchDisplay

PLAYER_COLUMNS: Final = (
    "name", "place", "score", "termination", "detail", "moves", "warnings", "wall_ms",
    "most_wall_ms", "cpu_ms", "bank_left_ms", "stderr",
)  # fmt: skip
"""Fields of a player's result in the table of players."""


class RecordedMatch:
    """A recorded match; a notebook shows it as a replay."""

    def __init__(self, record: Record, path: Path | None = None) -> None:
        self.record = record
        """The whole record: settings, moves, times, results."""
        self.path = path
        """Of the record, if it was kept."""

    @property
    def game(self) -> str:
        return self.record.match.game

    @property
    def seed(self) -> int:
        return self.record.match.seed

    @property
    def rounds(self) -> int:
        """The number of played rounds."""
        return len(self.record.rounds)

    @property
    def how(self) -> str:
        """How it ended: `rules`, `forfeit`, `void` or `interrupted`."""
        return self.record.result.how

    @property
    def winner(self) -> str | None:
        """The name of the winner; None without one."""
        outcome = self.record.result.outcome
        if outcome is None or outcome.winner is None:
            return None
        return self.record.result.players[outcome.winner].name

    @property
    def players(self) -> Table:
        """A row per seat: result and times of its bot."""
        return Table(
            {
                "seat": seat,
                **{name: getattr(player, name) for name in PLAYER_COLUMNS},
            }
            for seat, player in enumerate(self.record.result.players)
        )

    @property
    def moves(self) -> list[tuple[str | None, ...]]:
        """The joint move of each round, as words of the game."""
        return [each.moves for each in self.record.rounds]

    def states(self) -> Iterator[State]:
        """The states after the opening and after each round, replayed by the rules.

        Raises:
            GridbotsError: the game is not installed, or the record is not of this game.
        """
        from gridbots.game import copy_state
        from gridbots.plugins import load_game
        from gridbots.record.replay import replay

        return map(copy_state, replay(load_game(self.game), self.record))

    def verify(self) -> list[str]:
        """Violations of the rules in the record; empty if it is valid.

        Raises:
            GridbotsError: the game is not installed, or the record is not of this game.
        """
        from gridbots.plugins import load_game
        from gridbots.record.verification import verify

        return verify(load_game(self.game), self.record)

    def report(self) -> str:
        """The report of `referee run`: winner, reason, and details of bots that failed."""
        from gridbots_referee.show.tables.report import report

        return report(self.record, self.path)

    def show(self, height: int | None = None) -> MatchDisplay:
        """The match for display in a notebook, in a frame of this height."""
        from gridbots_referee.jupyter import HEIGHT, MatchDisplay

        return MatchDisplay(self.record, HEIGHT if height is None else height)

    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write the record into a folder; returns its path.

        Raises:
            OSError: it cannot be written.
        """
        from gridbots.record import write

        Path(folder).mkdir(parents=True, exist_ok=True)
        return write(self.record, Path(folder))

    def __repr__(self) -> str:
        return repr(self.show())

    def _repr_html_(self) -> str:
        return self.show()._repr_html_()


def open_record(path: str | os.PathLike[str]) -> RecordedMatch:
    """The match in a file.

        match = referee.open_record("records/20260101-120000-abcdef-1.jsonl.gz")

    Raises:
        RecordError: the file cannot be read or is not a record.
    """
    from gridbots.record import read

    return RecordedMatch(read(Path(path)), Path(path))
