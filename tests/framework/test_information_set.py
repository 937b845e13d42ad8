"""Information sets: samples of hidden state by the verb `sample` of a game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.shipped import example

from gridbots.belief.information_set import InformationSet
from gridbots.bot.runner import make_policy
from gridbots.errors import PluginError
from gridbots.game import Game, Verbs, new_state, step
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.kernel import kernel
from gridbots.plugins import load_bot, load_game
from gridbots.plugins.needs import SAMPLES, unmet
from gridbots.settings import NoSettings
from gridbots.testing import Case, LawError
from gridbots.testing.laws.beliefs import a_sample_yields_the_observation_it_was_drawn_from as law
from gridbots.vector import play_matches

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Moves, State

pytestmark = pytest.mark.slow  # compilation takes long

SEEK = example("seek")


def generator(seed: int) -> list[int]:
    made = [0] * GENERATOR_SIZE
    seed_generator(made, seed)
    return made


def hidden_at(first: int, second: int) -> State:
    """Both seats have hidden."""
    state = SEEK.setup(SEEK.settings(), 0)
    step(state, [first, -1])
    step(state, [-1, second])
    return state


def places(state: State, seed: int, count: int = 400) -> set[int]:
    """The cells of seat 1 that seat 0 considers possible, according to `count` samples."""
    information = InformationSet(SEEK, SEEK.settings(), 0, plain=True)
    drawn = information.states(SEEK.observation(state, 0), count, generator(seed))
    return {int(each["places"][1]) for each in drawn}


def test_without_information_every_cell_is_possible() -> None:
    assert places(hidden_at(0, 27), 1, 1000) == set(range(64))


def test_information_leaves_only_consistent_cells() -> None:
    state = hidden_at(0, 27)  # d4
    step(state, [0, -1])  # Looks into a1: three steps of a king.
    ring = {3, 11, 19, 27, 26, 25, 24}
    assert places(state, 2) == ring
    step(state, [-1, 63])
    step(state, [24, -1])  # Looks into a4: three steps again.
    assert places(state, 3) == {3, 11, 19, 27}


def test_a_game_without_sampling_is_searched_as_observed() -> None:
    game = load_game("light-riders")
    seen = game.observation(game.setup(game.settings(), 1), 0)
    information = InformationSet(game, game.settings(), 0)
    information.see(seen)
    assert not information.is_sampled
    assert information.states(seen, 5, generator(1)) == [seen]
    assert unmet([SAMPLES], game) == f"{SAMPLES.words}, got none"
    assert not unmet([SAMPLES], SEEK)


def test_a_belief_model_has_precedence() -> None:
    game = load_game("paperio")
    seen = game.observation(game.setup(game.settings(), 1), 0)
    information = InformationSet(game, game.settings(), 0)
    information.see(seen)
    assert len(information.states(seen, 3, generator(1))) == 3


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["minimax", "expectimax", "mcts"])
def test_sampling_searches_beat_random_policies_in_compiled_batches(bot: str) -> None:
    # Of 64 moves each should be tried a few times.
    options = {"rollouts": "200"} if bot == "mcts" else {"depth": "1"}
    policy = make_policy(load_bot(bot), bot, SEEK, options)
    other = make_policy(load_bot("random"), "random", SEEK, {})
    outcomes = play_matches(SEEK, SEEK.settings(), [policy, other], 100, 1)
    assert outcomes.utilities[:, 0].mean() >= 0.8  # That is 90 % of the points.


@kernel
def guess(state: State, moves: Moves) -> None:
    state["scores"][0] += moves[0] == state["secret"]
    state["rounds"] += 1


@kernel
def accept(state: State, seat: int, move: int) -> bool:  # noqa: ARG001  whatever it is
    return bool(state["rounds"] < state["max_rounds"])


@kernel
def blank(state: State, seat: int) -> None:  # noqa: ARG001  nobody sees it
    state["secret"] = -1


@kernel
def tell(state: State, seat: int, generator: Any) -> None:  # noqa: ARG001  as a sample is drawn
    state["secret"] = below(generator, 4)


@kernel
def change(state: State, seat: int, generator: Any) -> None:
    tell(state, seat, generator)
    state["scores"][0] = 3


@kernel
def finish(state: State, seat: int, generator: Any) -> None:
    tell(state, seat, generator)
    state["max_rounds"] = 0


def guessing(name: str, sample: Callable[..., Any]) -> Game:
    """Guess a number of four, five times; no two such games may have the same fields."""
    names = ("rounds", "max_rounds", "secret", f"sampled_to_{name}")
    dtype = np.dtype([*((each, "i4") for each in names), ("scores", "i4", (1,))])

    def setup(settings: NoSettings, seed: int) -> State:
        state = new_state(dtype, settings, seed)
        state["max_rounds"], state["secret"] = 5, seed % 4
        return state

    return Game(
        name=f"guess-to-{name}",
        title="Guess",
        summary="A number that nobody sees.",
        moves=("one", "two", "three", "four"),
        settings=NoSettings,
        seats=lambda _: 1,
        state=dtype,
        setup=setup,
        verbs=Verbs(step=guess, accepts=accept, observe=blank, sample=sample),
        hidden=True,
        chance=False,
    )


@pytest.mark.parametrize(
    ("name", "sample", "broken"),
    [
        ("change", change, "its observation: expected scores.* = 0, got scores.* = 3"),
        ("finish", finish, "its observation: expected max_rounds"),
    ],
)
def test_a_sample_with_another_observation_breaks_a_law(
    name: str, sample: Callable[..., Any], broken: str
) -> None:
    game = guessing(name, sample)
    with pytest.raises(LawError, match=f"round 0, a sample for seat 0, {broken}"):
        law(Case(game, game.settings(), seed=1))


def test_a_correct_sample_keeps_the_law() -> None:
    game = guessing("tell", tell)
    law(Case(game, game.settings(), seed=1))


def test_equal_generators_must_draw_equal_samples() -> None:
    game = guessing("wander", wander)
    with pytest.raises(LawError, match="with an equal generator: expected secret"):
        law(Case(game, game.settings(), seed=1))


WANDERED = [0]


@kernel
def wander(state: State, seat: int, generator: Any) -> None:  # noqa: ARG001  that is what is wrong
    WANDERED[0] += 1
    state["secret"] = WANDERED[0] % 4


def test_only_games_with_hidden_information_may_define_the_verb() -> None:
    game = guessing("once", tell)
    with pytest.raises(PluginError, match="hidden=True with the verb sample, got hidden=False"):
        replace(game, hidden=False)
