"""The options of minimax and expectimax, and which of them go with which game."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.settings import Settings

MOST_DEPTH: Final = 32


class Options(Settings, frozen=True):
    depth: Annotated[
        int,
        Meta(
            ge=0,
            le=MOST_DEPTH,
            description="rounds to look ahead, in paperio own moves with all replies; 0: as far "
            "as time, or strategy, allows",
        ),
    ] = 0
    nodes: Annotated[
        int, Meta(ge=0, description="rounds to play in thought per move; 0: no limit")
    ] = 0
    evaluation: Annotated[
        Literal[
            "auto", "chambers", "territory",
            "straight", "all_direct", "max_direct", "attack", "block", "attack_block",
            "naive", "greedy", "adaptive",
            "lead", "pure", "safe", "learned",
        ],
        Meta(
            description="auto: chambers, with search=paper attack_block, in multisnake greedy, in "
            "paperio lead; light-riders: chambers (steps and liberties that can be held), "
            "territory (cells nearer) or, of the CS221 paper, all_direct, max_direct, attack, "
            "block, attack_block and, with search=paper, naive and straight; multisnake: naive "
            "(points), greedy (and the way to a candy) or adaptive (expected score); paperio: lead "
            "(own land less that of others), pure (own land) or safe (less what hangs on a trail "
            "in danger); light-riders and multisnake: learned (weights of features, by temporal "
            "differences)"
        ),
    ] = "auto"  # fmt: skip
    weights: Annotated[
        str,
        Meta(
            description="in place of an evaluation: a .json file with weights of the game's "
            "features, as gridbots_td.training.weights writes them"
        ),
    ] = ""
    value: Annotated[
        str,
        Meta(
            description="paperio, in place of an evaluation: an installed bot that tells what it "
            "takes a position to be worth, such as td or td:mind=paper"
        ),
    ] = ""
    search: Annotated[
        Literal["rounds", "paper"],
        Meta(
            description="light-riders: rounds (all move at once) or paper (in turns, as the CS221 "
            "program: the own move first, a rider that is stuck has lost)"
        ),
    ] = "rounds"
    maxn: Annotated[
        bool,
        Meta(
            description="light-riders, search=rounds: take every rider for itself (max-n), not "
            "all others against this one; for more than two seats"
        ),
    ] = False
    ties: Annotated[
        Literal["first", "random"],
        Meta(
            description="light-riders, search=paper: of the best moves the first in the order up, "
            "down, right, left, or any"
        ),
    ] = "first"
    near: Annotated[
        int,
        Meta(
            ge=0,
            le=128,
            description="light-riders, search=paper: look two rounds farther where another head is "
            "within so many steps; 0: nowhere",
        ),
    ] = 0
    memory: Annotated[
        Literal["refreshed", "frozen"],
        Meta(
            description="paperio: of what was seen, or of the opening as in the CS221 program, "
            "which then knows of others only what is in sight"
        ),
    ] = "refreshed"
    belief: Annotated[
        Literal["search", "last", "sampled"],
        Meta(
            description="paperio: others out of sight have made the moves that the last search "
            "expected of them (search), are where they were seen last, as in the CS221 program "
            "(last), or in places drawn by how likely they are, eight for each move (sampled)"
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
    exact: Annotated[
        bool, Meta(description="multisnake: never take a move for best that only seems as good")
    ] = False
    layered: Annotated[
        bool, Meta(description="multisnake: ask the strategy within the search too")
    ] = False
    careful: Annotated[
        bool, Meta(description="multisnake: avoid cells that another head can reach at once")
    ] = False
    overlay: Annotated[
        bool, Meta(description="tell what it thinks on stderr, to be drawn over the board")
    ] = False
    seed: Annotated[
        int,
        Meta(ge=0, le=2**32 - 1, description="of draws among equals; 0: any"),
    ] = 0


USUAL: Final = Options()
LIGHT_RIDERS: Final = (
    "depth", "nodes", "evaluation", "weights", "search", "maxn", "ties", "near", "overlay", "seed",
)  # fmt: skip
MULTISNAKE: Final = (
    "depth", "evaluation", "weights", "strategy", "radius", "compactness", "exact", "layered",
    "careful", "overlay", "seed",
)  # fmt: skip
PAPERIO: Final = (
    "depth", "evaluation", "weights", "value", "memory", "belief", "overlay", "seed",
)  # fmt: skip
OF_GAME: Final = {"light-riders": LIGHT_RIDERS, "multisnake": MULTISNAKE, "paperio": PAPERIO}
EVALUATIONS: Final = {
    "light-riders": (
        "chambers", "territory", "learned",
        "all_direct", "max_direct", "attack", "block", "attack_block", "naive", "straight",
    ),
    "multisnake": ("greedy", "naive", "adaptive", "learned"),
    "paperio": ("lead", "pure", "safe"),
}  # fmt: skip
"""The first is that of `evaluation=auto`."""
BLIND: Final = ("naive", "straight")
"""Evaluations of agents of Light Riders that do not look ahead."""


def checked(game: str, options: Options) -> Options:
    """Refuse what another game's search is told by, rather than ignore it.

    Raises:
        SettingsError: an option does not go with this game.
    """
    for name in options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(USUAL, name) and name not in OF_GAME[game]:
            known = ", ".join(OF_GAME[game])
            raise SettingsError(f"expected options of {game} ({known}), got {name}={value}")
    if options.evaluation not in ("auto", *EVALUATIONS[game]):
        known = ", ".join(EVALUATIONS[game])
        raise SettingsError(
            f"evaluation: expected one of {game} ({known}), got {options.evaluation!r}"
        )
    check_judgement(options)
    if game == "light-riders":
        check_riders(options)
    return options


def check_judgement(options: Options) -> None:
    """Refuse more than one way to judge positions.

    Raises:
        SettingsError: there are two.
    """
    given = [f"{name}={getattr(options, name)}" for name in ("evaluation", "weights", "value")
             if getattr(options, name) != getattr(USUAL, name)]  # fmt: skip
    if len(given) > 1:
        raise SettingsError(
            f"expected one of evaluation, weights and value, got {' and '.join(given)}"
        )


def check_riders(options: Options) -> None:
    """Refuse what a search of Light Riders has no use for.

    Raises:
        SettingsError: an option needs another one.
    """
    given = [f"{name}={getattr(options, name)}" for name in ("ties", "near", "seed")
             if getattr(options, name) != getattr(USUAL, name)]  # fmt: skip
    if options.search != "paper" and (given or options.evaluation in BLIND):
        got = given[0] if given else f"evaluation={options.evaluation}"
        raise SettingsError(f"expected search=paper with {got}, got search={options.search}")
    if options.maxn and options.search != "rounds":
        raise SettingsError(f"expected search=rounds with maxn, got search={options.search}")
    if options.near > 0 and (options.depth == 0 or options.nodes > 0):
        raise SettingsError(
            f"expected a depth, and no nodes, with near={options.near}, "
            f"got depth={options.depth},nodes={options.nodes}"
        )


def evaluation_of(game: str, options: Options) -> str:
    usual = "attack_block" if options.search == "paper" else EVALUATIONS[game][0]
    return usual if options.evaluation == "auto" else options.evaluation
