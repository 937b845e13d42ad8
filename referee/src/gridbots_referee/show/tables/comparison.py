"""Comparison of two bots as text and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots_referee.show.tables.transcript import answer_text
from gridbots_referee.show.terminal.text import align, visible
from gridbots_referee.transcript.comparison import (
    PHASES,
    Agreement,
    agreement,
    by_phase,
    differences,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots_referee.transcript.comparison import ComparedPosition, Decision

SIDES: Final = ("A", "B")
KINDS_SHOWN: Final = 8
"""Number of kinds of differences in the table, the most frequent first."""
FATES: Final = {-1: "loses in this round", 1: "wins in this round"}


def summary_lines(names: Sequence[str], positions: Sequence[ComparedPosition]) -> Iterator[str]:
    sources = len({each.source for each in positions})
    yield from (f"{side}: {visible(name)}" for side, name in zip(SIDES, names, strict=True))
    yield ""
    phases = [
        (phase, *_cells(each)) for phase, each in zip(PHASES, by_phase(positions), strict=True)
    ]
    phases.append(("all", *_cells(agreement(positions))))
    yield from align([("", "positions", "agree", "%", "+-"), *phases], right="lrrrr")
    yield ""
    yield f"Positions with a choice, of {sources} seats in recorded matches."
    own = [(side, *_own_cells(positions, which)) for which, side in enumerate(SIDES)]
    header = ("", "as recorded %", "no move", "malformed", "failed", "median ms")
    yield from align([header, *own], right="lrrrrr")
    pairs = differences(positions)
    if pairs:
        yield ""
        rows = [("A", "B", "times"), *((a, b, str(n)) for a, b, n in pairs[:KINDS_SHOWN])]
        yield from align(rows, right="llr")


def _cells(each: Agreement) -> tuple[str, str, str, str]:
    share = "-" if each.share is None else f"{100 * each.share:.1f}"
    error = "-" if each.error is None else f"{100 * each.error:.1f}"
    return str(each.positions), str(each.agreeing), share, error


def _own_cells(positions: Sequence[ComparedPosition], which: int) -> tuple[str, ...]:
    own = own_numbers(positions, which)
    share, median = own["as_recorded"], own["median_wall_ms"]
    return (
        "-" if share is None else f"{100 * share:.1f}",
        str(own["pass"]),
        str(own["malformed"]),
        str(own["none"]),
        "-" if median is None else f"{median:.2f}",
    )


def own_numbers(positions: Sequence[ComparedPosition], which: int) -> dict[str, Any]:
    """The figures of one bot, independent of the other one."""
    kinds = [each.decisions[which].answer.kind for each in positions]
    known = [each for each in positions if "none" not in {each.recorded.kind, _kind(each, which)}]
    same = sum(each.decisions[which].answer.agrees(each.recorded) for each in known)
    walls = sorted(
        wall for each in positions if (wall := each.decisions[which].wall_us) is not None
    )
    return {
        "as_recorded": same / len(known) if known else None,
        "pass": kinds.count("pass"),
        "malformed": kinds.count("malformed"),
        "none": kinds.count("none"),
        "median_wall_ms": walls[len(walls) // 2] / 1000 if walls else None,
    }


def _kind(position: ComparedPosition, which: int) -> str:
    return position.decisions[which].answer.kind


def decision_lines(position: ComparedPosition) -> Iterator[str]:
    """The recorded decision in a position, and those of both bots."""
    yield f"  record  {answer_text(position.recorded)}"
    for side, decision in zip(SIDES, position.decisions, strict=True):
        yield f"  {side}       {answer_text(decision.answer)}{_about(decision)}"


def _about(decision: Decision) -> str:
    notes = []
    if decision.fate:
        notes.append(FATES[decision.fate])
    if decision.value is not None:
        notes.append(f"evaluation {decision.value:g}")
    return f"  ({', '.join(notes)})" if notes else ""


def comparison_json(
    names: Sequence[str],
    places: Sequence[tuple[str, int]],
    positions: Sequence[ComparedPosition],
    shown: Sequence[ComparedPosition],
) -> dict[str, Any]:
    """The whole comparison; `places` holds the record and the seat of each source."""
    return {
        "schema": 1,
        "bots": [
            {"name": name, **own_numbers(positions, which)} for which, name in enumerate(names)
        ],
        "all": _numbers(agreement(positions)),
        "phases": dict(zip(PHASES, map(_numbers, by_phase(positions)), strict=True)),
        "differences": [{"A": a, "B": b, "times": n} for a, b, n in differences(positions)],
        "telling": [
            {
                "record": places[each.source][0],
                "seat": places[each.source][1],
                "round": each.round,
                "recorded": each.recorded._asdict(),
                "A": _decision_json(each.decisions[0]),
                "B": _decision_json(each.decisions[1]),
            }
            for each in shown
        ],
    }


def _numbers(each: Agreement) -> dict[str, Any]:
    return {**each._asdict(), "share": each.share}


def _decision_json(decision: Decision) -> dict[str, Any]:
    return {**decision._asdict(), "answer": decision.answer._asdict()}
