"""Report of a check: one verdict per law, as text and as JSON."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

NO_ERROR = "expected no error, got "


class Example(msgspec.Struct, frozen=True):
    """A case in which a law is broken."""

    message: str
    """The place, the expected value and the actual one."""
    settings: dict[str, Any]
    """Settings that are not the default ones."""
    seed: int
    command: str = ""
    """The failed command; empty for a law."""
    cause: str = ""
    """The line of the game that raised an error in this case; empty for other reasons."""


class Verdict(msgspec.Struct):
    """Result of one law, or of one command."""

    law: str
    tried: int = 0
    """Number of tested cases."""
    broken: int = 0
    example: Example | None = None
    """The first case that breaks it, or that gives a warning."""
    reason: str = ""
    """Why it was not tested."""

    @property
    def cause(self) -> str:
        """The line of the game that broke it first by an error; empty for other reasons."""
        return self.example.cause if self.example else ""

    @property
    def result(self) -> Literal["ok", "warning", "broken", "not tried"]:
        if self.broken:
            return "broken"
        if self.example is not None:
            return "warning"
        return "ok" if self.tried else "not tried"


class Report(msgspec.Struct):
    """Results of a check."""

    game: str
    verdicts: list[Verdict]
    plain_speed: float | None = None
    """Rounds per second of CPU time on plain states; None if not measured."""
    compiled_speed: float | None = None
    slowed_by: str = ""
    """The line of the rules that forces the referee to use slower records; empty if none."""
    settings: int = 0
    """Number of tested combinations of settings."""
    is_loaded: bool = True
    """Whether the game could be loaded and set up at all."""
    cut_short: str = ""
    """Why the check stopped early; empty if it did not."""
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether no law is broken."""
        return not any(verdict.broken for verdict in self.verdicts)

    def broken_by_same(self, example: Example) -> list[Verdict]:
        """The laws and commands that the error of the game in this example broke first."""
        causes = [each.cause for each in self.verdicts if each.cause]
        cause = next((each for each in causes if each in example.message), None)
        broken = [each for each in self.verdicts if each.example]
        return [each for each in broken if each.example and cause and cause in each.example.message]

    @property
    def errors(self) -> list[str]:
        """The errors that the game raised, each once."""
        found = {each.cause: each.example.message for each in self.verdicts if each.example}
        return [message.removeprefix(NO_ERROR) for cause, message in found.items() if cause]


def as_json(report: Report) -> str:
    values = {
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
    return msgspec.json.encode(values).decode()


def as_text(report: Report) -> str:
    left = [each for each in report.verdicts if each.result == "not tried" and not each.reason]
    lines = [line for each in report.verdicts for line in _verdict_lines(report, each, left)]
    lines += _speed_lines(report)
    if report.cut_short:
        lines.append(f"stopped early: {report.cut_short}")
    broken = sum(bool(verdict.broken) for verdict in report.verdicts)
    laws = f"{broken} of {len(report.verdicts)} laws broken" if broken else "all laws hold"
    lines.append(
        f"{report.game}: {laws}; settings tested: {report.settings}; {report.seconds:.0f} s"
    )
    return "\n".join(lines) + "\n"


def _verdict_lines(report: Report, verdict: Verdict, left: list[Verdict]) -> list[str]:
    if verdict in left:
        law = verdict.law if len(left) == 1 else f"{len(left)} laws"
        return [f"--      {law}: not tested, the check stopped before"] * (verdict is left[0])
    if verdict.result == "not tried":
        return [f"--      {verdict.law}: not tested, {verdict.reason}"]
    if verdict.example is None:
        return [f"ok      {verdict.law}"]
    if verdict.result == "warning":
        return [f"warning {verdict.law}", f"        {verdict.example.message}"]
    same = report.broken_by_same(verdict.example)
    if same and same[0] is not verdict:
        return []
    cases = f" (in {verdict.broken} of {verdict.tried} cases)" if verdict.tried > 1 else ""
    return [
        f"BROKEN  {verdict.law}{cases}",
        f"        {verdict.example.message}",
        *_more_broken(len(same) - 1),
        f"        reproduce: {command_of(report.game, verdict.example)}",
    ]


def _more_broken(count: int) -> list[str]:
    laws = "laws" if count > 1 else "law"
    return [f"        the same error breaks {count} more {laws}"] if count > 0 else []


def command_of(game: str, example: Example) -> str:
    """The command that reproduces an example."""
    if example.command:
        return example.command
    chosen = "".join(f" --set {name}={word(value)}" for name, value in example.settings.items())
    return f"gridbots check-game {game}{chosen} --seed {example.seed} --seeds 1"


def word(value: object) -> str:
    """A value as a word of a command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _speed_lines(report: Report) -> list[str]:
    if report.plain_speed is None:
        return []
    compiled = (
        "not measured (numba is not installed)"
        if report.compiled_speed is None
        else f"{report.compiled_speed:,.0f}"
    )
    lines = [f"speed   rounds per CPU second: plain {report.plain_speed:,.0f}, compiled {compiled}"]
    if report.slowed_by:
        lines += [
            "        the referee plays on numpy records, slower than lists, because of",
            f"        {report.slowed_by}",
        ]
    return lines
