"""Multiplayer Snake: snakes eat candies and grow; whoever runs into another one is out.

All snakes move at once, up, right, down or left. A snake may cross its own body, by the rule in
`accepts`; it may not leave the board. A snake that gives no legal move is out where it lies, and so
is every snake whose head comes to lie on another one. What is left of them are candies.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.game import Outcome, empty_state, outcome_of
from gridbots.grid import NO_MOVE, border, capacity_for, index_of, offset
from gridbots.kernel import implement, kernel
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.game import Moves, State

EMPTY: Final = 0
WALL: Final = 1
SNAKE: Final = 2
"""A cell on which the snake of seat s lies holds SNAKE + s."""
CANDY: Final = 1
SPECIAL: Final = 3
"""What a candy is worth, and one that was a part of a snake."""
DASH: Final = 4
"""Move DASH + d goes two cells in direction d."""
WORDS: Final = (
    "up", "right", "down", "left", "dash_up", "dash_right", "dash_down", "dash_left",
)  # fmt: skip

START_LENGTH: Final = 2
START_POINTS: Final = 6
POINTS_PER_CELL: Final = 3
CANDIES_PER_CELL: Final = 2
MOST_LENGTH: Final = 1024
"""No snake grows beyond this. Four snakes of the program's rules share at most 3027 points in 3000
rounds, so that none of them can."""
SEAT_TIERS: Final = (4, 16)
"""Seats that a record has room for: compiled code is made once for each, as with CAPACITIES."""
SMALLEST_SQUARE: Final = 3
"""Side of a starting square: a head with a cell on each side."""
MOST_ROUNDS: Final = 10**6


class MultisnakeSettings(Settings, frozen=True):
    size: Annotated[int, Meta(ge=12, le=64, description="rows and columns of the board")] = 20
    seats: Annotated[int, Meta(ge=2, le=16, description="snakes")] = 2
    candy_rate: Annotated[
        float, Meta(ge=0, le=20, description="at first 2 * (this, rounded down) + 1 candies")
    ] = 1.0
    max_iter: Annotated[
        int, Meta(ge=1, le=MOST_ROUNDS, description="rounds after which the match ends")
    ] = 1000
    growth: Annotated[
        Literal["program", "paper"],
        Meta(description="program: a cell for every 3 points; paper: for every second candy"),
    ] = "program"
    acceleration: Annotated[
        bool, Meta(description="whether a snake may go two cells and leave a candy behind")
    ] = False

    def __post_init__(self) -> None:
        smallest = SMALLEST_SQUARE * squares_across(self.seats)
        if self.size < smallest:
            raise ValueError(
                f"expected a size of at least {smallest} for {self.seats} seats, got {self.size}"
            )


@kernel
def squares_across(seats: int) -> int:
    """Into how many squares the board is divided in either direction; no two snakes share one."""
    root = 1
    while root * root < seats:
        root += 1
    return root * root


@functools.cache
def state_dtype(capacity: int, most_seats: int) -> np.dtype[Any]:
    """The record of one match: room for padded cells and for seats."""
    return np.dtype(
        [
            # Whatever is wider comes first, so that every array is aligned.
            ("generator", "i8", (GENERATOR_SIZE,)),
            ("lengths", "i4", (most_seats,)),  # cells of each body, 0: out
            ("points", "i4", (most_seats,)),
            ("meals", "i4", (most_seats,)),  # candies eaten, less those left behind in dashes
            ("eliminated", "i4", (most_seats,)),  # 0 living, else rounds played when it went out
            ("shed", "i4", (most_seats,)),  # within a round: cell for a candy; between rounds 0
            ("rounds", "i4"),  # rounds played
            ("seats", "i4"),
            ("side", "i4"),  # rows and columns
            ("stride", "i4"),  # side + 2
            ("max_iter", "i4"),
            ("first_candies", "i4"),  # how many lie there at first; bots assume the default
            ("bodies", "i2", (most_seats, MOST_LENGTH)),  # cells, head first; then 0
            # Of a snake that is out, the first entry is where its head was.
            ("cells", "u1", (capacity,)),  # padded board: EMPTY, WALL or SNAKE + seat
            ("layers", "u1", (capacity,)),  # parts of that snake here: more where it crosses itself
            ("candies", "u1", (capacity,)),  # what the candy here is worth, 0: none
            ("paper_growth", "u1"),  # 1: a cell for every second candy
            ("acceleration", "u1"),  # 1: dashes are accepted
            ("over", "u1"),
        ]
    )


def blank_state(settings: MultisnakeSettings) -> State:
    """An empty board without snakes: all are yet to be placed."""
    most_seats = next(tier for tier in SEAT_TIERS if settings.seats <= tier)
    state = empty_state(state_dtype(capacity_for(settings.size, settings.size), most_seats))
    border(state["cells"], settings.size, settings.size, WALL)
    state["seats"] = settings.seats
    state["side"] = settings.size
    state["stride"] = settings.size + 2
    state["max_iter"] = settings.max_iter
    state["paper_growth"] = settings.growth == "paper"
    state["acceleration"] = settings.acceleration
    state["first_candies"] = 2 * int(settings.candy_rate) + 1
    return state


def setup(settings: MultisnakeSettings, seed: int) -> State:
    """The opening for a seed: snakes of two cells, each in a square of its own, and candies."""
    state = blank_state(settings)
    seed_generator(state["generator"], seed)
    draw_opening(state)
    return state


@kernel
def draw_opening(state: State) -> None:
    draw_squares(state)
    for seat in range(state["seats"]):
        draw_body(state, seat)
    scatter_candies(state)


@kernel
def draw_squares(state: State) -> None:
    """Draw a square for each snake; its number stands in place of the head until that is drawn."""
    bodies, squares = state["bodies"], squares_across(state["seats"]) ** 2
    for seat in range(state["seats"]):
        is_taken = True
        while is_taken:
            bodies[seat, 0] = below(state["generator"], squares)
            is_taken = False
            for other in range(seat):
                is_taken |= bool(bodies[other, 0] == bodies[seat, 0])


@kernel
def draw_body(state: State, seat: int) -> None:
    """A head off the edge of its square, and a second cell in any direction from it."""
    across, square = squares_across(state["seats"]), state["bodies"][seat, 0]
    generator, stride, side = state["generator"], state["stride"], state["side"] // across
    row = square // across * side + 1 + below(generator, side - 2)
    column = square % across * side + 1 + below(generator, side - 2)
    head = index_of(row, column, stride)
    place_snake(state, seat, head, head + offset(below(generator, 4), stride))


@kernel
def place_snake(state: State, seat: int, head: int, tail: int) -> None:
    """Put a snake of two cells on the board, with the points of its length."""
    state["bodies"][seat, 0] = head
    state["bodies"][seat, 1] = tail
    state["lengths"][seat] = START_LENGTH
    state["points"][seat] = START_POINTS
    cover(state, seat, head)
    cover(state, seat, tail)


@kernel
def scatter_candies(state: State) -> None:
    left = state["first_candies"]
    while left > 0:
        cell = draw_cell(state)
        if is_free(state, cell):
            drop_candy(state, cell)
            left -= 1


@kernel
def reopen(state: State) -> None:
    clear(state)
    draw_opening(state)


@kernel
def clear(state: State) -> None:
    """Back to an empty board without snakes."""
    cells, layers, candies = state["cells"], state["layers"], state["candies"]
    for row in range(state["side"]):
        for column in range(state["side"]):
            cell = index_of(row, column, state["stride"])
            cells[cell] = EMPTY
            layers[cell] = 0
            candies[cell] = 0
    for seat in range(state["seats"]):
        for index in range(max(state["lengths"][seat], 1)):
            state["bodies"][seat, index] = 0
        state["lengths"][seat] = 0
        state["points"][seat] = 0
        state["meals"][seat] = 0
        state["eliminated"][seat] = 0
    state["rounds"] = 0
    state["over"] = 0


@kernel
def step(state: State, moves: Moves) -> None:
    if is_over(state):
        return
    advance(state, moves)
    drop_candy(state, draw_cell(state))


@kernel
def advance(state: State, moves: Moves) -> None:
    """A round without the candy that falls at its end."""
    state["rounds"] += 1
    go(state, moves)
    crash(state, moves)
    clear_away(state, moves)
    become_candies(state)
    if state["acceleration"]:
        drop_shed(state)
    finish(state)


# Moving.


@kernel
def go(state: State, moves: Moves) -> None:
    """Every snake moves and eats, or is out; new heads are not yet on the board.

    Lower seats go first: one of them eats a candy that two heads reach.
    """
    eliminated = state["eliminated"]
    for seat in range(state["seats"]):
        if eliminated[seat] != 0:
            continue
        if moves[seat] != NO_MOVE and accepts(state, seat, moves[seat]):
            glide(state, seat, moves[seat])
        else:
            eliminated[seat] = state["rounds"]


@kernel
def glide(state: State, seat: int, move: int) -> None:
    """Move a body, eat on the way, and take from the board the cells that it leaves."""
    bodies, before = state["bodies"], state["lengths"][seat]
    head, way, steps = bodies[seat, 0], offset(move % DASH, state["stride"]), 1
    if move >= DASH:
        steps = 2
        state["points"][seat] -= CANDY
        state["meals"][seat] -= 1
    for number in range(1, steps + 1):
        eat(state, seat, head + number * way)
    after = min(proper_length(state, seat), before + steps)
    for index in range(after - steps, before):
        uncover(state, bodies[seat, index])
    if steps == 2 and after - steps < before:
        state["shed"][seat] = bodies[seat, after - steps]
    for index in range(after - 1, steps - 1, -1):
        bodies[seat, index] = bodies[seat, index - steps]
    for index in range(after, before):
        bodies[seat, index] = 0
    for number in range(1, steps + 1):
        bodies[seat, steps - number] = head + number * way
    state["lengths"][seat] = after


@kernel
def eat(state: State, seat: int, cell: int) -> None:
    worth = state["candies"][cell]
    if worth > 0:
        state["points"][seat] += worth
        state["meals"][seat] += 1
        state["candies"][cell] = 0


@kernel
def proper_length(state: State, seat: int) -> int:
    """How long a snake is that has eaten what this one has."""
    if state["paper_growth"]:
        length = START_LENGTH + state["meals"][seat] // CANDIES_PER_CELL
    else:
        length = state["points"][seat] // POINTS_PER_CELL
    return min(max(length, START_LENGTH), MOST_LENGTH)  # type: ignore[no-any-return]


@kernel
def cover(state: State, seat: int, cell: int) -> None:
    state["cells"][cell] = SNAKE + seat
    state["layers"][cell] += 1


@kernel
def uncover(state: State, cell: int) -> None:
    """Take one part of the snake that lies on a cell away."""
    state["layers"][cell] -= 1
    if state["layers"][cell] == 0:
        state["cells"][cell] = EMPTY


# Going out.


@kernel
def crash(state: State, moves: Moves) -> None:
    """Judge all snakes that moved on the bodies as they are now, those that are out included."""
    eliminated = state["eliminated"]
    for seat in range(state["seats"]):
        if eliminated[seat] == 0 and has_crashed(state, seat, moves[seat]):
            eliminated[seat] = state["rounds"]


@kernel
def has_crashed(state: State, seat: int, move: int) -> bool:
    """Whether the head lies on another snake, or the cell dashed through on its body or way."""
    bodies, lengths = state["bodies"], state["lengths"]
    for other in range(state["seats"]):
        if other == seat or lengths[other] == 0:
            continue
        if lies_on(state, other, bodies[seat, 0], 0):
            return True
        if move >= DASH and lies_on(state, other, bodies[seat, 1], 1):
            return True
    return False


@kernel
def lies_on(state: State, seat: int, cell: int, first: int) -> bool:
    """Whether the body of a snake covers a cell, looking at its new cells from this one on.

    Only the new cells, at most two, may be missing on the board.
    """
    if state["cells"][cell] == SNAKE + seat:
        return True
    for index in range(first, 2):
        if state["bodies"][seat, index] == cell:
            return True
    return False


@kernel
def clear_away(state: State, moves: Moves) -> None:
    """Take those that went out off the board, then put the heads of all others on it."""
    cells, bodies, eliminated = state["cells"], state["bodies"], state["eliminated"]
    for seat in range(state["seats"]):
        if eliminated[seat] == state["rounds"]:
            for index in range(state["lengths"][seat]):
                cell = bodies[seat, index]
                if cells[cell] == SNAKE + seat:
                    cells[cell] = EMPTY
                    state["layers"][cell] = 0
    for seat in range(state["seats"]):
        if eliminated[seat] == 0:
            cover(state, seat, bodies[seat, 0])
            if moves[seat] >= DASH:
                cover(state, seat, bodies[seat, 1])


@kernel
def become_candies(state: State) -> None:
    """Every cell of a snake that went out becomes a special candy where it is free."""
    bodies, lengths = state["bodies"], state["lengths"]
    for seat in range(state["seats"]):
        if state["eliminated"][seat] == state["rounds"]:
            for index in range(lengths[seat]):
                cell = bodies[seat, index]
                if is_free(state, cell):
                    state["candies"][cell] = SPECIAL
                if index > 0:
                    bodies[seat, index] = 0
            lengths[seat] = 0


# Candies and the end.


@kernel
def drop_shed(state: State) -> None:
    """The candy of a dash lies behind the tail, where that cell is free."""
    for seat in range(state["seats"]):
        if state["shed"][seat] != 0:
            if state["eliminated"][seat] == 0:
                drop_candy(state, state["shed"][seat])
            state["shed"][seat] = 0


@kernel
def draw_cell(state: State) -> int:
    """Any cell of the board."""
    side = state["side"]
    number = below(state["generator"], side * side)
    return index_of(number // side, number % side, state["stride"])


@kernel
def drop_candy(state: State, cell: int) -> None:
    """A candy on this cell, if it is free."""
    if is_free(state, cell):
        state["candies"][cell] = CANDY


@kernel
def is_free(state: State, cell: int) -> bool:
    return bool(state["cells"][cell] == EMPTY and state["candies"][cell] == 0)


@kernel
def finish(state: State) -> None:
    living = 0
    for seat in range(state["seats"]):
        living += state["eliminated"][seat] == 0
    if living <= 1 or state["rounds"] >= state["max_iter"]:
        state["over"] = 1


# What a snake may do.


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    """Not back, not off the board, and over its own body only straight to a cell that is bare.

    A dash is two such steps, and only for a snake that has eaten.
    """
    if state["eliminated"][seat] != 0 or state["over"] != 0:
        return False
    if move >= DASH and (state["acceleration"] == 0 or state["meals"][seat] <= 0):
        return False
    way, head = offset(move % DASH, state["stride"]), state["bodies"][seat, 0]
    near, far = head + way, head + 2 * way
    onto_body = is_barred(state, seat, near, 1)
    if near == state["bodies"][seat, 1]:
        return False
    if onto_body and (state["layers"][head] > 1 or not can_cross(state, seat, near, way, 1)):
        return False
    if move < DASH or not is_barred(state, seat, far, 2):
        return True
    return not onto_body and can_cross(state, seat, far, way, 2)


@kernel
def can_cross(state: State, seat: int, cell: int, way: int, steps: int) -> bool:
    """Whether a barred cell can be entered as the n-th step: the one straight behind it is bare."""
    return state["cells"][cell] != WALL and not is_barred(state, seat, cell + way, steps + 1)


@kernel
def is_barred(state: State, seat: int, cell: int, leaving: int) -> bool:
    """Whether a cell is off the board, or under the snake but for the last cells of its tail."""
    if state["cells"][cell] != SNAKE + seat:
        return bool(state["cells"][cell] == WALL)
    covered, length = state["layers"][cell], state["lengths"][seat]
    for back in range(1, min(leaving, length) + 1):
        covered -= state["bodies"][seat, length - back] == cell
    return bool(covered > 0)


@kernel
def legal(state: State, seat: int, mask: Any) -> int:
    accepted = 0
    for move in range(len(WORDS)):
        mask[move] = accepts(state, seat, move)
        accepted += mask[move]
    return accepted


@kernel
def has_choice(state: State, seat: int) -> bool:
    """Whether any move is legal: where a step is not, a dash is not either."""
    for move in range(DASH):
        if accepts(state, seat, move):
            return True
    return False


@kernel
def observe(state: State, seat: int) -> None:  # noqa: ARG001  every seat sees the same
    for index in range(GENERATOR_SIZE):
        state["generator"][index] = 0


@kernel
def is_over(state: State) -> bool:
    return bool(state["over"] != 0)


@kernel
def is_living(state: State, seat: int) -> bool:
    return bool(state["eliminated"][seat] == 0)


# How it went.


@kernel
def rank_of(state: State, seat: int) -> int:
    """How many snakes lasted at least as long as this one, itself included."""
    eliminated = state["eliminated"]
    count = 0
    for other in range(state["seats"]):
        as_long = eliminated[other] == 0 or eliminated[other] >= eliminated[seat] > 0
        count += as_long
    return count


@kernel
def outlasted_by(state: State, seat: int) -> int:
    """How many snakes lasted longer than this one."""
    eliminated = state["eliminated"]
    longer = 0
    for other in range(state["seats"]):
        later = eliminated[other] == 0 or eliminated[other] > eliminated[seat]
        longer += eliminated[seat] != 0 and later
    return longer


@kernel
def utility(state: State, seat: int) -> float:
    seats = state["seats"]
    shorter = seats - rank_of(state, seat)
    return float((shorter - outlasted_by(state, seat)) / (seats - 1))


@kernel
def score(state: State, seat: int) -> float:
    """Points divided by rank.

    The rank counts those that went out in the same round too: two that go out last have rank 2. A
    sole survivor has rank 1; where time runs out, the rank of the living is their number.
    """
    return float(state["points"][seat] / rank_of(state, seat))


def outcome(state: State) -> Outcome:
    """Places by how long the snakes lasted."""
    seats = range(int(state["seats"]))
    places = [1 + outlasted_by(state, seat) for seat in seats]
    return outcome_of(places, [score(state, seat) for seat in seats])


implement(
    state_dtype(capacity_for(20, 20), SEAT_TIERS[0]).names or (),
    step=step,
    accepts=accepts,
    legal=legal,
    observe=observe,
    is_over=is_over,
    is_living=is_living,
    has_choice=has_choice,
    utility=utility,
    reopen=reopen,
    score=score,
)
