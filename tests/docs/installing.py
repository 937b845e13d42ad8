"""Packages installed beside the environment, without a network, and commands that see them."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PIP = [
    sys.executable, "-m", "pip", "--isolated", "--disable-pip-version-check", "--quiet",
]  # fmt: skip
OFFLINE = ["--no-deps", "--no-build-isolation", "--no-index"]

AS_OFFLINE = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}
"""What OFFLINE says, as variables of pip; it takes 0 for yes in the last."""


@dataclass(frozen=True)
class Site:
    """A folder of installed packages in front of the path of this environment."""

    folder: Path

    def install(self, *packages: Path) -> None:
        self.run(*PIP, "install", *OFFLINE, "--target", self._packages, *map(str, packages))

    @property
    def _packages(self) -> str:
        return str(self.folder / "packages")

    def environment(self) -> dict[str, str]:
        """Here `python` is this interpreter, and `pip install` installs into the folder.

        What other tests have compiled serves here too: it is found by what is in the files.
        """
        programs = [self._programs(), str(Path(sys.executable).parent), os.environ["PATH"]]
        return os.environ | {
            "PATH": os.pathsep.join(programs),
            "PYTHONPATH": self._packages,
            "PIP_TARGET": self._packages,
            **AS_OFFLINE,
        }

    def _programs(self) -> str:
        script = self.folder / "programs" / "pip"
        if not script.exists():
            script.parent.mkdir(parents=True, exist_ok=True)
            command, options = shlex.join(PIP), shlex.join([*OFFLINE, "--target", self._packages])
            script.write_text(f'#!/bin/sh\nexec {command} "$@" {options}\n')
            script.chmod(0o755)
        return str(script.parent)

    def run(self, *command: str, text: str = "", folder: Path | None = None) -> str:
        """The output of a command, which must succeed and write nothing to stderr."""
        done = self.attempt(*command, text=text, folder=folder)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
        return done.stdout

    def attempt(
        self, *command: str, text: str = "", folder: Path | None = None, seconds: float = 300
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command, input=text, cwd=folder, env=self.environment(),
            capture_output=True, text=True, timeout=seconds, check=False,
        )  # fmt: skip

    def gridbots(self, *arguments: str, text: str = "") -> str:
        return self.run(sys.executable, "-m", "gridbots", *arguments, text=text)
