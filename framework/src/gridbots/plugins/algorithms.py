"""Table of algorithms: what each needs from a game, and which optional parts it uses.

`gridbots algorithms` prints it, with --markdown for a page; `gridbots algorithms GAME` lists those
that can play a game. The needs of bots are in their `Entry`, all others here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from gridbots.command_line.columns import table
from gridbots.errors import PluginError
from gridbots.plugins.loading import load_bot, load_game
from gridbots.plugins.metadata import installed_bots
from gridbots.plugins.needs import BELIEF_MODEL, FEATURES, SAMPLES, SEVERAL_SEATS, Need, unmet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


HEADS: Final = ("algorithm", "what it does", "needs", "makes use of")


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
    Algorithm("gridbots.environments.aec_env", "PettingZoo, in turns", (SEVERAL_SEATS,)),
    Algorithm("gridbots.belief.information_set", "samples of hidden information", (SAMPLES,)),
    Algorithm("gridbots.belief", "beliefs about hidden information", (BELIEF_MODEL,)),
    Algorithm(
        "gridbots_td.training.weights", "learns weights of features", (FEATURES,), ("candidates",)
    ),
)
"""Algorithms that are not bots."""


def algorithms(report: Callable[[str], None]) -> Iterator[Algorithm]:
    """The installed bots that play any game, then other algorithms; reports broken ones."""
    for name in installed_bots():
        try:
            kind = load_bot(name)
        except PluginError as error:
            report(f"gridbots: {error}")
            continue
        if not kind.plays:
            yield Algorithm(name, kind.summary, kind.needs, kind.uses)
    yield from OTHERS


def as_text(report: Callable[[str], None]) -> str:
    return table(HEADS, [[cell.replace("`", "") for cell in row] for row in _rows(report)])


def as_markdown(report: Callable[[str], None]) -> str:
    rows = [HEADS, ["---"] * len(HEADS), *_rows(report)]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows).replace(" --- ", "---")


def _rows(report: Callable[[str], None]) -> list[tuple[str, ...]]:
    return [
        (f"`{each.name}`", each.what, _listed(each), _used(each)) for each in algorithms(report)
    ]


def _listed(algorithm: Algorithm) -> str:
    return ", ".join(need.words for need in algorithm.needs) or "nothing"


def _used(algorithm: Algorithm) -> str:
    return ", ".join(f"`{part}`" for part in algorithm.uses)


def fitting(game_name: str, report: Callable[[str], None]) -> str:
    """The algorithms that can play a game, and what it lacks for the others.

    Raises:
        GridbotsError: there is no such game, or it cannot be loaded.
    """
    game = load_game(game_name)
    lacking = [(each.name, unmet(each.needs, game)) for each in algorithms(report)]
    rows = [(name, f"needs {what}" if what else "yes") for name, what in lacking]
    return table(("algorithm", f"can play {game_name}"), rows)
