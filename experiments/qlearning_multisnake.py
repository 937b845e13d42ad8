"""Tables 8 to 11 of the CS221 paper on Multiplayer Snake again, with several seeds.

Every configuration is trained with every seed by `linear`, and plays without exploration against
the opponents of its training, and against the baselines. The page has medians over the seeds beside
the published values. It ends with configuration 1 with eligibility traces, for which the paper
gives no figures. Trainings are kept in `trainings`, and the command resumes from them.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, NamedTuple

from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.settings import FormerNames, Settings
from gridbots.training.progress import write_event
from gridbots.training.script import SECONDS, command_of, made_folder, run
from gridbots.training.weights import About, fields_of, read
from gridbots_qlearning.multisnake.indicators import WEIGHTS
from gridbots_qlearning.training.multisnake.linear import SCRIPT, Parameters, results_of_test

if TYPE_CHECKING:
    from collections.abc import Sequence

MODULE: Final = "experiments.qlearning_multisnake"
MINIMAX: Final = "minimax:strategy=survivor,radius=2,compactness=0.5"
BASELINES: Final = "smart-greedy opportunist"


class Configuration(NamedTuple):
    """A training of the paper, with the published wins in percent and scores."""

    name: str
    opponents: str
    wins: tuple[float, ...] = ()
    """By player, the learner last; empty: not published."""
    scores: tuple[float, ...] = ()
    baselines: tuple[float, float] = (0, 0)
    """Wins and score against the baselines (Table 11)."""
    episodes: int = 10_000


CONFIGURATIONS: Final = (
    Configuration("1", BASELINES, (12, 22, 63), (31, 42, 56), (63, 56)),
    Configuration("2", f"smart-greedy {MINIMAX}", baselines=(61, 57)),
    Configuration("3", f"opportunist {MINIMAX}", baselines=(62, 59)),
    Configuration("4a", f"{BASELINES} {MINIMAX}", (7, 14, 39, 36), (23, 36, 69, 71), (60, 58)),
    Configuration(
        "4b", f"{BASELINES} {MINIMAX}", (8, 12, 38, 37), (25, 34, 69, 74), (63, 60), episodes=20_000
    ),
    Configuration("5", f"smart-greedy {MINIMAX} {MINIMAX}", baselines=(61, 56)),
    Configuration("6", f"opportunist {MINIMAX} {MINIMAX}", baselines=(64, 59)),
)


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = {
        "td_lambdas": ("traces",),
        "td_lambda_seeds": ("trace_seeds",),
        "n_test_episodes": ("matches",),
        "trainings": ("work",),
    }
    configurations: Annotated[
        str,
        Meta(
            description="configurations of the paper, separated by blanks; 4b:2 is 4b with two "
            "seeds instead of `seeds`"
        ),
    ] = "1 2 3 4a 4b 5 6"
    seeds: Annotated[int, Meta(ge=1, le=20, description="seeds per configuration, from 1 up")] = 5
    td_lambdas: Annotated[
        str, Meta(description="values of lambda to train configuration 1 with, besides 0")
    ] = "0.1 0.5 0.9"
    td_lambda_seeds: Annotated[int, Meta(ge=1, le=20, description="seeds per lambda")] = 3
    n_test_episodes: Annotated[
        int, Meta(ge=1, description="test matches of each training, without exploration")
    ] = 2000
    trainings: Annotated[
        str, Meta(description="where trainings are kept; the command resumes from them")
    ] = "training/figures"
    folder: Annotated[str, Meta(description="where the page is written")] = "docs/results"


def parameters_of(
    configuration: Configuration, seed: int, options: Options, trace: float = 0.0
) -> Parameters:
    traced = f"-{trace:g}" if trace else ""
    return Parameters(
        opponents=configuration.opponents,
        episodes=configuration.episodes,
        seed=seed,
        td_lambda=trace,
        n_test_episodes=options.n_test_episodes,
        folder=str(Path(options.trainings) / f"{configuration.name}{traced}-{seed}"),
    )


def trained(parameters: Parameters) -> dict[str, Any]:
    """The metadata of a training, with its results against the baselines."""
    folder = Path(parameters.folder)
    about = read_json(folder / "about.json") or SCRIPT.train(parameters)
    against = (
        read_json(folder / "baselines.json") if parameters.opponents != BASELINES else about["test"]
    )
    if not against:
        weights = read(folder / "weights.npz", About).arrays(fields_of(WEIGHTS))["indicators"]
        met = Parameters(
            opponents=BASELINES, seed=parameters.seed, n_test_episodes=parameters.n_test_episodes
        )
        against = results_of_test(met, weights)
        (folder / "baselines.json").write_text(json.dumps(against) + "\n", encoding="utf-8")
    return about | {"baselines": against}


def read_json(path: Path) -> dict[str, Any]:
    """The contents of a JSON file; empty if there is none."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def medians(runs: Sequence[dict[str, Any]], kind: str, measure: str) -> list[float]:
    """By player, the learner last."""
    return [median(values) for values in zip(*(run[kind][measure] for run in runs), strict=True)]


def beside(values: Sequence[float], published: Sequence[float]) -> str:
    """Our values, each followed by the published one if there is one."""
    notes = [f" ({value:g})" for value in published] or [""] * len(values)
    return ", ".join(f"{value:.1f}{note}" for value, note in zip(values, notes, strict=True))


def row(configuration: Configuration, runs: Sequence[dict[str, Any]]) -> str:
    """A configuration: medians over the seeds, and the cost of a training."""
    wins = beside(medians(runs, "test", "win %"), configuration.wins)
    scores = beside(medians(runs, "test", "score"), configuration.scores)
    alone = [
        beside(medians(runs, "baselines", measure)[-1:], [published])
        for measure, published in zip(("win %", "score"), configuration.baselines, strict=True)
    ]
    seconds = median(run[SECONDS] for run in runs)
    cells = [configuration.name, str(len(runs)), wins, scores, *alone, f"{seconds:.0f}"]
    return f"| {' | '.join(cells)} |"


def spread(configuration: Configuration, runs: Sequence[dict[str, Any]]) -> str:
    """Wins and score of the learner, by seed."""
    each = [f"{run['test']['win %'][-1]:.1f} / {run['test']['score'][-1]:.1f}" for run in runs]
    return f"| {configuration.name} | {', '.join(each)} |"


def trace_row(trace: float, runs: Sequence[dict[str, Any]]) -> str:
    each = ", ".join(f"{run['test']['win %'][-1]:.1f}" for run in runs)
    wins, scores = (medians(runs, "test", measure)[-1] for measure in ("win %", "score"))
    seconds = median(run[SECONDS] for run in runs)
    return f"| {trace:g} | {each} | {wins:.1f} | {scores:.1f} | {seconds:.0f} |"


def chosen(options: Options) -> list[tuple[Configuration, int]]:
    """The configurations to train, with the number of seeds of each.

    Raises:
        SettingsError: a name is unknown, or a number of seeds is not a number.
    """
    known, found = {each.name: each for each in CONFIGURATIONS}, []
    for asked in options.configurations.split():
        name, _, seeds = asked.partition(":")
        if name not in known or not (seeds or "1").isdecimal():
            expected = f"some of {', '.join(known)}, or as {CONFIGURATIONS[0].name}:2"
            raise SettingsError(f"configurations: expected {expected}, got {asked}")
        found.append((known[name], int(seeds or options.seeds)))
    return found


def page(
    options: Options,
    found: Sequence[tuple[Configuration, list[dict[str, Any]]]],
    traced: Sequence[tuple[float, list[dict[str, Any]]]],
) -> list[str]:
    matches = options.n_test_episodes
    return [
        "# Multiplayer Snake: Q-learning with the paper's indicators",
        "",
        "Medians over the seeds; in brackets what the CS221 paper says (Tables 8 to 11), of one",
        f"training each. {matches:,} matches without exploration each, the learner last:",
        "against the opponents of its training, which come first in the order of the paper,",
        "and against smart greedy and opportunist. CPU s: of one training, its opponents included.",
        "",
        "| configuration | seeds | won, % | score | v baselines: won, % | score | CPU s |",
        "| --- | ---: | --- | --- | ---: | ---: | ---: |",
        *(row(*each) for each in found),
        "",
        "The learner's wins and scores against the opponents of its training, by seed:",
        "",
        "| configuration | won, % / score |",
        "| --- | --- |",
        *(spread(*each) for each in found),
        "",
        "## Eligibility traces",
        "",
        "Configuration 1 with lambda; the paper found small values of use for a moderate number of",
        "trials, and gives no figures.",
        "",
        "| lambda | won, %, by seed | median | score | CPU s |",
        "| ---: | --- | ---: | ---: | ---: |",
        *(trace_row(*each) for each in traced),
        "",
        "Made by:",
        "",
        f"    {command_of(MODULE, options)}",
        "",
    ]


def make(options: Options, as_json: bool) -> None:  # noqa: FBT001  as `run` calls it
    """Run the trainings that are missing, and write the page."""

    def all_of(
        configuration: Configuration, seeds: int, trace: float = 0.0
    ) -> list[dict[str, Any]]:
        runs = []
        for seed in range(1, seeds + 1):
            runs.append(trained(parameters_of(configuration, seed, options, trace)))
            if as_json:
                event = {"configuration": configuration.name, "seed": seed, "trace": trace}
                write_event("trained", event | runs[-1]["test"])
        return runs

    found = [(each, all_of(each, seeds)) for each, seeds in chosen(options)]
    values = [0.0, *map(float, options.td_lambdas.split())] if options.td_lambdas else []
    traced = [(each, all_of(CONFIGURATIONS[0], options.td_lambda_seeds, each)) for each in values]
    lines = page(options, found, traced)
    path = made_folder(options.folder) / "qlearning_multisnake.md"
    path.write_text("\n".join(lines), encoding="utf-8")


SUMMARY: Final = (
    "Tables 8 to 11 of the CS221 paper on Multiplayer Snake over several seeds, as a page."
)

if __name__ == "__main__":
    raise SystemExit(run(MODULE, SUMMARY, Options, make))
