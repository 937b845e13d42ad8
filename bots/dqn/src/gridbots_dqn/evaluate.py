"""Command for the greedy evaluation of trained weights."""

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
    "Plays episodes with trained weights, without exploration, and prints how long the snakes\n"
    "became. As in the published table, the steps of an endless episode are the step limit."
)


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = {"n_eval_episodes": ("episodes",)}
    weights: Annotated[str, Meta(description="name of weights, or a .npz file")] = "dqn-8x8"
    mask: Annotated[
        Literal["none", "flood"], Meta(description="action mask, as of the bot ppo")
    ] = "none"
    n_eval_episodes: Annotated[int, Meta(ge=2, description="episodes to play")] = 1000
    seed: Annotated[int, Meta(ge=0, description="seed of the first opening")] = SEED


def evaluate(options: Options, as_json: bool) -> None:  # noqa: FBT001  as `run` calls it
    trained, count = read_trained(options.weights), options.n_eval_episodes
    game = load_game("snake")
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


def main() -> int:
    return run(MODULE, ABOUT, Options, evaluate)


if __name__ == "__main__":
    raise SystemExit(main())
