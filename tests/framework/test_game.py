from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gridbots.errors import PluginError
from gridbots.game import PlainState, empty_state


def test_a_plain_state_opens_fields_of_any_shape() -> None:
    kind = np.dtype([("large", "i8", (2,)), ("one", "i4"), ("table", "i2", (2, 3)), ("flag", "u1")])
    state = empty_state(kind)
    state["large"] = [2**40, -1]
    state["table"][1, 2] = -7
    plain = PlainState(state)
    assert plain["large"].tolist() == [2**40, -1]
    plain["large"][1] = 5
    plain["table"][0, 1] = plain["table"][1, 2]
    plain["one"] = 9
    record = plain.record()
    assert record["large"].tolist() == [2**40, 5]
    assert record["table"].tolist() == [[0, -7, 0], [0, 0, -7]]
    assert record["one"] == 9
    assert state["large"].tolist() == [2**40, -1]


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
