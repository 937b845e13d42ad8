"""The page of results of `scripts/bench`: a section for each part.

A measured part replaces its section; the other sections stay unchanged.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    Rows = Sequence[tuple[str, str, str]]
    """Label, figure, claim."""

ABOUT: Final = """\
# Speed

`scripts/bench --write docs/results/speed.md` measures this page, part by part; `scripts/bench
--write docs/results/speed.md PART` measures one part again. CPU times are those of the referee's
own process. The bare poll loop, measured in the same run, is the least that talking to two bots
costs on that machine. Machines differ in speed, and so does one machine from hour to hour: where a
section reports how long a million additions took in Python before and after, that was the speed of
the machine.
"""


def with_part(page: str, part: str, about: str, rows: Rows, order: Sequence[str]) -> str:
    """The page with the results of a part as its section, placed by `order`."""
    sections = sections_of(page)
    lines = "\n".join(f"| {what} | {figure} | {claim} |" for what, figure, claim in rows)
    sections[part] = f"{about}.\n\n| what | measured | claimed |\n|---|---|---|\n{lines}"
    texts = [f"\n## {each}\n\n{sections[each]}\n" for each in order if each in sections]
    return ABOUT + "".join(texts)


def sections_of(page: str) -> dict[str, str]:
    """The sections of a page, by part."""
    _, *found = re.split(r"^## (.+)$", page, flags=re.MULTILINE)
    return {part: text.strip() for part, text in zip(found[::2], found[1::2], strict=True)}
