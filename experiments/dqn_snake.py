"""Ablation study: the published comparisons of eight combinations and of views again.

Each training has its own folder and runs once: the command resumes where it was stopped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, NamedTuple

import numpy as np
from msgspec import Meta

from gridbots.settings import FormerNames, Settings, make_settings
from gridbots.training.curves import Curve, Level, Panel, read_table
from gridbots.training.parameters import FORMER
from gridbots.training.progress import say, write_event
from gridbots.training.script import SECONDS, command_of, made_folder, run
from gridbots_dqn.dqn.training.parameters import Parameters
from gridbots_dqn.dqn.training.script import PUBLISHED_LENGTH, SCRIPT

if TYPE_CHECKING:
    from collections.abc import Sequence

MODULE: Final = "experiments.dqn_snake"
ABOUT: Final = (
    "Trains Snake by the eight combinations of deep Q-learning and with four views, several seeds\n"
    "each, and writes a page with tables and two pictures. Trainings in `folder` that are\n"
    "complete are not repeated."
)
USUAL: Final = Parameters()


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = FORMER
    total_gradient_steps: Annotated[
        int, Meta(ge=1, description="gradient steps of each training")
    ] = USUAL.total_gradient_steps
    learners: Annotated[int, Meta(ge=2, description="seeds per training")] = USUAL.learners
    n_test_episodes: Annotated[int, Meta(ge=2, description="greedy episodes per seed")] = (
        USUAL.n_test_episodes
    )
    folder: Annotated[str, Meta(description="where trainings are kept")] = "training/dqn-compare"
    page: Annotated[
        str, Meta(description="page to write; its pictures are written to the same folder")
    ] = "docs/results/dqn_snake.md"


class Variant(NamedTuple):
    """One training of the comparison."""

    name: str
    published: str
    """Length that the original reports."""
    parameters: dict[str, Any]


PARTS: Final = ("double", "prioritized", "dueling")
COMBINATIONS: Final = {
    (): "25.54",
    ("prioritized",): "24.72",
    ("dueling",): "24.72",
    ("prioritized", "dueling"): "25.62",
    ("double",): "24.60",
    ("double", "prioritized"): "25.16",
    ("double", "dueling"): "23.06",
    ("double", "prioritized", "dueling"): "24.62",
}
"""Best mean length of 50 episodes in each training, as published."""
VIEWS: Final = {
    "global-local": "20-21",
    "global-local-absolute": "18-19",
    "global": "8-10",
    "global-absolute": "",
}
"""Final lengths, read off the published curves; one curve is without local features."""


def combinations() -> list[Variant]:
    return [
        Variant("-".join(chosen) or "none", length, {part: part in chosen for part in PARTS})
        for chosen, length in COMBINATIONS.items()
    ]


def views() -> list[Variant]:
    """The default combination with each view; one of them is also among the combinations."""
    usual = "-".join(part for part in PARTS if getattr(USUAL, part))
    return [
        Variant(usual if view == USUAL.view else view, length, {"view": view})
        for view, length in VIEWS.items()
    ]


class VariantResult(NamedTuple):
    """Result of a variant."""

    variant: Variant
    about: dict[str, Any]
    curve: dict[str, list[float]]
    """The columns of its learning curve."""

    def each(self, figure: str) -> list[float]:
        """A figure of the greedy episodes, by seed."""
        return [test[figure] for test in self.about["test"]]

    def mean_curve(self) -> list[float]:
        _, *seeds = self.curve.values()
        return [float(value) for value in np.mean(seeds, axis=0)]


def result_of(variant: Variant, options: Options) -> VariantResult:
    """Train the variant, unless an earlier run has."""
    folder = Path(options.folder) / variant.name
    parameters = make_settings(
        Parameters,
        {
            "total_gradient_steps": options.total_gradient_steps, "learners": options.learners,
            "n_test_episodes": options.n_test_episodes, "folder": str(folder),
            **variant.parameters,
        },
    )  # fmt: skip
    path = folder / "about.json"
    about = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if about.get("command") != command_of(SCRIPT.module, parameters):
        say(f"training {variant.name}")
        about = SCRIPT.train(parameters)
    return VariantResult(variant, about, read_table(folder / "curve.csv"))


def mean_and_error(values: Sequence[float]) -> str:
    """The mean and its standard error."""
    error = np.std(values, ddof=1) / len(values) ** 0.5
    return f"{np.mean(values):.2f} ± {error:.2f}"


def row_of(result: VariantResult) -> str:
    cells = [
        result.variant.name,
        mean_and_error(result.each("length")),
        ", ".join(f"{value:.2f}" for value in result.each("length")),
        f"{np.mean(result.each('steps')):.0f}",
        f"{np.mean(result.each('step limit %')):.1f}",
        f"{np.mean(result.about['best of 50 in training']):.2f}",
        result.variant.published,
        f"{result.about[SECONDS]:.0f}",
    ]
    return f"| {' | '.join(cells)} |"


def table_of(results: Sequence[VariantResult], published: str) -> str:
    head = (
        f"| training | length ± s.e. of seeds | each seed | steps | endless % | best 50 | "
        f"{published} | CPU s |"
    )
    rows = [head, "|---|---:|---|---:|---:|---:|---:|---:|", *map(row_of, results), ""]
    return "\n".join(rows)


def picture_of(results: Sequence[VariantResult], title: str) -> str:
    """Learning curves, as means over the seeds."""
    places = next(iter(results[0].curve.values()))
    lines = {
        f"{result.variant.name}, {np.mean(result.each('length')):.1f}": result.mean_curve()
        for result in results
    }
    level = Level(f"published {PUBLISHED_LENGTH}", PUBLISHED_LENGTH)
    panel = Panel("mean length of 50 episodes", lines, high=30.0, levels=[level])
    return Curve(title, SCRIPT.unit, places, [panel]).picture()


PAGE: Final = """\
# Snake: deep Q-learning, the published comparisons again

Made by `{command}`:
{steps:,} learning steps ({moves:,} moves) for each of {learners} seeds, on 8x8 from length 4.

*length* and *steps* are means over {test:,} greedy episodes of each seed, in which nothing was
learned; *endless* are those in which the snake goes round and round until the limit of 5,000 steps.
*best 50* is what the original reports: the greatest mean length of 50 episodes in a row while it
learned, as the mean of the seeds. *CPU s* is for all seeds together, without the tests.

## Combinations

{combinations}
![learning curves of the combinations](dqn_combinations.svg)

## Views

{views}
![learning curves of the views](dqn_views.svg)
"""


def page_of(
    options: Options, of_parts: Sequence[VariantResult], of_views: Sequence[VariantResult]
) -> str:
    return PAGE.format(
        command=command_of(MODULE, options),
        steps=options.total_gradient_steps,
        moves=of_parts[0].about["moves of each"],
        learners=options.learners,
        test=options.n_test_episodes,
        combinations=table_of(of_parts, "published best 50"),
        views=table_of(of_views, "published curve"),
    )


def compare(options: Options, as_json: bool) -> None:  # noqa: FBT001  as `run` calls it
    made_folder(options.folder)
    of_parts = [result_of(variant, options) for variant in combinations()]
    of_views = [result_of(variant, options) for variant in views()]
    page = Path(options.page)
    page.write_text(page_of(options, of_parts, of_views), encoding="utf-8")
    for results, name in ((of_parts, "combinations"), (of_views, "views")):
        picture = picture_of(results, f"Snake 8x8, deep Q-learning: {name}")
        page.with_name(f"dqn_{name}.svg").write_text(picture, encoding="utf-8")
    say(f"written to {page}")
    if as_json:
        for result in (*of_parts, *of_views):
            write_event("variant", {"name": result.variant.name, "test": result.about["test"]})


if __name__ == "__main__":
    raise SystemExit(run(MODULE, ABOUT, Options, compare))
