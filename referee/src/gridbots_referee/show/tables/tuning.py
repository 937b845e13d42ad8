"""Results of a tuning: lines for the terminal, a page in Markdown, and a curve as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots_referee.show.tables.sprt import evidence_text, settings_text
from gridbots_referee.tuning.parameters import start_values, value_text, value_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.tuning.runner import Tuned

VERDICTS: Final = {
    "accepted": "The tuned bot is stronger than the start: the test accepts it.",
    "rejected": "The tuned bot is not stronger than the start: the test rejects it.",
    "undecided": "It is not clear whether the tuned bot is stronger: the test ran out of matches.",
    "stopped": "It is not clear yet whether the tuned bot is stronger: the test was stopped.",
    "unchanged": "The tuned bot is the start: nothing better was found.",
    "not tested": "The tuned bot was not tested against the start.",
}


def result_lines(tuned: Tuned) -> Iterator[str]:
    """The result as lines of text; the last one is the tuned bot."""
    yield VERDICTS[tuned.state]
    if tuned.status:
        yield f"{tuned.status.estimate.matches} matches: {evidence_text(tuned.status)}"
    if tuned.forfeits:
        yield forfeits_text(tuned)
    yield tuned.bot


def forfeits_text(tuned: Tuned) -> str:
    """How many matches were forfeits, which may have misled the search."""
    return f"{tuned.forfeits} of {tuned.matches} matches were forfeits: a bot failed."


def csv_text(tuned: Tuned) -> str:
    """A line per step."""
    parameters = tuned.tuning.parameters
    rows = [["step", "matches", *(each.name for each in parameters), "score"]]
    for step in tuned.steps:
        values = value_texts(parameters, step.values)
        rows.append([str(step.number), str(step.matches), *values.values(), f"{step.score:.4f}"])
    return "".join(",".join(row) + "\n" for row in rows)


def page_text(tuned: Tuned, command: str, picture: str, seconds: float | None) -> str:
    """The page in Markdown; `seconds` is the CPU time, if all matches were played in one run."""
    return "\n".join(_page_lines(tuned, command, picture, seconds)) + "\n"


def _page_lines(tuned: Tuned, command: str, picture: str, seconds: float | None) -> Iterator[str]:
    tuning = tuned.tuning
    yield f"# {tuning.title or tuning.name}"
    yield ""
    yield f"    {command}"
    yield ""
    if tuning.notes:
        yield tuning.notes.strip()
        yield ""
    if picture:
        yield f"![the parameters while they were tuned]({picture})"
        yield ""
    yield "| parameter | start | tuned | range |"
    yield "|---|---|---|---|"
    start = start_values(tuning.parameters)
    for each in tuning.parameters:
        values = (start[each.name], tuned.values[each.name])
        before, after = (value_text(each, value) for value in values)
        yield f"| {each.name} | {before} | {after} | {each.low:g} to {each.high:g} |"
    yield ""
    yield f"- start: `{tuned.start}`"
    yield f"- tuned: `{tuned.bot}`"
    game = tuning.game + settings_text(tuning.settings)
    yield f"- game: {game}; method: {tuning.method}, seed {tuning.seed}"
    against = ", ".join(tuning.opponents) or "each other"
    yield f"- {tuned.steps[-1].matches} matches of candidates against {against}"
    if tuned.status:
        test, counts = tuning.confirm, "/".join(map(str, tuned.counts))
        yield (
            f"- confirmation: {tuned.status.estimate.matches} matches against the start, "
            f"{evidence_text(tuned.status)}; pairs with 0, ½, 1, 1½, 2 points: {counts}; "
            f"elo0 {test.elo0:g}, elo1 {test.elo1:g}, {test.model}"
        )
    if tuned.forfeits:
        yield f"- {forfeits_text(tuned)}"
    if seconds is not None:
        yield f"- CPU time: {seconds:.0f} s"
    yield ""
    yield VERDICTS[tuned.state]
