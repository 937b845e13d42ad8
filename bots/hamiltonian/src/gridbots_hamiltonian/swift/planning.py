"""Plans: the cheapest path to the apple, mended until the body is safe after it."""

from __future__ import annotations

from typing import Any, Final

from gridbots.kernel import kernel
from gridbots_hamiltonian.swift.lanes import NOWHERE
from gridbots_hamiltonian.swift.safety import CIRCLE, CUT_OFF, SAFE, closing_step, verdict
from gridbots_hamiltonian.swift.searching import FAR, search, walk_to
from gridbots_hamiltonian.swift.trail import go_back

Record = Any
"""A memory with lanes, or a room."""

MOST_REPAIRS: Final = 400


@kernel
def find_plan(memory: Record, room: Record, apple: int, repairs: int) -> bool:
    """Walk to the apple, in thought, and eat it; whether the body is safe then.

    If not, nothing has been walked.
    """
    newest, oldest = room["newest"], room["oldest"]
    banned = raised = rounds = 0
    found, direct = False, True
    for _ in range(repairs + 1):
        if room["newest"] - newest > memory["squares"]:
            break
        # Where a detour was needed another one may be: then the paths to all squares are wanted.
        search(memory, room, apple, apple if direct else NOWHERE)
        if room["due"][apple] == FAR:
            break
        if room["newest"] - room["whence"] + room["steps"][apple] > room["hopeless"]:
            break
        memory["w1"] += 1
        start, tail = room["newest"], room["oldest"]
        walk_to(memory, room, apple)
        room["oldest"] -= 1  # The tail stays where the apple is eaten.
        judged = verdict(memory, room)
        if judged == SAFE:
            found = room["newest"] - newest <= memory["squares"]
            break
        if judged == CIRCLE:
            closing = closing_step(memory, room)
            square = room["trail"][closing - 1]
            go_back(memory, room, start, tail)
            if closing <= start + 0:
                break
            room["exit"][square] = NOWHERE
            room["path"][banned] = square
            room["banned"][banned] = square
            banned += 1
        else:
            if rounds < memory["tolls"]:
                raised = raise_tolls(memory, room, start, raised)
                go_back(memory, room, start, tail)
                rounds += 1
                continue
            rounds = 0
            go_back(memory, room, start, tail)
            memory["w2"] += 1
            if direct:
                search(memory, room, apple, NOWHERE)
            direct = False
            lost = nearest_cut_off(memory, room, apple)
            if lost == NOWHERE:
                break
            walk_to(memory, room, lost)
    for number in range(raised):
        room["toll"][room["tolled"][number]] = 0
    for number in range(banned):
        square = room["banned"][number]
        room["exit"][square] = memory["outside"][square]
    if not found:
        go_back(memory, room, newest, oldest)
    return found


@kernel
def nearest_cut_off(memory: Record, room: Record, apple: int) -> int:
    """The square that is cheapest to reach, of those that the last verdict found cut off."""
    due, cell, joined = room["due"], memory["cell"], room["joined"]
    nearest, least = NOWHERE, FAR
    for square in range(memory["span"]):
        if due[square] < least and joined[cell[square]] != room["check"]:
            if square != apple and square != room["trail"][room["newest"]]:
                nearest, least = square, due[square]
    return nearest


@kernel
def raise_tolls(memory: Record, room: Record, start: int, raised: int) -> int:
    inside, outside, cell, joined = memory["inside"], memory["outside"], memory["cell"], room["joined"]
    trail, check = room["trail"], room["check"]
    for number in range(start + 1, room["newest"] + 1):
        here = trail[number - 1]
        if trail[number] == inside[here] and joined[cell[outside[here]]] != check:
            if room["toll"][here] == 0:
                room["tolled"][raised] = here
                raised += 1
            room["toll"][here] = min(room["toll"][here] + memory["toll"], 100)
    return raised
