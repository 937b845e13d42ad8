"""A game of hidden hands, without a board: two verbs are enough, and the laws check both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots.belief.information_set import InformationSet
from gridbots.game import Game, Verbs, new_state
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.kernel import kernel
from gridbots.settings import NoSettings
from gridbots.testing import LAWS, Case, LawError

if TYPE_CHECKING:
    from gridbots.game import State

SIDES = 6


def setup(dtype: Any, settings: NoSettings, seed: int) -> State:
    state = new_state(dtype, settings, seed)
    state["max_rounds"] = 4
    for seat in range(2):
        state["hands"][seat] = 1 + below(state["generator"], SIDES)
    return state


@kernel
def step(state: State, moves: Any) -> None:
    """Each seat guesses the hand of the other."""
    for seat in range(2):
        state["scores"][seat] += moves[seat] + 1 == state["hands"][1 - seat]
    state["rounds"] += 1


@kernel
def accepts(state: State, seat: int, move: int) -> bool:  # noqa: ARG001  all moves are legal
    return bool(state["rounds"] < state["max_rounds"])


@kernel
def observe(state: State, seat: int) -> None:
    state["hands"][1 - seat] = 0
    state["generator"][:] = 0


@kernel
def observe_only_hands(state: State, seat: int) -> None:
    state["hands"][1 - seat] = 0


@kernel
def sample(state: State, seat: int, generator: Any) -> None:
    state["hands"][1 - seat] = 1 + below(generator, SIDES)


@kernel
def sample_both(state: State, seat: int, generator: Any) -> None:  # noqa: ARG001  the fault
    for each in range(2):
        state["hands"][each] = 1 + below(generator, SIDES)


FIELDS = [
    ("generator", "i8", (GENERATOR_SIZE,)),
    *[(name, "i4") for name in ("rounds", "max_rounds")],
    ("scores", "i4", (2,)),
    ("hands", "i4", (2,)),  # what each seat holds; 0 where that is not known
]


def hands(extra: str, see: Any = observe, draw: Any = sample) -> Game:
    """The game with these verbs; `extra` gives it a record type of its own."""
    dtype = np.dtype([*FIELDS, (extra, "i4")])
    return Game(
        name="hands",
        title="Hands",
        summary="Guess what the other holds.",
        moves=tuple(str(side) for side in range(1, SIDES + 1)),
        chance=False,
        hidden=True,
        settings=NoSettings,
        seats=lambda _: 2,
        state=dtype,
        setup=lambda settings, seed: setup(dtype, settings, seed),
        verbs=Verbs(step=step, accepts=accepts, observe=see, sample=draw),
    )


def broken(game: Game) -> list[str]:
    """What the laws of observations and samples say about a game."""
    words = ("an_observation_is", "a_sample_yields")
    said = []
    for law in (each for each in LAWS if each.__name__.startswith(words)):
        try:
            law(Case(game, game.make_settings(), seed=1))
        except LawError as error:
            said.append(str(error))
    return said


def test_observe_and_sample_are_all_that_hidden_hands_need() -> None:
    game = hands("honest")
    assert broken(game) == []
    assert game.belief_model is None
    seen = game.observation(game.setup(game.make_settings(), 3), 0)
    generator = np.zeros(GENERATOR_SIZE, np.int64)
    seed_generator(generator, 1)
    information = InformationSet(game, game.make_settings(), 0, plain=True)
    states = information.states(seen, 40, generator)
    assert {int(state["hands"][1]) for state in states} == {*range(1, SIDES + 1)}
    assert all(state["hands"][0] == seen["hands"][0] for state in states)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        pytest.param(
            hands("leaky", see=observe_only_hands),
            'expected only zeros (`observe` must blank it: state["generator"][:] = 0), got [',
            id="the generator is not blanked",
        ),
        pytest.param(
            hands("forgetful", draw=sample_both),
            "a sample for seat 0, its observation: expected hands[0] = ",
            id="the sample changes what is seen",
        ),
    ],
)
def test_the_laws_name_what_observe_or_sample_does_wrong(game: Game, said: str) -> None:
    assert any(said in each for each in broken(game)), broken(game)
