"""Searches of Paper.io: nodes and CPU time, compared with the CS221 paper's program."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from measure import line, one_core

from gridbots.bot.runner import make_policy
from gridbots.game import candidates, copy_state, evaluate, step
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_bot, load_game
from gridbots.search.core import NOBODY
from gridbots.search.minimax import Minimax, SearchVariant
from gridbots.vector import Batch, generators_for
from gridbots_minimax.paperio.agent import plan_of
from gridbots_minimax.paperio.decision import ORDER
from gridbots_minimax.paperio.end_values import end_value
from gridbots_minimax.paperio.options import Options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State

PUBLISHED_MS: Final = {1: 0.352, 2: 3.88, 3: 24.8, 4: 159, 5: 1009, 6: 5595}
"""Milliseconds of the program's alpha-beta for a search, by own moves ahead: half as many plies.

In the same order the paper's Table 1 has 0.376, 3.46, 17.19, 141, 982 and 4452."""
PLAIN_MS: Final = {
    1: "program: 0.341 ms",
    2: "program: 4.49 ms",
    3: "program: 46.5 ms",
    4: "program: 598 ms",
    5: "paper: 6245 ms",
}
PLAIN_NODES: Final = {1: 17.8, 2: 212, 3: 2370, 4: 25987, 5: 295374}
"""Nodes of plain minimax, and below of the program's alpha-beta: means over other positions."""
PUBLISHED_NODES: Final = {1: 17.3, 2: 175, 3: 1203}
CLAIMS: Final = {
    1: "",
    2: "<= 0.0129 ms, 1/300",
    3: "<= 0.0827 ms, 1/300",
    4: "<= 0.53 ms, 1/300",
    5: "",
    6: "< 60 ms",
}
MATCHES: Final = 60
SEARCHED: Final = {1: 300, 2: 300, 3: 300, 4: 100, 5: 30, 6: 10}
"""Positions to search, by own moves ahead."""
COUNTED: Final = {1: 300, 2: 300, 3: 150, 4: 40, 5: 10}
BY_PROGRAM: Final = 40
"""Positions in which the nodes of the program's alpha-beta are counted."""
PASSES: Final = 5


def paperio_search() -> None:
    """Table 1 of the paper: the program's pure evaluation on 7x7, moves in turn, all visible.

    Positions are from matches of the program's agent that looks one own move ahead (two plies)
    against itself; so were those of the published figures, but they are not the same. A node is a
    position, the root among them. The CPU time is that of one call from Python.
    """
    positions = sample()
    cut, plain = search(positions[0], cuts=True), search(positions[0], cuts=False)
    with one_core():
        for depth, count in SEARCHED.items():
            took = min(cpu_ms(cut, positions[:count], depth) for _ in range(PASSES))
            what = f"paperio 7x7, minimax {depth} moves deep, CPU per search"
            line(what, f"{took:.4f} ms", CLAIMS[depth] or f"program: {PUBLISHED_MS[depth]} ms")
            line("    nodes", shown(nodes_of(cut, positions[:count], depth)))
        for depth, count in COUNTED.items():
            took = cpu_ms(plain, positions[:count], depth)
            what = f"paperio 7x7, plain minimax {depth} moves deep, CPU per search"
            line(what, f"{took:.4f} ms", PLAIN_MS[depth])
            nodes = nodes_of(plain, positions[:count], depth)
            line("    nodes", shown(nodes), f"published: {PLAIN_NODES[depth]:,}")
    for depth, told in PUBLISHED_NODES.items():
        nodes = [strict_nodes(state, depth) for state in positions[:BY_PROGRAM]]
        what = f"paperio 7x7, the program's alpha-beta {depth} moves deep, nodes"
        line(what, shown(nodes), f"published: {told:,}")


def search(state: State, *, cuts: bool) -> Minimax:
    variant = SearchVariant(
        exact="best" if cuts else "values", terminal_value=end_value, preference=ORDER
    )
    return Minimax(state.dtype, 2, weights(state), variant)


def weights(state: State) -> list[float]:
    plan = plan_of(Options(evaluation="pure"), state.dtype, averages=False)
    found: list[float] = plan["search"][0]["weights"].tolist()
    return found


def sample() -> list[State]:
    """The positions of some matches, shuffled."""
    game, kind = load_game("paperio"), load_bot("minimax")
    values = {"depth": 1, "evaluation": "pure", "memory": "frozen", "belief": "last"}
    agent = make_policy(kind, "minimax", game, values)
    boards = Batch(game, game.make_settings({"order": "alternating"}), MATCHES, seed=1)
    streams = [generators_for(np.arange(MATCHES, dtype=np.uint64) + 1000 * seat) for seat in (1, 2)]
    going, found = np.ones(MATCHES, np.bool_), []
    while going.any():
        found += [copy_state(boards.states[at]) for at in np.flatnonzero(going)]
        for seat, generators in enumerate(streams):
            boards.choose(agent, seat, generators)
        boards.play(copies=np.flatnonzero(going))
        going &= ~boards.finished
    random.Random(1).shuffle(found)  # noqa: S311  no secret
    return found


def cpu_ms(searching: Minimax, positions: Sequence[State], depth: int) -> float:
    searching.search(positions[0], int(positions[0]["mover"]), 1)
    movers = [int(state["mover"]) for state in positions]
    began = time.process_time()
    for state, mover in zip(positions, movers, strict=True):
        searching.search(state, mover, 2 * depth)
    return 1000 * (time.process_time() - began) / len(positions)


def nodes_of(searching: Minimax, positions: Sequence[State], depth: int) -> list[int]:
    counts = []
    for state in positions:
        searching.search(state, int(state["mover"]), 2 * depth)
        counts.append(searching.nodes + 1)
    return counts


def shown(nodes: list[int]) -> str:
    """Mean and standard error."""
    return f"{np.mean(nodes):,.1f} +- {np.std(nodes) / len(nodes) ** 0.5:,.1f}"


def strict_nodes(state: State, depth: int) -> int:
    """Positions that the program's alpha-beta reaches.

    It prunes a branch only if a value lies strictly outside the window, and tries moves in a
    fixed order.
    """
    seen, own = [0], np.array(weights(state))
    seat = int(state["mover"])

    def value(position: State, left: int, alpha: float, beta: float) -> float:
        seen[0] += 1
        mover = int(position["mover"]) if left > 0 else NOBODY
        found = float(end_value(position, seat, mover, 0, left))
        if not np.isnan(found):
            return found
        if left == 0:
            return float(evaluate(position, seat, own))
        best = -np.inf if mover == seat else np.inf
        for after in following(position, mover):
            found = value(after, left - 1, alpha, beta)
            if mover == seat:
                best = max(best, found)
                alpha = max(alpha, best)
            else:
                best = min(best, found)
                beta = min(beta, best)
            if alpha > beta:
                return best
        return best

    value(state, 2 * depth, -np.inf, np.inf)
    return seen[0]


def following(position: State, mover: int) -> list[State]:
    mask: Any = np.zeros(16, np.uint8)
    candidates(position, mover, mask)
    found = []
    for move in ORDER:
        if mask[move]:
            after = copy_state(position)
            step(after, [move if seat == mover else NO_MOVE for seat in range(2)])
            found.append(after)
    return found
