"""Options of mcts."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots.settings import Settings

MOST_MEMORY: Final = 4096


class Options(Settings, frozen=True):
    rollouts: Annotated[
        int,
        Meta(ge=0, le=2**31, description="roll-outs, or leaves, per move; 0: limited by the clock"),
    ] = 0
    nodes: Annotated[
        int,
        Meta(
            ge=0,
            description="simulated rounds per move, including those of roll-outs; 0: limited by "
            "the clock",
        ),
    ] = 0
    selection: Annotated[
        Literal["auto", "uct", "regret-matching"],
        Meta(
            description="uct (decoupled UCT if all seats move at once) or regret-matching; "
            "auto: uct"
        ),
    ] = "auto"
    exploration: Annotated[
        float,
        Meta(ge=-1, le=100, description="exploration constant; -1: the default of the game"),
    ] = -1.0
    bias: Annotated[
        float,
        Meta(ge=0, le=1000, description="weight of progressive bias: the evaluation of rare moves"),
    ] = 0.0
    leaf: Annotated[
        Literal["auto", "rollout", "evaluation"],
        Meta(
            description="value of a new position: from a roll-out, or from the evaluation; auto: "
            "the default of the game"
        ),
    ] = "auto"
    rollout_rounds: Annotated[
        int,
        Meta(
            ge=-1, le=2**31, description="maximum rounds of a roll-out; -1: the default of the game"
        ),
    ] = -1
    weights: Annotated[
        str,
        Meta(
            description="evaluate with this .npz file of weights of the game's features, as "
            "written by gridbots_td.training.weights"
        ),
    ] = ""
    samples: Annotated[
        int,
        Meta(
            ge=0,
            le=32,
            description="with hidden information, if the game can sample states: sampled states "
            "per move; 0: search the observation",
        ),
    ] = 16
    memory: Annotated[
        int,
        Meta(ge=1, le=MOST_MEMORY, description="MiB of the tree; rounded up to a power of two"),
    ] = 32
    overlay: Annotated[
        bool, Meta(description="send values, visits and expected moves as an overlay")
    ] = False
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="seed of all random choices; 0: random")
    ] = 0

    @property
    def is_timed(self) -> bool:
        return self.rollouts == self.nodes == 0
