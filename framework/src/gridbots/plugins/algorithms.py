"""Table of algorithms: what each needs of a game, and what it makes use of.

`gridbots algorithms` prints it, as Markdown; `gridbots algorithms GAME` says which can have a game.
What bots need stands at their `Entry`, the rest here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots.plugins.loading import load_bot, load_game
from gridbots.plugins.metadata import installed_bots
from gridbots.plugins.needs import BELIEF_MODEL, FEATURES, SAMPLES, SEVERAL_SEATS, Need, unmet

if TYPE_CHECKING:
    from collections.abc import Iterator


class Algorithm(NamedTuple):
    name: str
    what: str
    needs: tuple[Need, ...] = ()
    uses: tuple[str, ...] = ()
    """Parts of a game, fields of `Game` or `Verbs`, that it makes use of where they are there."""


OTHERS: Final = (
    Algorithm("gridbots.vector", "matches by the thousand", uses=("reopen",)),
    Algorithm("gridbots.environments", "Gymnasium", uses=("reopen",)),
    Algorithm("gridbots.environments.parallel_env", "PettingZoo", (SEVERAL_SEATS,)),
    Algorithm("gridbots.belief.information_set", "samples of what is hidden", (SAMPLES,)),
    Algorithm("gridbots.belief", "beliefs of what is hidden", (BELIEF_MODEL,)),
    Algorithm(
        "gridbots_td.training.weights", "learns weights of features", (FEATURES,), ("candidates",)
    ),
)
"""Those that are no bots."""


def algorithms() -> Iterator[Algorithm]:
    """The installed bots that play any game, then the others."""
    for name in installed_bots():
        kind = load_bot(name)
        if not kind.plays:
            yield Algorithm(name, kind.summary, kind.needs, kind.uses)
    yield from OTHERS


def table() -> str:
    rows = [
        f"| `{each.name}` | {each.what} | {_listed(each)} | {_used(each)} |"
        for each in algorithms()
    ]
    head = "| algorithm | what it does | needs | makes use of |\n|---|---|---|---|"
    return "\n".join([head, *rows])


def _listed(algorithm: Algorithm) -> str:
    return ", ".join(need.words for need in algorithm.needs) or "nothing"


def _used(algorithm: Algorithm) -> str:
    return ", ".join(f"`{part}`" for part in algorithm.uses)


def fitting(game_name: str) -> str:
    """Which algorithms can have a game, and what it lacks for the others.

    Raises:
        GridbotsError: there is no such game.
    """
    game = load_game(game_name)
    lines = [(each.name, unmet(each.needs, game)) for each in algorithms()]
    width = max(len(name) for name, _ in lines)
    return "\n".join(
        f"{name:{width}}  {f'needs {lacking}' if lacking else 'yes'}" for name, lacking in lines
    )
