"""Steps of swift to an apple, by tenth of the board, compared with lower bounds.

    python benchmarks/swift_steps.py [--games 16] [candidates=40 samples=0 ...]

The other columns are the rows and columns to the apple; the shortest path while the body moves;
the shortest path on lanes, without safety; and the first safe plan.
"""

from __future__ import annotations

import argparse
from typing import Any, Final

import numpy as np

from gridbots.games.snake.state import WALL
from gridbots.grid import DIRECTIONS, offset
from gridbots.kernel import compiled, kernel
from gridbots.plugins import load_bot, load_game
from gridbots.settings import make_settings, parse_assignments
from gridbots.vector import Batch, generators_for
from gridbots_hamiltonian.swift.plans.candidates import set_horizon
from gridbots_hamiltonian.swift.plans.lanes import NOWHERE
from gridbots_hamiltonian.swift.plans.path_search import FAR, search, usual_costs
from gridbots_hamiltonian.swift.plans.plan import MOST_REPAIRS, NO_LIMIT, find_plan
from gridbots_hamiltonian.swift.plans.trail import lay_trail
from gridbots_hamiltonian.swift.policy import WORK, clear_work, open_memory, policy

SIDE: Final = 30
SEED: Final = 777
TENTHS: Final = 10
UNKNOWN: Final = -1
COLUMNS: Final = ("rows and columns", "shortest", "on lanes", "first plan", "taken")


@kernel
def shortest(state: Any, work: Any, queue: Any, reach: Any) -> int:
    """Steps of the shortest path to the apple while the body moves."""
    stride, apple, head = state["stride"], state["apple"], state["head"]
    reach[:] = UNKNOWN
    reach[head] = 0
    queue[0] = head
    at, count = 0, 1
    while at < count:
        here = queue[at]
        at += 1
        for way in range(len(DIRECTIONS)):
            there = here + offset(way, stride)
            if state["cells"][there] == WALL or reach[there] != UNKNOWN:
                continue
            if work["stamp"][there] <= work["oldest"] - 1 + reach[here]:
                reach[there] = reach[here] + 1
                queue[count] = there
                count += 1
    return int(reach[apple])


@kernel
def measure(states: Any, memory: Any, chosen: Any, found: Any, works: Any) -> None:
    """The first four columns, for the chosen copies."""
    work, row, column = works[0], memory["row"], memory["column"]
    queue, reach = np.zeros(len(work["stamp"]), np.int64), np.zeros(len(work["stamp"]), np.int64)
    for at in chosen:
        state = states[at]
        apple, head = state["apple"], state["head"]
        clear_work(work)
        lay_trail(state, memory, work)
        work["begun"] = work["newest"]
        work["longest"] = NO_LIMIT
        found[at, 0] = abs(row[head] - row[apple]) + abs(column[head] - column[apple])
        found[at, 1] = shortest(state, work, queue, reach)
        usual_costs(work)
        work["inside_cost"] = work["new_cost"] = work["shutting_cost"] = 0
        set_horizon(memory, work, apple, 0)
        search(memory, work, apple, NOWHERE)
        found[at, 2] = work["steps"][apple] if work["due"][apple] < FAR else UNKNOWN
        usual_costs(work)
        is_found = find_plan(memory, work, apple, MOST_REPAIRS)
        found[at, 3] = work["newest"] - work["begun"] if is_found else UNKNOWN


def play(chosen: Any, games: int) -> Any:
    """By apple: length of the snake, and the columns."""
    game = load_game("snake")
    boards = Batch(game, game.make_settings({"width": SIDE, "height": SIDE}), games, SEED)
    generators = generators_for(np.arange(games, dtype=np.uint64))
    memory, works = policy(0).memories(1)[0], np.zeros(1, WORK)
    compiled(open_memory)(boards.states[0], memory)
    states, going = boards.states, np.arange(games)
    found, since = np.full((games, len(COLUMNS)), UNKNOWN), np.zeros(games, np.int64)
    rows, fed = [], going
    while len(going):
        compiled(measure)(states, memory, fed, found, works)
        since[fed] = states["steps"][fed]
        lengths = states["length"].copy()
        while len(going):
            boards.choose(chosen, 0, generators)
            boards.play(copies=going)
            fed = going[states["length"][going] > lengths[going]]
            if len(fed):
                break
        found[fed, -1] = states["steps"][fed] - since[fed]
        rows += [(lengths[at], *found[at]) for at in fed]
        going = going[~boards.finished[going]]
        fed = fed[~boards.finished[fed]]
    return np.array(rows)


def print_table(rows: Any) -> None:
    print(f"| tenth | {' | '.join(COLUMNS)} |")
    print(f"|---:|{'---:|' * len(COLUMNS)}")
    tenths = TENTHS * rows[:, 0] // SIDE**2
    for tenth in range(TENTHS):
        mine = rows[tenths == tenth][:, 1:]
        print(f"| {tenth + 1} | {' | '.join(map(mean_of, mine.T))} |")
    print_excess(rows[(rows[:, 3] != UNKNOWN) & (rows[:, 4] != UNKNOWN)])


def print_excess(rows: Any) -> None:
    """Distribution over apples of the steps of first plans beyond the shortest paths on lanes."""
    excess = np.sort(rows[:, 4] - rows[:, 3])
    dearest = excess[-len(excess) // 10 :]
    print()
    print(
        f"{excess.sum() / rows[:, 4].sum():.0%} of the steps of first plans are beyond these paths"
    )
    print(f"{(excess <= 0).mean():.0%} of the apples have none of them, the dearest tenth has")
    print(f"{dearest.sum() / excess.sum():.0%}, or {dearest.mean():.0f} steps each")


def mean_of(steps: Any) -> str:
    return f"{steps[steps != UNKNOWN].mean():.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description="steps of swift compared with lower bounds")
    parser.add_argument("options", nargs="*", help="options of swift, as name=value")
    parser.add_argument("--games", type=int, default=16)
    told = parser.parse_args()
    kind = load_bot("swift")
    options = make_settings(kind.options, parse_assignments(told.options, "option"))
    if kind.policy is None:
        raise SystemExit("expected swift to have a policy, got none")
    print_table(play(kind.policy(load_game("snake"), options), told.games))


if __name__ == "__main__":
    main()
