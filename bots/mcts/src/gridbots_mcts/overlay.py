"""Search overlay: value, visits and principal variation, drawn over the board.

A move is drawn where the picture of the game changes by it, the darker the oftener it was tried.
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
"""Of a principal variation."""
MOST_CELLS: Final = 400
"""Of an overlay, so that its line is not too long."""


def write_search_overlay(game: Game, observation: State, search: TreeSearch, move: int) -> None:
    """Write what was found to stderr, before the move."""
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
    """The moves of a line in the order in which they are thought of: the own one first."""
    for joint in line:
        for move in (*joint[seat:], *joint[:seat]):
            if move != NO_MOVE:
                yield game.moves[move]


def shades(
    game: Game, observation: State, search: TreeSearch, visits: dict[int, int]
) -> list[tuple[int, int, float]]:
    """The cells that each move changes, if nobody else moves, with its share of the visits."""
    most, seat = max(visits.values(), default=1), search.seat
    before = cells_of(game.frame(observation, None), seat)
    shaded: dict[tuple[int, int], float] = {}
    for move, count in visits.items():
        for cell in cells_of(picture_after(game, observation, search, move), seat) - before:
            shaded[cell[:2]] = max(shaded.get(cell[:2], 0.0), count / most)
    return [(row, column, round(share, 3)) for (row, column), share in sorted(shaded.items())]


def picture_after(game: Game, observation: State, search: TreeSearch, move: int) -> Frame:
    """The picture after a move of one seat alone."""
    state, seats = copy_state(observation), range(int(search.record["seats"]))
    step(state, [move if each == search.seat else NO_MOVE for each in seats])
    return game.frame(state, game.frame(observation, None))


def cells_of(frame: Frame, seat: int) -> set[tuple[int, int, str, int | None]]:
    """Where heads, bodies and items of a seat, or of nobody, are: what a move puts on the board."""
    return {
        (mark.row, mark.column, mark.kind, mark.seat)
        for mark in frame.marks
        if mark.kind in {"head", "item", "body"}
        and mark.seat in {None, seat}
        and mark.row >= 0
        and mark.column >= 0
    }
