"""A full disk: one line reports where, and results are shown."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.play.matches import VILLAINS

if TYPE_CHECKING:
    from collections.abc import Sequence

REFEREE = Path(sys.executable).with_name("referee")
HONEST = f"{sys.executable} -S -E {VILLAINS}/_honest.py"
MATCH = f"{REFEREE} run '{HONEST} a' '{HONEST} b' --set width=6 --set height=6"
TOURNAMENT = (
    f"{REFEREE} tournament --bots '{HONEST} a,{HONEST} b' --set width=6 --set height=6 --quiet"
)
INSIDE = ["unshare", "--user", "--map-root-user", "--mount"]
"""A user namespace, in which file systems can be mounted."""

pytestmark = pytest.mark.slow


def has_namespaces() -> bool:
    try:
        return subprocess.run([*INSIDE, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


needs_namespaces = pytest.mark.skipif(
    not has_namespaces(), reason="no user namespaces here, in which to mount full file systems"
)


def shell(
    command: str, folder: Path, before: Sequence[str] = (), **variables: str
) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [*before, "bash", "-c", command], cwd=folder, env={**os.environ, **variables},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert "Traceback" not in done.stdout + done.stderr
    assert "internal error" not in done.stderr
    return done


def test_a_file_size_limit_is_reported(tmp_path: Path) -> None:
    done = shell(f"ulimit -f 8; {TOURNAMENT}", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("referee: tournament.db: ")


@needs_namespaces
def test_a_full_temporary_folder_is_reported(tmp_path: Path) -> None:
    full = f"mount -t tmpfs -o nr_inodes=2 none /mnt && TMPDIR=/mnt {MATCH}"
    done = shell(full, tmp_path, INSIDE)
    assert done.returncode in (2, 3)
    assert "No space left on device" in done.stdout + done.stderr


@needs_namespaces
def test_a_full_folder_for_records_costs_no_result(tmp_path: Path) -> None:
    fill = "mount -t tmpfs -o size=4k none /mnt && (head -c 9000 /dev/zero > /mnt/x) 2> /dev/null"
    done = shell(f"{fill}; {MATCH} --out /mnt", tmp_path, INSIDE)
    assert done.returncode == 74
    assert " won: " in done.stdout.splitlines()[0]
    assert done.stderr.endswith(" cannot be written to /mnt: No space left on device\n")


@needs_namespaces
def test_records_that_cannot_be_written_are_found_before_a_match(tmp_path: Path) -> None:
    full = "mount -t tmpfs -o nr_inodes=1 none /mnt"
    done = shell(f"{full}; {MATCH} --out /mnt/records", tmp_path, INSIDE)
    assert (done.returncode, done.stdout) == (2, "")
    said = "referee: records cannot be written to /mnt/records: No space left on device\n"
    assert done.stderr == said
