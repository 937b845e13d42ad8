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
            description="own moves to look ahead, with all replies; 0: limited by the clock",
        ),
    ] = 0
    evaluation: Annotated[
        Literal["auto", "lead", "pure", "safe"],
        Meta(
            description="lead (own land minus that of others), pure (own land) or safe (own land "
            "minus the danger to the own trail); auto: lead"
        ),
    ] = "auto"
    value: Annotated[
        str,
        Meta(
            description="evaluate with the value function of an installed bot, such as td or "
            "td:weights=paper"
        ),
    ] = ""
    memory: Annotated[
        Literal["refreshed", "frozen"],
        Meta(
            description="refreshed: updated by observations; frozen: the opening, as in the CS221 "
            "program, plus the cells in sight"
        ),
    ] = "refreshed"
    belief: Annotated[
        Literal["search", "last", "sampled"],
        Meta(
            description="players out of sight: have made the moves that the last search expected "
            "(search), are where they were last seen, as in the CS221 program (last), or are at "
            "places drawn by probability, eight for each move (sampled)"
        ),
    ] = "search"

    @property
    def evaluation_name(self) -> str:
        """The name of the evaluation."""
        return "lead" if self.evaluation == "auto" else self.evaluation
