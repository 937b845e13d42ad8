"""The law of visibility: what a seat sees is shown, or `check-game` names the field."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.shipped import EXAMPLES, example, shipped_games

from gridbots.game import Game, Verbs, frame_of, new_state
from gridbots.game.chance import GENERATOR_SIZE, below
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel
from gridbots.plugins import load_game
from gridbots.settings import NoSettings
from gridbots.testing import ENVIRONMENT_LAWS, FIRST_LAWS, LAWS, Case, LawWarning
from gridbots.testing.plan import plan

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.pictures.frames import Frame

(all_that_a_seat_sees_is_shown,) = FIRST_LAWS
TABLE = np.dtype(
    [("generator", "i8", (GENERATOR_SIZE,)), *[(name, "i4") for name in ("rounds", "turn", "bid")],
     ("scores", "i4", (2,)), ("hidden_dice", "i4", (2, 3))]
)  # fmt: skip


def setup(settings: NoSettings, seed: int) -> State:
    state = new_state(TABLE, settings, seed)
    for seat in range(2):
        for die in range(3):
            state["hidden_dice"][seat, die] = 1 + below(state["generator"], 6)
    return state


@kernel
def step(state: Any, moves: Any) -> None:
    seat, move = state["turn"], moves[state["turn"]]
    state["bid"] = max(move, 0)
    state["scores"][seat] += move == NO_MOVE
    state["turn"] = 1 - seat
    state["rounds"] += 1


@kernel
def accepts(state: Any, seat: int, move: int) -> bool:  # noqa: ARG001  all moves are legal
    return bool(seat == state["turn"] and state["rounds"] < 9)


@kernel
def is_over(state: Any) -> bool:
    return bool(state["rounds"] >= 9)


@kernel
def observe(state: Any, seat: int) -> None:
    state["generator"][:] = 0
    state["hidden_dice"][1 - seat] = 0


DICE = Game(
    name="hidden dice", title="", summary="", moves=("one", "two", "three"), settings=NoSettings,
    seats=lambda _settings: 2, state=TABLE, setup=setup, hidden=True,
    verbs=Verbs(step=step, accepts=accepts, is_over=is_over, observe=observe),
)  # fmt: skip


def without_bid(state: State, previous: Frame | None) -> Frame:
    hands = [str(hand) for hand in state["hidden_dice"]]
    return frame_of(state, previous, captions=[f"turn {state['turn']}"], measures={"dice": hands})


def without_dice(state: State, previous: Frame | None) -> Frame:
    return frame_of(state, previous, captions=[f"bid {state['bid']}, turn {state['turn']}"])


def check(game: Game) -> None:
    all_that_a_seat_sees_is_shown(Case(game, game.make_settings(), seed=1))


@pytest.mark.parametrize(("frame", "field"), [(without_bid, "bid"), (without_dice, "hidden_dice")])
def test_a_field_that_is_not_shown_is_named(frame: Any, field: str) -> None:
    with pytest.raises(LawWarning, match=rf"states that differ in {field} look the same"):
        check(dataclasses.replace(DICE, frame=frame))


def test_the_default_frame_shows_a_game_without_a_board() -> None:
    check(DICE)


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir()))
def test_the_example_games_are_shown_whole(name: str) -> None:
    check(example(name))


@pytest.mark.parametrize("name", shipped_games())
def test_the_shipped_games_are_shown_whole(name: str) -> None:
    check(load_game(name))


def test_the_law_is_tested_once_in_the_first_case() -> None:
    steps = plan(DICE, None, (1, 2))
    assert [each.law for each in steps].count(all_that_a_seat_sees_is_shown) == 1
    first = 2 * (len(LAWS) + len(ENVIRONMENT_LAWS))
    assert steps[first].law is all_that_a_seat_sees_is_shown
