"""Greedy evaluation of trained weights, as a command."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, Literal

from msgspec import Meta

from gridbots.plugins import load_game
from gridbots.settings import FormerNames, Settings
from gridbots.training.progress import say, write_event
from gridbots.training.script import run
from gridbots_dqn.episodes import SEED, play_greedily
from gridbots_dqn.trained import network_of, read_trained

MODULE: Final = "gridbots_dqn.evaluate"
ABOUT: Final = (
    "Plays episodes by trained weights, without exploration, and says how long the snakes became. "
    "Their steps are counted as in the published table: up to the limit where they go on for ever."
)


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = {"n_eval_episodes": ("episodes",)}
    weights: Annotated[str, Meta(description="a name, or a .npz file that was written")] = "dqn-8x8"
    mask: Annotated[Literal["none", "flood"], Meta(description="as the option of the bot ppo")] = (
        "none"
    )
    n_eval_episodes: Annotated[int, Meta(ge=2, description="episodes to play")] = 1000
    seed: Annotated[int, Meta(ge=0, description="seed of the first opening")] = SEED


def evaluate(options: Options, as_json: bool) -> None:  # noqa: FBT001  as `run` calls it
    trained, count = read_trained(options.weights), options.n_eval_episodes
    game = load_game("snake")
    settings = game.make_settings({"preset": "corner-8", **trained.about.settings})
    episodes = play_greedily(
        game, settings, trained.about.sight, network_of(trained), count, options.seed,
        masks=options.mask == "flood",
    )  # fmt: skip
    figures = episodes.figures()
    for name, value in figures.items():
        say(f"{name:16}{value:>10,}")
    if as_json:
        write_event("done", {"weights": trained.name, "mask": options.mask, **figures})


def main() -> int:
    return run(MODULE, ABOUT, Options, evaluate)


if __name__ == "__main__":
    raise SystemExit(main())
