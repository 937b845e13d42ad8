"""Training script: a resumable training, and the command that runs it.

class Parameters(TrainingParameters, frozen=True): ...
class Training(Resumable): ...

def finish(training: Training, folder: Path) -> Learned: ...

SCRIPT = Script("my_bot.train", "Learns ...", Parameters, Training, finish)

if __name__ == "__main__":
    raise SystemExit(SCRIPT.main())
"""

from __future__ import annotations

import json
import shlex
import sys
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import msgspec
import numpy as np

from gridbots.errors import GridbotsError
from gridbots.settings import Settings, describe, make_settings, parse_assignments
from gridbots.training import checkpoint, weights
from gridbots.training.interruption import Interruption
from gridbots.training.parameters import TrainingParameters
from gridbots.training.progress import Progress, say, write_event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

SECONDS = "seconds of processor time"


class Resumable(ABC):
    """A training that runs step by step, and can be checkpointed and restored between steps.

    Its results must depend on its parameters alone, through generators that it keeps. Then a
    training that was killed and resumed ends with the same bits as one that was not.
    """

    @property
    @abstractmethod
    def total(self) -> int:
        """Length of the training, in the unit of its script, such as matches."""

    @property
    @abstractmethod
    def completed(self) -> int:
        """How much of `total` is completed."""

    @abstractmethod
    def play_round(self) -> None:
        """Run one step."""

    @abstractmethod
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """All arrays that change, by name; restoring a checkpoint fills them in place."""

    def finite(self) -> Iterable[NDArray[Any]]:
        """Arrays that must stay finite, such as weights; the training stops if one does not."""
        return ()

    def notes(self) -> dict[str, Any]:
        """Everything else that changes, as JSON values."""
        return {}

    def restore_notes(self, notes: dict[str, Any]) -> None:  # noqa: B027  most have no notes
        """Restore the notes of a checkpoint, before its arrays are filled."""

    def arrays_restored(self) -> None:  # noqa: B027  most compute with the arrays themselves
        """Called after the arrays were filled from a checkpoint."""

    def figures(self) -> Mapping[str, float]:
        """Figures for progress reports."""
        return {}


Options = TypeVar("Options", bound=Settings)
S = TypeVar("S", bound=TrainingParameters)
T = TypeVar("T", bound=Resumable)


class Learned(NamedTuple):
    """Outcome of a training."""

    about: dict[str, Any]
    """Metadata: the fields of `weights.About` except `command`, and others."""
    arrays: Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Script(Generic[S, T]):
    """A training as a command."""

    module: str
    """The command is `python -m MODULE`."""
    about: str
    """A sentence about what it learns, and how."""
    parameters: type[S]
    begin: Callable[[S], T]
    """Creates the training."""
    finish: Callable[[T, Path], Learned]
    """Returns what was learned; may write files such as curves to the folder."""
    unit: str = "matches"
    """The unit of `completed` and `total`."""

    def main(self, arguments: Sequence[str] | None = None) -> int:
        """Train with parameters given as NAME=VALUE; return the exit code."""
        return run(self.module, f"{self.about}\n\n{OUTPUT}", self.parameters, self.train, arguments)

    def train(self, parameters: S, as_json: bool = False) -> dict[str, Any]:  # noqa: FBT001, FBT002  as `run` calls it
        """Train, or resume from a checkpoint; write weights.npz and return its metadata."""
        folder = made_folder(parameters.folder)
        training = self.begin(parameters)
        seconds = self.run_to_end(training, parameters, as_json=as_json)
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
        say(f"{training.completed:,} {self.unit} in {seconds:.1f} {SECONDS}; written to {folder}")
        if as_json:
            write_event("done", about)
        return about

    def run_to_end(self, training: T, parameters: S, *, as_json: bool = False) -> float:
        """Train to the end, resuming from a checkpoint if there is one.

        Returns:
            Seconds of processor time, without the first step of each run, which may compile.

        Raises:
            KeyboardInterrupt: a signal has come, and a checkpoint was written.
        """
        with Interruption() as interruption:
            return self._run_to_end(training, parameters, interruption, as_json=as_json)

    def _run_to_end(
        self, training: T, parameters: S, interruption: Interruption, *, as_json: bool
    ) -> float:
        path = made_folder(parameters.folder) / "checkpoint.npz"
        before = restore(path, training, parameters)
        say(f"checkpoints are kept in {path}; after an interruption, the same command resumes")
        if training.completed < training.total:
            training.play_round()
        progress = Progress(training.completed, training.total, self.unit, as_json=as_json)
        began, saved = time.process_time() - before, time.monotonic()
        while training.completed < training.total:
            training.play_round()
            if progress.is_due():
                progress.report(training.completed, training.figures())
            if interruption or time.monotonic() - saved >= parameters.checkpoint:
                self.refuse_divergence(training)
                keep(path, training, parameters, time.process_time() - began)
                saved = time.monotonic()
            if interruption:
                command = command_of(self.module, parameters, "")
                raise KeyboardInterrupt(f"to resume from {path}:\n  {command}")
        seconds = time.process_time() - began
        self.refuse_divergence(training)
        keep(path, training, parameters, seconds)
        return seconds

    def refuse_divergence(self, training: T) -> None:
        """Check that all weights are finite; once they are not, they stay so.

        Raises:
            GridbotsError: some weights are not finite.
        """
        if all(np.isfinite(array).all() for array in training.finite()):
            return
        raise GridbotsError(
            f"learning has diverged: after {training.completed:,} {self.unit} some weights are not "
            "finite; start again in another folder, with a lower learning rate"
        )


def keep(path: Path, training: Resumable, parameters: TrainingParameters, seconds: float) -> None:
    """Write a checkpoint, with the CPU time so far."""
    notes = {"seconds": seconds, "training": training.notes()}
    checkpoint.save(path, parameters, training.arrays(), notes)


def restore(path: Path, training: Resumable, parameters: TrainingParameters) -> float:
    """Restore the checkpoint, if there is one; return its CPU time."""
    found = checkpoint.load(path, parameters)
    if found is None:
        return 0.0
    training.restore_notes(found.notes["training"])
    found.fill(training.arrays())
    training.arrays_restored()
    say(f"resuming from {path}")
    return float(found.notes["seconds"])


def run(
    module: str,
    about: str,
    kind: type[Options],
    act: Callable[[Options, bool], Any],
    arguments: Sequence[str] | None = None,
) -> int:
    """Run a command whose options are given as NAME=VALUE; return the exit code.

    `act` gets the options, and whether to write JSON lines.
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
    except KeyboardInterrupt as error:
        resume = str(error) or "run the same command again to resume from the last checkpoint"
        say(f"{name}: stopped; {resume}")
        return 130
    return 0


OUTPUT = """\
Writes to `folder`: the weights (weights.npz), their parameters and results (about.json, also inside
weights.npz), the learning curve (curve.csv, curve.svg), and checkpoints. The same command resumes
from the last checkpoint, even after kill -9, and ends with the same bits as an uninterrupted run.
Ctrl-C and SIGTERM write a checkpoint after the current step; twice, they end the training at once.
Progress goes to stderr; --json also writes it to stdout as JSON lines, with the events progress and
done."""


def help_text(module: str, about: str, kind: type[Settings]) -> str:
    lines = [f"python -m {module} [--json] [PARAMETER=VALUE ...]", "", about, ""]
    for field in describe(kind):
        lines.append(f"  {field.name}={shlex.quote(text_of(field.default))}  ({field.type})")
        lines.append(f"      {field.description}")
    return "\n".join(lines)


def command_of(module: str, parameters: Settings, without: str = "folder") -> str:
    """The command with these parameters, except defaults and the one named."""
    defaults = {field.name: field.default for field in describe(type(parameters))}
    values = msgspec.structs.asdict(parameters)
    given = [
        shlex.quote(f"{key}={text_of(value)}")
        for key, value in values.items()
        if value != defaults[key] and key != without
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
