"""Options of mcts in Light Riders."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots_mcts.options import Options

SHIPPED: Final = "duel"
SHIPPED_CROWD: Final = "crowd"
"""The networks that come with the bot."""


class RiderOptions(Options, frozen=True):
    leaf: Annotated[
        Literal["auto", "rollout", "evaluation", "chance", "network"],
        Meta(
            description="what judges a new position: a roll-out, the evaluation, the chance to "
            "win (of many riders: to be first) that goes with it, or on boards of 8x8 to 16x16 "
            "that by a network, elsewhere chance; auto: network, with weights evaluation"
        ),
    ] = "auto"  # type: ignore[assignment]
    network: Annotated[
        str,
        Meta(
            description="of leaf=network, for two riders: duel, which comes with the bot, or a "
            ".npz file that gridbots_mcts.light_riders.duel_network.training has written"
        ),
    ] = SHIPPED
    crowd_network: Annotated[
        str,
        Meta(
            description="the same for more riders: crowd, or a .npz file that "
            "gridbots_mcts.light_riders.crowd_network.training has written"
        ),
    ] = SHIPPED_CROWD
    endgame: Annotated[
        Literal["path", "tree"],
        Meta(
            description="by the clock, once no other rider can be met: path (the longest path "
            "that is found) or tree (tree search, as before)"
        ),
    ] = "path"
    early_stop: Annotated[
        Literal["auto", "always", "never"],
        Meta(
            description="by the clock: plan for more time, and stop as soon as no other move can "
            "be tried as often in what is left of it; auto: in a duel not while the time is free, "
            "for the bank is full"
        ),
    ] = "auto"

    def __post_init__(self) -> None:
        if self.judges_by_chance and self.weights:
            raise ValueError(
                f"expected leaf=evaluation with weights, got leaf={self.leaf}: what chance goes "
                "with other weights is not known"
            )
        for name, shipped in (("network", SHIPPED), ("crowd_network", SHIPPED_CROWD)):
            given = getattr(self, name)
            if given != shipped and not self.has_network:
                raise ValueError(
                    f"expected leaf=network with {name}={given}, got "
                    f"leaf={self.leaf if self.leaf != 'auto' else 'evaluation'}, which has none"
                )

    @property
    def judges_by_chance(self) -> bool:
        return self.leaf == "chance" or self.has_network

    @property
    def has_network(self) -> bool:
        return self.leaf == "network" or (self.leaf == "auto" and not self.weights)

    @property
    def stops_early(self) -> bool:
        """A draw from a mixed strategy is never decided."""
        may_stop = self.early_stop != "never" and self.selection != "regret-matching"
        return self.is_timed and may_stop

    @property
    def rides_alone(self) -> bool:
        """By a number of roll-outs or rounds each decision is that of the tree, as a policy's."""
        return self.is_timed and self.endgame == "path"
