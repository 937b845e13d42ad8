"""Search overlay: value, visits and principal variation, drawn over the board.

A move shades the cells that it changes, the darker the more often it was tried.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.game import copy_state, step
from gridbots.grid import NO_MOVE
from gridbots.pictures.overlay import Overlay, write_overlay

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.game import Game, State
    from gridbots.pictures.frames import Frame
    from gridbots_mcts.tree_search import TreeSearch

MOST_WORDS: Final = 100
"""Most moves of a principal variation."""
MOST_CELLS: Final = 400
"""Most cells of an overlay, to limit the length of its line."""


def write_search_overlay(game: Game, observation: State, search: TreeSearch, move: int) -> None:
    """Write the result of the search to stderr, before the move."""
    visits = search.visits()
    write_overlay(
        Overlay(
            cells=tuple(shades(game, observation, search, visits))[:MOST_CELLS],
            value=search.value(move),
            nodes=int(search.record["rounds"]),
            pv=tuple(words(game, search.seat, search.line(move)))[:MOST_WORDS],
            note=f"{search.rollouts} roll-outs",
        )
    )


def words(game: Game, seat: int, line: Sequence[Sequence[int]]) -> Iterator[str]:
    """The moves of a line, starting with the own move in each round."""
    for joint in line:
        for move in (*joint[seat:], *joint[:seat]):
            if move != NO_MOVE:
                yield game.moves[move]


def shades(
    game: Game, observation: State, search: TreeSearch, visits: dict[int, int]
) -> list[tuple[int, int, float]]:
    """The cells that each move changes if no other seat moves, with the move's share of visits."""
    most, seat = max(visits.values(), default=1), search.seat
    before = cells_of(game.frame(observation, None), seat)
    shaded: dict[tuple[int, int], float] = {}
    for move, count in visits.items():
        for cell in cells_of(picture_after(game, observation, search, move), seat) - before:
            shaded[cell[:2]] = max(shaded.get(cell[:2], 0.0), count / most)
    return [(row, column, round(share, 3)) for (row, column), share in sorted(shaded.items())]


def picture_after(game: Game, observation: State, search: TreeSearch, move: int) -> Frame:
    """The picture after a move of one seat only."""
    state, seats = copy_state(observation), range(int(search.record["seats"]))
    step(state, [move if each == search.seat else NO_MOVE for each in seats])
    return game.frame(state, game.frame(observation, None))


def cells_of(frame: Frame, seat: int) -> set[tuple[int, int, str, int | None]]:
    """Marks that a move of a seat can add: heads, bodies and items of this seat or of no seat."""
    return {
        (mark.row, mark.column, mark.kind, mark.seat)
        for mark in frame.marks
        if mark.kind in {"head", "item", "body"}
        and mark.seat in {None, seat}
        and mark.row >= 0
        and mark.column >= 0
    }
