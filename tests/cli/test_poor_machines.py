"""Matches and tournaments on limited machines, or one line that reports what is missing."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.cli.arena import REFEREE, Arena

if TYPE_CHECKING:
    from pathlib import Path

MADE_POOR = {
    "no home": "unset HOME",
    "a home that is not there": "export HOME=/no/such",
    "a plain locale": "unset LANG; export LC_ALL=C",
    "no terminal, and 20 columns": "export COLUMNS=20 TERM=dumb; exec < /dev/null",
    "a closed standard input": "exec <&-",
    "no folder for temporary files": "export TMPDIR=/no/such",
    "no path": "PATH=",
    "little memory": "ulimit -v 4000000",
    "no /dev/shm": "mount -t tmpfs -o ro none /dev/shm",
    "a full folder for temporary files": "mount -t tmpfs -o size=4k none full; "
    "printf %8192s > full/f 2>/dev/null; export TMPDIR=$PWD/full",
}
NAMESPACE = ["unshare", "--user", "--map-root-user", "--mount"]


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    (tmp_path / "full").mkdir()
    return Arena(tmp_path)


def shell(arena: Arena, commands: str) -> subprocess.CompletedProcess[str]:
    """Run commands; those that mount run in a separate mount namespace."""
    namespace = NAMESPACE if "mount" in commands else []
    return arena.run(*namespace, "bash", "-c", commands)


def can_mount() -> bool:
    words = [*NAMESPACE, "mount", "-t", "tmpfs", "none", "/mnt"]
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="ulimit and mount are those of Linux")
@pytest.mark.parametrize("made_poor", MADE_POOR.values(), ids=MADE_POOR)
def test_matches_and_tournaments_are_played_all_the_same(made_poor: str, arena: Arena) -> None:
    if "mount" in made_poor and not can_mount():
        pytest.skip("no user namespaces here, to mount in")
    first, second, _ = arena.bots.split(",")
    small = "--set width=6 --set height=6"
    commands = (
        f"{REFEREE} run '{first}' '{second}' {small} --out records",
        f"{REFEREE} verify records/*.jsonl.gz",
        f"{REFEREE} tournament --bots '{first},{second}' --matches 2 {small} --store t.db",
        f"{REFEREE} standings t.db",
    )
    done = shell(arena, f"{made_poor}; set -e; {'; '.join(commands)}")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verified" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.slow
def test_too_few_descriptors_are_reported(arena: Arena) -> None:
    first, second, _ = arena.bots.split(",")
    done = shell(arena, f"ulimit -n 20; {REFEREE} run '{first}' '{second}' --out records")
    assert done.returncode == 3
    assert "Too many open files; allow more open files: ulimit -n 1024" in done.stdout
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.parametrize("files", [24, 40, 64])
def test_a_tournament_with_few_descriptors_warns_and_names_the_remedy(
    files: int, arena: Arena
) -> None:
    words = f"tournament --bots '{arena.bots}' --matches 2 --concurrency 8 --store few.db"
    done = shell(arena, f"ulimit -n {files}; {REFEREE} {words}")
    assert f"can play 1 match at a time, not 8: {files} files may be open" in done.stderr
    assert done.returncode in {0, 3}
    if done.returncode:
        assert "allow more open files: ulimit -n 1024" in done.stdout + done.stderr
    assert "Errno" not in done.stdout + done.stderr
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("words", ["tournament --bots straight,random", "standings t.db", "config"])
def test_a_removed_current_folder_is_reported(words: str, arena: Arena) -> None:
    done = shell(arena, f"mkdir gone; cd gone; rmdir ../gone; {REFEREE} {words}")
    assert done.returncode in {0, 2}
    assert "internal error" not in done.stderr
    assert done.stderr.count("\n") <= 1
