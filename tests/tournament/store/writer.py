"""Writes to a store until it is killed, again and again; run as a program, by test_store_lasts.

    python writer.py STORE MOMENT ...

For each MOMENT a process is forked that opens the store, creates it if necessary, and adds matches.
It is killed after MOMENT seconds; with a plus sign, MOMENT seconds after the first stored match was
acknowledged. After each kill a JSON line lists the acknowledged and the stored matches.
"""

from __future__ import annotations

import json
import os
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from tests.tournament.stored import add, fixture, tournament

from gridbots import record
from gridbots_referee.tournament.store.store import Store


def write_for_ever(path: Path, acknowledge: int) -> None:
    with Store.open(path) if path.exists() else Store.create(path, tournament()) as store:
        if os.fork() == 0:
            # A bot that outlives its referee, with all that it inherited.
            time.sleep(60)
            os._exit(0)
        number = len(store)
        while True:
            number += 1
            add(store, fixture(number))
            os.write(acknowledge, b"m%03d\n" % number)


def kill_writer(path: Path, moment: str) -> dict[str, Any]:
    """The matches acknowledged to a writer that lived until then, and the stored ones."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        write_for_ever(path, writing)
    os.close(writing)
    reported = os.read(reading, 5) if moment.startswith("+") else b""
    time.sleep(float(moment))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if select.select([reading], [], [], 0)[0]:
        reported += os.read(reading, 1 << 16)
    os.close(reading)
    found = examine(path)
    _end_orphans(child)
    return {"acknowledged": reported.decode().split(), **found}


def _end_orphans(group: int) -> None:
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return


def examine(path: Path) -> dict[str, Any]:
    """The stored matches, read by a writer while the orphan still exists."""
    if not path.exists():
        return {"stored": [], "integrity": "ok"}
    with Store.open(path, read_only=True) as store:
        seen = store.ids()
    with Store.open(path) as store:
        ((integrity,),) = store.query("PRAGMA integrity_check")
        for match in store.matches():
            record.read(store.records / match.record)
        stored = sorted(store.ids())
    return {"stored": stored, "integrity": integrity, "seen": sorted(seen)}


if __name__ == "__main__":
    for moment in sys.argv[2:]:
        report = kill_writer(Path(sys.argv[1]), moment)
        sys.stdout.write(json.dumps(report) + "\n")
