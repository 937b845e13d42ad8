"""Worker of an analysis: a job comes as a line on standard input, findings go into its file.

It ends when its standard input does: whoever has started it has ended then. It is started as
`python -m gridbots_referee.analysis.worker`.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import msgspec

from gridbots import record as records
from gridbots.errors import GridbotsError
from gridbots.plugins import load_game
from gridbots_referee.analysis.analysis_file import AnalysisWriter
from gridbots_referee.analysis.runner import AnalysisJob, run_job
from gridbots_referee.play.stop import Stop


def main() -> int:
    """Do a job; the exit code."""
    job = msgspec.json.decode(sys.stdin.buffer.readline(), type=AnalysisJob)
    threading.Thread(target=_watch, daemon=True).start()
    try:
        record = records.read(Path(job.record))
        game = load_game(record.match.game)
        writer = AnalysisWriter(Path(job.file))
        with Stop() as stop:
            run_job(job, game, record, stop, writer.add)
    except KeyboardInterrupt:
        return 0
    except (GridbotsError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _watch() -> None:
    """Stop when the other end of standard input is closed."""
    # Not by sys.stdin: a thread that holds its lock makes Python abort at its end.
    while os.read(0, 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    sys.exit(main())
