"""Figures 4 to 6 of the CS221 paper on Light Riders again: learning against searches.

Every setting is trained with several seeds by `table`. The page has the results of the last matches
beside the published ones; the pictures have means over the seeds.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, NamedTuple

import numpy as np
from msgspec import Meta

from gridbots.settings import FormerNames, Settings
from gridbots.training import curves
from gridbots.training.curves import read_table
from gridbots.training.progress import write_event
from gridbots.training.script import SECONDS, command_of, made_folder, run
from gridbots_qlearning.training.light_riders.table import SCRIPT, Parameters

if TYPE_CHECKING:
    from typing import Any

MODULE: Final = "experiments.qlearning_light_riders"
DEPTHS: Final = (2, 3, 4)


class Figure(NamedTuple):
    """A figure of the paper: its training and the published results."""

    number: int
    size: int
    evaluation: str
    published: dict[int, str]
    """Published results by depth."""
    levels: tuple[curves.Level, ...]
    """Reference lines in the picture of wins."""


FIGURES: Final = (
    Figure(
        4,
        4,
        "all_direct",
        {2: "nearly 70 % won", 3: "40 % won, 20 % lost", 4: "40 % won, 20 % lost"},
        (curves.Level("paper, 2: nearly 70", 70, 0), curves.Level("paper: 40 at least", 40, 1)),
    ),
    Figure(
        5,
        4,
        "attack_block",
        {2: "about 80 % won", 3: "about 50 % won", 4: "about 50 % won"},
        (curves.Level("paper, 2: about 80", 80, 0), curves.Level("paper, 3, 4: about 50", 50, 1)),
    ),
    Figure(
        6,
        6,
        "attack_block",
        dict.fromkeys(DEPTHS, "about 60 % won, 10 % drawn"),
        (curves.Level("paper: about 60", 60),),
    ),
)


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = {"episodes": ("matches",)}
    seeds: Annotated[int, Meta(ge=1, le=20, description="seeds per setting, from 1 up")] = 3
    episodes: Annotated[int, Meta(ge=800, description="matches to learn from")] = 20_000
    folder: Annotated[str, Meta(description="where the page and its pictures are written")] = (
        "docs/results"
    )


class Row(NamedTuple):
    """Results of a setting with a seed: last matches in percent, and the cost."""

    depth: int
    last: dict[str, float]
    positions: int
    seconds: float


def opponent_of(figure: Figure, depth: int) -> str:
    return f"minimax:search=paper,evaluation={figure.evaluation},depth={depth}"


def trained(figure: Figure, depth: int, seed: int, matches: int) -> tuple[Row, dict[str, Any]]:
    """Train; return a row, and the columns of the learning curve."""
    folder = Path(tempfile.mkdtemp())
    parameters = Parameters(
        size=figure.size,
        opponent=opponent_of(figure, depth),
        episodes=matches,
        seed=seed,
        folder=str(folder),
    )
    about = SCRIPT.train(parameters)
    curve = {name: np.array(column) for name, column in read_table(folder / "curve.csv").items()}
    shutil.rmtree(folder)
    return Row(depth, about["last"], about["positions"], about[SECONDS]), curve


def draw(figure: Figure, runs: dict[int, list[dict[str, Any]]], folder: Path) -> None:
    """Write a picture of wins and one of draws, with a line per depth."""
    for name, levels in (("win %", figure.levels), ("draw %", ())):
        word, across = name.partition(" ")[0], runs[DEPTHS[0]][0]["matches"]
        lines = {
            f"depth {depth}": np.mean([each[name] for each in found], axis=0).tolist()
            for depth, found in runs.items()
        }
        title = f"Figure {figure.number}: {figure.size}x{figure.size}, {figure.evaluation}, {word}s"
        mark = float(across[-1]) - Parameters().greedy_episodes
        panel = curves.Panel(name, lines, levels=levels)
        curve = curves.Curve(title, "matches, of 100 each", across.tolist(), [panel], mark)
        path = folder / f"qlearning_light_riders_figure{figure.number}_{word}s.svg"
        path.write_text(curve.picture(), encoding="utf-8")


def section(figure: Figure, rows: list[Row]) -> list[str]:
    """The section of the page about a figure."""
    lines = [
        f"## Figure {figure.number}: {figure.size}x{figure.size} against {figure.evaluation}",
        "",
        "| depth | won : drawn : lost in the last, % | the paper says | positions | CPU s |",
        "| --- | --- | --- | ---: | ---: |",
    ]
    for depth in DEPTHS:
        mine = [row for row in rows if row.depth == depth]
        shown = ", ".join(" : ".join(f"{value:.0f}" for value in row.last.values()) for row in mine)
        positions = max(row.positions for row in mine)
        seconds = max(row.seconds for row in mine)
        lines.append(
            f"| {depth} | {shown} | {figure.published[depth]} | {positions:,} | {seconds:.1f} |"
        )
    pictures = [
        f"![{word}](qlearning_light_riders_figure{figure.number}_{word}.svg)"
        for word in ("wins", "draws")
    ]
    return [*lines, "", *pictures, ""]


def make(options: Options, as_json: bool) -> None:  # noqa: FBT001  as `run` calls it
    """Run all trainings, and write the page."""
    folder, greedy = made_folder(options.folder), Parameters().greedy_episodes
    lines = [
        "# Light Riders: Q-learning with a table",
        "",
        f"Figures 4 to 6 of the CS221 paper: {options.episodes:,} matches for each line,",
        f"the last {greedy} without exploration; {options.seeds} seeds, and their means",
        "in the pictures. Positions and seconds are the most of all seeds.",
        "",
    ]
    for figure in FIGURES:
        rows: list[Row] = []
        runs: dict[int, list[dict[str, Any]]] = {depth: [] for depth in DEPTHS}
        for depth in DEPTHS:
            for seed in range(1, options.seeds + 1):
                row, curve = trained(figure, depth, seed, options.episodes)
                rows.append(row)
                runs[depth].append(curve)
                if as_json:
                    write_event("trained", {"figure": figure.number, "seed": seed, **row._asdict()})
        draw(figure, runs, folder)
        lines += section(figure, rows)
    lines += ["Made by:", "", f"    {command_of(MODULE, options)}", ""]
    (folder / "qlearning_light_riders.md").write_text("\n".join(lines), encoding="utf-8")


SUMMARY: Final = "Figures 4 to 6 of the CS221 paper on Light Riders, as a page with pictures."

if __name__ == "__main__":
    raise SystemExit(run(MODULE, SUMMARY, Options, make))
