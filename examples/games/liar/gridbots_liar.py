"""liar: Liar's Dice. In turn, a seat bids on the dice of both, or doubts the last bid.

After a doubt, the bidder loses a die if too few dice show the face; otherwise the doubter does.
"""

from typing import Any

import numpy as np

from gridbots import Game, State, Verbs, hookimpl
from gridbots.game import frame_of, new_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.kernel import kernel
from gridbots.settings import NoSettings

DICE, FACES = 3, 6  # dice of each seat at the start, and faces of a die
DOUBT = 0  # a move; the others are bids, the lowest first; 2x5: at least two dice show a five
BIDS = tuple(f"{count}x{face}" for count in range(1, 2 * DICE + 1) for face in range(1, FACES + 1))
STATE = np.dtype([
    ("generator", "i8", (GENERATOR_SIZE,)),  # the generator of the dice
    *[(name, "i4") for name in ("rounds", "turn", "bid")],  # bid: the last one, 0 for none
    ("scores", "i4", (2,)),  # how many dice each seat has left
    ("dice", "i4", (2, DICE)),  # their faces; 0 for a die that is lost or not seen
])  # fmt: skip


def setup(settings: NoSettings, seed: int) -> State:
    state = new_state(STATE, settings, seed)
    state["scores"] = DICE
    roll(state, 0, state["generator"])
    roll(state, 1, state["generator"])
    return state


@kernel
def roll(state: State, seat: int, generator: Any) -> None:
    state["dice"][seat] = 0
    for die in range(state["scores"][seat]):
        state["dice"][seat, die] = 1 + below(generator, FACES)


@kernel
def step(state: State, moves: Any) -> None:
    if is_over(state):
        return
    seat, move, bid = state["turn"], moves[state["turn"]], state["bid"]
    if move > DOUBT and accepts(state, seat, move):
        state["bid"], state["turn"] = move, 1 - seat
    else:
        count, face = 1 + (bid - 1) // FACES, 1 + (bid - 1) % FACES
        is_wrong = (state["dice"] == face).sum() < count
        loser = 1 - seat if move == DOUBT and bid > 0 and is_wrong else seat
        state["scores"][loser] -= 1
        state["bid"], state["turn"] = 0, loser
        roll(state, 0, state["generator"])
        roll(state, 1, state["generator"])
    state["rounds"] += 1


@kernel
def accepts(state: State, seat: int, move: int) -> bool:
    is_higher = move > state["bid"] if move > DOUBT else state["bid"] > 0
    return bool(seat == state["turn"] and is_higher and not is_over(state))


@kernel
def is_over(state: State) -> bool:
    return bool(state["scores"].min() == 0)


@kernel
def observe(state: State, seat: int) -> None:
    state["dice"][1 - seat], state["generator"][:] = 0, 0


@kernel
def sample(state: State, seat: int, generator: Any) -> None:
    roll(state, 1 - seat, generator)


def frame(state: State, previous: Any) -> Any:
    captions = [f"Bid: {('none', *BIDS)[state['bid']]}. Seat {state['turn']} moves."]
    return frame_of(state, captions=captions, measures={"dice": [*map(str, state["dice"])]})


@hookimpl
def gridbots_game() -> Game:
    return Game(
        name="liar",
        title="Liar's Dice",
        summary="Bid on the dice of both, or doubt the bid of the other.",
        moves=("doubt", *BIDS),
        hidden=True,
        settings=NoSettings,
        seats=lambda _: 2,
        state=STATE,
        setup=setup,
        verbs=Verbs(step=step, accepts=accepts, is_over=is_over, observe=observe, sample=sample),
        frame=frame,
    )
