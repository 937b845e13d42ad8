"""Memory keeps its content when it is collapsed into huge pages."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import re
from pathlib import Path
from gridbots.bot.zygote import collapse_pages
numbers = list(range(1_000_000))
gathered = collapse_pages()
told = Path("/proc/self/smaps_rollup").read_text()
print(sum(numbers), gathered, *re.findall("AnonHugePages: +([0-9]+)", told))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
def test_memory_in_use_is_gathered() -> None:
    words = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    total, gathered, *kilobytes = map(int, done.stdout.split())
    assert total == 499_999_500_000
    if not gathered:
        pytest.skip("this system cannot gather pages")
    assert kilobytes[0] >= 8 << 10
