"""Greedy bots: greedy, smart-greedy and opportunist.

greedy       goes to the nearest candy or apple
smart-greedy goes to the nearest candy, but never onto the current cell of another snake
opportunist  goes to the candy for which its lead over the other snakes is largest

In Multiplayer Snake they are bots of the CS221 paper. They try the moves in the order right, down,
left, up (in the original (+1,0), (0,+1), (-1,0), (0,-1), where the first component is the column)
and choose the first with the smallest key. They never dash. Distances count rows and columns.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta

from gridbots import BotType
from gridbots.game.chance import below
from gridbots.games.multisnake.movement import accepts
from gridbots.games.multisnake.state import EMPTY, SNAKE
from gridbots.games.snake.rules import is_open
from gridbots.grid import (
    COLUMN_STEPS,
    DOWN,
    LEFT,
    NO_MOVE,
    RIGHT,
    ROW_STEPS,
    UP,
    column_of,
    offset,
    row_of,
)
from gridbots.kernel import kernel
from gridbots.plugins.hookspecs import BotPlugin
from gridbots.settings import Settings

if TYPE_CHECKING:
    from gridbots.game import AnyState, Game, State

ORDER: Final = (RIGHT, DOWN, LEFT, UP)
LONGEST: Final = 128
"""More than any distance: the unit in which keys count a lead, in addition to a distance."""
NO_CANDY: Final = LONGEST**2
"""Key of a move if the board has no candy."""
CLOSED: Final = NO_CANDY + 1
"""Key of a move that is not considered."""


class Options(Settings, frozen=True):
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="seed of random moves; 0: from the system")
    ] = 0
    ties: Annotated[
        Literal["first", "random"],
        Meta(
            description="among equal moves: the first of right, down, left, up, as in the paper's "
            "program, or a random one"
        ),
    ] = "first"


PLAN: Final = np.dtype(
    [
        ("careful", "u1"),  # 1: never onto the current cell of another snake
        ("envious", "u1"),  # 1: prefers candies by its lead over the others
        ("any_of_best", "u1"),  # 1: any of equal moves; 0: the first in ORDER
    ]
)
"""Parameters of a bot, as a record."""


def plan_of(options: Options, *, careful: bool, envious: bool) -> Any:
    plan = np.zeros(1, PLAN)[0]
    plan["careful"], plan["envious"] = careful, envious
    plan["any_of_best"] = options.ties == "random"
    return plan


def policy(game: Game, options: Options, *, careful: bool, envious: bool) -> Any:
    if game.name == "snake":
        return choose_in_snake
    return functools.partial(hunt, plan_of(options, careful=careful, envious=envious))


def plugin(summary: str, *games: str, careful: bool = False, envious: bool = False) -> BotPlugin:
    return BotPlugin(
        BotType(
            summary=summary,
            options=Options,
            games=games,
            policy=functools.partial(policy, careful=careful, envious=envious),
            plain=True,
            opened=True,
        )
    )


@kernel
def hunt(plan: Any, observation: AnyState, seat: int, generator: Any) -> int:
    """The move with the smallest key.

    NO_MOVE if every move is closed; a random open move if the board has no candy.
    """
    keys = new_keys()
    if allow(observation, seat, plan["careful"], keys) == 0:
        return NO_MOVE
    weigh(observation, seat, plan["envious"], keys)
    return pick(keys, generator, plan["any_of_best"])


@kernel
def new_keys() -> Any:
    """A key per move."""
    return [CLOSED, CLOSED, CLOSED, CLOSED]


@kernel
def allow(observation: AnyState, seat: int, careful: int, keys: Any) -> int:
    """Set the key of each open move to NO_CANDY, of all others to CLOSED; return the open moves.

    Open moves are the legal ones; with `careful`, without those onto another snake's current cell.
    """
    head, count = observation["bodies"][seat, 0], 0
    for move in range(4):
        keys[move] = CLOSED
        if accepts(observation, seat, move):
            there = observation["cells"][head + offset(move, observation["stride"])]
            if not careful or there == EMPTY or there == SNAKE + seat:
                keys[move] = NO_CANDY
                count += 1
    return count


@kernel
def weigh(observation: AnyState, seat: int, envious: int, keys: Any) -> None:
    """Set the keys of open moves: the shortest distance from their target to a candy.

    With `envious`, the lead counts first: by how much that distance exceeds the distance from the
    nearest head, the own one included, before the move.

    Candies are searched in rings around the head. The key of the head's own cell for a candy is at
    least its distance, and a step changes it by `change`, so beyond some ring no key gets smaller.
    """
    side, stride, candies = observation["side"], observation["stride"], observation["candies"]
    head, change = observation["bodies"][seat, 0], 1 + LONGEST if envious else 1
    row, column = row_of(head, stride), column_of(head, stride)
    for distance in range(2 * side):
        if are_all_least(keys, distance - change):
            return
        for down in range(max(-distance, -row), min(distance, side - 1 - row) + 1):
            right, here = distance - abs(down), head + down * stride
            for _ in range(2):
                if 0 <= column + right < side and candies[here + right] != 0:
                    key = distance
                    if envious:
                        nearest = nearest_head(observation, row + down, column + right)
                        key += LONGEST * (distance - nearest)
                    lower(keys, down, right, key, change)
                right = -right


@kernel
def are_all_least(keys: Any, least: int) -> bool:
    """Whether no open move has a key above this."""
    for move in range(4):
        if keys[move] != CLOSED and keys[move] > least:
            return False
    return True


@kernel
def lower(keys: Any, down: int, right: int, key: int, change: int) -> None:
    """Lower the keys for a candy at this offset from the head.

    `key` is that of the head's own cell: a step towards the candy subtracts `change`, every other
    step adds it.
    """
    for move in range(4):
        towards = down * ROW_STEPS[move] > 0 or right * COLUMN_STEPS[move] > 0
        changed = key - change if towards else key + change
        if keys[move] != CLOSED and changed < keys[move]:
            keys[move] = changed


@kernel
def nearest_head(observation: AnyState, row: int, column: int) -> int:
    """The distance from a cell to the nearest head of a living snake."""
    stride, nearest = observation["stride"], LONGEST
    for seat in range(observation["seats"]):
        if observation["lengths"][seat] > 0:
            head = observation["bodies"][seat, 0]
            rows = abs(row_of(head, stride) - row)
            nearest = min(nearest, rows + abs(column_of(head, stride) - column))
    return nearest


@kernel
def pick(keys: Any, generator: Any, shuffled: int) -> int:
    """The first move in ORDER with the smallest key, or a random one of them.

    Without a candy it is always random.
    """
    best, least, equals = NO_MOVE, CLOSED, 0
    for move in ORDER:
        if keys[move] < least:
            best, least, equals = move, keys[move], 1
        elif keys[move] == least and least != CLOSED:
            equals += 1
            if (shuffled or least == NO_CANDY) and below(generator, equals) == 0:
                best = move
    return best


@kernel
def choose_in_snake(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001  single-player game
    """The surviving step that leads nearest to the apple; equal ones are drawn at random.

    The distance counts rows and columns and ignores obstacles. NO_MOVE if no step survives.
    """
    best_move, best_distance, equal = NO_MOVE, 0, 0
    for move in range(4):
        if not is_open(observation, move):
            continue
        distance = distance_to_apple(observation, move)
        if best_move == NO_MOVE or distance < best_distance:
            best_move, best_distance, equal = move, distance, 1
        elif distance == best_distance:
            equal += 1
            if below(generator, equal) == 0:
                best_move = move
    return best_move


@kernel
def distance_to_apple(observation: State, move: int) -> int:
    """Rows and columns between the cell of a step and the apple."""
    stride, apple = observation["stride"], observation["apple"]
    target = observation["head"] + offset(move, stride)
    rows = row_of(apple, stride) - row_of(target, stride)
    columns = column_of(apple, stride) - column_of(target, stride)
    return int(abs(rows) + abs(columns))


greedy = plugin(
    "goes to the nearest candy or apple and ignores other snakes", "multisnake", "snake"
)
smart_greedy = plugin(
    "goes to the nearest candy around the other snakes", "multisnake", careful=True
)
opportunist = plugin(
    "goes to candies that it reaches before the others do",
    "multisnake",
    careful=True,
    envious=True,
)
