"""The options of minimax and expectimax, and which of them go with which game."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.settings import Settings


class Options(Settings, frozen=True):
    depth: Annotated[
        int,
        Meta(ge=0, description="rounds to look ahead; 0: as many as the time, or strategy, allows"),
    ] = 0
    nodes: Annotated[
        int, Meta(ge=0, description="rounds to play in thought per move; 0: no limit")
    ] = 0
    evaluation: Annotated[
        Literal["", "chambers", "territory", "naive", "greedy", "adaptive"],
        Meta(
            description="light-riders: chambers (steps and liberties that can be held) or territory"
            " (cells nearer); multisnake: naive (points), greedy (and the way to a candy) or "
            "adaptive (expected score); else the first of these, greedy in multisnake"
        ),
    ] = ""
    strategy: Annotated[
        Literal["fixed", "coward", "claustrophobic", "smart_coward", "survivor"],
        Meta(description="multisnake: how the depth, unless given, follows from what is near"),
    ] = "survivor"
    radius: Annotated[
        int, Meta(ge=1, le=16, description="multisnake: up to how many cells away is near")
    ] = 4
    compactness: Annotated[
        float,
        Meta(ge=0, le=1, description="multisnake: survivor looks far above this share of own cells"),
    ] = 0.5
    layered: Annotated[
        bool, Meta(description="multisnake: ask the strategy within the search too")
    ] = False
    careful: Annotated[
        bool, Meta(description="multisnake: avoid cells that another head can reach at once")
    ] = False
    seed: Annotated[
        int,
        Meta(ge=0, le=2**32 - 1, description="multisnake: of draws among equals; 0: any"),
    ] = 0


LIGHT_RIDERS: Final = ("depth", "nodes", "evaluation")
MULTISNAKE: Final = (
    "depth", "evaluation", "strategy", "radius", "compactness", "layered", "careful", "seed",
)  # fmt: skip
OF_GAME: Final = {"light-riders": LIGHT_RIDERS, "multisnake": MULTISNAKE}
EVALUATIONS: Final = {
    "light-riders": ("chambers", "territory"),
    "multisnake": ("greedy", "naive", "adaptive"),
}
"""The first is that of `evaluation=`."""


def checked(game: str, options: Options) -> Options:
    """Refuse what another game's search is told by, rather than ignore it.

    Raises:
        SettingsError: an option does not go with this game.
    """
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(Options(), name) and name not in OF_GAME[game]:
            known = ", ".join(OF_GAME[game])
            raise SettingsError(f"expected options of {game} ({known}), got {name}={value}")
    if options.evaluation not in ("", *EVALUATIONS[game]):
        known = ", ".join(EVALUATIONS[game])
        raise SettingsError(
            f"evaluation: expected one of {game} ({known}), got {options.evaluation!r}"
        )
    return options


def evaluation_of(game: str, options: Options) -> str:
    return options.evaluation or EVALUATIONS[game][0]
