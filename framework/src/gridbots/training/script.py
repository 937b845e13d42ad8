"""Training script: its command line, and the training itself, resumed from the last checkpoint.

    class Parameters(Settings, frozen=True): ...
    class Training(Resumable): ...

    def finish(training: Training, folder: Path) -> Learned: ...

    SCRIPT = Script("my_bot.train", "Learns ...", Parameters, Training, finish)

    if __name__ == "__main__":
        raise SystemExit(SCRIPT.main())

The parameters have at least `folder`, where everything is written, and `checkpoint`, the seconds
between two checkpoints.
"""

from __future__ import annotations

import json
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec
import numpy as np

from gridbots.errors import GridbotsError
from gridbots.settings import Settings, describe, make_settings, parse_assignments
from gridbots.training import checkpoint, weights
from gridbots.training.parameters import TrainingParameters
from gridbots.training.progress import Progress, say, write_event
from gridbots.training.resumable import Resumable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

Options = TypeVar("Options", bound=Settings)
S = TypeVar("S", bound=TrainingParameters)
T = TypeVar("T", bound=Resumable)

SECONDS = "seconds of processor time"


class Learned(NamedTuple):
    """Outcome of a training: weights, and what is said of them."""

    about: dict[str, Any]
    """`game`, `settings`, `learner`, as `weights.About` has them, and whatever else."""
    arrays: Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Script(Generic[S, T]):
    """Training script: a command that trains."""

    module: str
    """As in `python -m MODULE`."""
    about: str
    """A sentence: what learns what, and how."""
    parameters: type[S]
    begin: Callable[[S], T]
    """The training at its start."""
    finish: Callable[[T, Path], Learned]
    """What was learned; it may write curves and the like to the folder."""
    counts: str = "matches"
    """What `done` and `total` count."""

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Entry point: train with parameters as NAME=VALUE; the exit code."""
        return run(self.module, f"{self.about}\n\n{FRAME}", self.parameters, self.train, arguments)

    def train(self, parameters: S, as_json: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002  as `run` calls it
        """Train, from the checkpoint on if there is one, and write weights.npz; what it says."""
        folder = made_folder(parameters.folder)
        training = self.begin(parameters)
        seconds = self.carry_out(training, parameters, as_json=as_json)
        learned = self.finish(training, folder)
        about = {
            **learned.about,
            "parameters": msgspec.to_builtins(parameters),
            "command": command_of(self.module, parameters),
            SECONDS: round(seconds, 1),
        }
        weights.write(folder / "weights.npz", about, learned.arrays)
        text = json.dumps(about, indent=2) + "\n"
        (folder / "about.json").write_text(text, encoding="utf-8")
        say(f"{training.done:,} {self.counts} in {seconds:.1f} {SECONDS}; written to {folder}")
        if as_json:
            write_event("done", about)
        return about

    def carry_out(self, training: T, parameters: S, *, as_json: bool = False) -> float:
        """Train to the end, from the checkpoint on if there is one.

        Returns:
            Seconds of processor time in all, without the first round of each start: it may have to
            compile.
        """
        path = made_folder(parameters.folder) / "checkpoint.npz"
        before = restore(path, training, parameters)
        if training.done < training.total:
            training.play_round()
        progress = Progress(training.done, training.total, self.counts, as_json=as_json)
        began, saved = time.process_time() - before, time.monotonic()
        while training.done < training.total:
            training.play_round()
            if progress.is_due():
                progress.tell(training.done, training.figures())
            if time.monotonic() - saved >= parameters.checkpoint:
                self.refuse_divergence(training)
                keep(path, training, parameters, time.process_time() - began)
                saved = time.monotonic()
        seconds = time.process_time() - began
        self.refuse_divergence(training)
        keep(path, training, parameters, seconds)
        return seconds

    def refuse_divergence(self, training: T) -> None:
        """Refuse to go on by weights that are not finite: they never will be again.

        Raises:
            GridbotsError: there are such weights.
        """
        if all(np.isfinite(array).all() for array in training.finite()):
            return
        raise GridbotsError(
            f"learning has diverged: after {training.done:,} {self.counts} some weights are no "
            "longer finite numbers; begin anew in another folder, and learn in smaller steps"
        )


def keep(path: Path, training: Resumable, parameters: TrainingParameters, seconds: float) -> None:
    """Write a checkpoint, with the CPU time so far."""
    notes = {"seconds": seconds, "training": training.notes()}
    checkpoint.save(path, parameters, training.arrays(), notes)


def restore(path: Path, training: Resumable, parameters: TrainingParameters) -> float:
    """Restore the checkpoint if there is one; the CPU time so far."""
    found = checkpoint.load(path, parameters)
    if found is None:
        return 0.0
    training.take(found.notes["training"])
    found.fill(training.arrays())
    training.filled()
    say(f"goes on from {path}")
    return float(found.notes["seconds"])


def run(
    module: str,
    about: str,
    kind: type[Options],
    act: Callable[[Options, bool], Any],
    arguments: Sequence[str] | None = None,
) -> int:
    """Act with parameters that are given as NAME=VALUE; the exit code.

    `act` is also told whether to write JSON lines for programs.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if "--help" in given or "-h" in given:
        print(help_text(module, about, kind))
        return 0
    as_json = "--json" in given
    name = module.rpartition(".")[2]
    try:
        assigned = [argument for argument in given if argument != "--json"]
        act(make_settings(kind, parse_assignments(assigned, "parameter"), "parameter"), as_json)
    except GridbotsError as error:
        say(f"{name}: {error}")
        return 2
    except KeyboardInterrupt:
        say(f"{name}: stopped; the same command goes on from the last checkpoint, if there is one")
        return 130
    return 0


FRAME = """\
Writes to `folder`: what was learned (weights.npz), what it was made with and how it went
(about.json, which is in weights.npz too), the learning curve (curve.csv, curve.svg), and
checkpoints. The same command goes on from the last checkpoint, even after kill -9, and ends with
the same bits as if nothing had happened. How far it is stands on stderr; --json also writes it to
stdout, as JSON lines: progress, done."""


def help_text(module: str, about: str, kind: type[Settings]) -> str:
    lines = [f"python -m {module} [--json] [PARAMETER=VALUE ...]", "", about, ""]
    for field in describe(kind):
        lines.append(f"  {field.name}={shlex.quote(text_of(field.default))}  ({field.type})")
        lines.append(f"      {field.description}")
    return "\n".join(lines)


def command_of(module: str, parameters: Settings) -> str:
    """The command with these parameters, without the folder and those that have their defaults."""
    usual = {field.name: field.default for field in describe(type(parameters))}
    values = msgspec.structs.asdict(parameters)
    given = [
        shlex.quote(f"{key}={text_of(value)}")
        for key, value in values.items()
        if value != usual[key] and key != "folder"
    ]
    return " ".join([f"python -m {module}", *given])


def text_of(value: Any) -> str:
    """Format a value as on the command line."""
    return json.dumps(value) if isinstance(value, bool) or value is None else str(value)


def made_folder(path: str) -> Path:
    """Create a folder if it does not exist."""
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
