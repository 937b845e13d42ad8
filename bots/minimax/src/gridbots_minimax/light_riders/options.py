"""Options of minimax and expectimax in Light Riders."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots_minimax.options import TimedOptions

BLIND: Final = ("naive", "straight")
"""Evaluations of agents that do not look ahead."""


class PaperOptions(TimedOptions, frozen=True):
    """Options of a search in turns, as in the CS221 program: expectimax, and minimax on request."""

    evaluation: Annotated[
        Literal[
            "auto", "chambers", "territory", "learned",
            "all_direct", "max_direct", "attack", "block", "attack_block", "naive", "straight",
        ],
        Meta(
            description="chambers (steps and liberties that can be held), territory (cells reached "
            "first), learned (weights learned by temporal differences) or, from the CS221 paper, "
            "all_direct, max_direct, attack, block, attack_block and, only in turns, naive and "
            "straight; auto: chambers, in turns attack_block"
        ),
    ] = "auto"  # fmt: skip
    ties: Annotated[
        Literal["first", "random"],
        Meta(
            description="in turns: among the best moves the first in the order up, down, right, "
            "left, or a random one"
        ),
    ] = "first"
    near: Annotated[
        int,
        Meta(
            ge=0,
            le=128,
            description="in turns: look two rounds farther if another head is within this many "
            "steps; 0: never",
        ),
    ] = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.near > 0 and (self.depth == 0 or self.nodes > 0):
            raise ValueError(
                f"expected a depth, and no nodes, with near={self.near}, "
                f"got depth={self.depth},nodes={self.nodes}"
            )

    @property
    def is_in_turns(self) -> bool:
        return True

    @property
    def evaluation_name(self) -> str:
        """The name of the evaluation."""
        usual = "attack_block" if self.is_in_turns else "chambers"
        return usual if self.evaluation == "auto" else self.evaluation


class Options(PaperOptions, frozen=True):
    """Options of minimax."""

    search: Annotated[
        Literal["rounds", "paper"],
        Meta(
            description="rounds (all seats move at once) or paper (in turns, like the CS221 "
            "program: the own move first, a stuck rider has lost)"
        ),
    ] = "rounds"
    maxn: Annotated[
        bool,
        Meta(
            description="search=rounds, more than two seats: every rider maximises its own value "
            "(max-n), instead of all others playing against this one (paranoid)"
        ),
    ] = False

    detours: Annotated[
        bool,
        Meta(
            description="search=rounds, with a clock or a number of nodes: lengthen the path of a "
            "separated rider by local search, too"
        ),
    ] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        usual = {"ties": "first", "near": 0, "seed": 0}
        given = [f"{name}={getattr(self, name)}" for name in usual
                 if getattr(self, name) != usual[name]]  # fmt: skip
        if self.search != "paper" and (given or self.evaluation in BLIND):
            got = given[0] if given else f"evaluation={self.evaluation}"
            raise ValueError(f"expected search=paper with {got}, got search={self.search}")
        if self.maxn and self.search != "rounds":
            raise ValueError(f"expected search=rounds with maxn, got search={self.search}")

    @property
    def is_in_turns(self) -> bool:
        return self.search == "paper"
