"""pig: a race by dice. In its turn a seat rolls a die as often as it likes and runs that far.

When it holds, it keeps the cells that it has run, and its turn ends. A 1 throws it back to where
its turn began, and also ends its turn. The first at the goal, or else the farthest runner, wins.
"""

from typing import Annotated, Any

import numpy as np
from msgspec import Meta

from gridbots import Game, Settings, State, Verbs, hookimpl
from gridbots.game import frame_of, new_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.kernel import kernel
from gridbots.pictures.frames import Frame, Mark

HOLD = 1  # a move; any other rolls
LAP = 10  # cells in a row


class PigSettings(Settings, frozen=True):
    seats: Annotated[int, Meta(ge=2, le=4, description="runners")] = 2
    laps: Annotated[int, Meta(ge=1, le=10, description="rows of ten cells to run")] = 5
    max_rounds: Annotated[int, Meta(ge=1, le=10000, description="limit on moves")] = 1000


FIELDS = [
    ("generator", "i8", (GENERATOR_SIZE,)),  # the generator of the dice
    *[(name, "i4") for name in ("seats", "laps", "rounds", "max_rounds")],
    *[(name, "i4") for name in ("turn", "die", "stake")],  # who rolls, its last roll, cells run
    ("scores", "i4", (4,)),  # how many cells are each seat's own
]
STATE = np.dtype(FIELDS)


@kernel
def step(state: State, moves: Any) -> None:
    if is_over(state):
        return
    seat, ends = state["turn"], moves[state["turn"]] == HOLD
    left = state["laps"] * LAP - state["scores"][seat]
    if not ends:
        die = state["die"] = 1 + below(state["generator"], 6)
        state["stake"] = min(state["stake"] + die, left) if die > 1 else 0
        ends = die == 1 or state["stake"] == left
    if ends:
        state["scores"][seat] += state["stake"]
        state["stake"], state["turn"] = 0, (seat + 1) % state["seats"]
    state["rounds"] += 1


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    return not is_over(state) and seat == state["turn"]


@kernel
def is_over(state: State) -> bool:
    for score in state["scores"]:
        if score == state["laps"] * LAP:
            return True
    return bool(state["rounds"] >= state["max_rounds"])


@kernel
def evaluate(state: State, seat: int, weights: Any) -> float:
    """Weighs the lead in cells, and the cells at stake in this turn."""
    lead = 2 * state["scores"][seat] - state["scores"].sum()
    return weights[0] * lead + weights[1] * state["stake"] * (1 if seat == state["turn"] else -1)


def frame(state: State, _: Frame | None) -> Frame:
    goal, turn, marks = int(state["laps"]) * LAP, int(state["turn"]), []
    for seat in range(int(state["seats"])):
        own = int(state["scores"][seat])
        for cell in range(own + int(state["stake"]) * (seat == turn)):
            place = divmod(seat * goal + cell, LAP)
            marks.append(Mark(*place, "area" if cell < own else "item", seat))
    caption = f"Last roll: {state['die'] or 'none'}. Seat {turn} rolls or holds."
    size, to_go = (int(state["seats"] * state["laps"]), LAP), goal - state["scores"]
    return frame_of(state, size=size, marks=marks, captions=[caption], measures={"to go": to_go})


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="pig",
        title="Pig",
        summary="Roll again or hold: a race by dice, in which a 1 sets you back.",
        moves=("roll", "hold"),
        settings=PigSettings,
        seats=lambda settings: settings.seats,
        state=STATE,
        setup=lambda settings, seed: new_state(STATE, settings, seed),
        verbs=Verbs(step=step, accepts=accepts, is_over=is_over, evaluate=evaluate),
        features=("lead", "stake"),
        frame=frame,
    )
