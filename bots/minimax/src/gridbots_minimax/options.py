"""Options that the searches of all games have."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from gridbots.settings import Settings

MOST_DEPTH: Final = 32


class SearchOptions(Settings, frozen=True):
    """Each game adds `depth` and `evaluation`, and what its own search is told by."""

    weights: Annotated[
        str,
        Meta(
            description="in place of an evaluation: weights of the game's features, such as "
            "territory:1+lead:13 (what is not named weighs nothing), or a .npz file with them, as "
            "gridbots_td.training.weights writes it"
        ),
    ] = ""
    overlay: Annotated[
        bool, Meta(description="send what it thinks as an overlay, to be drawn over the board")
    ] = False
    seed: Annotated[
        int,
        Meta(ge=0, le=2**32 - 1, description="of draws among equals; 0: any"),
    ] = 0

    def __post_init__(self) -> None:
        """Refuse more than one way to evaluate positions."""
        ways = {"evaluation": "auto", "weights": "", "value": ""}
        given = [
            f"{name}={got}"
            for name, usual in ways.items()
            if (got := getattr(self, name, usual)) != usual
        ]
        if len(given) > 1:
            known = ", ".join(name for name in ways if hasattr(self, name))
            raise ValueError(f"expected one of {known}, got {' and '.join(given)}")


class TimedOptions(SearchOptions, frozen=True):
    """Of a search against the clock, or to a limit."""

    depth: Annotated[
        int,
        Meta(ge=0, le=MOST_DEPTH, description="rounds to look ahead; 0: as far as time allows"),
    ] = 0
    nodes: Annotated[
        int, Meta(ge=0, description="rounds to play in thought per move; 0: no limit")
    ] = 0
