"""Coverage-guided fuzzing of one target, by atheris: `python -m tests.fuzz.guided TARGET SECONDS`.

It writes findings into the current folder; add them to the seeds of tests/fuzz/targets.py.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import atheris

MOST_BYTES = 200_000
MEMORY_MIB = 2048
SLOWEST_SECONDS = 10
"""Limits of one run of the target."""


def main(name: str, seconds: str) -> None:
    # Kernels run as Python: compiled code reports no coverage.
    sys.modules["numba"] = None  # type: ignore[assignment]
    with atheris.instrument_imports(include=["gridbots", "gridbots_referee", "tomllib"]):
        from tests.fuzz.targets import TARGETS, fuzz, seeds

    target = TARGETS[name]
    with tempfile.TemporaryDirectory() as corpus:
        for number, data in enumerate(seeds(name)):
            (Path(corpus) / str(number)).write_bytes(data)
        options = [
            f"-max_total_time={seconds}", f"-max_len={MOST_BYTES}", f"-rss_limit_mb={MEMORY_MIB}",
            f"-timeout={SLOWEST_SECONDS}", "-print_final_stats=1", "-seed=1",
        ]  # fmt: skip
        atheris.Setup([sys.argv[0], *options, corpus], lambda data: fuzz(target, data))
        atheris.Fuzz()


if __name__ == "__main__":
    main(*sys.argv[1:])
