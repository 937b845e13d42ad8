"""pig: a race by dice. In its turn a seat rolls a die as often as it likes, and runs on so far.

When it holds, the cells that it has run are its own, and its turn ends. A 1 throws it back to where
its turn began, and ends its turn too. First at the goal wins; who does not choose rolls.
"""

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from gridbots import Game, Settings, State, Verbs, hookimpl
from gridbots.chance import GENERATOR_SIZE, below
from gridbots.game import Board, new_state
from gridbots.kernel import kernel

ROLL, HOLD = 0, 1
OWN = 1  # a cell that seat s has run is OWN + s, and 0 before


class PigSettings(Settings, frozen=True):
    seats: Annotated[int, Meta(ge=2, le=4, description="runners")] = 2
    goal: Annotated[int, Meta(ge=10, le=100, description="cells to run")] = 50


FIELDS = [
    ("generator", "i8", (GENERATOR_SIZE,)),  # all chance comes from here: the dice
    *[(name, "i4") for name in ("seats", "goal", "width", "height", "rounds", "turn")],
    ("stake", "i4"),  # how many cells have been run in this turn
    ("scores", "i4", (4,)),  # how many cells are each seat's own
    ("runners", "i4", (4,)),  # index of the cell where each seat is
    ("cells", "u1", (4 * 101,)),  # a row for each seat, from the start to the goal
]
STATE = np.dtype(FIELDS)


def setup(settings: PigSettings, seed: int) -> State:
    state = new_state(STATE, settings, seed)
    state["width"], state["height"] = settings.goal + 1, settings.seats
    for seat in range(settings.seats):
        state["runners"][seat] = seat * state["width"]
        state["cells"][seat * state["width"]] = OWN + seat
    return state


@kernel
def step(state: State, moves: Any) -> None:
    """Play one round: a roll, or the end of a turn."""
    if is_over(state):
        return
    seat, ends = state["turn"], moves[state["turn"]] == HOLD and state["stake"] > 0
    began, left = state["scores"][seat], state["goal"] - state["scores"][seat]
    if not ends:
        die = 1 + below(state["generator"], 6)
        state["stake"] = min(state["stake"] + die, left) if die > 1 else 0
        ends = die == 1 or state["stake"] == left
    state["runners"][seat] = seat * state["width"] + began + state["stake"]
    if ends:
        for cell in range(state["runners"][seat] - state["stake"], state["runners"][seat]):
            state["cells"][cell + 1] = OWN + seat
        state["scores"][seat] += state["stake"]
        state["stake"], state["turn"] = 0, (seat + 1) % state["seats"]
    state["rounds"] += 1


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    return not is_over(state) and seat == state["turn"] and (move == ROLL or state["stake"] > 0)


@kernel
def is_over(state: State) -> bool:
    for score in state["scores"]:
        if score == state["goal"]:
            return True
    return False


@kernel
def evaluate(state: State, seat: int, weights: Any) -> float:
    """Weighs the cells that the seat is ahead by, and what is at stake in this turn."""
    lead = 2 * state["scores"][seat] - state["scores"].sum()
    return weights[0] * lead + weights[1] * state["stake"] * (1 if seat == state["turn"] else -1)


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="pig",
        title="Pig",
        summary="Roll on or hold: a race by dice, in which a 1 throws you back.",
        moves=("roll", "hold"),
        settings=PigSettings,
        seats=lambda settings: settings.seats,
        state=STATE,
        setup=setup,
        verbs=Verbs(step=step, accepts=accepts, is_over=is_over, evaluate=evaluate),
        features=("lead", "stake"),
        board=Board(".0123", heads="runners"),
    )
