"""Options of minimax and expectimax in Multiplayer Snake."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots_minimax.options import MOST_DEPTH, SearchOptions


class Options(SearchOptions, frozen=True):
    depth: Annotated[
        int,
        Meta(
            ge=0, le=MOST_DEPTH, description="own moves to look ahead; 0: as far as strategy says"
        ),
    ] = 0
    evaluation: Annotated[
        Literal["auto", "naive", "greedy", "adaptive", "learned"],
        Meta(
            description="naive (points), greedy (and the way to a candy), adaptive (expected "
            "score) or learned (weights of features, by temporal differences); auto: greedy"
        ),
    ] = "auto"
    strategy: Annotated[
        Literal["fixed", "coward", "claustrophobic", "smart_coward", "survivor"],
        Meta(description="how the depth, unless given, follows from what is near"),
    ] = "survivor"
    radius: Annotated[int, Meta(ge=1, le=16, description="up to how many cells away is near")] = 4
    compactness: Annotated[
        float, Meta(ge=0, le=1, description="survivor looks far above this share of own cells")
    ] = 0.5
    exact: Annotated[
        bool, Meta(description="never take a move for best that only seems as good")
    ] = False
    layered: Annotated[bool, Meta(description="ask the strategy within the search too")] = False
    careful: Annotated[
        bool, Meta(description="avoid cells that another head can reach at once")
    ] = False

    @property
    def evaluates_by(self) -> str:
        """The name of the evaluation."""
        return "greedy" if self.evaluation == "auto" else self.evaluation
