"""The value network for duels of Light Riders: features, layers and shipped weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.bots.rider_positions import counts, positions, steps_from

from gridbots.bot.runner import make_policy
from gridbots.errors import SettingsError
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.features import SCRATCH, measure, weighed_space
from gridbots.kernel import compiled
from gridbots.plugins import load_bot
from gridbots.training import weights
from gridbots.vector import play_matches
from gridbots_mcts.leaves import write_evaluations
from gridbots_mcts.light_riders.duel_network.evaluation import NETWORK, log_odds, read_network
from gridbots_mcts.light_riders.duel_network.features import (
    BOTH,
    INPUTS,
    OF_BOTH,
    SIDE,
    SIGNED,
    exchange,
    write_features,
)
from gridbots_mcts.light_riders.options import RiderOptions
from gridbots_mcts.light_riders.parameters import parameters_of_riders
from gridbots_mcts.light_riders.value_network.counts import CHAIN, COUNTS
from gridbots_mcts.light_riders.value_network.layers import write_network
from gridbots_mcts.tree_search import TreeSearch

if TYPE_CHECKING:
    from gridbots.game import State

WEIGHTS = np.array(GAME.default_weights())


def seen_in(state: State) -> tuple[np.ndarray, bool]:
    """The features of the first seat, and whether the riders are in contact, uncompiled."""
    scratch, seen = np.zeros(1, SCRATCH)[0], np.zeros(INPUTS, np.float32)
    value = weighed_space(state, 0, WEIGHTS, scratch)
    if scratch["in_contact"]:
        write_features(state, 0, 1, value, 0.25, scratch, seen)
    return seen, bool(scratch["in_contact"])


def ties_in(state: State) -> int:
    one, other = (steps_from(state, seat) for seat in range(2))
    return sum(other.get(cell) == steps for cell, steps in one.items())


@pytest.mark.parametrize(("seed", "width", "height"), [(1, 16, 16), (2, 9, 13), (3, 12, 8)])
def test_features_equal_counts_cell_by_cell(seed: int, width: int, height: int) -> None:
    looked = 0
    for state in positions(seed, width, height):
        seen, in_contact = seen_in(state)
        if not in_contact:
            continue
        sides = counts(state).values()
        names = [name for name in COUNTS if name != "chain"]
        for side, start in zip(sides, (0, SIDE), strict=True):
            assert seen[start : start + CHAIN].tolist() == [side[name] for name in names]
        both = dict(zip(OF_BOTH, seen[BOTH:].tolist(), strict=False))
        assert both["ties"] == ties_in(state)
        assert both["area"] == width * height
        signed = dict(zip(SIGNED, seen[-len(SIGNED) :].tolist(), strict=True))
        assert signed["centre"] == 0.25
        assert signed["value"] == pytest.approx(np.sign(signed["root"]) * signed["root"] ** 2)
        looked += 1
    assert looked > 10


def test_chains_agree_with_the_search_without_bitboards() -> None:
    by_cells = np.ones(len(WEIGHTS))  # Bitboards do not compute liberties of chains.
    scratch = np.zeros(1, SCRATCH)[0]
    for state in positions(4, 16, 16):
        seen, in_contact = seen_in(state)
        if in_contact:
            measure(state, 0, by_cells, scratch)
            assert seen[[CHAIN, SIDE + CHAIN]].tolist() == scratch["chains"][:2].tolist()


def test_exchanged_features_are_those_of_the_other_seat() -> None:
    for state in positions(5, 10, 8):
        seen, in_contact = seen_in(state)
        if in_contact:
            turned, other = state.copy(), np.zeros(INPUTS, np.float32)
            turned["riders"][:2] = state["riders"][:2][::-1]
            exchange(seen, other)
            expected, _ = seen_in(turned)
            expected[-1] = other[-1]  # The centre is an argument, not a feature of the board.
            assert other.tolist() == expected.tolist()


def test_layers_equal_matrix_products_and_favour_no_seat() -> None:
    networks, arrays = np.zeros(1, NETWORK), read_network()
    network = networks[0]
    write_network(network, arrays)
    seen = next(seen_in(state)[0] for state in positions(1, 16, 16) if state["rounds"] == 8)
    other = np.zeros_like(seen)
    exchange(seen, other)

    def output(side: np.ndarray) -> float:
        first = np.maximum(side @ arrays["first"] + arrays["first_bias"], 0)
        return float(
            np.maximum(first @ arrays["second"] + arrays["second_bias"], 0) @ arrays["last"]
        )

    wanted = output(seen) - output(other)
    assert abs(wanted) > 0.05
    for side, sign in ((seen, 1), (other, -1)):
        network["seen"][0] = side
        assert log_odds(network) == pytest.approx(sign * wanted, abs=1e-4)


def leaf_values(state: State, **options: Any) -> list[float]:
    """Leaf values in a search for matches of up to four riders."""
    return leaf_values_of(state, 4, **options)


def leaf_values_of(state: State, seats: int, **options: Any) -> list[float]:
    made = RiderOptions(rollouts=1, **options)
    parameters = parameters_of_riders(GAME, made, state.dtype, reuses=False, seats=seats)
    search = TreeSearch(parameters, 2, plain=True)
    write_evaluations(search.record, state)
    values: list[float] = search.record["values"][:2].tolist()
    return values


@pytest.mark.parametrize(
    ("width", "height", "is_known"), [(16, 16, True), (8, 16, True), (7, 16, False), (17, 8, False)]
)
def test_boards_of_other_sizes_are_evaluated_by_regression(
    width: int, height: int, *, is_known: bool
) -> None:
    state = next(each for each in positions(1, width, height) if each["rounds"] == 3)
    by_network, by_regression = (leaf_values(state, leaf=leaf) for leaf in ("auto", "chance"))
    assert (by_network != by_regression) == is_known
    assert by_network[0] == -by_network[1]


@pytest.mark.parametrize("leaf", ["network", "chance"])
def test_a_search_for_duels_alone_evaluates_as_one_for_all_matches(leaf: str) -> None:
    for state in positions(7, 16, 16):
        duel, of_all = (leaf_values_of(state, seats, leaf=leaf) for seats in (2, 4))
        assert duel == of_all


def test_a_network_can_be_read_from_a_file(tmp_path: Any) -> None:
    state = next(each for each in positions(1, 16, 16) if each["rounds"] == 8)
    path = tmp_path / "mine.npz"
    arrays = {name: 0.5 * array for name, array in read_network().items()}
    about = {"game": "light-riders", "settings": {}, "learner": "duel network", "command": "-"}
    weights.write(path, about, arrays)
    mine, shipped = (leaf_values(state, **each) for each in ({"network": str(path)}, {}))
    assert 0 < mine[0] / shipped[0] < 1
    with pytest.raises(SettingsError, match=r"expected a name or a \.npz file, got 'other'"):
        leaf_values(state, network="other")
    weights.write(path, about, {**arrays, "last": np.ones(3, np.float32)})
    with pytest.raises(SettingsError, match="expected last of shape"):
        leaf_values(state, network=str(path))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ("leaf=network weights=w.npz", "leaf=evaluation with weights, got leaf=network"),
        ("leaf=chance network=n.npz", "leaf=network with network=n.npz, got leaf=chance"),
        ("weights=w.npz network=n.npz", "leaf=network with network=n.npz, got leaf=evaluation"),
    ],
)
def test_incompatible_options_are_refused(options: str, error: str) -> None:
    given = dict(each.split("=") for each in options.split())
    with pytest.raises(SettingsError, match=error):
        make_policy(load_bot("mcts"), "mcts", GAME, given)


@pytest.mark.slow
def test_compiled_code_evaluates_as_plain_code_does() -> None:
    seen = np.zeros((2, INPUTS), np.float32)
    network = np.zeros(2, NETWORK)
    for each in network:
        write_network(each, read_network())
    state = next(each for each in positions(1, 16, 16) if each["rounds"] == 8)
    seen[:] = seen_in(state)[0]
    network["seen"][:, 0] = seen
    assert compiled(log_odds)(network[0]) == pytest.approx(log_odds(network[1]), abs=1e-5)


@pytest.mark.slow
def test_with_the_same_number_of_leaves_it_is_stronger_than_regression() -> None:
    """The seeds are fixed, so the matches are always the same."""
    network, regression = (
        make_policy(load_bot("mcts"), "mcts", GAME, {"rollouts": "400", "seed": "1", "leaf": leaf})
        for leaf in ("network", "chance")
    )
    results = play_matches(GAME, GAME.make_settings(), [network, regression], 60, 7)
    assert results.utilities[:, 0].sum() > 0
