"""Diagnosis of `referee check` as text and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from gridbots_referee.show.terminal.text import plural, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.diagnosis.diagnosis import Diagnosis
    from gridbots_referee.diagnosis.fault import Fault

SIGNS: Final = {"fault": "FAULT", "warning": "warning"}
WIDTH: Final = 9
"""Width of the first column."""


def as_text(bot: str, diagnosis: Diagnosis) -> str:
    faults = sorted(diagnosis.faults, key=lambda fault: fault.level)
    lines = [f"{visible(bot)}: {_summary(diagnosis)}"]
    for fault in faults:
        lines += ["", *map(visible, _fault_lines(fault))]
    return "\n".join([*lines, "", *_tried(diagnosis)])


def _summary(diagnosis: Diagnosis) -> str:
    levels = [fault.level for fault in diagnosis.faults]
    counts = [
        plural(levels.count(level), level) for level in ("fault", "warning") if level in levels
    ]
    return ", ".join(counts) or "no fault found"


def _fault_lines(fault: Fault) -> Iterator[str]:
    came = ", ".join(fault.came)
    yield f"{SIGNS[fault.level]:{WIDTH}}{fault.text.replace('{came}', came)}"
    times = f", {fault.count} times" if fault.count > 1 else ""
    yield f"{'where':{WIDTH}}{_place(fault)}{times}"
    yield f"{'remedy':{WIDTH}}{fault.remedy}"
    yield f"{'see':{WIDTH}}protocol.md, {fault.section}"
    if fault.record:
        yield f"{'replay':{WIDTH}}referee replay {fault.record}"


def _place(fault: Fault) -> str:
    seat = "" if fault.seat is None else f", seat {fault.seat}"
    number = "" if fault.round is None else f", round {fault.round}"
    return f"{fault.where}{seat}{number}"


def _tried(diagnosis: Diagnosis) -> Iterator[str]:
    tried = plural(len(diagnosis.situations), "situation")
    played = plural(diagnosis.matches, "match").replace("matchs", "matches")
    yield f"Tested in {tried} and {played}: {plural(diagnosis.answers, 'answer')}."
    if diagnosis.most_ms:
        yield (
            f"Most answers took {diagnosis.median_ms:.1f} ms, the longest "
            f"{diagnosis.most_ms:.1f} ms."
        )


def as_json(bot: str, diagnosis: Diagnosis) -> str:
    faults = [
        {**msgspec.to_builtins(fault), "text": fault.text.replace("{came}", ", ".join(fault.came))}
        for fault in diagnosis.faults
    ]
    fields = {"schema": 1, "bot": bot, "is_well": diagnosis.is_well}
    fields |= {**msgspec.to_builtins(diagnosis), "faults": faults}
    return msgspec.json.encode(fields).decode()
