"""A stranger's bot package, installed into a new virtual environment, is found and plays."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest
from tests.docs.installing import AS_OFFLINE, OFFLINE, PIP, ROOT

pytestmark = pytest.mark.slow

SPIRAL = ROOT / "examples" / "plugin-bot"
ZIGZAG = ROOT / "examples" / "plugin-command"
DISTRIBUTIONS = ("framework", "referee", "bots/baselines")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of a new environment that holds the referee and nobody's bot.

    What ours depend on is lent by this environment: tests have no network. What is installed in
    both is found in the new one first.
    """
    folder = tmp_path_factory.mktemp("fresh") / "environment"
    venv.create(folder, with_pip=False)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    install(folder / "bin", *(ROOT / each for each in DISTRIBUTIONS))
    return folder / "bin"


def install(programs: Path, *packages: Path) -> None:
    into = ["--python", str(programs / "python"), "install", *OFFLINE, "--ignore-installed"]
    subprocess.run([*PIP, *into, *map(str, packages)], check=True, timeout=300)


def referee(programs: Path, *words: str) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": str(programs), **AS_OFFLINE}
    return subprocess.run(
        [programs / "referee", *words],
        cwd=programs, env=environment, capture_output=True, text=True, check=True, timeout=300,
    ).stdout  # fmt: skip


def test_a_package_of_two_files_is_a_bot_like_any_other(programs: Path) -> None:
    before = json.loads(referee(programs, "bots", "--json"))["bots"]
    install(programs, SPIRAL)
    after = json.loads(referee(programs, "bots", "--json"))["bots"]
    assert [bot["name"] for bot in after if bot not in before] == ["spiral"]
    events = referee(programs, "run", "spiral", "straight", "--json", "--quiet").splitlines()
    finished = json.loads(events[-1])
    assert finished["event"] == "match_finished"
    assert {player["termination"] for player in finished["players"]} <= {"eliminated", "survived"}
    assert not programs.is_relative_to(sys.prefix)


def test_the_referee_installs_a_package_and_uninstalls_it(programs: Path) -> None:
    output = referee(programs, "install", str(ZIGZAG))
    assert output == "bot zigzag, from gridbots-zigzag 1.0.0: loads\n"
    assert "zigzag" in referee(programs, "bots")
    output = referee(programs, "uninstall", "zigzag")
    assert output == "bot zigzag, from gridbots-zigzag 1.0.0: uninstalled\n"
    assert "zigzag" not in referee(programs, "bots")
