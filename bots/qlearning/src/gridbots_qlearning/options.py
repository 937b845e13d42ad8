"""The options of qlearning."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots.settings import Settings


class Options(Settings, frozen=True):
    weights: Annotated[
        Literal[
            "",
            "riders-4x4", "riders-6x6", "riders-large",
            "snakes-config1", "snakes-config2", "snakes-config3", "snakes-config4a",
            "snakes-config4b", "snakes-config5", "snakes-config6", "snakes-network",
        ],
        Meta(
            description="what it has learned: for Light Riders riders-4x4 and riders-6x6 (tables, "
            "trained against minimax) and riders-large (what is seen of a move, for two on any "
            "board; trained on 8x8 and 16x16), for Multiplayer Snake on 20x20 snakes-config1 to 6 "
            "(the indicators of the CS221 paper, trained against the opponents of that "
            "configuration) "
            "and snakes-network (a network, trained against smart-greedy with opportunist, and "
            "minimax); else what was trained for the settings of the match, or comes nearest"
        ),
    ] = ""  # fmt: skip
