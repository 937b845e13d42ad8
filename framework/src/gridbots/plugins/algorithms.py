"""Table of algorithms: what each needs from a game, and which optional parts it uses.

`gridbots algorithms` prints it as Markdown; `gridbots algorithms GAME` lists those that can play a
game. The needs of bots are in their `Entry`, all others here.
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
    """Optional parts of a game, fields of `Game` or `Verbs`, that it uses."""


OTHERS: Final = (
    Algorithm("gridbots.vector", "thousands of matches at once", uses=("reopen",)),
    Algorithm("gridbots.environments", "Gymnasium", uses=("reopen",)),
    Algorithm("gridbots.environments.parallel_env", "PettingZoo", (SEVERAL_SEATS,)),
    Algorithm("gridbots.belief.information_set", "samples of hidden information", (SAMPLES,)),
    Algorithm("gridbots.belief", "beliefs about hidden information", (BELIEF_MODEL,)),
    Algorithm(
        "gridbots_td.training.weights", "learns weights of features", (FEATURES,), ("candidates",)
    ),
)
"""Algorithms that are not bots."""


def algorithms() -> Iterator[Algorithm]:
    """The installed bots that play any game, then other algorithms."""
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
    """The algorithms that can play a game, and what it lacks for the others.

    Raises:
        GridbotsError: there is no such game, or it cannot be loaded.
    """
    game = load_game(game_name)
    lines = [(each.name, unmet(each.needs, game)) for each in algorithms()]
    width = max(len(name) for name, _ in lines)
    return "\n".join(
        f"{name:{width}}  {f'needs {lacking}' if lacking else 'yes'}" for name, lacking in lines
    )
