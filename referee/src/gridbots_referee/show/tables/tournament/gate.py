"""Summary of a gate in Markdown: the decision about the new bot, and the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.stats.sprt import RunningSprt

VERDICTS: Final = {"accepted": "passed", "rejected": "failed", "undecided": "undecided"}


def summary(tournament: Tournament, test: RunningSprt, command: str) -> str:
    """The summary; `command` is the command that repeats the gate."""
    return "\n".join(_lines(tournament, test, command)) + "\n"


def _lines(tournament: Tournament, test: RunningSprt, command: str) -> Iterator[str]:
    status, sprt, time = test.status, tournament.sprt, tournament.time
    assert sprt  # noqa: S101  a gate has a test
    estimate = status.estimate
    new, old = (_cell(bot.name) for bot in tournament.bots)
    last = tournament.seed + max(estimate.pairs - 1, 0)
    yield f"## Gate: {VERDICTS[status.state]}"
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| new | {new} |"
    yield f"| old | {old} |"
    yield f"| LLR | {status.llr:.2f} ({status.lower:.2f} to {status.upper:.2f}) |"
    yield (
        f"| bounds | {sprt.elo0:g} to {sprt.elo1:g} {sprt.model} Elo, "
        f"alpha {sprt.alpha:g}, beta {sprt.beta:g} |"
    )
    if estimate.pairs:
        yield f"| Elo | {estimate.elo:+.1f} ± {estimate.error:.1f} |"
        yield (f"| normalized Elo | {estimate.normalized:+.1f} ± {estimate.normalized_error:.1f} |")
    yield f"| pairs with 0, ½, 1, 1½, 2 points | {', '.join(map(str, test.counts))} |"
    yield f"| matches | {estimate.matches} of {tournament.matches} at most |"
    yield f"| game | {_cell(tournament.game + _settings(tournament))} |"
    yield f"| seeds | {tournament.seed} to {last}, each with the seats swapped |"
    yield f"| time | {time.timebank} ms, {time.time_per_move} ms more for each move |"
    yield ""
    yield "To repeat it with another store:"
    yield ""
    yield f"    {command}"
    yield ""


def _cell(text: str) -> str:
    """A command as a cell of a table: escaped and shown as code."""
    return "`` " + text.replace("|", "\\|").replace("\n", " ") + " ``"


def _settings(tournament: Tournament) -> str:
    settings = ", ".join(f"{name} {value}" for name, value in tournament.settings.items())
    return f" ({settings})" if settings else ""
