"""The value network for crowds of Light Riders: features, layers and shipped weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.bots.rider_positions import counts, positions

from gridbots.bot.runner import make_policy
from gridbots.errors import SettingsError
from gridbots.game import is_living
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.all_riders import SPACE, measure_by_queues
from gridbots.games.light_riders.features import SCRATCH, find_heads
from gridbots.kernel import compiled
from gridbots.plugins import load_bot
from gridbots.training import weights
from gridbots.vector import play_matches
from gridbots_mcts.leaves import write_evaluations
from gridbots_mcts.light_riders.crowd_network.evaluation import (
    NETWORK,
    read_network,
    write_log_odds,
)
from gridbots_mcts.light_riders.crowd_network.features import (
    ALL,
    IN_CONTACT,
    INPUTS,
    MOST,
    OF_ALL,
    RIDER,
    look_at_all,
)
from gridbots_mcts.light_riders.options import RiderOptions
from gridbots_mcts.light_riders.parameters import parameters_of_riders
from gridbots_mcts.light_riders.value_network.counts import CHAIN, COUNTS
from gridbots_mcts.light_riders.value_network.layers import write_network
from gridbots_mcts.tree_search import TreeSearch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import State


def crowds(seed: int, width: int, height: int) -> Iterator[tuple[State, list[int]]]:
    """Positions of four riders with more than two living ones, and the living seats."""
    for state in positions(seed, width, height, seats=4):
        alive = [seat for seat in range(4) if is_living(state, seat)]
        if len(alive) > 2:
            yield state, alive


def seen_in(state: State) -> np.ndarray:
    """The features of each living seat, uncompiled."""
    seen = np.zeros((4, INPUTS), np.float32)
    states = np.array([state], state.dtype)
    assert look_at_all(states, np.zeros(1, SCRATCH), np.zeros(4, SPACE), seen)
    return seen


@pytest.mark.parametrize(("seed", "width", "height"), [(1, 16, 16), (2, 9, 13), (3, 12, 8)])
def test_features_equal_counts_cell_by_cell(seed: int, width: int, height: int) -> None:
    crowd_sizes = set()
    for state, alive in crowds(seed, width, height):
        seen, expected = seen_in(state), counts(state)
        names = [name for name in COUNTS if name != "chain"]
        for seat in alive:
            assert seen[seat, :CHAIN].tolist() == [expected[seat][name] for name in names]
            of_all = dict(zip(OF_ALL, seen[seat, ALL:].tolist(), strict=True))
            assert of_all["area"] == width * height
            assert of_all["living"] == len(alive)
        crowd_sizes.add(len(alive))
    assert crowd_sizes == {3, 4}


def test_chains_and_contact_agree_with_the_search_without_bitboards() -> None:
    scratch, spaces = np.zeros(1, SCRATCH)[0], np.zeros(4, SPACE)
    for state, alive in crowds(4, 16, 16):
        seen = seen_in(state)
        find_heads(state, 0, scratch)
        measure_by_queues(state, spaces, scratch)
        assert seen[alive, CHAIN].tolist() == spaces["steps"][alive].tolist()
        assert seen[alive, IN_CONTACT].tolist() == spaces["in_contact"][alive].tolist()


def test_features_include_means_and_maxima_over_the_others() -> None:
    for state, alive in crowds(5, 10, 8):
        seen = seen_in(state)
        for seat in alive:
            others = [other for other in alive if other != seat]
            mean = seen[others, :RIDER].mean(axis=0)
            assert seen[seat, RIDER:MOST] == pytest.approx(mean, abs=1e-4)
            assert seen[seat, MOST] == seen[others, CHAIN].max()
            assert seen[seat, MOST + 1] == seen[others, 0].max()


def test_layers_equal_matrix_products_for_three_and_four_riders() -> None:
    networks, arrays = np.zeros(1, NETWORK), read_network()
    write_network(networks[0], arrays)
    for state, alive in crowds(1, 16, 16):
        seen, odds = seen_in(state), np.zeros(4)
        networks[0]["seen"] = seen
        write_log_odds(networks[0], state, odds)
        first = np.maximum(seen @ arrays["first"] + arrays["first_bias"], 0)
        second = np.maximum(first @ arrays["second"] + arrays["second_bias"], 0)
        assert odds[alive] == pytest.approx((second @ arrays["last"])[alive], abs=1e-3)


def leaf_values(state: State, **options: Any) -> list[float]:
    made = RiderOptions(rollouts=1, **options)
    parameters = parameters_of_riders(GAME, made, state.dtype, reuses=False)
    search = TreeSearch(parameters, 4, plain=True)
    write_evaluations(search.record, state)
    values: list[float] = search.record["values"][:4].tolist()
    return values


@pytest.mark.parametrize(
    ("width", "height", "is_known"), [(16, 16, True), (8, 16, True), (17, 8, False)]
)
def test_boards_of_other_sizes_are_evaluated_by_regression(
    width: int, height: int, *, is_known: bool
) -> None:
    state = next(each for each, _ in crowds(1, width, height) if each["rounds"] == 3)
    by_network, by_regression = (leaf_values(state, leaf=leaf) for leaf in ("auto", "chance"))
    assert (by_network != by_regression) == is_known


def test_probabilities_sum_to_one_and_do_not_depend_on_seat_numbers() -> None:
    for state, alive in crowds(6, 12, 12):
        values = np.array(leaf_values(state))
        assert ((values[alive] + 1) / 2).sum() == pytest.approx(1)
        turned = state.copy()
        for name in ("riders", "eliminated", "headings"):
            turned[name][:] = state[name][[1, 2, 3, 0]]
        others = [(seat - 1) % 4 for seat in alive]
        assert np.array(leaf_values(turned))[others] == pytest.approx(values[alive], abs=1e-4)


def test_a_network_can_be_read_from_a_file(tmp_path: Any) -> None:
    state = next(each for each, _ in crowds(1, 16, 16) if each["rounds"] == 8)
    path = tmp_path / "mine.npz"
    arrays = {name: 0.0 * array for name, array in read_network().items()}
    about = {"game": "light-riders", "settings": {}, "learner": "crowd network", "command": "-"}
    weights.write(path, about, arrays)
    assert leaf_values(state, crowd_network=str(path)) == [-0.5] * 4
    with pytest.raises(SettingsError, match=r"expected a name or a \.npz file, got 'other'"):
        leaf_values(state, crowd_network="other")
    with pytest.raises(SettingsError, match="expected first of shape"):
        leaf_values(state, network=str(path))


def test_a_network_without_network_leaves_is_refused() -> None:
    given = {"leaf": "chance", "crowd_network": "n.npz"}
    with pytest.raises(
        SettingsError, match=r"leaf=network with crowd_network=n\.npz, got leaf=chance"
    ):
        make_policy(load_bot("mcts"), "mcts", GAME, given)


@pytest.mark.slow
def test_compiled_code_evaluates_as_plain_code_does() -> None:
    state, alive = next(each for each in crowds(1, 16, 16) if each[0]["rounds"] == 8)
    networks, odds = np.zeros(2, NETWORK), np.zeros((2, 4))
    for network in networks:
        write_network(network, read_network())
    networks["seen"] = seen_in(state)
    write_log_odds(networks[0], state, odds[0])
    compiled(write_log_odds)(networks[1], state, odds[1])
    assert odds[1, alive] == pytest.approx(odds[0, alive], abs=1e-4)


@pytest.mark.slow
def test_with_the_same_number_of_leaves_it_is_stronger_than_regression() -> None:
    """The seeds are fixed, so the matches are always the same."""
    network, regression = (
        make_policy(load_bot("mcts"), "mcts", GAME, {"rollouts": "200", "seed": "1", "leaf": leaf})
        for leaf in ("network", "chance")
    )
    policies = [network, regression, network, regression]
    results = play_matches(GAME, GAME.make_settings({"seats": 4}), policies, 60, 7)
    assert results.utilities[:, ::2].sum() > 0
