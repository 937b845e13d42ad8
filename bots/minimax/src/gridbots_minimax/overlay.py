"""Search overlay: principal variation, value, depth and nodes, drawn over the board."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from gridbots.grid import DIRECTIONS, NO_MOVE, column_of, row_of
from gridbots.pictures.overlay import Overlay, way, write_overlay
from gridbots.search.ply_stack import DECISIVE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Game
    from gridbots.search.alphabeta import AlphaBeta

MOST_WORDS: Final = 100
"""Most moves of a principal variation."""


class SearchOverlay:
    """Writes the overlays of a seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat

    def write(  # noqa: PLR0913  one parameter for each part
        self,
        head: int,
        stride: int,
        line: Sequence[Sequence[int]],
        *,
        value: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        exact: bool = False,
    ) -> None:
        """Write an overlay to stderr.

        `line` is the principal variation: a joint move for each round, starting with the own move.
        If `head` is -1, no path is drawn. A value that is not finite is omitted, since JSON cannot
        represent it.
        """
        own = [joint[self._seat] for joint in line]
        steps = [move for move in own if 0 <= move < len(DIRECTIONS)]
        write_overlay(
            Overlay(
                path=(way(row_of(head, stride), column_of(head, stride), steps),)
                if head >= 0
                else (),
                value=value if value is not None and math.isfinite(value) else None,
                depth=depth,
                nodes=nodes,
                pv=tuple(self._words(line))[:MOST_WORDS],
                exact=exact,
            )
        )

    def _words(self, line: Sequence[Sequence[int]]) -> list[str]:
        """The moves of a line, starting with the own move in each round."""
        return [
            self._game.moves[move]
            for joint in line
            for move in (*joint[self._seat :], *joint[: self._seat])
            if move != NO_MOVE
        ]


def is_proven(search: AlphaBeta, *, in_turn: bool) -> bool:
    """Whether the value of a search over all seats is the value of the game.

    If all seats move at once, the value is a lower bound, so only a win is proven.
    """
    return search.is_exhausted and (in_turn or search.value > DECISIVE / 2)


def alone(move: int, seat: int, seats: int) -> list[int]:
    """A joint move with the move of one seat only."""
    return [move if each == seat else NO_MOVE for each in range(seats)]
