"""Options of mcts in Light Riders."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots_mcts.options import Options

SHIPPED: Final = "duel"
SHIPPED_CROWD: Final = "crowd"
"""The networks of the package."""


class RiderOptions(Options, frozen=True):
    leaf: Annotated[
        Literal["auto", "rollout", "evaluation", "chance", "network"],
        Meta(
            description="leaf evaluation: rollout, evaluation (the game's features), chance (the "
            "win probability by regression; with many riders, of the first place), or network "
            "(the same by a network, on boards of 8x8 to 16x16; elsewhere chance); auto: network, "
            "or evaluation with weights"
        ),
    ] = "auto"  # type: ignore[assignment]
    network: Annotated[
        str,
        Meta(
            description="network for leaf=network with two riders: duel (included), or a .npz "
            "file written by gridbots_mcts.light_riders.duel_network.training"
        ),
    ] = SHIPPED
    crowd_network: Annotated[
        str,
        Meta(
            description="network for leaf=network with more riders: crowd (included), or a .npz "
            "file written by gridbots_mcts.light_riders.crowd_network.training"
        ),
    ] = SHIPPED_CROWD
    endgame: Annotated[
        Literal["path", "tree"],
        Meta(
            description="with a clock, once the rider cannot meet another: path (the longest path "
            "found) or tree (tree search)"
        ),
    ] = "path"
    early_stop: Annotated[
        Literal["auto", "always", "never"],
        Meta(
            description="with a clock: plan more time per move, and stop as soon as no other move "
            "can catch up in visits; auto: in a duel, use the whole time while the bank is full"
        ),
    ] = "auto"

    def __post_init__(self) -> None:
        if self.evaluates_chance and self.weights:
            raise ValueError(
                f"expected leaf=evaluation with weights, got leaf={self.leaf}: the win "
                "probability is fitted to the game's own weights"
            )
        for name, shipped in (("network", SHIPPED), ("crowd_network", SHIPPED_CROWD)):
            given = getattr(self, name)
            if given != shipped and not self.has_network:
                raise ValueError(
                    f"expected leaf=network with {name}={given}, got "
                    f"leaf={self.leaf if self.leaf != 'auto' else 'evaluation'}, which uses none"
                )

    @property
    def evaluates_chance(self) -> bool:
        return self.leaf == "chance" or self.has_network

    @property
    def has_network(self) -> bool:
        return self.leaf == "network" or (self.leaf == "auto" and not self.weights)

    @property
    def stops_early(self) -> bool:
        """Regret matching never stops early: it plays a mixed strategy."""
        may_stop = self.early_stop != "never" and self.selection != "regret-matching"
        return self.is_timed and may_stop

    @property
    def rides_alone(self) -> bool:
        """Without a clock, the tree decides every move, as in a policy."""
        return self.is_timed and self.endgame == "path"
