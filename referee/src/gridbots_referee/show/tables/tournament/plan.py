"""Plan of a tournament as text and JSON: the output of `--dry-run`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from gridbots_referee.show.tables.match_events import SCHEMA
from gridbots_referee.show.terminal.text import duration, visible

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gridbots_referee.tournament.formats.schedule import Extent
    from gridbots_referee.tournament.run.plan import Plan, PlannedBot


def as_text(plan: Plan, store: Path) -> str:
    rows = [
        ("matches", _matches(plan)),
        ("played", f"{plan.played} in {store}" if plan.played else f"none; {store} is not written"),
        *([("openings", plan.openings)] if plan.openings else []),
        ("at a time", str(plan.concurrency)),
        ("time", _time(plan)),
        *_test(plan),
        ("isolation", plan.isolation.level),
        *(("bots" if not place else "", _bot(each)) for place, each in enumerate(plan.bots)),
    ]
    declared = plan.tournament
    head = f"{declared.name}: {declared.game}, {declared.format}, {len(declared.bots)} bots"
    return "\n".join([visible(head), *(f"{name:9}  {visible(text)}" for name, text in rows)]) + "\n"


def _matches(plan: Plan) -> str:
    bound = "at most " if plan.tournament.sprt else ""
    return f"{bound}{_span(plan.matches)}, {plan.meeting} for each pairing"


def _span(extent: Extent) -> str:
    least, most = extent
    return f"{least}" if least == most else f"{least} to {most}"


def _time(plan: Plan) -> str:
    least, most = plan.seconds
    span = duration(most) if least == most else f"{duration(least)} to {duration(most)}"
    each, basis = plan.estimate.each, plan.estimate.basis
    if plan.estimate.is_bound:
        return f"up to {span}, {each:.3g} s a match, if {basis}"
    return f"about {span}, {each:.3g} s a match: {basis}"


def _test(plan: Plan) -> Iterator[tuple[str, str]]:
    if plan.expected_pairs and plan.tournament.sprt:
        middle, upper = (2 * round(pairs) for pairs in plan.expected_pairs)
        expected = f"without draws about {middle} matches if the first is between elo0 and elo1"
        yield "test", f"{expected}, {upper} if it is elo1"


def _bot(bot: PlannedBot) -> str:
    named = bot.name if bot.name == bot.bot else f"{bot.name} = {bot.bot}"
    return f"{named}: {bot.trouble or bot.started_by}"


def as_dict(plan: Plan, store: Path) -> dict[str, Any]:
    """The event `planned`."""
    return {
        "event": "planned",
        "schema": SCHEMA,
        "tournament": plan.tournament.name,
        "game": plan.tournament.game,
        "format": plan.tournament.format,
        "store": str(store),
        "matches": list(plan.matches),
        "played": plan.played,
        "left": list(plan.left),
        "matches_per_pairing": plan.meeting,
        "openings": plan.openings,
        "concurrency": plan.concurrency,
        "seconds": list(plan.seconds),
        "seconds_per_match": plan.estimate.each,
        "is_bound": plan.estimate.is_bound,
        "basis": plan.estimate.basis,
        "expected_pairs": plan.expected_pairs,
        "isolation": asdict(plan.isolation),
        "bots": [asdict(each) for each in plan.bots],
    }
