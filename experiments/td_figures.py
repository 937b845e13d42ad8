"""Figures 5 to 7 of the CS221 paper on Paper.io: learning against one search each.

Each figure has three lines: the update of the paper's program, which learns only from the last
round of a match, on the board and with the constants that its weights seem to come from; the same
update on the paper's board; and td.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

import numpy as np
from msgspec import Meta
from msgspec.structs import replace

from gridbots.settings import FormerNames, Settings
from gridbots.training import curves
from gridbots.training.parameters import Seed
from gridbots.training.progress import say, write_event
from gridbots.training.script import SECONDS, command_of, made_folder, run
from gridbots_td.training.parameters import FROZEN, Parameters
from gridbots_td.training.script import SCRIPT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MODULE: Final = "experiments.td_figures"
NAME: Final = "td_figures"
"""Name of the page; its pictures and their tables are named td_figure5 and so on."""
DEPTHS: Final = {5: 1, 6: 2, 7: 3}
"""Figure -> search depth of the opponent."""
PROGRAM: Final = Parameters(
    features="program", memory="frozen", depth=1, first_seat=True, n_envs=8,
    learning_rate_decay_start=1.0, exploration_fraction=0.0, averaging_fraction=0.0, init_std=0.0,
    restarts=1, n_eval_episodes=2,
)  # fmt: skip
"""Parameters that all trainings of the program share."""


@dataclass(frozen=True)
class Learner:
    """A line of each figure."""

    name: str
    about: str
    parameters: Parameters
    share: float
    """Share of the `episodes` of the options."""


LEARNERS: Final = (
    Learner(
        "program, 6x6",
        "the program's update, 6x6, radius 1",
        replace(
            PROGRAM,
            size=6,
            radius=1,
            learning_rate=0.001,
            gamma=0.7,
            exploration_initial_eps=0.05,
            exploration_final_eps=0.05,
        ),
        1.0,
    ),
    Learner(
        "program, 7x7",
        "the program's update and its last constants, 7x7, radius 2",
        replace(
            PROGRAM,
            learning_rate=0.002,
            gamma=0.6,
            exploration_initial_eps=0.03,
            exploration_final_eps=0.03,
        ),
        0.2,
    ),
    Learner(
        "td, 7x7",
        "td, 7x7, radius 2, against this opponent alone",
        Parameters(restarts=1, n_eval_episodes=2),
        0.2,
    ),
)


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = {"n_test_episodes": ("matches",)}
    episodes: Annotated[
        int,
        Meta(
            ge=100,
            description="matches that the program learns from on 6x6; the others get a fifth",
        ),
    ] = 25_000
    n_test_episodes: Annotated[
        int, Meta(ge=2, description="test matches after each training, without exploration")
    ] = 2000
    seed: Seed = 1
    trainings: Annotated[
        str, Meta(description="where trainings are kept; the command resumes from them")
    ] = "training/td-figures"
    folder: Annotated[str, Meta(description="where the page and its pictures are written")] = (
        "docs/results"
    )


@dataclass(frozen=True)
class Run:
    """Result of a training."""

    learner: Learner
    about: dict[str, Any]
    curve: dict[str, list[float]]

    def at(self, name: str, episodes: Sequence[float]) -> list[float]:
        """A column of the curve, interpolated at these episodes; nan beyond its end."""
        places = self.curve["episodes"]
        found = np.interp(episodes, places, self.curve[name])
        known = np.array(episodes) <= places[-1]
        return [float(each) for each in np.where(known, found, np.nan)]


def opponent_of(depth: int) -> str:
    return f"minimax:depth={depth},{FROZEN}"


def trained(learner: Learner, depth: int, options: Options) -> Run:
    parameters = replace(
        learner.parameters,
        opponents=opponent_of(depth),
        eval_opponents=opponent_of(depth),
        episodes=max(1, round(options.episodes * learner.share)),
        n_test_episodes=options.n_test_episodes,
        seed=options.seed,
        folder=f"{options.trainings}/{learner.name}, minimax {depth}",
    )
    about = SCRIPT.train(parameters)
    return Run(learner, about, curves.read_table(Path(parameters.folder) / "curve.csv"))


def figure_of(number: int, runs: list[Run], episodes: int) -> curves.Curve:
    """Mean margins, and shares of matches won and lost, at fifty points for all learners."""
    places = [episodes * (at + 1) / 50 for at in range(50)]
    margins = {each.learner.name: each.at("margin", places) for each in runs}
    shares = {
        f"{each.learner.name}: {word} %": [100 * value for value in each.at(word, places)]
        for each in runs
        for word in ("won", "lost")
    }
    return curves.Curve(
        f"Figure {number}: learning against minimax {DEPTHS[number]}",
        "episodes",
        places,
        [curves.Panel("mean margin", margins, high=50.0, low=-50.0), curves.Panel("", shares)],
    )


def section(number: int, runs: list[Run], columns: Mapping[str, Sequence[float]]) -> list[str]:
    """The section of the page about a figure."""
    lines = [
        f"## Figure {number}: against minimax {DEPTHS[number]}",
        "",
        "| learner | episodes | at first | half-way | at last | without exploration | CPU s |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for each in runs:
        ((margin, error, won, _),) = each.about["figures"].values()
        seen = [value for value in columns[each.learner.name] if value == value]  # noqa: PLR0124  not nan
        first, middle, last = (f"{seen[at]:+.1f}" for at in (0, len(seen) // 2, -1))
        lines.append(
            f"| {each.learner.about} | {each.about['parameters']['episodes']:,} | {first} | "
            f"{middle} | {last} | {margin:+.1f} ± {error:.1f} ({100 * won:.0f} %) | "
            f"{each.about[SECONDS]:.1f} |"
        )
    return [*lines, "", f"![Figure {number}](td_figure{number}.svg)", ""]


ABOUT: Final = """\
# Paper.io: learning against one search each

Figures 5 to 7 of the CS221 paper on Paper.io show the mean utility, and the matches won and lost,
of its agent while it learned from minimax one, two and three moves deep, in up to 25,000 episodes.
It says of them: at first all matches are lost; then the agent builds up land safely and wins
about as many as it loses; then exploration finds that cutting the other is worth more, most
matches are won, and the utility goes up and down, "as the agent either kills or gets killed".

The paper's numbers cannot be read off its text. Its program learns from the last round of a match
alone, started again from files with other constants, so what it printed is not one training; these
are, from weights of 0 with the seed below. Margins are the paper's utility, of about 500 matches
with exploration for each point of the curve (on 7x7, 100); those at the end are of {matches:,}
matches without. The opponents remember as the program's do.
"""


def make(options: Options, as_json: bool) -> None:  # noqa: FBT001  as `run` calls it
    """Run all trainings, and write the page."""
    folder = made_folder(options.folder)
    lines = [ABOUT.format(matches=options.n_test_episodes)]
    for number, depth in DEPTHS.items():
        runs = []
        for learner in LEARNERS:
            say(f"figure {number}: {learner.about}")
            runs.append(trained(learner, depth, options))
            if as_json:
                event = {"figure": number, "learner": learner.name, **runs[-1].about}
                write_event("trained", event)
        curve = figure_of(number, runs, options.episodes)
        (folder / f"td_figure{number}.svg").write_text(curve.picture(), encoding="utf-8")
        curves.write_table(folder / f"td_figure{number}.csv", curve.columns())
        lines += section(number, runs, curve.columns())
    lines += ["Made by:", "", f"    {command_of(MODULE, options)}", ""]
    (folder / f"{NAME}.md").write_text("\n".join(lines), encoding="utf-8")


SUMMARY: Final = "Figures 5 to 7 of the CS221 paper on Paper.io, as a page with pictures."

if __name__ == "__main__":
    raise SystemExit(run(MODULE, SUMMARY, Options, make))
