"""Options of mcts."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots.settings import Settings

MOST_MEMORY: Final = 4096


class Options(Settings, frozen=True):
    rollouts: Annotated[
        int, Meta(ge=0, le=2**31, description="roll-outs, or leaves, per move; 0: by the clock")
    ] = 0
    nodes: Annotated[
        int,
        Meta(ge=0, description="rounds to play in thought per move, those of roll-outs too; 0: by "
             "the clock"),
    ] = 0  # fmt: skip
    selection: Annotated[
        Literal["auto", "uct", "regret-matching"],
        Meta(
            description="uct (every seat for itself where all move at once) or regret-matching; "
            "auto: uct"
        ),
    ] = "auto"
    exploration: Annotated[
        float, Meta(ge=-1, le=100, description="how much is tried that looks worse; -1: auto")
    ] = -1.0
    bias: Annotated[
        float,
        Meta(ge=0, le=1000, description="weight of a move's evaluation while it was tried little"),
    ] = 0.0
    leaf: Annotated[
        Literal["auto", "rollout", "evaluation"],
        Meta(description="what judges a new position: a roll-out, or the evaluation at once"),
    ] = "auto"
    rollout_rounds: Annotated[
        int, Meta(ge=-1, le=2**31, description="rounds of a roll-out at most; -1: auto")
    ] = -1
    weights: Annotated[
        str,
        Meta(
            description="in place of the evaluation: a .npz file with weights of the game's "
            "features, as gridbots_td.training.weights writes them"
        ),
    ] = ""
    samples: Annotated[
        int,
        Meta(
            ge=0,
            le=32,
            description="where something is hidden and the game says what may be: sampled states "
            "per move; 0: search what is seen",
        ),
    ] = 16
    memory: Annotated[
        int,
        Meta(ge=1, le=MOST_MEMORY, description="MiB of the tree, rounded up to a power of two"),
    ] = 32
    overlay: Annotated[
        bool, Meta(description="send what it thinks as an overlay, to be drawn over the board")
    ] = False
    seed: Annotated[int, Meta(ge=0, le=2**32 - 1, description="of all that is drawn; 0: any")] = 0

    @property
    def is_timed(self) -> bool:
        return self.rollouts == self.nodes == 0
