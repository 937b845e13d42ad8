"""Time that the search of Light Riders takes to a depth, with the full evaluation of `minimax`.

The 100 positions are from matches between searches of 2,000 nodes per move with `chambers` and with
`territory`, before the riders were separated: a seed and the moves of both riders,
round by round. The first rider is to move.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from measure import GAME, line, one_core

from gridbots.game import step
from gridbots.search.alphabeta import AlphaBeta
from gridbots_minimax.light_riders.evaluations import WEIGHTS

if TYPE_CHECKING:
    from gridbots.game import State

FILE: Final = Path(__file__).with_name("riders_positions.txt")
LETTERS: Final = "urdl"
DEPTH: Final = 7
"""Rounds to look ahead in each position."""
SECONDS: Final = 0.12
"""CPU time for the open start."""
PASSES: Final = 3
OPEN_SEED: Final = 1
CHAMBERS: Final = [WEIGHTS["chambers"].get(name, 0.0) for name in GAME.features]


def riders_depth() -> None:
    states = [position(text) for text in FILE.read_text().splitlines()]
    searching = AlphaBeta(states[0].dtype, 2, CHAMBERS)
    with one_core():
        searched_to(searching, states[0], 2)  # loads the compiled code
        found = [to_depth(searching, states) for _ in range(PASSES)]
        plies = 2 * rounds_within(searching, GAME.setup(GAME.make_settings(), OPEN_SEED))
    seconds, nodes = min(found)
    line(f"CPU seconds to depth {DEPTH}, 100 positions of Light Riders", f"{seconds:.3f}")
    line("nodes that it takes", f"{nodes:,}")
    line(f"plies in {SECONDS} CPU s on the open start", f"{plies}", ">= 14")


def position(text: str) -> State:
    """The position of a line: seed, and letters of the moves."""
    seed, _, letters = text.partition(" ")
    state = GAME.setup(GAME.make_settings(), int(seed))
    for first, second in zip(letters[::2], letters[1::2], strict=True):
        step(state, [LETTERS.index(first), LETTERS.index(second)])
    return state


def to_depth(searching: AlphaBeta, states: list[State]) -> tuple[float, int]:
    """CPU seconds and nodes to search all positions to the depth."""
    began, nodes = time.process_time(), 0
    for state in states:
        nodes += searched_to(searching, state, DEPTH)
    return time.process_time() - began, nodes


def searched_to(searching: AlphaBeta, state: State, depth: int) -> int:
    """Search without earlier results; return the nodes."""
    searching.start(state, 0, afresh=True)
    searching.deepen(1 << 40, depth)
    return searching.nodes


def rounds_within(searching: AlphaBeta, state: State) -> int:
    """Rounds ahead of the last finished iteration within the time."""
    searching.start(state, 0, afresh=True)
    began = time.process_time()
    while time.process_time() - began < SECONDS:
        searching.deepen(1000, 1 << 40)
    return searching.depth
