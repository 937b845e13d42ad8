"""Options of minimax and expectimax in Multiplayer Snake."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots_minimax.options import MOST_DEPTH, SearchOptions


class Options(SearchOptions, frozen=True):
    depth: Annotated[
        int,
        Meta(ge=0, le=MOST_DEPTH, description="own moves to look ahead; 0: chosen by the strategy"),
    ] = 0
    evaluation: Annotated[
        Literal["auto", "naive", "greedy", "adaptive", "learned"],
        Meta(
            description="naive (points), greedy (points and the distance to a candy), adaptive "
            "(expected score) or learned (weights learned by temporal differences); auto: greedy"
        ),
    ] = "auto"
    strategy: Annotated[
        Literal["fixed", "coward", "claustrophobic", "smart_coward", "survivor"],
        Meta(description="choose the depth, unless given, from the snake's surroundings"),
    ] = "survivor"
    radius: Annotated[int, Meta(ge=1, le=16, description="cells that count as near")] = 4
    compactness: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="share of own cells around the head above which a survivor looks far ahead",
        ),
    ] = 0.5
    exact: Annotated[
        bool, Meta(description="never choose a move that only seems as good as the best")
    ] = False
    layered: Annotated[bool, Meta(description="apply the strategy within the search too")] = False
    careful: Annotated[
        bool, Meta(description="avoid cells that another head can reach at once")
    ] = False

    @property
    def evaluation_name(self) -> str:
        """The name of the evaluation."""
        return "greedy" if self.evaluation == "auto" else self.evaluation
