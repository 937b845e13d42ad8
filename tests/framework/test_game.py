from __future__ import annotations

import numpy as np

from gridbots.game import AnyState, PlainState, empty_state, step
from gridbots.games.light_riders import GAME
from gridbots.grid import UP


def test_a_plain_state_opens_fields_wherever_they_lie_and_of_any_shape() -> None:
    kind = np.dtype(
        [
            ("flag", "u1"),
            ("few", "i8", (2,)),
            ("many", "i8", (9,)),
            ("table", "i2", (2, 3)),
            ("one", "i4"),
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
    assert plain.close(opened).tobytes() == state.tobytes()
