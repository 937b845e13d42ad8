"""Paper.io: leave your land, draw a trail, come home, and what you went around is yours.

All heads move at once, each to one of four neighbours; there is no staying. Outside its land a head
leaves a trail, and coming home turns the trail, and every hole in the land, into land. A seat is
out when its trail is cut, when it leaves the board or enters its own trail, and when another seat
encloses its head. Each seat sees a square around its head, and its own land and trail.

The program behind the CS221 paper has two seats move in turn: `order="alternating"` plays exactly
by its rules. A round is then one move of one seat.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.game import Outcome, empty_state, outcome_of
from gridbots.grid import (
    DOWN,
    LEFT,
    NO_MOVE,
    RIGHT,
    UP,
    border,
    capacity_for,
    column_of,
    index_of,
    offset,
    row_of,
)
from gridbots.kernel import implement, kernel
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.game import Moves, State

FREE: Final = 0
OUTSIDE: Final = 1
OWNED: Final = 2
"""A cell that belongs to seat s holds OWNED + s."""
UNSEEN: Final = -1
"""In place of the cell of a head that an observation does not show."""
EVERYBODY: Final = -1
"""In place of the seat whose turn it is: all move at once."""
MOST_SEATS: Final = 6


class PaperioSettings(Settings, frozen=True):
    size: Annotated[int, Meta(ge=6, le=64, description="rows and columns of the board")] = 7
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS, description="players")] = 2
    max_rounds: Annotated[int, Meta(ge=1, le=100_000, description="length of a match")] = 70
    order: Annotated[
        Literal["simultaneous", "alternating"],
        Meta(description="all move at once, or one seat in each round, as in the CS221 program"),
    ] = "simultaneous"
    radius: Annotated[
        int, Meta(ge=0, le=64, description="how many cells a seat sees in each direction")
    ] = 2
    all_seeing: Annotated[
        str, Meta(description="numbers of the seats that see the whole board, such as 1 or 02")
    ] = ""

    def __post_init__(self) -> None:
        if self.seats > 4 and self.size < 9:
            raise ValueError(f"expected size 9 or more for {self.seats} seats, got {self.size}")
        known = "012345"[: self.seats]
        if "".join(seat for seat in known if seat in self.all_seeing) != self.all_seeing:
            raise ValueError(
                f"expected numbers among {known} in order for all_seeing, got {self.all_seeing!r}"
            )


@functools.cache
def state_dtype(capacity: int) -> np.dtype[Any]:
    """The record of one match on a padded board of up to `capacity` cells."""
    return np.dtype(
        [
            # Whatever is wider comes first: arrays must be aligned to be opened for plain Python.
            ("generator", "i8", (GENERATOR_SIZE,)),
            ("heads", "i4", (MOST_SEATS,)),  # index of each head, perhaps off the board; or UNSEEN
            ("eliminated", "i4", (MOST_SEATS,)),  # 0 living, else rounds played when it went out
            ("areas", "i4", (MOST_SEATS,)),  # cells of land
            ("trail_lengths", "i4", (MOST_SEATS,)),  # cells of trail
            ("rounds", "i4"),  # rounds played
            ("max_rounds", "i4"),
            ("seats", "i4"),
            ("side", "i4"),  # rows, and columns
            ("stride", "i4"),  # side + 2
            ("radius", "i4"),  # how far a seat sees
            ("mover", "i4"),  # whose turn it is, or EVERYBODY
            ("owners", "u1", (capacity,)),  # padded board: FREE, OUTSIDE or OWNED + seat
            ("trails", "u1", (capacity,)),  # seats whose trail lies in the cell, a bit each
            ("headings", "i1", (MOST_SEATS,)),  # direction of the last move; NO_MOVE if unseen
            ("all_seeing", "u1"),  # seats that see everything, a bit each
            ("over", "u1"),
        ]
    )


def blank_state(settings: PaperioSettings) -> State:
    """A free board without heads."""
    side = settings.size
    state = empty_state(state_dtype(capacity_for(side, side)))
    border(state["owners"], side, side, OUTSIDE)
    state["heads"] = UNSEEN
    state["headings"] = NO_MOVE
    state["max_rounds"] = settings.max_rounds
    state["seats"] = settings.seats
    state["side"] = side
    state["stride"] = side + 2
    state["radius"] = settings.radius
    state["all_seeing"] = sum(1 << int(seat) for seat in settings.all_seeing)
    state["mover"] = 0 if settings.order == "alternating" else EVERYBODY
    return state


def setup(settings: PaperioSettings, seed: int) -> State:
    """The opening for a seed: always the same, but for who moves first where seats take turns."""
    state = blank_state(settings)
    seed_generator(state["generator"], seed)
    for seat, (row, column, heading) in enumerate(starts(settings)):
        _settle(state, seat, row, column)
        state["headings"][seat] = heading
    if settings.order == "alternating":
        state["mover"] = below(state["generator"], settings.seats)
    return state


def starts(settings: PaperioSettings) -> list[tuple[int, int, int]]:
    """Row, column and heading of each seat: corners first, opposite ones together."""
    far, middle = settings.size - 2, (settings.size - 1) // 2
    places = [
        (1, 1, RIGHT),
        (far, far, LEFT),
        (1, far, DOWN),
        (far, 1, UP),
        (1, middle, DOWN),
        (far, far + 1 - middle, UP),
    ]
    return places[: settings.seats]


def _settle(state: State, seat: int, row: int, column: int) -> None:
    """Put a head on the board, with a land of 3x3 cells around it."""
    stride = int(state["stride"])
    state["heads"][seat] = index_of(row, column, stride)
    for cell in [index_of(row + i, column + j, stride) for i in (-1, 0, 1) for j in (-1, 0, 1)]:
        state["owners"][cell] = OWNED + seat
    state["areas"][seat] = 9


# Sets of seats are numbers with a bit for each seat.


@kernel
def step(state: State, moves: Moves) -> None:
    if is_over(state):
        return
    movers = find_movers(state)
    turn(state, moves, movers)
    leave_trails(state, movers)
    advance(state, movers)
    state["rounds"] += 1
    crashed = find_crashed(state, movers)
    cut = find_cut(state, movers & ~crashed)
    home = find_home(state, movers & ~crashed & ~cut)
    enclosed = capture(state, home) if home != 0 else 0
    eliminate(state, crashed | cut | enclosed)
    finish(state)
    pass_turn(state)


@kernel
def find_movers(state: State) -> int:
    """All who move in this round; a head that is not seen stays where it is."""
    movers = 0
    for seat in range(state["seats"]):
        if is_to_move(state, seat) and state["heads"][seat] != UNSEEN:
            movers |= 1 << seat
    return movers


@kernel
def turn(state: State, moves: Moves, movers: int) -> None:
    for seat in range(state["seats"]):
        if movers >> seat & 1 and moves[seat] != NO_MOVE:
            state["headings"][seat] = moves[seat]


@kernel
def leave_trails(state: State, movers: int) -> None:
    """A cell outside its land that a head leaves becomes trail; the cell of the head is none."""
    owners, trails, heads = state["owners"], state["trails"], state["heads"]
    for seat in range(state["seats"]):
        if movers >> seat & 1 and owners[heads[seat]] != OWNED + seat:
            trails[heads[seat]] |= 1 << seat
            state["trail_lengths"][seat] += 1


@kernel
def advance(state: State, movers: int) -> None:
    heads, headings = state["heads"], state["headings"]
    for seat in range(state["seats"]):
        if movers >> seat & 1:
            heads[seat] += offset(headings[seat], state["stride"])


@kernel
def find_crashed(state: State, movers: int) -> int:
    """Who has left the board or entered its own trail."""
    heads, crashed = state["heads"], 0
    for seat in range(state["seats"]):
        if movers >> seat & 1 and is_deadly(state, seat, heads[seat]):
            crashed |= 1 << seat
    return crashed


@kernel
def is_deadly(state: State, seat: int, cell: int) -> bool:
    """Whether a seat is out for entering this cell, whatever the others do."""
    return bool(state["owners"][cell] == OUTSIDE or state["trails"][cell] >> seat & 1)


@kernel
def find_cut(state: State, cutters: int) -> int:
    """Whose trails have been entered by these seats."""
    trails, heads, cut = state["trails"], state["heads"], 0
    for seat in range(state["seats"]):
        if cutters >> seat & 1:
            cut |= int(trails[heads[seat]]) & ~(1 << seat)
    return cut


@kernel
def find_home(state: State, movers: int) -> int:
    """Who has come home with a trail."""
    owners, heads, home = state["owners"], state["heads"], 0
    for seat in range(state["seats"]):
        has_trail = state["trail_lengths"][seat] > 0
        if movers >> seat & 1 and has_trail and owners[heads[seat]] == OWNED + seat:
            home |= 1 << seat
    return home


@kernel
def capture(state: State, home: int) -> int:
    """Turn trails and holes into land, for all at once; who was enclosed by it.

    A cell that several seats would gain stays what it was.
    """
    cells = state["stride"] * state["stride"]
    gained = np.zeros(cells, np.uint8)  # who would gain the cell
    walked = np.zeros(cells, np.uint8)
    stack = np.zeros(cells, np.int32)
    for seat in range(state["seats"]):
        if home >> seat & 1:
            enclose(state, seat, gained, walked, stack)
    enclosed = find_enclosed(state, gained)
    take(state, gained)
    drop_trails(state, home)
    return enclosed


@kernel
def enclose(state: State, seat: int, gained: Any, walked: Any, stack: Any) -> None:
    """Add a seat to those who gain its trail and what it cuts off from the edge of the board.

    The edge is no wall: walk from it over all cells that are neither land nor trail of the seat;
    what is not reached and not land already is gained.
    """
    owners, side, stride = state["owners"], state["side"], state["stride"]
    for cell in range(stride * stride):
        walked[cell] = 0
    end = 0
    for place in range(side):
        for edge in (
            index_of(0, place, stride),
            index_of(side - 1, place, stride),
            index_of(place, 0, stride),
            index_of(place, side - 1, stride),
        ):
            if walked[edge] == 0 and not is_held(state, seat, edge):
                walked[edge] = 1
                stack[end] = edge
                end += 1
    while end > 0:
        end -= 1
        here = stack[end]
        for direction in range(4):
            there = here + offset(direction, stride)
            if walked[there] == 0 and owners[there] != OUTSIDE and not is_held(state, seat, there):
                walked[there] = 1
                stack[end] = there
                end += 1
    for cell in range(stride * stride):
        if walked[cell] == 0 and owners[cell] != OUTSIDE and owners[cell] != OWNED + seat:
            gained[cell] |= 1 << seat


@kernel
def is_held(state: State, seat: int, cell: int) -> bool:
    """Whether a cell is land or trail of a seat."""
    return bool(state["owners"][cell] == OWNED + seat or state["trails"][cell] >> seat & 1)


@kernel
def find_enclosed(state: State, gained: Any) -> int:
    """Whose head stands on a cell that becomes another's."""
    heads, enclosed = state["heads"], 0
    for seat in range(state["seats"]):
        if state["eliminated"][seat] == 0 and heads[seat] != UNSEEN:
            gains = gained[heads[seat]]
            if gains != 1 << seat and sole_owner(gains) != EVERYBODY:
                enclosed |= 1 << seat
    return enclosed


@kernel
def sole_owner(seats: int) -> int:
    """The seat in a set of one; EVERYBODY for any other set."""
    for seat in range(MOST_SEATS):
        if seats == 1 << seat:
            return seat
    return EVERYBODY


@kernel
def take(state: State, gained: Any) -> None:
    owners, areas = state["owners"], state["areas"]
    for cell in range(len(gained)):
        owner = sole_owner(gained[cell]) if gained[cell] != 0 else EVERYBODY
        if owner != EVERYBODY:
            if owners[cell] >= OWNED:
                areas[owners[cell] - OWNED] -= 1
            owners[cell] = OWNED + owner
            areas[owner] += 1


@kernel
def drop_trails(state: State, seats: int) -> None:
    trails, kept = state["trails"], (1 << MOST_SEATS) - 1 & ~seats
    for cell in range(state["stride"] * state["stride"]):
        trails[cell] &= kept
    for seat in range(state["seats"]):
        if seats >> seat & 1:
            state["trail_lengths"][seat] = 0


@kernel
def eliminate(state: State, seats: int) -> None:
    for seat in range(state["seats"]):
        if seats >> seat & 1:
            state["eliminated"][seat] = state["rounds"]


@kernel
def finish(state: State) -> None:
    """End the match, or let it go on without what those had who are out."""
    living, fallen = 0, 0
    for seat in range(state["seats"]):
        if state["eliminated"][seat] == 0:
            living += 1
        elif state["eliminated"][seat] == state["rounds"]:
            fallen |= 1 << seat
    if living <= 1 or state["rounds"] >= state["max_rounds"]:
        state["over"] = 1
    elif fallen != 0:
        drop_trails(state, fallen)
        drop_land(state, fallen)


@kernel
def drop_land(state: State, seats: int) -> None:
    owners = state["owners"]
    for cell in range(state["stride"] * state["stride"]):
        if owners[cell] >= OWNED and seats >> (owners[cell] - OWNED) & 1:
            owners[cell] = FREE
    for seat in range(state["seats"]):
        if seats >> seat & 1:
            state["areas"][seat] = 0


@kernel
def pass_turn(state: State) -> None:
    """The next living seat moves; at the end of a match the next one, as in the original."""
    if state["mover"] == EVERYBODY:
        return
    state["mover"] = (state["mover"] + 1) % state["seats"]
    while state["over"] == 0 and state["eliminated"][state["mover"]] != 0:
        state["mover"] = (state["mover"] + 1) % state["seats"]


@kernel
def is_to_move(state: State, seat: int) -> bool:
    if state["mover"] != EVERYBODY and state["mover"] != seat:
        return False
    return bool(state["eliminated"][seat] == 0)


@kernel
def accepts(state: State, seat: int, move: int) -> bool:  # noqa: ARG001  all directions are alike
    """All directions, deadly ones too."""
    return bool(state["over"] == 0 and is_to_move(state, seat))


@kernel
def legal(state: State, seat: int, mask: Any) -> int:
    accepted = 0
    for move in range(4):
        mask[move] = accepts(state, seat, move)
        accepted += mask[move]
    return accepted


@kernel
def candidates(state: State, seat: int, mask: Any) -> int:
    """Moves that are not deadly; all where there is none.

    Who is out in this round is beaten by all that live on, and has cut nobody.
    """
    count, here = legal(state, seat, mask), state["heads"][seat]
    if count == 0 or here == UNSEEN or not has_choice(state, seat):
        return count
    count = 0
    for move in range(4):
        if is_deadly(state, seat, here + offset(move, state["stride"])):
            mask[move] = 0
        count += mask[move]
    return count


@kernel
def has_choice(state: State, seat: int) -> bool:
    """Whether there is a neighbour that is not deadly."""
    here = state["heads"][seat]
    if here == UNSEEN:
        return True
    for direction in range(4):
        if not is_deadly(state, seat, here + offset(direction, state["stride"])):
            return True
    return False


@kernel
def observe(state: State, seat: int) -> None:
    for index in range(GENERATOR_SIZE):
        state["generator"][index] = 0
    for other in range(state["seats"]):
        hidden = state["eliminated"][other] != 0 or not sees(state, seat, state["heads"][other])
        if other != seat and hidden:
            state["heads"][other] = UNSEEN
            state["headings"][other] = NO_MOVE
    if state["all_seeing"] >> seat & 1 == 0:
        blank_unseen(state, seat)


@kernel
def sees(state: State, seat: int, cell: int) -> bool:
    """Whether a seat sees what is in a cell: all, or what is in the square around its head."""
    if cell == UNSEEN:
        return False
    if state["all_seeing"] >> seat & 1:
        return True
    here, stride, radius = state["heads"][seat], state["stride"], state["radius"]
    rows = abs(row_of(here, stride) - row_of(cell, stride))
    columns = abs(column_of(here, stride) - column_of(cell, stride))
    return bool(rows <= radius and columns <= radius)


@kernel
def blank_unseen(state: State, seat: int) -> None:
    """Land of others that is out of sight looks free, and trails are not there."""
    owners, trails, mine = state["owners"], state["trails"], OWNED + seat
    areas, lengths = state["areas"], state["trail_lengths"]
    side, stride, radius = state["side"], state["stride"], state["radius"]
    row, column = row_of(state["heads"][seat], stride), column_of(state["heads"][seat], stride)
    for there in range(side):
        is_row_seen = abs(there - row) <= radius
        cell = index_of(there, 0, stride)
        for place in range(side):
            owner, trail = owners[cell], trails[cell]
            if not (is_row_seen and abs(place - column) <= radius):
                if owner >= OWNED and owner != mine:
                    areas[owner - OWNED] -= 1
                    owners[cell] = FREE
                if trail != 0:
                    trails[cell] = trail & 1 << seat
                    for other in range(state["seats"]):
                        if other != seat:
                            lengths[other] -= trail >> other & 1
            cell += 1


@kernel
def is_over(state: State) -> bool:
    return bool(state["over"] != 0)


@kernel
def is_living(state: State, seat: int) -> bool:
    return bool(state["eliminated"][seat] == 0)


@kernel
def beats(state: State, seat: int, other: int) -> bool:
    """Whether a seat is placed before another: it lasted longer, or both live and it has more."""
    mine, theirs = state["eliminated"][seat], state["eliminated"][other]
    if mine == 0 and theirs == 0:
        return bool(state["areas"][seat] > state["areas"][other])
    return bool(theirs != 0 and (mine == 0 or mine > theirs))


@kernel
def utility(state: State, seat: int) -> float:
    total = 0
    for other in range(state["seats"]):
        total += beats(state, seat, other)
        total -= beats(state, other, seat)
    return float(total / (state["seats"] - 1))


@kernel
def margin(state: State, seat: int) -> float:
    """How much a finished match was won by: the utility of the CS221 program, with two seats.

    The whole board for the last one living, nothing where nobody is left, else own land minus the
    mean of the living others'.
    """
    board = float(state["side"] * state["side"])
    living, land = 0, 0
    for other in range(state["seats"]):
        if other != seat and state["eliminated"][other] == 0:
            living += 1
            land += state["areas"][other]
    if state["eliminated"][seat] != 0:
        return -board if living > 0 else 0.0
    return state["areas"][seat] - land / living if living > 0 else board


def outcome(state: State) -> Outcome:
    """Places by how long the seats lasted, of the living by land; the score is the land."""
    seats = range(int(state["seats"]))
    places = [1 + sum(beats(state, other, seat) for other in seats) for seat in seats]
    return outcome_of(places, [int(area) for area in state["areas"][: len(seats)]])


implement(
    state_dtype(capacity_for(16, 16)).names or (),
    step=step,
    accepts=accepts,
    legal=legal,
    candidates=candidates,
    observe=observe,
    is_over=is_over,
    is_living=is_living,
    is_to_move=is_to_move,
    has_choice=has_choice,
    utility=utility,
)


def head_position(state: State, seat: int) -> tuple[int, int]:
    """Row and column of a head that is seen, perhaps just off the board."""
    index, stride = int(state["heads"][seat]), int(state["stride"])
    return row_of(index, stride), column_of(index, stride)
