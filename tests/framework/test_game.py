from __future__ import annotations

import numpy as np

from gridbots.game import PlainState, empty_state


def test_a_plain_state_opens_fields_wherever_they_lie_and_of_any_shape() -> None:
    kind = np.dtype([("flag", "u1"), ("large", "i8", (2,)), ("table", "i2", (2, 3)), ("one", "i4")])
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
