"""Trains td for Paper.io: `python -m gridbots_td.train --help`.

To be read from top to bottom. A run is `restarts` times the same with other chance: start with
small random weights, play `episodes` matches against opponents drawn from the mix, learn from each
(`practising.py`), take the mean of the last weights, and play validation matches against every
examiner. The restart with the highest mean of their margins is played against all of them once
more, in other matches, and written with these figures.

All chance comes from the seed: the same parameters give the same weights to the last bit. A run
that was killed goes on where its last checkpoint was made, and ends with the same weights too.
"""

from __future__ import annotations

import argparse
import dataclasses
import functools
import json
import re
import shlex
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from msgspec.structs import replace

from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, handle
from gridbots.plugins import load_bot, load_game
from gridbots.settings import make_settings, parse_assignments
from gridbots.vector import (
    Policy,
    Remembering,
    as_it_is,
    choose_moves_by_observation,
    fitted,
    generators_for,
    kernel_of,
    memories_of,
    openings,
    play_matches,
    play_rounds,
    reopen_all,
    write_margins,
)
from gridbots_td.checkpoints import notes_of, restore, save
from gridbots_td.choosing import choose, mind_of
from gridbots_td.curves import as_csv, as_svg
from gridbots_td.minds import DENSES, Mind, Trained, memories, named, plan_of, plans_of
from gridbots_td.practising import LESSON, learn, note_dtype, practise

FROZEN: Final = "evaluation=pure,memory=frozen,belief=last"
"""Options of the published agents."""
REFRESHED: Final = "evaluation=pure,memory=refreshed,belief=last"
"""The same with a memory that is worth its name."""


def told(meaning: str, default: Any) -> Any:
    """A parameter with its meaning."""
    return field(default=default, metadata={"help": meaning})


@dataclass(frozen=True)
class Parameters:
    """All that the weights depend on."""

    seed: int = told("of all chance", 1)
    features: str = told("program, paper, dense or tables: see features.py", "tables")
    depth: int = told("own moves that it looks ahead, in training and later", 2)
    memory: str = told("refreshed by what is seen, or frozen as in the CS221 program", "refreshed")
    size: int = told("rows and columns of the board", 7)
    radius: int = told("cells that a seat sees in each direction", 2)
    max_rounds: int = told("length of a match", 70)
    order: str = told("alternating or simultaneous", "alternating")
    opponents: tuple[str, ...] = told(
        "who it plays, each with its share",
        (
            "0.1 random:among=candidates",
            f"0.1 minimax:depth=1,{FROZEN}",
            f"0.15 minimax:depth=2,{FROZEN}",
            f"0.15 minimax:depth=3,{FROZEN}",
            f"0.1 minimax:depth=1,{REFRESHED}",
            f"0.2 minimax:depth=2,{REFRESHED}",
            f"0.2 minimax:depth=3,{REFRESHED}",
        ),
    )
    episodes: int = told("matches to learn from, per restart", 6000)
    restarts: int = told("how often to begin anew", 2)
    copies: int = told("matches played at a time; weights change between rounds", 64)
    rate: float = told("step size", 0.05)
    steady: float = told("part of the episodes with the full rate; then it falls to 0", 0.3)
    gamma: float = told("discount of an own move", 0.97)
    trace: float = told("lambda: how far a return looks beyond the next value", 0.5)
    epsilon: float = told("share of moves that explore, at first", 0.05)
    epsilon_end: float = told("the same, at last", 0.02)
    falling: float = told("part of the episodes in which that falls", 0.7)
    averaging: float = told("part of the episodes, at the end, whose weights are averaged", 0.3)
    spread: float = told("standard deviation of the weights at the start", 0.01)
    first_seat: bool = told("learn in the first seat only, as the CS221 program does", False)
    examiners: tuple[str, ...] = told(
        "whom it plays for validation, and at the end",
        (
            "random:among=candidates",
            f"minimax:depth=2,{FROZEN}",
            f"minimax:depth=3,{FROZEN}",
            f"minimax:depth=2,{REFRESHED}",
            f"minimax:depth=3,{REFRESHED}",
        ),
    )
    validation: int = told("matches with each of them after each restart", 200)
    matches: int = told("matches with each of them at the end, for the figures", 2000)


@dataclass(frozen=True)
class Opponent:
    """One of the mix, with a policy and a memory for each copy."""

    bot: str
    share: float
    policy: Policy
    memories: Any


REPORTS: Final = 50
"""Points of a learning curve, about."""
STREAMS: Final = 0x7464
"""Keeps the generators of players apart from those of openings."""


class Practice:
    """One restart: many matches at a time, and the weights that are learned from them."""

    def __init__(self, parameters: Parameters, restart: int, *, plain: bool = False) -> None:
        """Begin a restart; `plain` runs without numba."""
        self.parameters = parameters
        self.restart = restart
        self.runs = as_it_is if plain else compiled
        self.game = load_game("paperio")
        self.settings = settings_of(parameters)
        seed, copies = parameters.seed * 1000 + restart, parameters.copies
        self.random = np.random.default_rng(seed)
        seeds = range(seed << 20, (seed << 20) + copies)
        self.states = openings(self.game, self.settings, seeds, plain=plain)
        dtype = self.states.dtype
        self.opponents = [opponent(each, self.game, dtype, copies) for each in parameters.opponents]
        self.plans = plan_of(blank_mind(parameters), dtype, turns=parameters.order == "alternating")
        weights = mind_of(self.plans[0])["weights"]
        weights[:] = self.random.normal(0.0, 1.0, len(weights)) * parameters.spread
        self.lessons = lesson_of(parameters)
        self.memories = memories(dtype, copies)
        self.notes = np.zeros(copies, note_dtype(parameters.max_rounds))
        streams = np.arange(2 * copies, dtype=np.uint64) + np.uint64(seed << 20)
        self.generators = generators_for(streams ^ np.uint64(STREAMS))
        self.whom = np.zeros(copies, np.int64)
        self.seats = np.zeros(copies, np.int64)
        self.moves = np.full((copies, 2), NO_MOVE, np.int64)
        self.finished = np.zeros(copies, np.bool_)
        self.utilities = np.zeros((copies, 2))
        self.margins = np.zeros((copies, 2))
        self.curve: list[list[float]] = []
        self.results: list[tuple[int, float]] = []
        self.draw(np.ones(copies, np.bool_))

    @property
    def episodes(self) -> int:
        return int(self.lessons[0]["episodes"])

    def draw(self, chosen: Any) -> None:
        """Draw an opponent and a seat for new matches; nobody remembers anything."""
        count = int(chosen.sum())
        shares = np.array([each.share for each in self.opponents])
        self.whom[chosen] = self.random.choice(len(shares), count, p=shares / shares.sum())
        both = 1 if self.parameters.first_seat else 2
        self.seats[chosen] = self.random.integers(both, size=count)
        self.memories[chosen] = np.zeros(1, self.memories.dtype)
        for each in self.opponents:
            if isinstance(each.policy, Remembering):
                each.memories[chosen] = each.policy.opening

    def play_round(self) -> None:
        """A round in every copy; learn from those that it has finished, and open new ones."""
        copies, half = np.arange(len(self.states)), self.parameters.copies
        for index, each in enumerate(self.opponents):
            mine = copies[self.whom == index]
            self.runs(choose_moves_by_observation)(
                handle(kernel_of(each.policy)), each.memories, self.states, mine,
                1 - self.seats, self.generators[half:], self.moves,
            )  # fmt: skip
        self.runs(practise)(
            self.plans, self.lessons, self.memories, self.notes, self.states, copies,
            self.seats, self.generators[:half], self.moves,
        )  # fmt: skip
        self.runs(play_rounds)(self.states, copies, self.moves, self.finished, self.utilities)
        if self.finished.any():
            self.end_episodes()

    def end_episodes(self) -> None:
        self.runs(write_margins)(self.states, self.margins)
        ended = np.flatnonzero(self.finished)
        self.results += [
            (int(self.whom[at]), float(self.margins[at, self.seats[at]])) for at in ended
        ]
        self.runs(learn)(
            self.plans, self.lessons, self.notes, self.states, self.finished, self.seats
        )
        self.runs(reopen_all)(self.states, self.finished)
        self.draw(self.finished)
        last = self.curve[-1][1] if self.curve else 0
        if self.episodes - last >= self.parameters.episodes / REPORTS:
            self.report()

    def report(self) -> None:
        """Add a point to the curve: how the matches went since the last one."""
        margins = np.array([margin for _, margin in self.results])
        whom = np.array([whom for whom, _ in self.results])
        row = [self.restart, self.episodes, mean(margins), mean(margins > 0), mean(margins < 0)]
        row += [mean(margins[whom == index]) for index in range(len(self.opponents))]
        self.curve.append(row)
        self.results = []

    def mind(self) -> Mind:
        """What has been learned: the mean of the last weights."""
        lesson, parameters = self.lessons[0], self.parameters
        summed = int(lesson["summed"])
        last = lesson["sums"] / summed if summed else mind_of(self.plans[0])["weights"]
        dense, tables = named(parameters.features, last)
        return replace(blank_mind(parameters), weights=dense, tables=tables)

    def arrays(self) -> dict[str, Any]:
        """All that the rest of the run depends on."""
        return {
            "weights": mind_of(self.plans[0])["weights"], "lessons": self.lessons,
            "states": self.states, "memories": self.memories, "notes": self.notes,
            "generators": self.generators, "whom": self.whom, "seats": self.seats,
            "moves": self.moves, "finished": self.finished, "utilities": self.utilities,
            **{f"opponent{at}": each.memories for at, each in enumerate(self.opponents)},
        }  # fmt: skip


def mean(numbers: Any) -> float:
    return float(np.mean(numbers)) if len(numbers) else float("nan")


def settings_of(parameters: Parameters) -> Any:
    names = ("size", "radius", "max_rounds", "order")
    return load_game("paperio").make_settings({name: getattr(parameters, name) for name in names})


def policy_of(bot: str, game: Any, dtype: Any) -> Policy:
    """The policy of an installed bot with options, for records of this type.

    Raises:
        SystemExit: it has none.
    """
    name, _, options = bot.partition(":")
    kind = load_bot(name)
    given = parse_assignments([each for each in options.split(",") if each], f"{name} option")
    found = kind.policy and kind.policy(game, make_settings(kind.options, given))
    if not found:
        raise SystemExit(f"expected a bot that can play compiled, got {bot}")
    return fitted(found, dtype)


def opponent(text: str, game: Any, dtype: Any, copies: int) -> Opponent:
    share, _, bot = text.partition(" ")
    policy = policy_of(bot, game, dtype)
    return Opponent(bot, float(share), policy, memories_of(policy, copies))


def blank_mind(parameters: Parameters) -> Mind:
    """Without weights; what it is trained for."""
    names = ("size", "radius", "max_rounds", "order")
    return Mind(
        name="",
        features=parameters.features,
        weights=dict.fromkeys(DENSES[parameters.features], 0.0),
        depth=parameters.depth,
        memory=parameters.memory,
        trained=Trained(**{name: getattr(parameters, name) for name in names}),
    )


def lesson_of(parameters: Parameters) -> Any:
    lessons = np.zeros(1, LESSON)
    same = ("rate", "steady", "gamma", "epsilon", "epsilon_end", "falling", "averaging")
    for name in same:
        lessons[0][name] = getattr(parameters, name)
    lessons[0]["lambda"] = parameters.trace
    lessons[0]["planned"] = parameters.episodes
    return lessons


def examined(
    mind: Mind, parameters: Parameters, matches: int, seed: int, *, plain: bool = False
) -> dict[str, list[float]]:
    """Examiner -> mean margin of the mind against it, its standard error, share won and lost."""
    game, settings = load_game("paperio"), settings_of(parameters)
    dtype = game.setup(settings, 0).dtype
    both = plans_of((mind, mind), dtype)[0]
    mine = Remembering(functools.partial(choose, both), memories(dtype))
    found = {}
    for bot in parameters.examiners:
        outcomes = play_matches(
            game, settings, [mine, policy_of(bot, game, dtype)], matches, seed,
            rotates=not parameters.first_seat, plain=plain,
        )  # fmt: skip
        margins = outcomes.margins[:, 0]
        error = margins.std(ddof=1) / np.sqrt(matches)
        found[bot] = [
            round(float(each), 4)
            for each in (margins.mean(), error, mean(margins > 0), mean(margins < 0))
        ]
    return found


EXAMINATION: Final = 1 << 40
"""Where seeds of validation begin, and behind them those of the last matches: far from training."""


class Run:
    """All restarts, one after the other, with checkpoints."""

    def __init__(self, parameters: Parameters, checkpoint: Path, *, plain: bool = False) -> None:
        """Begin, or go on from the checkpoint if it is there; `plain` runs without numba.

        Raises:
            SystemExit: the checkpoint was made with other parameters.
        """
        self.parameters = parameters
        self.checkpoint = checkpoint
        self.plain = plain
        self.curves: list[list[float]] = []
        self.minds: list[Mind] = []
        self.cpu_seconds = 0.0
        self.practice = Practice(parameters, 0, plain=plain)
        if checkpoint.exists():
            self.resume()

    def resume(self) -> None:
        notes = notes_of(self.checkpoint)
        asked = json.loads(json.dumps(dataclasses.asdict(self.parameters)))
        if notes["parameters"] != asked:
            differing = [
                name for name, value in asked.items() if notes["parameters"][name] != value
            ]
            raise SystemExit(
                f"expected the parameters of {self.checkpoint}, got another "
                f"{', '.join(differing)}; remove it to begin anew"
            )
        self.curves, self.cpu_seconds = notes["curves"], notes["cpu_seconds"]
        self.minds = [msgspec.convert(each, Mind) for each in notes["minds"]]
        self.practice = Practice(self.parameters, notes["restart"], plain=self.plain)
        restore(self.checkpoint, self.practice.arrays())
        self.practice.random.bit_generator.state = notes["random"]
        self.practice.curve = notes["curve"]
        self.practice.results = [tuple(each) for each in notes["results"]]

    def save(self) -> None:
        notes = {
            "parameters": dataclasses.asdict(self.parameters),
            "curves": self.curves,
            "cpu_seconds": self.cpu_seconds,
            "minds": [msgspec.to_builtins(each) for each in self.minds],
            "restart": self.practice.restart,
            "random": self.practice.random.bit_generator.state,
            "curve": self.practice.curve,
            "results": self.practice.results,
        }
        save(self.checkpoint, self.practice.arrays(), notes)

    def train(self, progress: Progress) -> Mind:
        """Train to the end; the best mind, with its figures."""
        while len(self.minds) < self.parameters.restarts:
            self.train_once(progress)
        best = max(self.minds, key=lambda mind: worth(mind.figures))
        progress.say(f"playing {self.parameters.matches} matches with each examiner")
        seed = EXAMINATION + self.parameters.validation
        return replace(best, figures=self.examined(best, self.parameters.matches, seed))

    def examined(self, mind: Mind, matches: int, seed: int) -> dict[str, list[float]]:
        return examined(mind, self.parameters, matches, seed, plain=self.plain)

    def train_once(self, progress: Progress) -> None:
        """One restart, with a checkpoint at each point of the curve."""
        practice, began = self.practice, time.process_time()
        while practice.episodes < self.parameters.episodes:
            points = len(practice.curve)
            practice.play_round()
            if len(practice.curve) > points:
                self.cpu_seconds += time.process_time() - began
                began = time.process_time()
                progress.report(self)
                self.save()
        mind = practice.mind()
        found = self.examined(mind, self.parameters.validation, EXAMINATION)
        self.minds.append(replace(mind, figures=found))
        self.cpu_seconds += time.process_time() - began
        progress.say(f"restart {practice.restart + 1}: mean margin {worth(found):+.2f}")
        self.curves += practice.curve
        self.practice = Practice(self.parameters, practice.restart + 1, plain=self.plain)
        self.save()


def worth(figures: dict[str, list[float]]) -> float:
    """The mean of the mean margins."""
    return mean([margin for margin, *_ in figures.values()])


class Progress:
    """Tells how far it is: people on stderr, programs, if asked for, by JSON lines on stdout."""

    def __init__(self, *, tells_programs: bool) -> None:
        self._tells_programs = tells_programs
        self._began: tuple[float, int] | None = None

    def report(self, run: Run) -> None:
        practice, parameters = run.practice, run.parameters
        whole = parameters.restarts * parameters.episodes
        done = practice.restart * parameters.episodes + practice.episodes
        _, episodes, margin, won, *_ = practice.curve[-1]
        if self._began is None:
            self._began = time.monotonic(), done
        since, before = self._began
        pace = (time.monotonic() - since) / max(1, done - before)
        left = f"about {pace * (whole - done):.0f} s left" if done > before else ""
        self.say(
            f"restart {practice.restart + 1} of {parameters.restarts}, {episodes:.0f} of "
            f"{parameters.episodes} episodes: margin {margin:+.1f}, won {100 * won:.0f} %  {left}"
        )
        if self._tells_programs:
            event = {"event": "progress", "restart": practice.restart, "episodes": episodes}
            print(json.dumps({**event, "margin": margin, "won": won}), flush=True)

    def say(self, text: str) -> None:
        print(text, file=sys.stderr, flush=True)

    def end(self, mind: Mind, cpu_seconds: float) -> None:
        for bot, (margin, error, won, lost) in mind.figures.items():
            self.say(f"{margin:+7.2f} +- {error:.2f}  {won:7.1%} won {lost:7.1%} lost  {bot}")
        self.say(f"trained in {cpu_seconds:.1f} CPU seconds, validation and compiling included")
        if self._tells_programs:
            event = {"event": "end", "cpu_seconds": cpu_seconds, "figures": mind.figures}
            print(json.dumps(event), flush=True)


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m gridbots_td.train",
        description="Trains td for Paper.io, and writes FILE.json, to be played by as "
        "td:mind=FILE.json, and its learning curve, FILE.csv and FILE.svg.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("file", type=Path, help="where to write, with or without .json")
    parser.add_argument("--json", action="store_true", help="tell programs, on stdout")
    for each in dataclasses.fields(Parameters):
        flag = "--" + each.name.replace("_", "-")
        about = each.metadata["help"]
        if isinstance(each.default, bool):
            parser.add_argument(flag, action="store_true", help=about)
        elif isinstance(each.default, tuple):
            parser.add_argument(flag, nargs="+", default=each.default, help=about)
        else:
            parser.add_argument(flag, type=type(each.default), default=each.default, help=about)
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    chosen = read_arguments(arguments)
    values: dict[str, Any] = {}
    for each in dataclasses.fields(Parameters):
        value = getattr(chosen, each.name)
        values[each.name] = tuple(value) if isinstance(each.default, tuple) else value
    parameters = Parameters(**values)
    path = chosen.file.with_suffix(".json")
    progress = Progress(tells_programs=chosen.json)
    progress.say(f"seed {parameters.seed}; compiling takes a minute the first time")
    run = Run(parameters, path.with_suffix(".checkpoint"))
    mind = run.train(progress)
    command = shlex.join(["python", "-m", "gridbots_td.train", *(arguments or sys.argv[1:])])
    made = {"command": command, **dataclasses.asdict(parameters)}
    write(path, replace(mind, name=path.stem, made=made), run.curves)
    run.checkpoint.unlink(missing_ok=True)
    progress.end(mind, run.cpu_seconds)


def write(path: Path, mind: Mind, curves: list[list[float]]) -> None:
    """The mind, and its learning curve as numbers and as a picture."""
    text = msgspec.json.format(msgspec.json.encode(mind), indent=1)
    path.write_bytes(compact(text) + b"\n")
    bots = [each.partition(" ")[2] for each in mind.made["opponents"]]
    path.with_suffix(".csv").write_text(as_csv(curves, bots))
    title = f"td, {mind.features}, seed {mind.made['seed']}"
    path.with_suffix(".svg").write_text(as_svg(curves, bots, title))


def compact(text: bytes) -> bytes:
    """JSON with the innermost lists on one line each."""
    return re.sub(rb"\[[^\[\]{}]*\]", lambda found: re.sub(rb"\n *", b" ", found[0]), text)


if __name__ == "__main__":
    main()
