"""The Containerfile: what it copies is there, and its commands make an environment that plays.

No image is built: that takes a base image from elsewhere. Its commands are carried out in a new
virtual environment instead, with the folders of the image below a temporary one.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.test_distributions import ROOT

if TYPE_CHECKING:
    from pathlib import Path

Instruction = tuple[str, str]


def instructions() -> list[Instruction]:
    """Word and rest of each instruction, lines that go on joined."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Containerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(word, rest) for word, _, rest in (line.partition(" ") for line in lines)]


def rests(wanted: str) -> list[str]:
    return [rest for word, rest in instructions() if word == wanted]


def test_copied_files_exist_and_are_not_ignored() -> None:
    ignored = (ROOT / ".dockerignore").read_text().splitlines()
    for rest in rests("COPY"):
        source, target = rest.split()
        assert (ROOT / source).is_dir()
        assert target == f"/src/{source}"
        assert f"!{source}" in ignored


def test_bots_run_as_a_user_that_is_not_root_and_the_command_is_the_referee() -> None:
    assert [word for word, _ in instructions()][-2:] == ["ENTRYPOINT", "CMD"]
    assert rests("ENTRYPOINT") == ['["referee"]']
    (user,) = rests("USER")
    assert any(rest.startswith("useradd ") and rest.endswith(f" {user}") for rest in rests("RUN"))
    assert user != "root"


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_its_commands_make_an_environment_that_plays(tmp_path: Path) -> None:
    place = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(place)], check=True)
    programs = tmp_path / "programs"
    programs.mkdir()
    pip = shlex.join([sys.executable, "-m", "pip", "--python", str(place / "bin" / "python")])
    (programs / "pip").write_text(f'#!/bin/sh\nexec {pip} --disable-pip-version-check "$@"\n')
    (programs / "pip").chmod(0o755)
    (tmp_path / "src").symlink_to(ROOT)
    arguments = dict(rest.partition("=")[::2] for rest in rests("ARG"))
    variables = {name: value.strip('"') for name, value in arguments.items()}
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(tmp_path), **variables}
    wheels, install = (rest for rest in rests("RUN") if "pip " in rest)
    for command in (wheels, re.sub(r"^--mount=\S+\s*", "", install)):
        here = re.sub(r"(?<![\w.])/(src|wheels)\b", rf"{tmp_path}/\1", command)
        done = subprocess.run(
            ["sh", "-euc", here], env=environment, capture_output=True, text=True, check=False
        )
        if "wheel" in command and "No matching distribution found" in done.stderr:
            pytest.skip("there is no package index here")
        assert done.returncode == 0, done.stderr
    played = subprocess.run(
        [place / "bin" / "referee", "run", "straight", "wall-hugger"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "wall-hugger" in played.stdout
