"""Match log: what came of each round, from which the rounds of the record are made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from gridbots.record import Round

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game
    from gridbots.record import Note
    from gridbots_referee.play.seat import Seat

V = TypeVar("V")
Entry = tuple[list[int], int, tuple["Note", ...], list["Seat[Any]"], int | None]
"""Moves, the checksum of what was told, notes, the seats that were asked, and the latency in us."""


class MatchLog:
    """An entry for each round; times and overlays are kept by the seats, each time they answer."""

    def __init__(self, game: Game) -> None:
        self._words = dict(enumerate(game.moves))
        self.entries: list[Entry] = []

    def latencies(self) -> list[int]:
        """Those that are known, in us."""
        return [latency for *_, latency in self.entries if latency is not None]

    def last_round(self, seats: Sequence[Seat[Any]]) -> Round | None:
        """The round that was played last; None in the opening."""
        if not self.entries:
            return None
        *_, asked, _ = entry = self.entries[-1]

        def each(field: str) -> tuple[Any, ...]:
            lines = [getattr(seat, field) if seat in asked else (None,) for seat in seats]
            return tuple(line[-1] for line in lines)

        return self._round(entry, (each("wall"), each("cpu"), each("banks")), each("overlays"))

    def rounds(self, seats: Sequence[Seat[Any]]) -> tuple[Round, ...]:
        """All rounds."""
        wall = self._by_round([seat.wall for seat in seats])
        cpu = self._by_round([seat.cpu for seat in seats])
        banks = self._by_round([seat.banks for seat in seats])
        overlays = self._by_round([seat.overlays for seat in seats])
        return tuple(
            self._round(entry, times, told)
            for entry, told, times in zip(
                self.entries, overlays, zip(wall, cpu, banks, strict=True), strict=True
            )
        )

    def _round(self, entry: Entry, times: tuple[Any, Any, Any], overlays: tuple[Any, ...]) -> Round:
        moves, checksum, notes, _, latency = entry
        words = tuple(map(self._words.get, moves))
        return Round(words, checksum, *times, notes, overlays if any(overlays) else (), latency)

    def _by_round(self, values: Sequence[Sequence[V | None]]) -> list[tuple[V | None, ...]]:
        """Each seat's values, one per time it was asked, as a row of all seats per round."""
        if all(len(each) == len(self.entries) for each in values):
            return list(zip(*values, strict=True))  # all were asked in every round
        left = [iter(each) for each in values]
        nothing: list[V | None] = [None] * len(values)
        rows = []
        for *_, asked, _ in self.entries:
            row = nothing.copy()
            for seat in asked:
                row[seat.index] = next(left[seat.index])
            rows.append(tuple(row))
        return rows
