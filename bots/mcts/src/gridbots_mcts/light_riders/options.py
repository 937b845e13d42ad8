"""Options of mcts in Light Riders."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots_mcts.options import Options


class RiderOptions(Options, frozen=True):
    endgame: Annotated[
        Literal["path", "tree"],
        Meta(
            description="by the clock, once no other rider can be met: path (the longest path "
            "that is found) or tree (tree search, as before)"
        ),
    ] = "path"

    @property
    def rides_alone(self) -> bool:
        """By a number of roll-outs or rounds each decision is that of the tree, as a policy's."""
        return self.is_timed and self.endgame == "path"
