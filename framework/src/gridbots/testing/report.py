"""Report of a check: one verdict per law, as text and as JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Example(msgspec.Struct, frozen=True):
    """Where a law is broken."""

    message: str
    """What was looked at, what was expected, what came."""
    settings: dict[str, Any]
    """Settings that are not the default ones."""
    seed: int
    command: str = ""
    """The command that was carried out; empty for a law."""


class Verdict(msgspec.Struct):
    """What became of one law, or of one command."""

    law: str
    tried: int = 0
    """In how many cases."""
    broken: int = 0
    example: Example | None = None
    """The first case in which it is broken."""
    reason: str = ""
    """Why it was not tried."""

    @property
    def result(self) -> Literal["ok", "broken", "not tried"]:
        if self.broken:
            return "broken"
        return "ok" if self.tried else "not tried"


class Report(msgspec.Struct):
    """What a check found."""

    game: str
    verdicts: list[Verdict]
    plain_speed: float | None = None
    """Rounds per second of CPU time, as the referee plays; None where it was not measured."""
    compiled_speed: float | None = None
    slowed_by: str = ""
    """The line of the rules for which the referee plays on slower records; empty if none."""
    settings: int = 0
    """How many settings were tried."""
    is_loaded: bool = True
    """Whether the game could be loaded and set up at all."""
    cut_short: str = ""
    """Why the check ended early; empty where it did not."""
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether no law is broken."""
        return not any(verdict.broken for verdict in self.verdicts)


def as_json(report: Report) -> str:
    told = {
        "game": report.game,
        "holds": report.holds,
        "laws": [{"result": each.result, **msgspec.to_builtins(each)} for each in report.verdicts],
        "settings": report.settings,
        "rounds_per_cpu_second": {
            "plain": report.plain_speed,
            "compiled": report.compiled_speed,
        },
        "slowed_by": report.slowed_by,
        "cut_short": report.cut_short,
        "seconds": round(report.seconds, 1),
    }
    return msgspec.json.encode(told).decode()


def as_text(report: Report) -> str:
    lines = [line for verdict in report.verdicts for line in _verdict_lines(report, verdict)]
    lines += _speed_lines(report)
    if report.cut_short:
        lines.append(f"cut short: {report.cut_short}")
    broken = sum(bool(verdict.broken) for verdict in report.verdicts)
    laws = f"{broken} of {len(report.verdicts)} laws broken" if broken else "all laws hold"
    lines.append(
        f"{report.game}: {laws}; different settings: {report.settings}; {report.seconds:.0f} s"
    )
    return "\n".join(lines) + "\n"


def _verdict_lines(report: Report, verdict: Verdict) -> list[str]:
    if verdict.result == "not tried":
        return [f"--      {verdict.law}: not tried, {verdict.reason or 'it never came to it'}"]
    if verdict.example is None:
        return [f"ok      {verdict.law}"]
    cases = f" (in {verdict.broken} of {verdict.tried} cases)" if verdict.tried > 1 else ""
    return [
        f"BROKEN  {verdict.law}{cases}",
        f"        {verdict.example.message}",
        f"        see it again: {again(report.game, verdict.example)}",
    ]


def again(game: str, example: Example) -> str:
    """The command that comes to an example first."""
    if example.command:
        return example.command
    chosen = "".join(f" --set {name}={word(value)}" for name, value in example.settings.items())
    return f"gridbots check-game {game}{chosen} --seed {example.seed} --seeds 1"


def word(value: object) -> str:
    """A setting as a command line has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _speed_lines(report: Report) -> list[str]:
    if report.plain_speed is None:
        return []
    compiled = (
        "not measured, numba is not installed"
        if report.compiled_speed is None
        else f"{report.compiled_speed:,.0f}"
    )
    lines = [f"speed   rounds per CPU second: plain {report.plain_speed:,.0f}, compiled {compiled}"]
    if report.slowed_by:
        lines += [
            "        plain rules are played on numpy records, slower than on lists: they may tell",
            f"        them apart in {report.slowed_by}",
        ]
    return lines
