"""What training scripts have in common: their command line, their folder, and going on."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from gridbots.errors import GridbotsError
from gridbots.settings import Settings, describe, make_settings, parse_assignments

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

S = TypeVar("S", bound=Settings)


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
