"""Seed study: a page with the results of trainings over several seeds.

Every training starts from scratch and is tested in its own matches; the page lists the results of
each seed, with a picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta
from msgspec.structs import replace

from gridbots.settings import FormerNames, Settings
from gridbots.training import curves
from gridbots.training.progress import say, write_event
from gridbots.training.script import SECONDS, command_of, made_folder, run
from gridbots_td.training.parameters import FROZEN, REFRESHED, Parameters
from gridbots_td.training.script import SCRIPT

MODULE: Final = "experiments.td_seeds"
NAME: Final = "td_seeds"
"""Name of the page, and start of the names of its pictures."""
OPPONENTS: Final = {
    "random": "random:among=candidates",
    "minimax 2, frozen": f"minimax:depth=2,{FROZEN}",
    "minimax 3, frozen": f"minimax:depth=3,{FROZEN}",
    "minimax 2, refreshed": f"minimax:depth=2,{REFRESHED}",
    "minimax 3, refreshed": f"minimax:depth=3,{REFRESHED}",
}
"""Names on the page -> opponents."""


@dataclass(frozen=True)
class Recipe:
    """A training, and the results required of every seed."""

    name: str
    about: str
    parameters: Parameters
    least: dict[str, float]
    """Margins by opponent."""


RECIPES: Final = (
    Recipe(
        "tables",
        "All features and tables: the usual training.",
        Parameters(),
        {"random": 43.0, "minimax 2, frozen": 30.0, "minimax 3, frozen": 40.0},
    ),
    Recipe(
        "paper",
        "The paper's ten features alone, with the same search. Eight of them and a bias have "
        "learned weights; who has won or lost counts the whole board, which is its true value.",
        Parameters(features="paper", episodes=1000, restarts=2),
        {"minimax 2, frozen": 10.0},
    ),
)
SHORT: Final = Recipe(
    "short",
    "Compiles the code of the others, so that their times do not include it.",
    Parameters(episodes=64, restarts=1, n_eval_episodes=2, n_test_episodes=2),
    {},
)


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = {"n_test_episodes": ("matches",)}
    seeds: Annotated[int, Meta(ge=1, le=20, description="seeds per training, from 1 up")] = 5
    n_test_episodes: Annotated[int, Meta(ge=2, description="test matches per opponent")] = 2000
    trainings: Annotated[
        str, Meta(description="where trainings are kept; the command resumes from them")
    ] = "training/td-seeds"
    folder: Annotated[str, Meta(description="where the page and its pictures are written")] = (
        "docs/results"
    )


Row = dict[str, Any]
"""The metadata of a training, from about.json."""


def trained(recipe: Recipe, seed: int, matches: int, trainings: str) -> Row:
    folder = f"{trainings}/{recipe.name}-{seed}"
    return SCRIPT.train(
        replace(recipe.parameters, seed=seed, n_test_episodes=matches, folder=folder)
    )


def section(recipe: Recipe, rows: list[Row]) -> list[str]:
    """A table with a row per seed, and the picture."""
    found = [figures_of(row) for row in rows]
    lines = [
        f"## {recipe.name}",
        "",
        recipe.about,
        "",
        f"| seed | CPU s | {' | '.join(OPPONENTS)} |",
        f"|---|---:|{'---:|' * len(OPPONENTS)}",
    ]
    for seed, (row, figures) in enumerate(zip(rows, found, strict=True), 1):
        cells = [cell_of(*figures[name]) for name in OPPONENTS]
        lines.append(f"| {seed} | {row[SECONDS]:.1f} | {' | '.join(cells)} |")
    least = [f"{min(figures[name][0] for figures in found):+.1f}" for name in OPPONENTS]
    wanted = [f"{recipe.least[name]:+g}" if name in recipe.least else "" for name in OPPONENTS]
    lines += [
        f"| least | | {' | '.join(least)} |",
        f"| wanted | | {' | '.join(wanted)} |",
        "",
        f"![Margins by seed]({NAME}_{recipe.name}.svg)",
        "",
    ]
    return lines


def figures_of(row: Row) -> dict[str, list[float]]:
    """Mean margin, standard error, shares won and lost, by opponent."""
    return {name: row["figures"][bot] for name, bot in OPPONENTS.items()}


def cell_of(margin: float, error: float, won: float, lost: float) -> str:  # noqa: ARG001  part of the figures
    return f"{margin:+.1f} ± {error:.1f} ({100 * won:.0f} %)"


def picture(recipe: Recipe, rows: list[Row]) -> str:
    lines = {name: [figures_of(row)[name][0] for row in rows] for name in OPPONENTS}
    names = list(OPPONENTS)
    levels = [
        curves.Level(f"wanted: {value:+g}", value, names.index(name))
        for name, value in recipe.least.items()
    ]
    panel = curves.Panel("mean margin", lines, high=50.0, low=-25.0, levels=levels)
    seeds = list(range(1, len(rows) + 1))
    return curves.Curve(f"td, {recipe.name}", "seed", seeds, [panel]).picture()


def make(options: Options, as_json: bool) -> None:  # noqa: FBT001  as `run` calls it
    """Run all trainings, and write the page."""
    folder = made_folder(options.folder)
    matches = options.n_test_episodes
    lines = [
        "# Paper.io: td with several seeds",
        "",
        "7x7, radius 2, 70 single moves in turn. Mean margins (the whole board, 49, for an",
        f"elimination) over {matches:,} matches with each examiner, their standard errors,",
        "and matches won. Restarts, picked in validation, are part of the training, and of its",
        "processor time; compiling, and the matches below, are not.",
        "",
    ]
    trained(SHORT, 1, 2, options.trainings)
    for recipe in RECIPES:
        rows = []
        for seed in range(1, options.seeds + 1):
            say(f"{recipe.name}, seed {seed} of {options.seeds}")
            rows.append(trained(recipe, seed, matches, options.trainings))
            if as_json:
                write_event("trained", {"recipe": recipe.name, "seed": seed, **rows[-1]})
        path = folder / f"{NAME}_{recipe.name}.svg"
        path.write_text(picture(recipe, rows), encoding="utf-8")
        lines += section(recipe, rows)
    lines += ["Made by:", "", f"    {command_of(MODULE, options)}", ""]
    (folder / f"{NAME}.md").write_text("\n".join(lines), encoding="utf-8")


SUMMARY: Final = "Trains td with several seeds, and writes a page with the results."

if __name__ == "__main__":
    raise SystemExit(run(MODULE, SUMMARY, Options, make))
