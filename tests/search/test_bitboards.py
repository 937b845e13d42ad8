"""Territories and chambers on bitboards: as `gridbots.space` finds them, on drawn boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from tests.search.boards import drawn, padded, played
from tests.search.test_space import boards_with_heads

from gridbots.games.light_riders.all_riders import SPACE, measure_all, measure_by_queues
from gridbots.games.light_riders.features import (
    CHAIN_LIBERTIES,
    OF_SPACE,
    SCRATCH,
    find_heads,
    measure,
)
from gridbots.games.light_riders.rules import MOST_SEATS
from gridbots.kernel import compiled, kernel
from gridbots.space import explore, new_workspace, spread, steps_of
from gridbots.space.bitboard_chambers import CHAMBERS, TOO_MANY, chain_steps
from gridbots.space.bitboard_crowds import spread_bits_of_all
from gridbots.space.bitboards import (
    BITBOARDS,
    ROWS,
    bit_count,
    count_cells,
    count_liberties,
    fits_bitboards,
    load_free,
    spread_bits,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.space import Array


def found_by_queues(text: str) -> list[Any]:
    """Whether territories meet; of each its cells, its liberties and the steps of its chain."""
    cells, heads, stride = padded(text)
    work = new_workspace()
    found: list[Any] = [spread(cells, np.array(heads), 2, stride, work) != 0]
    for seat in range(2):
        explore(cells, heads[seat], 1 << seat, work)
        steps = steps_of(work["chain"][heads[seat]])
        count, liberties = work["counts"][1 << seat], work["liberties"][heads[seat]]
        found.append((int(count), int(liberties), steps))
    return found


def found_by_bits(text: str) -> list[Any]:
    cells, heads, stride = padded(text)
    boards, chambers = np.zeros(1, BITBOARDS)[0], np.zeros(1, CHAMBERS)[0]
    load_free(cells, stride, boards)
    found: list[Any] = [spread_bits(heads[0], heads[1], stride, boards)]
    for seat in range(2):
        own = boards["territory"][seat]
        steps = chain_steps(own, heads[seat], stride, boards, chambers)
        found.append((count_cells(own), count_liberties(own, stride, boards), steps))
    return found


@settings(max_examples=50)
@given(boards_with_heads(most=7))
def test_bitboards_agree_with_queues(text: str) -> None:
    assert found_by_bits(text) == found_by_queues(text)


@pytest.mark.parametrize(
    "text",
    [
        "0......\n.xxxxx.\n.x...x.\n.x.x.x.\n.xxx.x.\n.....x1",
        "0.x.x.x.x.x.x.x.\n" + "................\n" * 14 + ".x.x.x.x.x.x.x.1",
        "................\n" * 7 + ".......0........\n" + "................\n" * 7
        + "1...............",
    ],
)  # fmt: skip
def test_bitboards_of_several_words_agree_with_queues(text: str) -> None:
    assert found_by_bits(text) == found_by_queues(text)


def found_of_all_by_queues(text: str) -> list[Any]:
    """Of each head: whether it can meet another, its cells and the steps of its chain."""
    cells, heads, stride = padded(text)
    work = new_workspace()
    met = spread(cells, np.array(heads), len(heads), stride, work)
    found = []
    for number, head in enumerate(heads):
        if head >= 0:
            explore(cells, head, 1 << number, work)
            steps = steps_of(work["chain"][head])
            found.append((met >> number & 1, int(work["counts"][1 << number]), steps))
    return found


def found_of_all_by_bits(text: str) -> list[Any]:
    cells, heads, stride = padded(text)
    boards, chambers = np.zeros(1, BITBOARDS)[0], np.zeros(1, CHAMBERS)[0]
    load_free(cells, stride, boards)
    met = spread_bits_of_all(np.array(heads), len(heads), stride, boards)
    found = []
    for number, head in enumerate(heads):
        if head >= 0:
            own = boards["territory"][number]
            steps = chain_steps(own, head, stride, boards, chambers)
            found.append((met >> number & 1, count_cells(own), steps))
    return found


@settings(max_examples=50)
@given(boards_with_heads(4, most=7))
def test_bitboards_agree_with_queues_for_four_heads(text: str) -> None:
    for living in (text, text.replace("2", "x"), text.replace("0", "x").replace("3", "x")):
        assert found_of_all_by_bits(living) == found_of_all_by_queues(living)


def test_territories_of_four_heads_meet_across_words() -> None:
    """The first word ends below the third row of this board, the second below the sixth."""
    text = "0..1\nxxxx\n.xxx\n.xx3\n2xx.\nxxx.\nxxx."
    assert found_of_all_by_bits(text) == found_of_all_by_queues(text)
    text = "....xx1..\n...xxxx..\n.3xxxxx0.\n.xx.xxxx.\n.xx.....x\n.xx..x..x\n.xxxxxx..\n.2......."
    assert found_of_all_by_bits(text) == found_of_all_by_queues(text)
    assert [met for met, _, _ in found_of_all_by_bits(text)] == [1, 1, 1, 1]


def test_a_territory_with_too_many_doors_uses_queues() -> None:
    ends = ("x" * 15 + ".", "." + "x" * 15)
    rows = [row for turn in range(7) for row in ("." * 16, ends[turn % 2])]
    text = "\n".join(["0" + "." * 15, *rows[1:13], "x" * 16, "x" * 15 + "1"])
    assert found_by_bits(text)[1][2] == TOO_MANY
    values = measured(drawn(text), 0.0)
    assert (values == measured(drawn(text), 1.0)).all()
    assert values.any()


def measured(state: State, weight: float) -> Array:
    """Space features of the first rider; only the queues measure liberties of chains."""
    weights, scratch = np.ones(OF_SPACE), np.zeros(1, SCRATCH)[0]
    weights[CHAIN_LIBERTIES] = weight
    measure(state, 0, weights, scratch)
    values = scratch["values"].copy()
    values[CHAIN_LIBERTIES] = 0.0
    return values


@pytest.mark.parametrize(
    ("width", "height", "fits"), [(16, 16, True), (19, 16, True), (20, 16, False), (16, 17, False)]
)
def test_boards_with_three_rows_in_a_word_are_supported(
    width: int,
    height: int,
    fits: bool,  # noqa: FBT001
) -> None:
    assert fits_bitboards(width, height) == fits
    assert not fits or ROWS * (width + 2) <= 63


def test_bits_are_counted() -> None:
    words = [0, 1, (1 << 63) - 1, 0x5A5A5A5A5A5A5A, 1 << 62]
    assert [bit_count(word) for word in words] == [word.bit_count() for word in words]


def living(state: State) -> list[int]:
    return [seat for seat in range(int(state["seats"])) if not state["eliminated"][seat]]


def test_two_survivors_of_four_are_measured_as_two() -> None:
    """Uses bitboards; with liberties of chains the queues are used."""
    count = 0
    for seed in range(40):
        state = played({"width": 9, "height": 9, "seats": 4}, seed, 12)
        if len(living(state)) == 2:
            weights, scratch = np.ones(OF_SPACE), np.zeros(1, SCRATCH)[0]
            found = []
            for weight in (0.0, 1.0):
                weights[CHAIN_LIBERTIES] = weight
                measure(state, living(state)[1], weights, scratch)
                scratch["values"][CHAIN_LIBERTIES] = 0.0
                found.append((int(scratch["in_contact"]), scratch["values"].tolist()))
            assert found[0] == found[1]
            count += 1
    assert count >= 5


def test_all_riders_measured_at_once_have_the_steps_of_bits_and_of_queues() -> None:
    scratch, spaces = np.zeros(1, SCRATCH)[0], np.zeros((2, MOST_SEATS), SPACE)
    for seed in range(20):
        state = played({"width": 9, "height": 9, "seats": 4}, seed, seed % 12)
        spaces[:] = 0
        measure_all(state, spaces[0], scratch)
        find_heads(state, 0, scratch)
        measure_by_queues(state, spaces[1], scratch)
        assert (spaces[0] == spaces[1]).all()
        assert spaces["steps"].any()


@kernel
def measure_in_array(states: Array, number: int, weights: Array, scratches: Array) -> None:
    measure(states[number], 0, weights, scratches[0])


@pytest.mark.slow
def test_compiled_features_of_played_positions_are_the_same_either_way() -> None:
    run = compiled(measure_in_array)
    scratch, found = np.zeros(1, SCRATCH), []
    for size in (
        {},
        {"width": 8, "height": 8},
        {"width": 15, "height": 16},
        {"width": 16, "height": 6},
    ):
        states = np.array([played(size, seed, 5 * (seed % 12)) for seed in range(150)])
        for weight in (0.0, 1.0):
            weights = np.ones(OF_SPACE)
            weights[CHAIN_LIBERTIES] = weight
            for number in range(len(states)):
                run(states, number, weights, scratch)
                found.append([*scratch[0]["values"][:CHAIN_LIBERTIES], *scratch[0]["values"][4:]])
        assert found[: len(states)] == found[len(states) :]
        found.clear()
