"""Positions of Battlesnake from matches of snakes that look for food."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from gridbots.grid import NO_MOVE
from gridbots_battlesnake import FOG, GAME
from gridbots_battlesnake.bots.starters import eat
from gridbots_battlesnake.rules import is_over, step
from gridbots_battlesnake.state import is_living

if TYPE_CHECKING:
    from gridbots.game import Game, State

SIDES = st.sampled_from([3, 5, 7, 11, 19, 25])
MODES = st.sampled_from(
    ["standard", "solo", "wrapped", "royale", "constrictor", "wrapped_constrictor"]
)


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Boards of many sizes, all modes and up to four snakes; some as seat 0 sees them."""
    options = {"width": draw(SIDES), "height": draw(SIDES), "seats": draw(st.integers(1, 4))}
    game = draw(st.sampled_from([GAME, FOG]))
    settings = options | {"mode": draw(MODES), "shrink_every": 5}
    if game is FOG:
        settings["vision"] = draw(st.integers(1, 5))
    state = later(game, settings, draw(st.integers(0, 999)), draw(st.integers(0, 60)))
    if game is FOG and is_living(state, 0):
        return game.observation(state, 0)
    return state


def later(game: Game, options: dict[str, Any], seed: int, rounds: int) -> State:
    state = game.setup(game.make_settings(options), seed)
    for _ in range(rounds):
        if is_over(state):
            break
        moves = [
            eat(state, seat, [1 + seed] * 6) if is_living(state, seat) else NO_MOVE
            for seat in range(options["seats"])
        ]
        step(state, moves)
    return state
