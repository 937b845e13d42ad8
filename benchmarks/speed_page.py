"""The page of what `scripts/bench` has measured: a section for each part.

A part that is measured takes the place of its section; the other sections stay as they are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import measure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

ABOUT: Final = """\
# Speed

What `scripts/bench --write docs/speed.md` measured, part by part; `scripts/bench --write
docs/speed.md PART` measures one of them again. CPU times are those of the referee's own process;
the bare poll loop, measured in the same run as the cost of a move, is the least that speaking to
two bots costs on that machine.
"""


def write(target: Path, part: str, machine: str, order: Sequence[str]) -> None:
    """Put what was measured last into the page, as a section of this part."""
    sections = sections_of(target.read_text("utf-8")) if target.exists() else {}
    rows = "\n".join(f"| {what} | {figure} | {claim} |" for what, figure, claim in measure.rows)
    sections[part] = f"{machine}.\n\n| what | measured | claimed |\n|---|---|---|\n{rows}"
    texts = [f"\n## {each}\n\n{sections[each]}\n" for each in order if each in sections]
    target.write_text(ABOUT + "".join(texts), "utf-8")


def sections_of(page: str) -> dict[str, str]:
    """The sections of a page, by their parts."""
    _, *found = re.split(r"^## (.+)$", page, flags=re.MULTILINE)
    return {part: text.strip() for part, text in zip(found[::2], found[1::2], strict=True)}
