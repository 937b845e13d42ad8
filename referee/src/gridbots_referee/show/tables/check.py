"""Findings of `referee check`, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.play.protocol_check import Finding

SIGNS = {"well": "ok      ", "warning": "warning ", "wrong": "WRONG   "}


def as_text(bot: str, findings: Sequence[Finding]) -> str:
    lines = [f"{SIGNS[finding.level]}{visible(finding.text)}" for finding in findings]
    return "\n".join([visible(bot), *lines])


def as_json(findings: Sequence[Finding]) -> str:
    return msgspec.json.encode({"schema": 1, "findings": list(findings)}).decode()
