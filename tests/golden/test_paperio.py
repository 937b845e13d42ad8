"""Paper.io in turns against matches recorded from the program behind the CS221 paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.golden.recordings import golden

from gridbots.game import AnyState, PlainState, copy_state, is_over, is_to_move, observe, step
from gridbots.games.paperio import GAME
from gridbots.games.paperio.rules import margin
from gridbots.games.paperio.state import FREE, OWNED, UNSEEN, PaperioSettings, head_position
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, index_of

if TYPE_CHECKING:
    from gridbots.game import State

MATCHES = golden("paperio.jsonl")
DIRECTION = (LEFT, RIGHT, UP, DOWN)
"""Our number of each direction of the original."""
OWNER = {".": FREE, "X": OWNED, "O": OWNED + 1}
LETTER = {value: letter for letter, value in OWNER.items()}


def board(state: AnyState, name: str) -> list[int]:
    """A field of the board, cell by cell as the original numbers them: without our walls."""
    side = int(state["side"])
    padded = state[name]
    rows = (index_of(row, 0, side + 2) for row in range(side))
    return [int(value) for first in rows for value in padded[first : first + side]]


def opening(match: dict[str, Any]) -> State:
    """The recorded start; matches do not start with trails."""
    settings = PaperioSettings(
        size=match["size"], max_rounds=match["max_ticks"], order="alternating"
    )
    state, start = GAME.setup(settings, 0), match["start"]
    for seat, (row, column) in enumerate(start["pos"]):
        state["heads"][seat] = index_of(row, column, match["size"] + 2)
    for cell, letter in enumerate(start["terr"]):
        row, column = divmod(cell, match["size"])
        state["owners"][index_of(row, column, match["size"] + 2)] = OWNER[letter]
    state["areas"][:2] = [start["terr"].count(letter) for letter in "XO"]
    state["mover"] = start["turn"]
    return state


def moves_of(move: dict[str, Any]) -> list[int]:
    return [DIRECTION[move["d"]] if seat == move["a"] else NO_MOVE for seat in range(2)]


def trail_of(state: AnyState, seat: int) -> list[int]:
    return [cell for cell, trails in enumerate(board(state, "trails")) if trails >> seat & 1]


def land_of(state: AnyState, seat: int) -> list[int]:
    return [cell for cell, owner in enumerate(board(state, "owners")) if owner == OWNED + seat]


def as_recorded(state: AnyState) -> dict[str, Any]:
    """A state in the words of the original."""
    living = [seat for seat in range(2) if state["eliminated"][seat] == 0]
    return {
        "pos": [list(head_position(state, seat)) for seat in range(2)],
        "terr": "".join(LETTER[owner] for owner in board(state, "owners")),
        "trail": [trail_of(state, seat) for seat in range(2)],
        "turn": int(state["mover"]),
        "ticks": int(state["max_rounds"] - state["rounds"]),
        "winner": living[0] if len(living) == 1 else None,
    }


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["id"])
def test_a_recorded_match_is_played_exactly(match: dict[str, Any]) -> None:
    state: AnyState = PlainState(opening(match))
    assert as_recorded(state) == match["start"]
    for move in match["moves"]:
        assert not is_over(state)
        assert [is_to_move(state, seat) for seat in range(2)] == [move["a"] == 0, move["a"] == 1]
        step(state, moves_of(move))
        assert as_recorded(state) == move["st"]
        counted = [len(land_of(state, seat)) for seat in range(2)]
        assert list(state["areas"][:2]) == counted
        assert list(state["trail_lengths"][:2]) == [len(trail_of(state, s)) for s in range(2)]
    assert is_over(state)
    assert [margin(state, 0), margin(state, 1)] == [match["utility"], -match["utility"]]
    winner = {1: 0, 0: None, -1: 1}[(match["utility"] > 0) - (match["utility"] < 0)]
    assert GAME.outcome(state.record()).winner == winner


@pytest.mark.parametrize("match", MATCHES, ids=lambda match: match["id"])
def test_each_seat_sees_what_it_saw_in_the_original(match: dict[str, Any]) -> None:
    state: AnyState = PlainState(opening(match))
    for recorded, move in zip([match["obs0"], *observed(match)], match["moves"], strict=True):
        # Recorded are four: of the first seat with radius 1 and 2, then of the second.
        seen = [as_seen(state, seat, radius) for seat in range(2) for radius in (1, 2)]
        assert seen == recorded
        step(state, moves_of(move))


def observed(match: dict[str, Any]) -> list[Any]:
    """What was seen after each move but the last."""
    return [move["obs"] for move in match["moves"][:-1]]


def as_seen(state: AnyState, seat: int, radius: int) -> list[Any]:
    """Position, trail and land of the other as the seat sees them; its own are always exact."""
    seen, other = PlainState(state.record()), 1 - seat
    seen["radius"] = radius
    observe(seen, seat)
    assert trail_of(seen, seat) == trail_of(state, seat)
    assert land_of(seen, seat) == land_of(state, seat)
    for name in ("rounds", "mover", "eliminated"):
        assert seen[name] == state[name]
    hidden = seen["heads"][other] == UNSEEN
    position = None if hidden else list(head_position(seen.record(), other))
    return [position, trail_of(seen, other), land_of(seen, other)]


@pytest.mark.parametrize("match", MATCHES[:20], ids=lambda match: match["id"])
def test_a_seat_that_sees_all_is_shown_the_state(match: dict[str, Any]) -> None:
    state = opening(match)
    state["all_seeing"] = 0b10
    for move in match["moves"][:-1]:
        step(state, moves_of(move))
        whole = copy_state(state)
        whole["generator"] = 0
        assert GAME.observation(state, 1).tobytes() == whole.tobytes()
