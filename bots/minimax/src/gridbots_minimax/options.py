"""Options that the searches of all games share."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from gridbots.settings import Settings

MOST_DEPTH: Final = 32


class SearchOptions(Settings, frozen=True):
    """Base of the options; each game adds `depth`, `evaluation` and its own options."""

    weights: Annotated[
        str,
        Meta(
            description="evaluate with these weights of the game's features, such as "
            "territory:1+lead:13 (all others are 0), or with a .npz file of weights, as written by "
            "gridbots_td.training.weights"
        ),
    ] = ""
    overlay: Annotated[
        bool, Meta(description="send the value and the expected moves as an overlay")
    ] = False
    seed: Annotated[
        int,
        Meta(ge=0, le=2**32 - 1, description="seed of random choices; 0: random"),
    ] = 0

    def __post_init__(self) -> None:
        """Refuse more than one evaluation."""
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
    """Options of a search with a clock or a limit."""

    depth: Annotated[
        int,
        Meta(ge=0, le=MOST_DEPTH, description="rounds to look ahead; 0: limited by the clock"),
    ] = 0
    nodes: Annotated[int, Meta(ge=0, description="simulated rounds per move; 0: no limit")] = 0
