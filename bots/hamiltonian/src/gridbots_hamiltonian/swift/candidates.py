"""Many plans for one apple."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gridbots.grid import CAPACITIES
from gridbots.kernel import kernel
from gridbots_hamiltonian.cells import RING
from gridbots_hamiltonian.swift.falling_back import FALLING, fall_back
from gridbots_hamiltonian.swift.judging import worth
from gridbots_hamiltonian.swift.lanes import NOWHERE
from gridbots_hamiltonian.swift.planning import MOST_REPAIRS, find_plan
from gridbots_hamiltonian.swift.searching import FAR, INSIDE, NEW, SHUTTING, STEP, search, walk_to
from gridbots_hamiltonian.swift.trail import add_step, go_back

Record = Any

_SQUARES: Final = (max(CAPACITIES),)

MOST_KEPT: Final = 32
DRAWS: Final = 48
CHOOSING: Final = [
    *FALLING,
    ("banned", "i2", _SQUARES),
    ("tolled", "i2", _SQUARES),
    ("tree_due", "i4", _SQUARES),
    ("tree_steps", "i2", _SQUARES),
    ("tree_previous", "i2", _SQUARES),
    ("best", "f8"),
    ("least", "f8"),
    ("whence", "i4"),
    ("keeping", "i4"),
    ("hopeless", "i4"),
    ("kept_value", "f8", (MOST_KEPT,)),
    ("kept_length", "i4", (MOST_KEPT,)),
    ("kept", "i2", (MOST_KEPT, RING)),
    ("drawn", "i2", (MOST_KEPT, DRAWS)),
]

MODULUS: Final = 2**31 - 1


@kernel
def draw(memory: Record, bound: int) -> int:
    """Park and Miller."""
    memory["chance"] = memory["chance"] * 48271 % MODULUS
    return int(memory["chance"] % bound)


@kernel
def choose_plan(memory: Record, room: Record, apple: int) -> int:
    newest, oldest = room["newest"], room["oldest"]
    calm(room)
    look_ahead(memory, room, apple, 0)
    search(memory, room, apple, NOWHERE)
    room["tree_steps"][:] = room["steps"]
    room["tree_due"][:] = room["due"]
    room["tree_previous"][:] = room["previous"]
    room["best"] = 1e9
    room["whence"] = newest
    room["least"] = 1e9
    room["keeping"] = 0
    memory["planned"] = 0
    for number in range(memory["candidates"] + 1):
        calm(room)
        room["hopeless"] = 1 << 30
        if number > 0:
            vary(memory, room)
            look_ahead(memory, room, apple, memory["planned"])
            if room["best"] < 1e9:
                room["hopeless"] = int(room["best"] - room["least"] + memory["slack"])
            if not start_aside(memory, room, apple):
                continue
        memory["tried"] += 1
        if find_plan(memory, room, apple, MOST_REPAIRS if number == 0 else memory["repairs"]):
            length = room["newest"] - newest
            if length <= memory["squares"]:
                memory["sound"] += 1
                consider(memory, room, length, number)
        go_back(memory, room, newest, oldest)
    calm(room)
    room["horizon"] = 0
    if memory["planned"] == 0:
        memory["fallbacks"] += 1
        return fall_back(memory, room, apple)
    if memory["rollouts"] > 0 and room["keeping"] > 1:
        roll_out(memory, room)
        go_back(memory, room, newest, oldest)
    return int(memory["planned"])


@kernel
def look_ahead(memory: Record, room: Record, apple: int, steps: int) -> None:
    room["horizon"] = 0
    if memory["far_sighted"] > 0:
        head = room["trail"][room["newest"]]
        least = abs(memory["row"][head] - memory["row"][apple]) + abs(memory["column"][head] - memory["column"][apple])
        if memory["far_sighted"] > 1 and steps > least:
            least += draw(memory, steps - least + 1)
        room["horizon"] = room["oldest"] - 2 + least


@kernel
def consider(memory: Record, room: Record, length: int, number: int) -> None:
    value = 0.0
    if memory["candidates"] > 0:
        value = worth(memory, room)
        room["least"] = min(room["least"], value)
    value += length
    if memory["rollouts"] > 0:
        keep(memory, room, length, value)
    if value < room["best"]:
        room["best"] = value
        memory["chosen"] += number > 0
        memory["planned"] = length
        first = room["newest"] - length + 1
        for step in range(length):
            memory["plan"][step] = room["trail"][first + step]


@kernel
def keep(memory: Record, room: Record, length: int, value: float) -> None:
    """Keep this plan if it is among the best ones; equal ones once."""
    count, slot = room["keeping"], 0
    for at in range(count):
        if room["kept_value"][at] == value and room["kept_length"][at] == length:
            return
    if count < memory["finalists"]:
        slot = count
        room["keeping"] = count + 1
    else:
        for at in range(count):
            if room["kept_value"][at] > room["kept_value"][slot]:
                slot = at
        if room["kept_value"][slot] <= value:
            return
    room["kept_value"][slot] = value
    room["kept_length"][slot] = length
    first = room["newest"] - length + 1
    for step in range(length):
        room["kept"][slot, step] = room["trail"][first + step]


@kernel
def roll_out(memory: Record, room: Record) -> None:
    newest, oldest = room["newest"], room["oldest"]
    drawn = room["drawn"]
    room["hopeless"] = 1 << 30
    samples = memory["rollouts"]
    for sample in range(samples):
        for turn in range(DRAWS):
            drawn[sample, turn] = room_square(memory)
    best = 1e9
    chosen = 0
    for at in range(room["keeping"]):
        length = room["kept_length"][at]
        if room["kept_value"][at] > room["best"] + memory["behind"]:
            continue
        for step in range(length):
            add_step(memory, room, room["kept"][at, step])
        room["oldest"] += length - 1
        value = (1.0 - memory["trust"]) * room["kept_value"][at] + memory["trust"] * (length + rolled(memory, room))
        go_back(memory, room, newest, oldest)
        if value < best:
            best = value
            chosen = at
    memory["rolled"] += room["kept_value"][chosen] != room["best"]
    memory["planned"] = room["kept_length"][chosen]
    for step in range(memory["planned"]):
        memory["plan"][step] = room["kept"][chosen, step]


@kernel
def rolled(memory: Record, room: Record) -> float:
    newest, oldest = room["newest"], room["oldest"]
    total = 0.0
    count = 0
    for sample in range(memory["rollouts"]):
        apple = NOWHERE
        for turn in range(DRAWS):
            square = room["drawn"][sample, turn]
            if room["stamp"][square] < oldest:
                apple = square
                break
        if apple == NOWHERE:
            continue
        count += 1
        total += cost_of_next(memory, room, apple)
    return total / count if count > 0 else 0.0


@kernel
def cost_of_next(memory: Record, room: Record, apple: int) -> float:
    newest, oldest = room["newest"], room["oldest"]
    wanted = memory["inner"]
    least = 1e9
    memory["planned"] = 0
    look_ahead(memory, room, apple, 0)
    for attempt in range(memory["attempts"]):
        calm(room)
        if attempt > 0:
            vary(memory, room)
            if draw(memory, 100) < memory["aside"]:
                goal = near(memory, room, apple)
                if goal != NOWHERE and search(memory, room, apple, goal):
                    walk_to(memory, room, goal)
        if find_plan(memory, room, apple, 0):
            least = min(least, room["newest"] - newest + memory["discount"] * worth(memory, room))
            go_back(memory, room, newest, oldest)
            wanted -= 1
            if wanted == 0:
                break
        else:
            go_back(memory, room, newest, oldest)
    if wanted == memory["inner"]:
        calm(room)
        least = memory["squares"]
        if find_plan(memory, room, apple, MOST_REPAIRS):
            least = room["newest"] - newest + memory["discount"] * worth(memory, room)
            go_back(memory, room, newest, oldest)
    return least


@kernel
def room_square(memory: Record) -> int:
    width = memory["stride"] - 2
    place = draw(memory, memory["squares"])
    return int((place // width + 1) * memory["stride"] + place % width + 1)


@kernel
def calm(room: Record) -> None:
    room["inside_cost"], room["new_cost"], room["shut_cost"] = INSIDE, NEW, SHUTTING
    room["mask"] = room["shift"] = 0


@kernel
def vary(memory: Record, room: Record) -> None:
    if draw(memory, 100) < memory["varied"]:
        room["inside_cost"] = draw(memory, 11)
        room["new_cost"] = draw(memory, 51)
        room["shut_cost"] = draw(memory, 11)
    if draw(memory, 100) < memory["loud"]:
        room["mask"] = 7 if draw(memory, 2) == 0 else 15
        room["shift"] = draw(memory, 4096)


@kernel
def start_aside(memory: Record, room: Record, apple: int) -> bool:
    """Walk to a random square near the head."""
    planned = memory["planned"]
    if planned > 1 and draw(memory, 100) < memory["prefixes"]:
        kept = 1 + draw(memory, planned - 1)
        for step in range(kept):
            add_step(memory, room, memory["plan"][step])
        room["oldest"] += kept
        goal = near(memory, room, apple)
        if goal == NOWHERE or not search(memory, room, apple, goal):
            return True
        walk_to(memory, room, goal)
        return True
    if draw(memory, 100) >= memory["aside"]:
        return True
    for _ in range(10):
        goal = near(memory, room, apple)
        if goal != NOWHERE and room["tree_due"][goal] < FAR:
            room["steps"][:] = room["tree_steps"]
            room["previous"][:] = room["tree_previous"]
            walk_to(memory, room, goal)
            return True
    return False


@kernel
def near(memory: Record, room: Record, apple: int) -> int:
    here = room["trail"][room["newest"]]
    radius = 1 + draw(memory, memory["farthest"])
    row = memory["row"][here] + draw(memory, 2 * radius + 1) - radius
    column = memory["column"][here] + draw(memory, 2 * radius + 1) - radius
    height, width = memory["span"] // memory["stride"] - 2, memory["stride"] - 2
    if row < 0 or column < 0 or row >= height or column >= width:
        return NOWHERE
    square = (row + 1) * memory["stride"] + column + 1
    if square == here or square == apple:
        return NOWHERE
    return int(square)
