"""What training scripts have in common: their command line, their folder, and going on."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from gridbots.errors import GridbotsError
from gridbots.settings import Settings, describe, make_settings, parse_assignments
from gridbots_qlearning import checkpoint
from gridbots_qlearning.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

S = TypeVar("S", bound=Settings)


class Training(Protocol):
    """Something that learns, round by round."""

    @property
    def done(self) -> int:
        """How many matches have ended."""

    def play_round(self) -> None: ...

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that changes."""

    def figures(self) -> dict[str, float]:
        """How it goes."""


def carry_out(  # noqa: PLR0913  what is trained, how, where and how far
    training: Training,
    parameters: Settings,
    path: Path,
    total: int,
    *,
    every: float,
    as_json: bool,
) -> float:
    """Train until so many matches have ended, from the checkpoint on if there is one.

    Returns:
        Seconds of processor time, without those of the first round: it may have to compile.
    """
    checkpoint.restore(path, parameters, training.arrays())
    if training.done < total:
        training.play_round()
    progress = Progress(training.done, total, "matches", as_json=as_json)
    began, saved = time.process_time(), time.monotonic()
    while training.done < total:
        training.play_round()
        if progress.is_due():
            progress.tell(training.done, **training.figures())
        if time.monotonic() - saved >= every:
            checkpoint.save(path, parameters, training.arrays())
            saved = time.monotonic()
    checkpoint.save(path, parameters, training.arrays())
    return time.process_time() - began


def run(
    name: str,
    about: str,
    kind: type[S],
    train: Callable[[S, bool], Any],
    arguments: Sequence[str] | None = None,
) -> int:
    """Carry out a script with parameters as NAME=VALUE; the exit code.

    `train` is also told whether to write JSON lines for programs.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if "--help" in given or "-h" in given:
        print(help_text(name, about, kind))
        return 0
    as_json = "--json" in given
    try:
        assigned = [argument for argument in given if argument != "--json"]
        train(make_settings(kind, parse_assignments(assigned, "parameter"), "parameter"), as_json)
    except GridbotsError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{name}: stopped; the same command goes on from the checkpoint", file=sys.stderr)
        return 130
    return 0


def help_text(name: str, about: str, kind: type[Settings]) -> str:
    lines = [f"python -m gridbots_qlearning.{name} [--json] [PARAMETER=VALUE ...]", "", about, ""]
    for field in describe(kind):
        lines.append(f"  {field.name}={field.default}  ({field.type})")
        lines.append(f"      {field.description}")
    return "\n".join(lines)


def command_of(name: str, parameters: Settings) -> str:
    """The command that trains with these parameters; those that are as usual are left out."""
    usual = {field.name: field.default for field in describe(type(parameters))}
    values = msgspec.structs.asdict(parameters)
    given = [
        f"'{key}={value}'" if " " in str(value) else f"{key}={value}"
        for key, value in values.items()
        if value != usual[key] and key != "folder"
    ]
    return " ".join([f"python -m gridbots_qlearning.{name}", *given])


def folder_of(path: str) -> Path:
    folder = Path(path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def write_about(path: Path, values: dict[str, Any]) -> None:
    path.write_text(json.dumps(values, indent=2) + "\n", encoding="utf-8")
