"""Q-learning with a table in Light Riders, as in the CS221 paper: read it from top to bottom.

The learner has the second seat, its teacher the first one. Each position has an entry of its own
in `light_riders.table`; what is learned from a round is told in `light_riders.lessons`. Several
matches are played at a time, all with the same table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
import numpy as np
from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.kernel import compiled
from gridbots.plugins import load_game
from gridbots.settings import Settings
from gridbots.vector import Batch, as_it_is, generators_for
from gridbots_qlearning import curves, script
from gridbots_qlearning.light_riders import lessons
from gridbots_qlearning.light_riders.table import filled_slots, table_type
from gridbots_qlearning.opponents import policy_of
from gridbots_qlearning.progress import write_event

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

NAME: Final = "train_light_riders"
STREAMS: Final = 1 << 32
"""So many seeds of openings, and of generators, belong to each seed of a training."""
GENERATORS: Final = 1 << 63
"""Generators have seeds from here on, openings those below."""
TEACHER, LEARNER = 0, 1
"""Their seats."""
GROUP: Final = 100
"""Matches for each point of the curve, as in the paper."""


class Parameters(Settings, frozen=True):
    size: Annotated[int, Meta(ge=4, le=7, description="rows and columns of the board")] = 4
    teacher: Annotated[str, Meta(description="who it learns against, as for `referee run`")] = (
        "minimax:search=paper,evaluation=all_direct,depth=2"
    )
    matches: Annotated[int, Meta(ge=1, description="matches to learn from")] = 20_000
    last: Annotated[
        int, Meta(ge=0, description="the last so many are played without exploration")
    ] = 400
    epsilon: Annotated[float, Meta(ge=0, le=1, description="share of moves drawn at random")] = 0.2
    discount: Annotated[
        float, Meta(ge=0, le=1, description="what a reward in the next round is worth in this one")
    ] = 0.99
    win: Annotated[float, Meta(description="reward for a match that is won")] = 100.0
    draw: Annotated[float, Meta(description="reward for one that is drawn")] = -100.0
    loss: Annotated[float, Meta(description="reward for one that is lost")] = -100.0
    floor: Annotated[
        float, Meta(description="while a match goes on, what comes next counts at least so much")
    ] = 0.0
    copies: Annotated[int, Meta(ge=1, le=4096, description="matches played at a time")] = 20
    slots: Annotated[int, Meta(ge=1024, description="room of the table, in positions")] = 1 << 17
    seed: Annotated[int, Meta(ge=0, le=2**30, description="of all that is drawn")] = 1
    folder: Annotated[
        str, Meta(description="where the table, curve and checkpoint are written")
    ] = "training/light-riders"
    checkpoint: Annotated[float, Meta(ge=0, description="seconds between checkpoints")] = 20.0


class Training:
    """All that changes while the table is learned."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """From the start; `plain`: without compiling anything."""
        self.parameters = parameters
        self._runs = as_it_is if plain else compiled
        game = load_game("light-riders")
        self.teacher = policy_of(parameters.teacher, game)
        settings = game.make_settings(
            {"width": parameters.size, "height": parameters.size, "start": "cs221", "end": "stuck"}
        )
        copies = min(parameters.copies, parameters.matches)
        self.batch = Batch(game, settings, copies, parameters.seed * STREAMS, plain=plain)
        first = np.uint64(GENERATORS + parameters.seed * STREAMS)
        seeds = first + np.arange(2 * copies, dtype=np.uint64)
        self.generators = generators_for(seeds).reshape(2, copies, -1)
        self.table = np.zeros(1, table_type(parameters.slots))
        self.table["side"] = parameters.size
        self.pending = np.zeros(copies, lessons.PENDING)
        self.lesson = np.zeros(1, lessons.LESSON)
        for name in ("epsilon", "discount", "floor", "win", "draw", "loss"):
            self.lesson[name] = getattr(parameters, name)
        self.lesson["seat"] = LEARNER
        self.lesson["exploring"] = parameters.matches - parameters.last
        self.numbers = np.arange(copies)
        """Which match each copy plays; -1: none, there are no more."""
        self.begun = np.array([copies])
        self.results = np.full(parameters.matches, np.nan)
        """By match: 1 won, 0 drawn, -1 lost."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that a checkpoint holds."""
        batch = self.batch
        return {
            "states": batch.states, "rounds": batch.rounds, "generators": self.generators,
            "table": self.table, "pending": self.pending, "lesson": self.lesson,
            "numbers": self.numbers, "begun": self.begun, "results": self.results,
        }  # fmt: skip

    @property
    def done(self) -> int:
        """How many matches have ended."""
        return int(self.begun[0] - (self.numbers >= 0).sum())

    def play_round(self) -> None:
        batch, lesson, table = self.batch, self.lesson[0], self.table[0]
        batch.choose(self.teacher, TEACHER, self.generators[TEACHER])
        self._runs(lessons.decide)(
            lesson, table, self.pending, batch.states, self.numbers,
            self.generators[LEARNER], batch.moves,
        )  # fmt: skip
        batch.play()
        self._runs(lessons.learn)(lesson, table, self.pending, batch.states)
        ended = batch.finished & (self.numbers >= 0)
        self.results[self.numbers[ended]] = batch.utilities[ended, LEARNER]
        self._begin_next(ended)
        if 4 * int(lesson["entries"]) > 3 * self.parameters.slots:
            raise SettingsError(
                f"expected at most {3 * self.parameters.slots // 4} positions in {NAME} with "
                f"slots={self.parameters.slots}, got more: raise slots"
            )

    def _begin_next(self, ended: NDArray[np.bool_]) -> None:
        """A new match in each of these copies; where there are no more, the copy rests."""
        for at in np.flatnonzero(ended):
            left = self.begun[0] < self.parameters.matches
            self.numbers[at] = self.begun[0] if left else -1
            self.begun[0] += left
        self.batch.reopen(ended & (self.numbers >= 0))

    def figures(self, last: int = 500) -> dict[str, float]:
        """How the last matches went, in percent."""
        return shares(self.results[~np.isnan(self.results)][-last:])


def shares(results: NDArray[Any]) -> dict[str, float]:
    counts = [100 * float((results == each).mean()) if len(results) else 0.0 for each in (1, 0, -1)]
    return dict(zip(("win %", "draw %", "loss %"), counts, strict=True))


def write_curve(training: Training, folder: Path) -> None:
    """Wins and draws in every group of matches."""
    parameters = training.parameters
    parts = [
        training.results[first : first + GROUP] for first in range(0, parameters.matches, GROUP)
    ]
    ends = [min(GROUP * (number + 1), parameters.matches) for number in range(len(parts))]
    wins, draws = ([shares(part)[name] for part in parts] for name in ("win %", "draw %"))
    curves.write_table(folder / "curve.csv", {"matches": ends, "win %": wins, "draw %": draws})
    title = f"Q-learning on {parameters.size}x{parameters.size} against {parameters.teacher}"
    mark = parameters.matches - parameters.last
    axes = curves.Axes(title, "matches", "%", float(ends[-1]), 100.0, mark)
    shown = curves.picture(axes, ends, {"win %": wins, "draw %": draws})
    (folder / "curve.svg").write_text(shown, encoding="utf-8")


def train(parameters: Parameters, as_json: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002  as a script is called
    """Learn, and write what was learned to the folder."""
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
    last = training.results[parameters.matches - parameters.last :]
    about = {
        "game": "light-riders",
        "settings": {"width": parameters.size, "height": parameters.size, "seats": 2},
        "learner": "table",
        "parameters": msgspec.structs.asdict(parameters),
        "command": script.command_of(NAME, parameters),
        "positions": int(training.lesson["entries"][0]),
        "decisions": int(training.lesson["decisions"][0]),
        "seconds of processor time": round(seconds, 1),
        "last": {name: round(value, 1) for name, value in shares(last).items()},
    }
    np.savez_compressed(folder / "weights.npz", **filled_slots(training.table))  # type: ignore[arg-type]
    write_curve(training, folder)
    script.write_about(folder / "about.json", about)
    if as_json:
        write_event("done", about)
    return about


def main() -> int:
    about = "Q-learning with a table in Light Riders, as in the CS221 paper."
    return script.run(NAME, about, Parameters, train)


if __name__ == "__main__":
    raise SystemExit(main())
