"""Tree of chambers of a territory on bitboards: what `space.explore` finds, from fewer cells.

The eight cells around a cell show whether it may be a door: if its free neighbours are connected
among them, it is not a door (1). Without these suspects, the rest of a territory splits into rooms,
which are connected and have no doors, so each lies within one chamber (2). The articulation points
are found in a small graph of the head, the suspects and the rooms, where a room is never a door.
By (1) and (2) they are those of the territory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from gridbots.kernel import kernel
from gridbots.space import NO_CHAIN, chain_of, most_steps, steps_of
from gridbots.space.bitboards import (
    BOARD,
    ROWS,
    WORDS,
    bit_count,
    bit_of,
    even_cells,
    neighbours,
    wave_of,
    word_of,
)

if TYPE_CHECKING:
    from gridbots.space import Array, Record

MOST_NODES: Final = 62
"""Of the graph: sets of nodes are words, too."""
HEAD: Final = 0
"""The node of the head."""
TOO_MANY: Final = -1
"""In place of the steps: the graph has more nodes."""

_BITS: Final = 16
_EACH: Final = (1 << _BITS) - 1
_FRONTS: Final = 2 * _BITS

_NODES: Final = ("i8", (MOST_NODES + 2,))

CHAMBERS: Final = np.dtype(
    [
        ("land", *BOARD),  # the territory and its head
        ("suspects", *BOARD),  # cells that may be doors
        ("rooms", *BOARD),  # the other cells of the territory that are in no node yet
        ("room", *BOARD),
        ("others", *BOARD),  # free cells outside of the territory
        ("front", *BOARD),  # cells of the territory beside those
        ("even", *BOARD),  # all cells of the head's colour
        # Of each node:
        ("cell", *_NODES),  # of the head and of suspects, and where it is on a board
        ("word", *_NODES),
        ("bit", *_NODES),
        ("adjacent", *_NODES),  # nodes, a bit each
        ("cells", *_NODES),  # in 16 bits each: cells of even wave, of odd wave, at the front
        ("order", *_NODES),  # when it was visited, from 1
        ("low", *_NODES),  # earliest order among neighbours of it and of the nodes below it
        ("parent", *_NODES),
        ("sums", *_NODES),  # cells of the nodes visited before it and not yet in a chamber
        ("chain", *_NODES),  # the best behind a door at or below it, in the same chamber
    ]
)


@kernel
def chain_steps(territory: Array, head: int, stride: int, boards: Record, chambers: Record) -> int:
    """Steps of the best chain of chambers of a territory, after `spread_bits`; or TOO_MANY."""
    suspects = _set_out(territory, head, stride, boards, chambers)
    if suspects >= MOST_NODES:
        return TOO_MANY
    _number_suspects(head, stride, chambers)
    nodes = _number_rooms(1 + suspects, stride, chambers)
    if nodes > MOST_NODES:
        return TOO_MANY
    return _search_chains(1 + suspects, boards, chambers)


@kernel
def _set_out(territory: Array, head: int, stride: int, boards: Record, chambers: Record) -> int:
    """Fill the boards; return the number of suspects."""
    land, others, even = chambers["land"], chambers["others"], chambers["even"]
    for word in range(WORDS + 2):
        land[word] = territory[word]
        others[word] = boards["free"][word] & ~territory[word]
        chambers["suspects"][word] = 0
        chambers["room"][word] = 0
    land[word_of(head, stride)] |= bit_of(head, stride)
    count, mask = 0, (1 << ROWS * stride) - 1
    is_odd = (head // stride + head % stride) & 1
    for word in range(1, WORDS + 1):
        even[word] = even_cells(word, stride) ^ mask * is_odd
        found = _suspects(land, word, stride) & territory[word]
        count += bit_count(found)
        chambers["suspects"][word] = found
        chambers["rooms"][word] = territory[word] & ~found
        chambers["front"][word] = neighbours(others, word, stride) & territory[word]
    return count


@kernel
def _suspects(land: Array, word: int, stride: int) -> int:
    """The cells of a word with two neighbours on the board that are not joined around them."""
    mask = (1 << ROWS * stride) - 1
    up = (land[word] << stride | land[word - 1] >> 2 * stride) & mask
    down = (land[word] >> stride | land[word + 1] << 2 * stride) & mask
    left, right = land[word] << 1, land[word] >> 1
    up_right, right_down = up & right & up >> 1, right & down & down >> 1
    down_left, left_up = down & left & down << 1, left & up & up << 1
    by_right, by_left = up_right & right_down, down_left & left_up
    found = up & down & ~by_right & ~by_left
    found |= left & right & ~(left_up & up_right) & ~(down_left & right_down)
    found |= up & right & ~up_right & ~(by_left & right_down)
    found |= right & down & ~right_down & ~(by_left & up_right)
    found |= down & left & ~down_left & ~(by_right & left_up)
    found |= left & up & ~left_up & ~(by_right & down_left)
    return found  # type: ignore[no-any-return]


@kernel
def _number_suspects(head: int, stride: int, chambers: Record) -> None:
    """Make nodes of the head and of all suspects, and join those that are neighbours."""
    cell, suspects = chambers["cell"], chambers["suspects"]
    cell[HEAD] = head
    chambers["word"][HEAD] = word_of(head, stride)
    chambers["bit"][HEAD] = bit_of(head, stride)
    chambers["adjacent"][HEAD] = 0
    chambers["cells"][HEAD] = 0
    nodes = 1
    for word in range(1, WORDS + 1):
        left = suspects[word]
        while left != 0:
            bit = left & -left
            left ^= bit
            here = (word - 1) * ROWS * stride + bit_count(bit - 1)
            cell[nodes] = here
            chambers["word"][nodes] = word
            chambers["bit"][nodes] = bit
            chambers["adjacent"][nodes] = 0
            chambers["cells"][nodes] = _cells(bit, word, chambers)
            # Neighbours among the nodes before it are at most a row away.
            before = nodes - 1
            while before > 0 and cell[before] >= here - stride:
                if cell[before] == here - stride or cell[before] == here - 1:
                    _join(nodes, before, chambers)
                before -= 1
            apart = abs(here - head)
            if apart in (1, stride):
                _join(nodes, HEAD, chambers)
            nodes += 1


@kernel
def _cells(bits: int, word: int, chambers: Record) -> int:
    """Number of cells of even wave, of odd wave, and at the front."""
    even = bit_count(bits & chambers["even"][word])
    front = int(bits & chambers["front"][word] != 0)
    return even | (bit_count(bits) - even) << _BITS | front << _FRONTS


@kernel
def _join(node: int, other: int, chambers: Record) -> None:
    chambers["adjacent"][node] |= 1 << other
    chambers["adjacent"][other] |= 1 << node


@kernel
def _number_rooms(nodes: int, stride: int, chambers: Record) -> int:
    """Make nodes of all rooms, and join them with suspects and head; the number of all nodes."""
    rooms, room, suspects = chambers["rooms"], chambers["room"], nodes
    for first in range(1, WORDS + 1):
        while rooms[first] != 0:
            if nodes > MOST_NODES:
                return nodes
            _fill_room(first, stride, chambers)
            cells = 0
            for word in range(first, WORDS + 1):
                if room[word] == 0:
                    break
                cells += _cells(room[word], word, chambers)
            chambers["adjacent"][nodes] = 0
            chambers["cells"][nodes] = cells
            for node in range(suspects):
                if neighbours(room, chambers["word"][node], stride) & chambers["bit"][node]:
                    _join(nodes, node, chambers)
            for word in range(first, WORDS + 1):
                rooms[word] &= ~room[word]
                room[word] = 0
            nodes += 1
    return nodes


@kernel
def _fill_room(first: int, stride: int, chambers: Record) -> None:
    """Flood fill from the first cell in this word, in which no earlier word has any."""
    rooms, room = chambers["rooms"], chambers["room"]
    room[first] = rooms[first] & -rooms[first]
    changed = 1
    while changed != 0:
        changed, above = 0, 0
        for word in range(first, WORDS + 1):
            # As `neighbours`, but what was just written is not read again: that takes long.
            here, land = room[word], rooms[word]
            before, beyond = here, above >> 2 * stride | room[word + 1] << 2 * stride
            here |= (here << 1 | here >> 1 | here << stride | here >> stride | beyond) & land
            here |= (here << 1 | here >> 1 | here << stride | here >> stride | beyond) & land
            changed |= before ^ here
            room[word] = here
            above = here
            if here == 0:
                break


@kernel
def _search_chains(first_room: int, boards: Record, chambers: Record) -> int:
    """Articulation points by depth-first search, as in `space.explore`."""
    adjacent, order, parent = chambers["adjacent"], chambers["order"], chambers["parent"]
    low, sums, chain = chambers["low"], chambers["sums"], chambers["chain"]
    order[HEAD], low[HEAD], chain[HEAD] = 1, 1, NO_CHAIN
    here, visited, seen, total = HEAD, 1, 1, 0
    left = adjacent[HEAD]
    while left != 0 or here != HEAD:
        if left != 0:
            there = bit_count((left & -left) - 1)
            visited += 1
            order[there], parent[there], sums[there] = visited, here, total
            low[there] = _earliest(adjacent[there] & seen, visited, order)
            chain[there] = NO_CHAIN
            seen |= 1 << there
            total += chambers["cells"][there]
            here = there
        else:
            up = parent[here]
            if low[here] >= order[up] and up < first_room:
                _close(here, up, total - sums[here], boards, chambers)
                total = sums[here]
            else:
                low[up] = min(low[up], low[here])
                chain[up] = max(chain[up], chain[here])
            here = up
        left = adjacent[here] & ~seen
    return 0 if chain[HEAD] == NO_CHAIN else steps_of(chain[HEAD])


@kernel
def _earliest(nodes: int, visited: int, order: Array) -> int:
    low, left = visited, nodes
    while left != 0:
        bit = left & -left
        left ^= bit
        low = min(low, order[bit_count(bit - 1)])
    return low


@kernel
def _close(here: int, door: int, cells: int, boards: Record, chambers: Record) -> None:
    """Complete a chamber: offer it, and the best chain behind, to its door."""
    chain = chambers["chain"]
    wave = 0 if door == HEAD else wave_of(chambers["word"][door], chambers["bit"][door], boards)
    even, odd = cells & _EACH, cells >> _BITS & _EACH
    steps = most_steps(even, odd) if wave & 1 else most_steps(odd, even)
    chain[door] = max(chain[door], chain_of(steps, wave, 0, cells >> _FRONTS != 0, chain[here]))
