"""Steps of swift against its time per move, over many games: a table and a picture.

    python benchmarks/swift.py FOLDER [--share 0.1] [--plot FILE]

Games are played in parts, each a line of FOLDER/parts.jsonl. Existing parts are not played again,
so a stopped run continues where it was. CPU time covers whole games, including the rules.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from gridbots.plugins import load_bot, load_game
from gridbots.settings import make_settings, parse_assignments
from gridbots.training.plot_style import GREY, LINES, number_text
from gridbots.vector import play_matches
from gridbots_referee.show.plots.figure import WIDTH, styled_figure

GAME: Final = load_game("snake")
SEED: Final = 20001
"""Games with this seed were used only for measurements, not for choosing among variants."""
CERTAINTY: Final = 1.96
"""Standard errors on either side of a mean for 95 %."""
PUBLISHED: Final = {"cell-variant, published": 47918.1, "AutoSnake3, published": 47308.97}

TICKS: Final = (2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Microseconds."""


class Course(NamedTuple):
    bot: str
    side: int
    matches: int
    part: int
    """Games per part."""


COURSES: Final = (
    Course("swift:effort=fast", 30, 2000, 50),
    Course("swift", 30, 1000, 20),
    Course("swift:effort=deep", 30, 150, 5),
    Course("swift:effort=deepest", 30, 320, 2),
    Course("cell-variant", 30, 500, 25),
    Course("swift", 8, 20_000, 1000),
    Course("cell-variant", 8, 20_000, 1000),
)


class Total(NamedTuple):
    """Results of a course so far."""

    matches: int
    won: int
    mean: float
    error: float
    cost: float
    """CPU microseconds per move."""


def policy_with(bot: str) -> Any:
    """The policy of a bot and its options, as on the command line."""
    name, _, text = bot.partition(":")
    kind = load_bot(name)
    if kind.policy is None:
        sys.exit(f"expected a bot that has a policy, got {name}")
    options = parse_assignments(text.split(",") if text else [], "option")
    return kind.policy(GAME, make_settings(kind.options, options))


def play_part(course: Course, first: int, count: int) -> dict[str, Any]:
    """Play `count` games, starting with number `first`."""
    chosen = policy_with(course.bot)
    board = {"width": course.side, "height": course.side}
    play_matches(GAME, GAME.make_settings({**board, "max_rounds": 1}), [chosen], 1)  # compiles
    began = time.process_time()
    outcomes = play_matches(GAME, GAME.make_settings(board), [chosen], count, SEED, first=first)
    return {
        "bot": course.bot,
        "side": course.side,
        "first": first,
        "rounds": outcomes.rounds.tolist(),
        "won": int((outcomes.utilities[:, 0] == 1).sum()),
        "cpu": time.process_time() - began,
    }


def parts_in(file: Path) -> list[dict[str, Any]]:
    if not file.exists():
        return []
    return [json.loads(row) for row in file.read_text(encoding="utf-8").splitlines()]


def is_of(part: dict[str, Any], course: Course) -> bool:
    return bool(part["bot"] == course.bot and part["side"] == course.side)


def play_courses(file: Path, share: float) -> None:
    """Play the missing games of all courses, or of a share of them."""
    for course in COURSES:
        matches = max(course.part, round(share * course.matches))
        first = sum(len(part["rounds"]) for part in parts_in(file) if is_of(part, course))
        while first < matches:
            played = play_part(course, first, min(course.part, matches - first))
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps(played) + "\n")
            first += len(played["rounds"])
            print(f"{course.bot}, {course.side}x{course.side}: {first} games", file=sys.stderr)


def total_of(course: Course, parts: list[dict[str, Any]]) -> Total | None:
    mine = [part for part in parts if is_of(part, course)]
    if not mine:
        return None
    rounds = np.concatenate([part["rounds"] for part in mine])
    return Total(
        matches=len(rounds),
        won=sum(part["won"] for part in mine),
        mean=float(rounds.mean()),
        error=float(rounds.std(ddof=1)) / len(rounds) ** 0.5,
        cost=sum(part["cpu"] for part in mine) / int(rounds.sum()) * 1e6,
    )


def print_table(parts: list[dict[str, Any]]) -> None:
    print("| bot | board | games | won | mean rounds | 95 % | CPU per move |")
    print("|---|---|---:|---:|---:|---:|---:|")
    for course in COURSES:
        total = total_of(course, parts)
        if total:
            spans = CERTAINTY * total.error
            print(
                f"| `{course.bot}` | {course.side}x{course.side} | {total.matches:,} | "
                f"{total.won:,} | {total.mean:,.1f} | ± {spans:.1f} | {total.cost:.1f} us |"
            )


def plot(parts: list[dict[str, Any]], file: Path) -> None:
    """Steps on 30x30 against time per move, with the published means as lines."""
    with styled_figure(WIDTH, 4) as figure:
        axes = figure.subplots()
        for course in COURSES:
            total = total_of(course, parts)
            if total and course.side == 30:
                draw_point(axes, course, total)
        for name, mean in PUBLISHED.items():
            axes.axhline(mean, color=GREY, linewidth=0.8, linestyle="--")
            # Outside the axes, so that names do not cover points.
            axes.annotate(name, (1, mean), (4, -3), ("axes fraction", "data"), "offset points")
        axes.set_xscale("log")
        axes.set_xlim(TICKS[0], TICKS[-1])
        axes.set_xticks(TICKS, map(str, TICKS))
        axes.minorticks_off()
        axes.margins(y=0.1)
        axes.yaxis.set_major_formatter(lambda value, _: number_text(value))
        axes.set_xlabel("CPU time per move, microseconds (the mean over whole games)")
        axes.set_ylabel("rounds to fill 30x30 (mean, 95 %)")
        figure.savefig(file, metadata={"Date": None, "Creator": None})


def draw_point(axes: Any, course: Course, total: Total) -> None:
    """Draw a point with its name on the side with more space."""
    style = LINES[0 if course.bot.startswith("swift") else 1]
    spans = CERTAINTY * total.error
    axes.errorbar(
        total.cost, total.mean, spans, fmt=style.marker, color=style.colour, capsize=3
    )  # fmt: skip
    is_right = total.cost > 200
    axes.annotate(
        course.bot, (total.cost, total.mean), (-7 if is_right else 7, -3),
        textcoords="offset points", ha="right" if is_right else "left",
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="steps of swift against its time per move")
    parser.add_argument("folder", type=Path, help="folder of parts.jsonl")
    parser.add_argument("--share", type=float, default=1.0, help="share of the games to play")
    parser.add_argument("--plot", type=Path, help="picture to write (.svg)")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    file = given.folder / "parts.jsonl"
    play_courses(file, given.share)
    print_table(parts_in(file))
    if given.plot:
        plot(parts_in(file), given.plot)


if __name__ == "__main__":
    main()
