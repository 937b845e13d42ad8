"""Simulated rounds per second of the alpha-beta search, compared with the same search in C++."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Final

import numpy as np
from measure import GAME, PROGRAMS, line, one_core

from gridbots.game import candidates, copy_state, is_over, step
from gridbots.games.light_riders.wire import field_text
from gridbots.search.alphabeta import AlphaBeta

if TYPE_CHECKING:
    from gridbots.game import State

DEPTH: Final = 7
"""Rounds to look ahead in each position."""
POSITIONS: Final = 12
PASSES: Final = 5
WEIGHTS: Final = [float(name == "territory") for name in GAME.features]


def search() -> None:
    """On boards of 16x16 with the evaluation `territory`, the cheapest, so the search dominates."""
    states = [position(seed) for seed in range(POSITIONS)]
    with one_core():
        theirs, reference = cplusplus(states)
        ours, found = numba(states)
    if found != reference:
        sys.exit(f"expected the nodes and values of the C++ search {reference}, got {found}")
    line("rounds searched per CPU second, territory", f"{ours:,.0f}")
    line("the same in C++ (-O3)", f"{theirs:,.0f}")
    line("share of C++", f"{ours / theirs:.2f}", ">= 0.6")


def position(seed: int) -> State:
    """A position after some rounds of random moves to empty cells."""
    draw = np.random.default_rng(seed)
    state = GAME.setup(GAME.make_settings(), seed)
    for _ in range(2 * seed):
        after, mask = copy_state(state), np.zeros(4, np.uint8)
        moves = []
        for seat in range(2):
            candidates(state, seat, mask)
            moves.append(int(draw.choice(np.flatnonzero(mask))))
        step(after, moves)
        if is_over(after):
            break
        state = after
    return state


def numba(states: list[State]) -> tuple[float, list[tuple[int, float]]]:
    """Rounds per second, best of several passes; nodes and value of each position."""
    rates, found = [], []
    for _ in range(1 + PASSES):  # the first loads the compiled code
        seconds, found = 0.0, []
        for state in states:
            searching = AlphaBeta(state.dtype, 2, WEIGHTS)
            searching.start(state, 0)
            began = time.process_time()
            while searching.depth < DEPTH:
                searching.run(1 << 40)
            seconds += time.process_time() - began
            found.append((searching.nodes, searching.value))
        rates.append(sum(nodes for nodes, _ in found) / seconds)
    return max(rates), found


def cplusplus(states: list[State]) -> tuple[float, list[tuple[int, float]]]:
    """The same for the C++ program."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None:
        sys.exit("expected a C++ compiler (g++ or c++) on PATH, found none")
    text = "".join(described(state) for state in states)
    rates, found = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/search"
        source = str(PROGRAMS / "search.cpp")
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        for _ in range(PASSES):
            told = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
            *lines, seconds = told.stdout.splitlines()
            found = [(int(each.split()[0]), float(each.split()[1])) for each in lines]
            rates.append(sum(nodes for nodes, _ in found) / float(seconds))
    return max(rates), found


def described(state: State) -> str:
    """A position in the format of the C++ program."""
    cells = field_text(state).decode().replace(",", "")
    numbers = (state["width"], state["height"], state["rounds"], DEPTH, *state["headings"][:2])
    return " ".join(str(number) for number in numbers) + f" {cells}\n"
