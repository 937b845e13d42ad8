"""Greedy evaluation of networks: the lengths that snakes reach in many episodes at once.

As a command (`python -m gridbots_dqn.evaluate`), it evaluates trained weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, NamedTuple

import numpy as np
from msgspec import Meta

from gridbots.game import accepts
from gridbots.games.snake import GAME
from gridbots.kernel import compiled, handle, kernel
from gridbots.settings import FormerNames, Settings
from gridbots.training.progress import say, write_event
from gridbots.training.script import run
from gridbots.vector import as_it_is, openings, play_rounds
from gridbots_dqn.flood import mask_values
from gridbots_dqn.trained import network_of, read_trained
from gridbots_dqn.views import blank, look_at_all, move_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from gridbots.game import Game
    from gridbots_dqn.views import View

MODULE: Final = "gridbots_dqn.evaluate"
ABOUT: Final = (
    "Plays episodes with trained weights, without exploration, and prints how long the snakes\n"
    "became. As in the published table, the steps of an endless episode are the step limit."
)


SEED: Final = 1_000_000_007
"""Seed of test episodes; no training uses it."""
VALIDATION: Final = 1_500_000_007
"""Seed of validation episodes, which select among learners."""
CURVE_SEED: Final = 2_000_000_011
"""Seed of episodes for learning curves."""


DEAD, FULL, ENDLESS = range(3)


class Episodes(NamedTuple):
    """Results by episode."""

    lengths: NDArray[np.int64]
    steps: NDArray[np.int64]
    ended: NDArray[np.int64]
    """DEAD, FULL or ENDLESS."""

    def figures(self) -> dict[str, float]:
        count = len(self.lengths)
        error = float(self.lengths.std(ddof=1)) / count**0.5
        return {
            "episodes": count,
            "length": round(float(self.lengths.mean()), 3),
            "standard error": round(error, 3),
            "steps": round(float(self.steps.mean()), 2),
            "full %": round(100 * float((self.ended == FULL).mean()), 2),
            "step limit %": round(100 * float((self.ended == ENDLESS).mean()), 2),
        }


def play_greedily(  # noqa: PLR0913, PLR0917  game, policy and number of episodes
    game: Game,
    settings: Any,
    view: View,
    values: Callable[[NDArray[np.float32]], Any],
    episodes: int,
    seed: int = SEED,
    *,
    masks: bool = False,
    plain: bool = False,
) -> Episodes:
    """Play episodes by the action of the highest value; `masks`: among those that `flood` allows.

    A snake that returns to a position without eating repeats this forever. Its episode ends there
    and counts as one that reached the round limit.
    """
    runs = as_it_is if plain else compiled
    states = openings(game, settings, range(seed, seed + episodes), plain=plain)
    marks, waits = states.copy(), np.zeros((episodes, 3), np.int64)
    looks, live = handle(view.look), np.arange(episodes)
    finished, utilities = np.zeros(episodes, np.bool_), np.zeros((episodes, 1))
    while len(live):
        seen, moves = blank(view, settings.width, len(live)), np.zeros((episodes, 1), np.int64)
        runs(look_at_all)(looks, states[live], seen)
        found = np.asarray(values(seen))
        if masks:
            runs(mask_values)(states, live, found, view.is_relative)
        runs(choose_all)(states, live, found, view.is_relative, moves)
        runs(play_rounds)(states, live, moves, finished, utilities)
        runs(find_loops)(states, live, marks, waits, finished)
        live = live[~finished[live]]
    return results_of(states, waits)


@kernel
def choose_all(states: Any, live: Any, values: Any, is_relative: bool, moves: Any) -> None:  # noqa: FBT001
    """Write the accepted move of the highest value in each live state; row k is for live[k]."""
    for row in range(len(live)):
        state, most = states[live[row]], -np.inf
        for action in range(values.shape[1]):
            move = move_of(action, state["heading"], is_relative)
            if values[row, action] > most and accepts(state, 0, move):
                most = values[row, action]
                moves[live[row], 0] = move


@kernel
def find_loops(states: Any, live: Any, marks: Any, waits: Any, finished: Any) -> None:
    """Finish episodes that have returned to a marked position (Brent 1980).

    waits: rounds since the mark, rounds until the next mark, and 1 if a loop was found.
    """
    for at in live:
        state, mark, wait = states[at], marks[at], waits[at]
        if state["length"] != mark["length"] or wait[0] >= wait[1]:
            is_new = state["length"] != mark["length"]
            marks[at] = states[at]
            wait[0], wait[1] = 0, 1 if is_new else 2 * wait[1] + 1
        elif not finished[at]:
            wait[0] += 1
            if is_same(state, mark):
                wait[2] = 1
                finished[at] = True


@kernel
def is_same(state: Any, mark: Any) -> bool:
    """Whether two boards are equal; generators do not matter before the next apple."""
    if state["head"] != mark["head"]:
        return False
    for cell in range((state["width"] + 2) * (state["height"] + 2)):
        if state["cells"][cell] != mark["cells"][cell]:
            return False
    return True


def results_of(states: Any, waits: Any) -> Episodes:
    endless = (waits[:, 2] == 1) | ((states["dead"] == 0) & (states["apple"] != 0))
    ended = np.where(states["dead"] == 1, DEAD, np.where(endless, ENDLESS, FULL))
    steps = np.where(waits[:, 2] == 1, states["max_rounds"], states["steps"])
    return Episodes(states["length"].astype(np.int64), steps.astype(np.int64), ended)


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = {"n_eval_episodes": ("episodes",)}
    weights: Annotated[str, Meta(description="name of weights, or a .npz file")] = "dqn-8x8"
    mask: Annotated[
        Literal["none", "flood"], Meta(description="action mask, as in the bot ppo")
    ] = "none"
    n_eval_episodes: Annotated[int, Meta(ge=2, description="episodes to play")] = 1000
    seed: Annotated[int, Meta(ge=0, description="seed of the first opening")] = SEED


def evaluate(options: Options, as_json: bool) -> None:  # noqa: FBT001  as `run` calls it
    trained, count = read_trained(options.weights), options.n_eval_episodes
    game = GAME
    settings = game.make_settings({"preset": "corner-8", **trained.about.settings})
    episodes = play_greedily(
        game, settings, trained.about.encoding, network_of(trained), count, options.seed,
        masks=options.mask == "flood",
    )  # fmt: skip
    figures = episodes.figures()
    for name, value in figures.items():
        say(f"{name:16}{value:>10,}")
    if as_json:
        write_event("done", {"weights": trained.name, "mask": options.mask, **figures})


if __name__ == "__main__":
    raise SystemExit(run(MODULE, ABOUT, Options, evaluate))
