"""Summary of a gate in Markdown: the decision about the new bot, and the evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.show.tables.sprt import llr_text, settings_text, with_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.stats.sprt import RunningSprt

VERDICTS: Final = {"accepted": "passed", "rejected": "failed", "undecided": "undecided"}


def summary(
    tournament: Tournament, test: RunningSprt, forfeits: Sequence[int], command: str
) -> str:
    """The summary; `command` is the command that repeats the gate.

    `forfeits` has the number of matches that the new and the old bot forfeited.
    """
    return "\n".join(_lines(tournament, test, forfeits, command)) + "\n"


def _lines(
    tournament: Tournament, test: RunningSprt, forfeits: Sequence[int], command: str
) -> Iterator[str]:
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
    yield f"| LLR | {llr_text(status)} |"
    yield (
        f"| bounds | {sprt.elo0:g} to {sprt.elo1:g} {sprt.model} Elo, "
        f"alpha {sprt.alpha:g}, beta {sprt.beta:g} |"
    )
    if estimate.pairs:
        yield f"| Elo | {with_error(estimate.elo, estimate.error)} |"
        yield f"| normalized Elo | {with_error(estimate.normalized, estimate.normalized_error)} |"
    yield f"| pairs with 0, ½, 1, 1½, 2 points | {', '.join(map(str, test.counts))} |"
    yield f"| matches | {estimate.matches} of {tournament.matches} at most |"
    yield f"| forfeits | {forfeits[0]} by the new bot, {forfeits[1]} by the old bot |"
    yield f"| game | {_cell(tournament.game + settings_text(tournament.settings))} |"
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
