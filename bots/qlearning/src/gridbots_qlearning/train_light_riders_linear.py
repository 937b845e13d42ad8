"""Linear Q-learning in Light Riders on boards too large for a table: read it from top to bottom.

What the learner sees of a move is told in `light_riders.sight`, what it learns from a round in
`light_riders.sight_lessons`. It learns on several boards against several teachers at a time, with
the same weights, from both seats. The weights that are kept are means over the last part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import numpy as np
from msgspec import Meta

from gridbots.kernel import compiled
from gridbots.plugins import load_game
from gridbots.settings import Settings
from gridbots.vector import Batch, as_it_is, generators_for, play_matches
from gridbots_qlearning import curves, script
from gridbots_qlearning.light_riders import sight_lessons
from gridbots_qlearning.light_riders.player import sight_policy
from gridbots_qlearning.light_riders.sight import COUNT, SIGHTS
from gridbots_qlearning.opponents import policy_of
from gridbots_qlearning.progress import write_event

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

NAME: Final = "train_light_riders_linear"
STREAMS: Final = 1 << 32
"""So many seeds of openings, and of generators, belong to each seed of a training."""
GENERATORS: Final = 1 << 63
"""Generators have seeds from here on, openings those below."""
TABLE_STREAMS: Final = 1 << 20
"""So many of them belong to each table at which it learns."""
TEST_SEED: Final = 1_000_000_007
"""Of the matches that weights are tested in; none of them is trained with."""


class Parameters(Settings, frozen=True):
    sizes: Annotated[str, Meta(description="sides of the boards, separated by blanks")] = "8 16"
    teachers: Annotated[
        str, Meta(description="who it learns against, as for `referee run`, separated by blanks")
    ] = (
        "minimax:search=paper,evaluation=all_direct,depth=2 "
        "minimax:search=paper,evaluation=attack_block,depth=2"
    )
    matches: Annotated[int, Meta(ge=1, description="matches to learn from")] = 1500
    epsilon: Annotated[float, Meta(ge=0, le=1, description="share of moves drawn at random")] = 0.05
    step: Annotated[float, Meta(gt=0, description="share of an error corrected, at first")] = 0.05
    last_step: Annotated[float, Meta(gt=0, description="the same at the end")] = 0.001
    discount: Annotated[
        float, Meta(ge=0, le=1, description="what a win in the next round is worth in this one")
    ] = 0.99
    averaged: Annotated[
        float, Meta(ge=0, le=1, description="the last share of the training that is averaged")
    ] = 0.3
    copies: Annotated[
        int, Meta(ge=1, le=4096, description="matches played at a time, per board and teacher")
    ] = 16
    test: Annotated[
        int, Meta(ge=0, description="matches at the end without exploration, of each kind")
    ] = 1000
    seed: Annotated[int, Meta(ge=0, le=2**30, description="of all that is drawn")] = 1
    folder: Annotated[str, Meta(description="where weights, curve and checkpoint are written")] = (
        "training/light-riders-linear"
    )
    checkpoint: Annotated[float, Meta(ge=0, description="seconds between checkpoints")] = 20.0


class Table:
    """Matches on one board against one teacher; the learner sits in one seat."""

    def __init__(
        self, size: int, teacher: str, number: int, parameters: Parameters, *, plain: bool
    ) -> None:
        self._runs = as_it_is if plain else compiled
        game = load_game("light-riders")
        self.name = f"{size}x{size} v {teacher}"
        self.teacher = policy_of(teacher, game)
        self.seat = number % 2
        copies, first = parameters.copies, parameters.seed * STREAMS + number * TABLE_STREAMS
        settings = game.make_settings({"width": size, "height": size})
        self.batch = Batch(game, settings, copies, first, plain=plain)
        seeds = np.uint64(GENERATORS + first) + np.arange(2 * copies, dtype=np.uint64)
        self.generators = generators_for(seeds).reshape(2, copies, -1)
        self.pending = np.zeros(copies, sight_lessons.PENDING)

    def arrays(self, number: int) -> dict[str, NDArray[Any]]:
        mine = {
            "states": self.batch.states, "rounds": self.batch.rounds,
            "generators": self.generators, "pending": self.pending,
        }  # fmt: skip
        return {f"{name}_{number}": array for name, array in mine.items()}

    def play_round(self, lesson: Any, weights: NDArray[Any]) -> NDArray[np.float64]:
        """Play and learn; how the matches went that have ended."""
        batch, seat = self.batch, self.seat
        batch.choose(self.teacher, 1 - seat, self.generators[1 - seat])
        self._runs(sight_lessons.decide)(
            lesson, weights, self.pending, batch.states, seat, self.generators[seat], batch.moves
        )
        batch.play()
        self._runs(sight_lessons.learn)(lesson, weights, self.pending, batch.states, seat)
        results = batch.utilities[batch.finished, seat].copy()
        batch.reopen()
        return results  # type: ignore[no-any-return]


class Training:
    """All that changes while the weights are learned."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """From the start; `plain`: without compiling anything."""
        self.parameters = parameters
        kinds = [
            (int(size), teacher)
            for size in parameters.sizes.split()
            for teacher in parameters.teachers.split()
        ]
        self.tables = [
            Table(size, teacher, number, parameters, plain=plain)
            for number, (size, teacher) in enumerate(
                each for kind in kinds for each in (kind, kind)
            )
        ]
        """Two of each kind: one for each seat of the learner."""
        self.weights, self.mean = np.zeros(COUNT), np.zeros(COUNT)
        self.lesson = np.zeros(1, sight_lessons.LESSON)
        self.lesson["epsilon"] = parameters.epsilon
        self.lesson["discount"] = parameters.discount
        self.counts = np.zeros(2, np.int64)
        """Matches that have ended, and how many weights the mean is of."""
        self.results = np.full((parameters.matches + 4096, 2), np.nan)
        """By match, as they end: at which table, and how it went."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that a checkpoint holds."""
        mine = {
            "weights": self.weights, "mean": self.mean, "lesson": self.lesson,
            "counts": self.counts, "results": self.results,
        }  # fmt: skip
        for number, table in enumerate(self.tables):
            mine |= table.arrays(number)
        return mine

    @property
    def done(self) -> int:
        return int(self.counts[0])

    def play_round(self) -> None:
        parameters, share = self.parameters, min(1.0, self.done / self.parameters.matches)
        self.lesson["step"] = parameters.step + share * (parameters.last_step - parameters.step)
        for number, table in enumerate(self.tables):
            results = table.play_round(self.lesson[0], self.weights)
            here = self.results[self.done : self.done + len(results)]
            here[:, 0], here[:, 1] = number, results
            self.counts[0] += len(results)
        if share >= 1 - parameters.averaged:
            self.counts[1] += 1
            self.mean += (self.weights - self.mean) / self.counts[1]

    def figures(self, last: int = 500) -> dict[str, float]:
        """How the last matches went, in percent."""
        results = self.results[: self.done, 1][-last:]
        won = 100 * float((results > 0).mean()) if len(results) else 0.0
        return {"win %": won}


def tested(parameters: Parameters, weights: NDArray[Any]) -> dict[str, list[float]]:
    """By board and teacher: matches won, drawn and lost without exploration, in percent."""
    game, found = load_game("light-riders"), {}
    for size in parameters.sizes.split():
        settings = game.make_settings({"width": int(size), "height": int(size)})
        for teacher in parameters.teachers.split():
            policies = [sight_policy(weights), policy_of(teacher, game)]
            seed = TEST_SEED + parameters.seed
            outcomes = play_matches(game, settings, policies, parameters.test, seed)
            shares = [float((outcomes.utilities[:, 0] == each).mean()) for each in (1, 0, -1)]
            found[f"{size}x{size} v {teacher}"] = [round(100 * share, 1) for share in shares]
    return found


def write_curve(training: Training, folder: Path) -> None:
    """Wins in every fiftieth part of the matches, by board."""
    parts = np.array_split(training.results[: training.done], 50)
    ends = np.cumsum([len(part) for part in parts]).tolist()
    lines = {}
    for size in training.parameters.sizes.split():
        mine = [
            number
            for number, table in enumerate(training.tables)
            if table.name.startswith(f"{size}x")
        ]
        lines[f"{size}x{size}"] = [
            100 * float((part[np.isin(part[:, 0], mine), 1] > 0).mean()) for part in parts
        ]
    curves.write_table(folder / "curve.csv", {"matches": ends, **lines})
    axes = curves.Axes("Linear Q-learning in Light Riders", "matches", "win %", ends[-1], 100.0)
    (folder / "curve.svg").write_text(curves.picture(axes, ends, lines), encoding="utf-8")


def train(parameters: Parameters, as_json: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002  as a script is called
    """Learn, test, and write what was learned to the folder."""
    folder = script.folder_of(parameters.folder)
    training = Training(parameters)
    seconds = script.carry_out(
        training,
        parameters,
        folder / "checkpoint.npz",
        parameters.matches,
        every=parameters.checkpoint,
        as_json=as_json,
    )
    about = {
        "game": "light-riders",
        "settings": {"seats": 2},
        "learner": "sight",
        "parameters": msgspec.structs.asdict(parameters),
        "command": script.command_of(NAME, parameters),
        "decisions": int(training.lesson["decisions"][0]),
        "seconds of processor time": round(seconds, 1),
        "weights": dict(zip(SIGHTS, training.mean.round(4).tolist(), strict=True)),
        "test: won, drawn, lost %": tested(parameters, training.mean) if parameters.test else {},
    }
    np.savez_compressed(folder / "weights.npz", weights=training.mean)
    write_curve(training, folder)
    script.write_about(folder / "about.json", about)
    if as_json:
        write_event("done", about)
    return about


def main() -> int:
    about = "Linear Q-learning in Light Riders, on boards too large for a table."
    return script.run(NAME, about, Parameters, train)


if __name__ == "__main__":
    raise SystemExit(main())
