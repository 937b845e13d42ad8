"""Options of minimax and expectimax in Paper.io."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots_minimax.options import MOST_DEPTH, SearchOptions


class Options(SearchOptions, frozen=True):
    depth: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_DEPTH,
            description="own moves to look ahead, with all replies; 0: as far as time allows",
        ),
    ] = 0
    evaluation: Annotated[
        Literal["auto", "lead", "pure", "safe"],
        Meta(
            description="lead (own land less that of others), pure (own land) or safe (less what "
            "hangs on a trail in danger); auto: lead"
        ),
    ] = "auto"
    value: Annotated[
        str,
        Meta(
            description="in place of an evaluation: an installed bot that tells what it takes a "
            "position to be worth, such as td or td:weights=paper"
        ),
    ] = ""
    memory: Annotated[
        Literal["refreshed", "frozen"],
        Meta(
            description="of what was seen, or of the opening as in the CS221 program, which then "
            "knows of others only what is in sight"
        ),
    ] = "refreshed"
    belief: Annotated[
        Literal["search", "last", "sampled"],
        Meta(
            description="others out of sight have made the moves that the last search expected of "
            "them (search), are where they were seen last, as in the CS221 program (last), or in "
            "places drawn by how likely they are, eight for each move (sampled)"
        ),
    ] = "search"

    @property
    def evaluates_by(self) -> str:
        """The name of the evaluation."""
        return "lead" if self.evaluation == "auto" else self.evaluation
