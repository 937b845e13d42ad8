"""Take the weights of a training into the package, under the name that the bot knows them by."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from gridbots.settings import Settings
from gridbots.training.script import run
from gridbots_qlearning.trained import FOLDER


class Options(Settings, frozen=True):
    folder: Annotated[str, Meta(description="where the training has written")]
    name: Annotated[str, Meta(description="what the weights are called")]


def ship(options: Options, as_json: bool) -> None:  # noqa: ARG001, FBT001  as a script is called
    FOLDER.mkdir(exist_ok=True)
    for file, end in (("weights.npz", "npz"), ("about.json", "json")):
        shutil.copyfile(Path(options.folder) / file, FOLDER / f"{options.name}.{end}")


def main() -> int:
    about = "Take the weights of a training into the package."
    return run("gridbots_qlearning.training.ship", about, Options, ship)


if __name__ == "__main__":
    raise SystemExit(main())
