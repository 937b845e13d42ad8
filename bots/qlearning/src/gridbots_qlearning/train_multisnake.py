"""Linear Q-learning in Multiplayer Snake, as in the CS221 paper: read it from top to bottom.

The learner has the last seat; what it sees of a move is told in `multisnake.indicators`, what it
learns from a round in `multisnake.lessons`. Several matches are played at a time, all with the same
weights. At the end the weights play matches without exploration.
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
from gridbots_qlearning.multisnake import lessons
from gridbots_qlearning.multisnake.indicators import INDICATORS
from gridbots_qlearning.multisnake.player import linear_policy
from gridbots_qlearning.opponents import policies_of
from gridbots_qlearning.progress import write_event

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAME: Final = "train_multisnake"
STREAMS: Final = 1 << 32
"""So many seeds of openings, and of generators, belong to each seed of a training."""
GENERATORS: Final = 1 << 63
"""Generators have seeds from here on, openings those below."""
TEST_SEED: Final = 1_000_000_007
"""Of the matches that weights are tested in; none of them is trained with."""


class Parameters(Settings, frozen=True):
    opponents: Annotated[
        str, Meta(description="who it learns against, as for `referee run`, separated by blanks")
    ] = "smart-greedy opportunist"
    trials: Annotated[int, Meta(ge=1, description="matches to learn from")] = 10_000
    epsilon: Annotated[float, Meta(ge=0, le=1, description="share of moves drawn at random")] = 0.3
    discount: Annotated[
        float, Meta(ge=0, le=1, description="what a point in the next round is worth in this one")
    ] = 0.9
    bonus: Annotated[
        float, Meta(description="reward for winning alone, and taken away for dying")
    ] = 10.0
    trace: Annotated[
        float, Meta(ge=0, le=1, description="lambda of eligibility traces; 0: none")
    ] = 0.0
    size: Annotated[int, Meta(ge=12, le=64, description="rows and columns of the board")] = 20
    max_iter: Annotated[int, Meta(ge=1, description="rounds after which a match ends")] = 3000
    copies: Annotated[int, Meta(ge=1, le=4096, description="matches played at a time")] = 16
    test: Annotated[
        int, Meta(ge=0, description="matches at the end without exploration, 1000 rounds at most")
    ] = 2000
    seed: Annotated[int, Meta(ge=0, le=2**30, description="of all that is drawn")] = 1
    folder: Annotated[str, Meta(description="where weights, curve and checkpoint are written")] = (
        "training/multisnake"
    )
    checkpoint: Annotated[
        float, Meta(ge=0, description="seconds between checkpoints")
    ] = 20.0  # fmt: skip


class Training:
    """All that changes while the weights are learned."""

    def __init__(self, parameters: Parameters, *, plain: bool = False) -> None:
        """From the start; `plain`: without compiling anything."""
        self.parameters = parameters
        self._runs = as_it_is if plain else compiled
        game = load_game("multisnake")
        self.policies = policies_of(parameters.opponents, game)
        self.seat = len(self.policies)
        settings = game.make_settings(
            {"size": parameters.size, "seats": self.seat + 1, "max_iter": parameters.max_iter}
        )
        copies = min(parameters.copies, parameters.trials)
        self.batch = Batch(game, settings, copies, parameters.seed * STREAMS, plain=plain)
        first = np.uint64(GENERATORS + parameters.seed * STREAMS)
        seeds = first + np.arange((self.seat + 1) * copies, dtype=np.uint64)
        self.generators = generators_for(seeds).reshape(self.seat + 1, copies, -1)
        self.weights = np.zeros(INDICATORS)
        self.pending = np.zeros(copies, lessons.PENDING)
        self.lesson = np.zeros(1, lessons.LESSON)
        for name in ("epsilon", "discount", "trace", "bonus"):
            self.lesson[name] = getattr(parameters, name)
        self.lesson["seat"] = self.seat
        self.numbers = np.arange(copies)
        """Which trial each copy plays; -1: none, there are no more."""
        self.begun = np.array([copies])
        self.results = np.full((parameters.trials, 2), np.nan)
        """By trial: whether it was won, and the score."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that a checkpoint holds."""
        batch = self.batch
        return {
            "states": batch.states, "rounds": batch.rounds, "generators": self.generators,
            "weights": self.weights, "pending": self.pending, "lesson": self.lesson,
            "numbers": self.numbers, "begun": self.begun, "results": self.results,
        }  # fmt: skip

    @property
    def done(self) -> int:
        """How many trials have ended."""
        return int(self.begun[0] - (self.numbers >= 0).sum())

    def play_round(self) -> None:
        batch = self.batch
        for seat, policy in enumerate(self.policies):
            batch.choose(policy, seat, self.generators[seat])
        mine, ended = self.generators[self.seat], np.zeros(len(batch), np.bool_)
        lesson = self.lesson[0]
        self._runs(lessons.decide)(
            lesson, self.weights, self.pending, batch.states, mine, batch.moves
        )
        batch.play()
        self._runs(lessons.learn)(lesson, self.weights, self.pending, batch.states, ended)
        ended &= self.numbers >= 0
        if ended.any():
            self._note(ended)
            self._begin_next(ended)

    def _note(self, ended: NDArray[np.bool_]) -> None:
        results = np.zeros((len(self.batch), 2))
        self._runs(lessons.note_results)(self.batch.states, self.seat, results)
        self.results[self.numbers[ended]] = results[ended]

    def _begin_next(self, ended: NDArray[np.bool_]) -> None:
        """A new trial in each of these copies; where there are no more, the copy rests."""
        for at in np.flatnonzero(ended):
            left = self.begun[0] < self.parameters.trials
            self.numbers[at] = self.begun[0] if left else -1
            self.begun[0] += left
        self.batch.reopen(ended & (self.numbers >= 0))
        self.batch.states["over"][self.numbers < 0] = 1

    def figures(self, last: int = 500) -> dict[str, float]:
        """How the last trials went, in the order in which they began."""
        ended = self.results[~np.isnan(self.results[:, 0])][-last:]
        won, score = ended.mean(axis=0) if len(ended) else (0.0, 0.0)
        return {"win %": 100 * float(won), "score": float(score)}


def tested(parameters: Parameters, weights: NDArray[Any]) -> dict[str, list[float]]:
    """What the seats reach without exploration, the learner last: wins in percent and scores."""
    game = load_game("multisnake")
    policies = [*policies_of(parameters.opponents, game), linear_policy(weights)]
    settings = game.make_settings({"size": parameters.size, "seats": len(policies)})
    outcomes = play_matches(
        game, settings, policies, parameters.test, TEST_SEED + parameters.seed, rotates=False
    )
    alone = (outcomes.places == 1) & ((outcomes.places == 1).sum(axis=1, keepdims=True) == 1)
    return {
        "win %": [round(100 * float(each), 1) for each in alone.mean(axis=0)],
        "score": [round(float(each), 1) for each in outcomes.scores.mean(axis=0)],
    }


def write_curve(training: Training, folder: Any) -> None:
    """Means of every hundredth of the trials."""
    results, parameters = training.results, training.parameters
    parts = np.array_split(results, min(100, len(results)))
    ends = np.cumsum([len(part) for part in parts]).tolist()
    wins = [100 * float(part[:, 0].mean()) for part in parts]
    scores = [float(part[:, 1].mean()) for part in parts]
    curves.write_table(folder / "curve.csv", {"trials": ends, "win %": wins, "score": scores})
    title = f"Q-learning against {parameters.opponents}"
    axes = curves.Axes(title, "trials", "", float(ends[-1]), 100.0)
    shown = curves.picture(axes, ends, {"win %": wins, "score": scores})
    (folder / "curve.svg").write_text(shown, encoding="utf-8")


def train(parameters: Parameters, as_json: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002  as a script is called
    """Learn, test, and write what was learned to the folder."""
    folder = script.folder_of(parameters.folder)
    training = Training(parameters)
    seconds = script.carry_out(
        training,
        parameters,
        folder / "checkpoint.npz",
        parameters.trials,
        every=parameters.checkpoint,
        as_json=as_json,
    )
    about = {
        "game": "multisnake",
        "settings": {"size": parameters.size, "seats": training.seat + 1},
        "learner": "linear",
        "parameters": msgspec.structs.asdict(parameters),
        "command": script.command_of(NAME, parameters),
        "decisions": int(training.lesson["decisions"][0]),
        "seconds of processor time": round(seconds, 1),
        "test": tested(parameters, training.weights) if parameters.test else {},
    }
    np.savez_compressed(folder / "weights.npz", indicators=training.weights.astype(np.float32))
    write_curve(training, folder)
    script.write_about(folder / "about.json", about)
    if as_json:
        write_event("done", about)
    return about


def main() -> int:
    about = "Linear Q-learning in Multiplayer Snake, as in the CS221 paper."
    return script.run(NAME, about, Parameters, train)


if __name__ == "__main__":
    raise SystemExit(main())
