"""Observations lie in their spaces, whatever numbers the records of a game have."""

from __future__ import annotations

import warnings
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector.utils import batch_space
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from tests.shipped import example

from gridbots.environments import BatchEnv, SingleEnv, aec_env, parallel_env
from gridbots.environments.spaces import ObservationFormat, observation_space
from gridbots.errors import PluginError

GAME: Any = SimpleNamespace(name="any", moves=("a", "b", "c"))
NUMBERS = ("b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8")
SHAPES = st.sampled_from([(), (1,), (3,), (2, 2)])


def records(depth: int) -> Any:
    """Types of records, with records within them to this depth."""
    kinds: Any = st.sampled_from(NUMBERS)
    if depth:
        kinds = st.one_of(kinds, records(depth - 1))
    fields = st.lists(st.tuples(kinds, SHAPES), min_size=1, max_size=4)
    return fields.map(
        lambda found: np.dtype([(f"field{at}", *each) for at, each in enumerate(found)])
    )


@st.composite
def observed(draw: Any) -> Any:
    """An array of two records of a random type; their numbers may be infinite, but not NaN."""
    dtype = draw(records(2))
    numbers = draw(arrays.arrays(np.uint8, 2 * dtype.itemsize))
    found = np.frombuffer(numbers.tobytes(), dtype).copy()
    for each in leaves(found):
        if each.dtype.kind == "f":
            each[np.isnan(each)] = draw(st.sampled_from([0, np.inf, -np.inf]))
        elif each.dtype.kind == "b":
            each[...] = each.view(np.uint8) % 2
    return found


def leaves(found: Any) -> list[Any]:
    if found.dtype.names is None:
        return [found]
    return [leaf for name in found.dtype.names for leaf in leaves(found[name])]


@given(observed(), st.booleans())
def test_every_observation_lies_in_its_space(found: Any, flatten: bool) -> None:  # noqa: FBT001
    warnings.simplefilter("error")
    show = ObservationFormat(GAME, found.dtype, 2, flatten=flatten)
    mask = np.ones((2, 3), np.int8)
    assert show(found[0], 1, mask[0]) in show.space
    assert show(found, 1, mask) in batch_space(show.space, 2)
    assert show.space.sample() in show.space


def test_bounds_are_those_of_the_type() -> None:
    dtype = np.dtype([(kind, kind) for kind in NUMBERS])
    made: Any = observation_space(GAME, dtype, 2)
    for name in NUMBERS[1:8]:
        assert made[name].low.item() == np.iinfo(name).min
        assert made[name].high.item() == np.iinfo(name).max
        assert made[name].dtype == np.dtype(name)
    assert (made["b1"].low.item(), made["b1"].high.item()) == (False, True)
    assert made["f8"].contains(np.array([np.finfo("f8").max]))
    assert made["i8"].contains(np.array([np.iinfo("i8").min]))
    for name in ("i8", "u8", "f8"):
        assert len({made[name].sample().item() for _ in range(20)}) > 1


def test_a_record_within_a_record_is_a_dictionary() -> None:
    card = np.dtype([("suit", "u1"), ("rank", "u1"), ("generator", "i8", (2,))])
    dtype = np.dtype([("generator", "i8", (4,)), ("hand", card, (5,)), ("top", card)])
    made: Any = observation_space(GAME, dtype, 2)
    assert isinstance(made["hand"], spaces.Dict)
    assert made["hand"]["suit"].shape == (5,)
    assert made["hand"]["generator"].shape == (5, 2)
    assert made["top"]["rank"].shape == (1,)
    assert "generator" not in made.spaces


@pytest.mark.parametrize("kind", ["c8", "S4", "U2", "M8[s]", "V3", "g"])
def test_a_field_without_a_space_is_named(kind: str) -> None:
    dtype = np.dtype([("rounds", "i4"), ("inner", [("odd", kind)])])
    with pytest.raises(PluginError, match=r"game 'any': environments need .*, got 'inner.odd' of"):
        observation_space(GAME, dtype, 2)


@pytest.mark.parametrize("name", ["seat", "action_mask"])
def test_a_field_with_the_name_of_an_added_entry_is_refused(name: str) -> None:
    with pytest.raises(PluginError, match=f"rename the field '{name}' of the record"):
        observation_space(GAME, np.dtype([(name, "i4")]), 2)


@pytest.mark.parametrize("name", ["connect", "pig"])
def test_flat_observations_are_those_of_the_wrapper(name: str) -> None:
    game = example(name)
    flat = SingleEnv(game, flatten_observation=True)
    wrapped = gymnasium.wrappers.FlattenObservation(SingleEnv(game))
    many = BatchEnv(game, 2, plain=True, flatten_observation=True)
    assert isinstance(flat.observation_space, spaces.Box)
    assert flat.observation_space == wrapped.observation_space == many.single_observation_space
    found: Any
    expected: Any
    for action in (None, 0, 1):
        if action is None:
            found, expected = flat.reset(seed=1), wrapped.reset(seed=1)
            copies, information = many.reset(seed=1)
        else:
            found, expected = flat.step(np.int64(action)), wrapped.step(np.int64(action))
            copies, *_, information = many.step(np.array([action, action]))
        assert found[0].tolist() == expected[0].tolist()
        assert found[-1]["action_mask"].any()
        assert copies in many.observation_space
        assert information["action_mask"].shape == (2, len(game.moves))


def test_agents_have_flat_observations_on_request() -> None:
    game = example("pig")
    parallel: Any = parallel_env(game, flatten_observation=True)
    aec: Any = aec_env(game, flatten_observation=True)
    shown, information = parallel.reset(seed=1)
    aec.reset(seed=1)
    assert shown["seat_0"] in parallel.observation_space("seat_0")
    assert aec.observe("seat_0").tolist() == shown["seat_0"].tolist()
    assert information["seat_0"]["action_mask"].tolist() == [1, 1]
