"""Following a Hamiltonian cycle to the apple, where no plan is sound."""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.lanes import MOST_CELLS, NOWHERE, SIDES
from gridbots_hamiltonian.swift.safety import mark_body

Record = Any
"""A memory with lanes, or a room."""

FALLING: Final = [
    ("waiting", "i2", (SIDES * MOST_CELLS,)),
]
TREES: Final = 20


@kernel
def draw2(memory: Record, bound: int) -> int:
    memory["chance"] = memory["chance"] * 48271 % (2**31 - 1)
    return int(memory["chance"] % bound)


@kernel
def fall_back(memory: Record, room: Record, apple: int) -> int:
    best = 1 << 30
    for _ in range(TREES):
        grow_tree(memory, room)
        length = follow(memory, room, apple, False)
        if length < best:
            best = length
            chance = 0
            follow(memory, room, apple, True)
    return best


@kernel
def follow(memory: Record, room: Record, apple: int, writes: bool) -> int:
    here = room["trail"][room["newest"]]
    count = 0
    while here != apple and count <= memory["squares"]:
        is_out = room["present"][memory["edge"][here]] == room["check"] and memory["outside"][here] != NOWHERE
        here = memory["outside"][here] if is_out else memory["inside"][here]
        if writes:
            memory["plan"][count] = here
        count += 1
    return count


@kernel
def grow_tree(memory: Record, room: Record) -> None:
    """Complete the present edges to a random spanning tree."""
    count = mark_body(memory, room)
    check, joined, waiting = room["check"], room["joined"], room["waiting"]
    beyond, side = memory["beyond"], memory["side"]
    joined[memory["squares"] // SIDES] = check
    open_count = 0
    for at in range(count):
        here = room["cells"][at]
        for way in range(SIDES):
            if joined[beyond[here, way]] != check and room["absent"][side[here, way]] != check:
                waiting[open_count] = here * SIDES + way
                open_count += 1
    while open_count > 0:
        chosen = draw2(memory, open_count)
        branch = waiting[chosen]
        open_count -= 1
        waiting[chosen] = waiting[open_count]
        here, way = branch // SIDES, branch % SIDES
        there = beyond[here, way]
        if joined[there] == check:
            continue
        joined[there] = check
        room["present"][side[here, way]] = check
        for further in range(SIDES):
            if joined[beyond[there, further]] != check and room["absent"][side[there, further]] != check:
                waiting[open_count] = there * SIDES + further
                open_count += 1
