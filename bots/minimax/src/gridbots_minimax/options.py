"""The options of minimax and expectimax, and which of them go with which game."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.settings import Settings


class Options(Settings, frozen=True):
    depth: Annotated[
        int,
        Meta(
            ge=0,
            le=32,
            description="rounds to look ahead, in paperio own moves with all replies; 0: as far "
            "as time, or strategy, allows",
        ),
    ] = 0
    nodes: Annotated[
        int, Meta(ge=0, description="rounds to play in thought per move; 0: no limit")
    ] = 0
    evaluation: Annotated[
        Literal[
            "", "chambers", "territory", "naive", "greedy", "adaptive", "lead", "pure", "safe",
        ],
        Meta(
            description="light-riders: chambers (steps and liberties that can be held) or territory"
            " (cells nearer); multisnake: naive (points), greedy (and the way to a candy) or "
            "adaptive (expected score); paperio: lead (own land less that of others), pure (own "
            "land) or safe (less what hangs on a trail in danger); else the first of these, greedy "
            "in multisnake"
        ),
    ] = ""  # fmt: skip
    memory: Annotated[
        Literal["refreshed", "frozen"],
        Meta(
            description="paperio: of what was seen, or of the opening as in the CS221 program, "
            "which then knows of others only what is in sight"
        ),
    ] = "refreshed"
    belief: Annotated[
        Literal["search", "last"],
        Meta(
            description="paperio: others out of sight have made the moves that the last search "
            "expected of them, or are where they were seen last, as in the CS221 program"
        ),
    ] = "search"
    strategy: Annotated[
        Literal["fixed", "coward", "claustrophobic", "smart_coward", "survivor"],
        Meta(description="multisnake: how the depth, unless given, follows from what is near"),
    ] = "survivor"
    radius: Annotated[
        int, Meta(ge=1, le=16, description="multisnake: up to how many cells away is near")
    ] = 4
    compactness: Annotated[
        float,
        Meta(
            ge=0, le=1, description="multisnake: survivor looks far above this share of own cells"
        ),
    ] = 0.5
    layered: Annotated[
        bool, Meta(description="multisnake: ask the strategy within the search too")
    ] = False
    careful: Annotated[
        bool, Meta(description="multisnake: avoid cells that another head can reach at once")
    ] = False
    seed: Annotated[
        int,
        Meta(ge=0, le=2**32 - 1, description="multisnake, paperio: of draws among equals; 0: any"),
    ] = 0


LIGHT_RIDERS: Final = ("depth", "nodes", "evaluation")
MULTISNAKE: Final = (
    "depth", "evaluation", "strategy", "radius", "compactness", "layered", "careful", "seed",
)  # fmt: skip
PAPERIO: Final = ("depth", "evaluation", "memory", "belief", "seed")
OF_GAME: Final = {"light-riders": LIGHT_RIDERS, "multisnake": MULTISNAKE, "paperio": PAPERIO}
EVALUATIONS: Final = {
    "light-riders": ("chambers", "territory"),
    "multisnake": ("greedy", "naive", "adaptive"),
    "paperio": ("lead", "pure", "safe"),
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
