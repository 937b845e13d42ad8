"""Core of the searches: one loop over an explicit ply stack, for all of their variants.

Alpha-beta, minimax, expectimax and max-n differ in a few kernels (`ply_stack.Kernels`), which are
part of the type of the search record. `search.alphabeta` and `search.minimax` define the results
and have classes for Python. Compiled code, such as a bot's policy, uses these kernels: set the
searching seat and the state at the root, then `begin` and `run`. Without recursion, and with all
plies in an array, a search can stop after any number of nodes and resume later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gridbots.game import candidates, step, step_seat
from gridbots.grid import NO_MOVE
from gridbots.kernel import call, inlined_kernel, kernel
from gridbots.search.backup import expected, forget_answers, take_value
from gridbots.search.ply_stack import (
    BEST,
    EVERYBODY,
    FIRST,
    MOST_PLIES,
    NOBODY,
    UNLIMITED,
    VALUES,
    is_decided,
    next_chooser,
    order_seats,
    own_or_next,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Record

__all__ = [
    "BEST", "EVERYBODY", "FIRST", "MOST_PLIES", "NOBODY", "UNLIMITED", "VALUES", "begin",
    "expected", "first_chooser", "run",
]  # fmt: skip


@kernel
def begin(search: Record, limit: int) -> None:
    """Open the root for a search of `limit` rounds; its state and the searching seat are set."""
    plies = search["plies"]
    search["nodes"] = 0
    search["cut_short"] = 0
    search["ply"] = NOBODY
    search["values"][:] = np.nan
    for index in range(min(len(plies), limit * search["seats"])):
        plies[index]["best_move"] = NO_MOVE
    arrive(search, 0, 0, limit, first_chooser(search))


@kernel
def first_chooser(search: Record) -> int:
    """The seat that chooses first at the root: an opponent only if it has a move."""
    order_seats(search)
    state = search["states"][0]
    if not search["others_first"]:
        return own_or_next(search, state)
    seat = next_chooser(search, state, search["seat"])
    while (
        seat != NOBODY and call(search["order_moves"], search, state, seat, search["plies"][0]) == 0
    ):
        seat = next_chooser(search, state, seat)
    return int(search["seat"]) if seat == NOBODY else seat


@kernel
def run(search: Record, nodes: int) -> bool:
    """Continue until the search is finished or has reached `nodes` more positions.

    Returns:
        Whether the search is finished.
    """
    stop = search["nodes"] + nodes
    while search["ply"] >= 0:
        ply = search["plies"][search["ply"]]
        is_cut = ply["alpha"] >= ply["beta"] and search["ply"] > 0
        if is_cut or ply["tried"] == ply["moves"]:
            close_ply(search, ply)
        elif search["nodes"] < stop:
            ply["tried"] += 1
            call(search["play"], search, ply, ply["order"][ply["tried"] - 1])
        else:
            return False
    return True


@inlined_kernel
def play_in_rounds(search: Record, ply: Record, move: int) -> None:  # noqa: ARG001  the ply has it
    """Play the choice of one seat; play the round when all have chosen."""
    states, place = search["states"], ply["place"]
    seat = next_chooser(search, states[place], ply["seat"])
    if seat != NOBODY:
        arrive(search, place, ply["rounds"], ply["left"], seat)
        return
    collect_moves(search, place)
    search["nodes"] += 1
    states[place + 1] = states[place]
    step(states[place + 1], search["joint"])
    seat = own_or_next(search, states[place + 1])
    arrive(search, place + 1, ply["rounds"] + 1, ply["left"] - 1, seat)


@inlined_kernel
def collect_moves(search: Record, place: int) -> None:
    """Write the joint move chosen in the position at this place."""
    index = search["ply"]
    for seat in range(search["seats"]):
        search["joint"][seat] = NO_MOVE
    while index >= 0 and search["plies"][index]["place"] == place:
        ply = search["plies"][index]
        search["joint"][ply["seat"]] = ply["order"][ply["tried"] - 1]
        index -= 1


@inlined_kernel
def play_in_turns(search: Record, ply: Record, move: int) -> None:
    """Play the choice of one seat alone.

    A round is over when the searching seat has moved, or, if it moves first, when all have moved. A
    match that ends earlier leaves the round unfinished.
    """
    states, place, mover = search["states"], ply["place"], ply["seat"]
    search["nodes"] += 1
    states[place + 1] = states[place]
    state = states[place + 1]
    step_seat(state, mover, move)
    left_to_move = place if is_decided(state, search["seat"]) else place + 1
    seat = next_chooser(search, states[left_to_move], mover)
    closes = int(mover == search["seat"] if search["others_first"] else seat == NOBODY)
    if seat == NOBODY:
        seat = own_or_next(search, state)
    arrive(search, place + 1, ply["rounds"] + closes, ply["left"] - closes, seat)


@inlined_kernel
def arrive(search: Record, place: int, rounds: int, left: int, mover: int) -> None:
    """Back up the value of a position, or open a ply for the seat that chooses in it."""
    state = search["states"][place]
    value = call(search["terminal_value"], state, search["seat"], mover, rounds, left)
    if np.isnan(value):
        if left > 0 and mover != NOBODY:
            if not call(search["probe"], search, place):
                open_ply(search, place, rounds, left, mover)
            return
        search["cut_short"] = 1
        value = call(search["evaluate"], search, state, search["seat"])
    elif left == 0 and not is_decided(state, search["seat"]):
        search["cut_short"] = 1  # `terminal_value` has evaluated an undecided position.
    call(search["settle"], search, state, value, rounds)


@inlined_kernel
def settle_value(search: Record, state: State, value: float, rounds: int) -> None:  # noqa: ARG001
    """Back up the value of a leaf for the searching seat."""
    before, after = search["plies"][search["ply"]], search["plies"][search["ply"] + 1]
    if search["ply"] < 0 or not before["answered"]:
        forget_answers(after)
    take_value(search, value, 0)


@inlined_kernel
def open_ply(search: Record, place: int, rounds: int, left: int, mover: int) -> None:
    """Open a new ply with no moves tried."""
    state = search["states"][place]
    before, ply = search["plies"][search["ply"]], search["plies"][search["ply"] + 1]
    search["ply"] += 1
    if mover == search["seat"] and rounds > 0:
        left = call(search["horizon"], state, mover, left)
    ply["seat"] = mover
    ply["place"] = place
    ply["rounds"] = rounds
    ply["left"] = left
    is_root = search["ply"] == 0
    ply["answered"] = not is_root and (before["answered"] or before["seat"] == search["seat"])
    ply["alpha"] = -np.inf if is_root else before["alpha"]
    ply["beta"] = np.inf if is_root else before["beta"]
    ply["value"] = 0.0
    ply["tried"] = 0
    ply["equals"] = 0
    if not ply["answered"]:
        forget_answers(ply)
    if call(search["order_moves"], search, state, mover, ply) == 0:
        ply["order"][0] = NO_MOVE
        ply["moves"] = 1


@inlined_kernel
def in_preference(search: Record, state: State, seat: int, ply: Record) -> int:
    """List the moves of a seat in the given order of preference.

    If the order does not affect the result, the killer move comes first: the best move of the last
    ply with this index.
    """
    candidates(state, seat, ply["mask"])
    order, mask, count, killer = ply["order"], ply["mask"], 0, NO_MOVE
    if search["exact"] == BEST and ply["answered"]:
        killer = ply["best_move"]
    if killer != NO_MOVE and mask[killer]:
        order[count] = killer
        count += 1
    for move in search["order"]:
        if move == NO_MOVE:
            break
        if mask[move] and move != killer:
            order[count] = move
            count += 1
    ply["moves"] = count
    return count


@inlined_kernel
def close_ply(search: Record, ply: Record) -> None:
    """Close the open ply and back up its value."""
    call(search["store"], search, ply)
    value, line = ply["value"], ply["line"]
    if ply["seat"] == search["seat"]:
        line = 0
    elif search["averages"]:
        value /= ply["moves"]
    search["ply"] -= 1
    call(search["take"], search, value, line)


@inlined_kernel
def nothing_known(search: Record, place: int) -> bool:  # noqa: ARG001
    """Probe without a transposition table: always a miss."""
    return False


@inlined_kernel
def store_nothing(search: Record, ply: Record) -> None:
    """Store without a transposition table; killer moves are in the plies."""
