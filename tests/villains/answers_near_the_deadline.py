"""Answers when the bank is spent, by its own clock (first argument: us more, negative for less).

It sleeps, and spins for the last milliseconds. Where something kept it from its core it says so on
standard error.
"""

import sys
import time
from pathlib import Path

import _honest

SPIN = 4_000_000  # ns
TOLERANCE = 200_000  # ns


def waited() -> int:
    """For how long this process has waited for a core so far, ns."""
    return int(Path("/proc/self/schedstat").read_bytes().split()[1])


def main() -> None:
    _honest.live_at_most()
    offset = int(sys.argv[1]) * 1000
    observation = _honest.Observation()
    began, before = 0, waited()
    for line in sys.stdin:
        if line.startswith("update game round"):
            began = time.monotonic_ns()
        if observation.hear(line):
            word = observation.safe_move()
            due = began + int(line.split()[-1]) * 1_000_000 + offset
            time.sleep(max(due - time.monotonic_ns() - SPIN, 0) / 1e9)
            while (now := time.monotonic_ns()) < due:
                pass
            _honest.answer(word)
            late, waiting, before = now - due, waited() - before, waited()
            if max(late, waiting) > TOLERANCE:
                sys.stderr.write(f"{late // 1000} us late, waited {waiting // 1000} us\n")
                sys.stderr.flush()


if __name__ == "__main__":
    main()
