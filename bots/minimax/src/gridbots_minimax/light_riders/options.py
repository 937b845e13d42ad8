"""Options of minimax and expectimax in Light Riders."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots_minimax.options import TimedOptions

BLIND: Final = ("naive", "straight")
"""Evaluations of agents that do not look ahead."""


class PaperOptions(TimedOptions, frozen=True):
    """Of a search in turns, as the CS221 program's: all of expectimax, and minimax if asked."""

    evaluation: Annotated[
        Literal[
            "auto", "chambers", "territory", "learned",
            "all_direct", "max_direct", "attack", "block", "attack_block", "naive", "straight",
        ],
        Meta(
            description="chambers (steps and liberties that can be held), territory (cells "
            "nearer), learned (weights of features, by temporal differences) or, of the CS221 "
            "paper, all_direct, max_direct, attack, block, attack_block and, where it searches in "
            "turns, naive and straight; auto: chambers, in turns attack_block"
        ),
    ] = "auto"  # fmt: skip
    ties: Annotated[
        Literal["first", "random"],
        Meta(
            description="in turns: of the best moves the first in the order up, down, right, left, "
            "or any"
        ),
    ] = "first"
    near: Annotated[
        int,
        Meta(
            ge=0,
            le=128,
            description="in turns: look two rounds farther where another head is within so many "
            "steps; 0: nowhere",
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
    def evaluates_by(self) -> str:
        """The name of the evaluation."""
        usual = "attack_block" if self.is_in_turns else "chambers"
        return usual if self.evaluation == "auto" else self.evaluation


class Options(PaperOptions, frozen=True):
    """Of minimax."""

    search: Annotated[
        Literal["rounds", "paper"],
        Meta(
            description="rounds (all move at once) or paper (in turns, as the CS221 program: the "
            "own move first, a rider that is stuck has lost)"
        ),
    ] = "rounds"
    maxn: Annotated[
        bool,
        Meta(
            description="search=rounds: take every rider for itself (max-n), not all others "
            "against this one (paranoid); for more than two seats"
        ),
    ] = False

    detours: Annotated[
        bool,
        Meta(
            description="search=rounds, with a time or a number of nodes: lengthen the way of a "
            "rider that is alone by local search, too"
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
