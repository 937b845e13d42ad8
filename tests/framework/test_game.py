from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridbots.errors import PluginError
from gridbots.game import AnyState, PlainState, as_record, empty_state, step
from gridbots.games.light_riders import GAME
from gridbots.grid import UP


def test_a_plain_state_opens_fields_of_any_shape() -> None:
    kind = np.dtype(
        [
            ("few", "i8", (2,)),
            ("many", "i8", (9,)),
            ("one", "i4"),
            ("table", "i2", (2, 3)),
            ("flag", "u1"),
        ]
    )
    state = empty_state(kind)
    state["few"] = [2**40, -1]
    state["many"] = range(2**40, 2**40 + 9)
    state["table"][1, 2] = -7
    plain = PlainState(state)
    assert plain["few"] == [2**40, -1]
    assert plain["many"].tolist() == list(range(2**40, 2**40 + 9))
    plain["few"][1] = plain["many"][8] = 5
    plain["table"][0, 1] = plain["table"][1, 2]
    plain["one"] = 9
    record = plain.record()
    assert record["few"].tolist() == [2**40, 5]
    assert record["many"].tolist() == [*range(2**40, 2**40 + 8), 5]
    assert record["table"].tolist() == [[0, -7, 0], [0, 0, -7]]
    assert record["one"] == 9
    assert state["few"].tolist() == [2**40, -1]


def test_play_goes_on_in_a_dictionary_made_from_a_plain_state() -> None:
    state = GAME.setup(GAME.make_settings(), 1)
    plain = PlainState(state)
    opened: AnyState = dict(plain)
    step(opened, [UP, UP])
    step(state, [UP, UP])
    assert plain.record(opened).tobytes() == state.tobytes()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ([("flag", "u1"), ("large", "i8", (2,))], "'large', of 8 bytes each, at 1"),
        ([("one", "i4"), ("large", "i8")], "'large', of 8 bytes each, at 4"),
        ([("flags", "u1", (3,)), ("table", "i2", (2, 3))], "'table', of 2 bytes each, at 3"),
    ],
)
def test_a_field_that_is_not_aligned_is_refused_at_once(fields: list[Any], expected: str) -> None:
    kind = np.dtype(fields)
    with pytest.raises(PluginError, match=f"widest numbers first.*{expected}"):
        empty_state(kind)
    with pytest.raises(PluginError, match=expected):
        PlainState(np.zeros(1, kind)[0])


@pytest.mark.parametrize(
    ("number", "error"), [(300, "out of bounds for uint8"), ("much", "invalid literal")]
)
def test_a_value_that_does_not_fit_a_record_raises_the_error_of_numpy(
    number: Any, error: str
) -> None:
    plain = PlainState(empty_state(np.dtype([("counts", "i4", (2,)), ("small", "u1")])))
    plain["small"] = number
    with pytest.raises((OverflowError, ValueError), match=error):
        plain.view()


def test_a_view_follows_the_match() -> None:
    plain = PlainState(empty_state(np.dtype([("few", "i4", (2,)), ("one", "i4")])))
    record = plain.view()
    plain["few"][1] = plain["one"] = 7
    assert plain.view() is record
    assert (record["few"].tolist(), record["one"]) == ([0, 7], 7)
    assert as_record(record) is record
