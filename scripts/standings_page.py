"""The page of the standing tables, and its short form in README, written by `standings.py`."""

from __future__ import annotations

import math
import re
import statistics
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final

from gridbots.plugins import installed_bots
from gridbots.plugins.bot_text import recommended
from gridbots_referee.tournament.store.store import Store
from gridbots_referee.tournament.store.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from gridbots_referee.tournament.store.summary import EntrantSummary, TournamentSummary

    Tables = Mapping[tuple[str, int], str]
    """The text of the table of each game at each time per move, in ms."""

BANK_MOVES: Final = 10
"""Time bank in moves."""
LEAST: Final = 10
"""Mean matches per bot below which a table is omitted."""
INTRODUCTION: Final = f"""\
Round robins of all installed bots with their default options, by game and time per move. The time
is CPU time, and the time bank {BANK_MOVES} times as much; all seats are played equally often.
± is half the confidence interval of 95 %: where it is large, few matches were played. Elo counts
from the mean of all entrants; score is points per match. Bots that play alone have won if they have
reached all that there is to reach; whoever has done so as often in fewer rounds, in the mean of
`rounds if won`, stands above. The last columns are the time of a move
in ms, the mean and the longest: CPU time, or wall time where bots played within the referee. A
table whose bots have played fewer than {LEAST} matches each is left out. **Bold**: the bot that
`best` means. Below each table stand the commands that played it, with the day and commit of each;
it holds what was played until they were ended."""
SECTION: Final = re.compile(r"^## (\S+)$")
HEADING: Final = re.compile(r"^### ([0-9]+) ms per move")
PLACE: Final = re.compile(r"(?<=<!-- leaders -->\n)(.*?)(?=<!-- end of leaders -->)", re.DOTALL)
"""Of the short form in README."""
LEADERS: Final = 3
"""Bots of each game in the short form."""


def page_of(tables: Tables) -> str:
    parts = ["# Standings of all bots", INTRODUCTION]
    for game in sorted({game for game, _ in tables}):
        parts.append(f"## {game}")
        parts += [tables[game, ms] for ms in times_of(tables) if (game, ms) in tables]
    if not tables:
        parts.append("Nothing has been played yet.")
    return "\n\n".join(parts) + "\n"


def times_of(tables: Tables) -> list[int]:
    return sorted({ms for _, ms in tables})


def tables_in(page: str) -> dict[tuple[str, int], str]:
    """The tables of a page; tables from other machines have no stores here."""
    found: dict[tuple[str, int], list[str]] = {}
    game, lines = "", list[str]()
    for line in page.splitlines():
        if section := SECTION.match(line):
            game, lines = section[1], []
        elif heading := HEADING.match(line):
            lines = found[game, int(heading[1])] = [line]
        else:
            lines.append(line)
    return {key: "\n".join(each).strip() for key, each in found.items()}


def table_in(game: str, ms: int, path: Path, commands: Sequence[str]) -> str:
    """The table of a store; empty if too little was played."""
    with Store.open(path, read_only=True) as store:
        rows = list(table_of(store, f"{ms} ms per move", recommended(game, installed_bots())))
    if not rows:
        return ""
    told = "\n".join(f"    {command}" for command in commands)
    return "\n".join(rows) + f"\n\nPlayed by\n\n{told}"


def table_of(store: Store, title: str, best: str) -> Iterator[str]:
    summary = summarise(store)
    if not says_something(summary):
        return
    settings = summary.tournament.settings
    told = ", ".join(f"{name} {value}" for name, value in settings.items()) or "none"
    yield f"### {title}: {summary.matches} matches\n"
    yield f"Settings other than the defaults: {told}.\n"
    strength = "Elo | ± | " if summary.seats == 2 else ""
    won = "rounds if won | " if summary.seats == 1 else ""
    head = f"| bot | {strength}score | ± | W-D-L | {won}late | mean | longest |"
    yield head
    yield "|---" + "|---:" * (head.count("|") - 2) + "|"
    costs, rounds = costs_of(store), rounds_won(store)
    for row in ordered(summary, rounds):
        yield f"| {' | '.join(cells_of(summary, row, rounds, costs, best))} |"


def ordered(summary: TournamentSummary, rounds: Mapping[str, float]) -> list[EntrantSummary]:
    """The rows of bots that have played, best first."""
    rows = [row for row in summary.rows if row.standing.matches]
    if summary.seats == 1:
        rows.sort(key=lambda row: (row.standing.place, rounds.get(row.entrant.name, math.inf)))
    return rows


def cells_of(
    summary: TournamentSummary,
    row: EntrantSummary,
    rounds: Mapping[str, float],
    costs: Mapping[str, tuple[float, float]],
    best: str,
) -> Iterator[str]:
    name, share = row.entrant.name, row.score_rates.overall
    yield f"**{name}**" if name == best else name
    if summary.seats == 2 and row.rating:
        yield f"{row.rating.elo:+.0f}"
        yield f"{(row.rating.high - row.rating.low) / 2:.0f}"
    yield f"{100 * (share.mean or 0):.1f} %"
    yield f"{50 * (share.high - share.low):.1f}"
    yield f"{row.tally.won}-{row.tally.drawn}-{row.tally.lost}"
    if summary.seats == 1:
        yield f"{rounds[name]:.0f}" if name in rounds else ""
    yield str(row.tally.late)
    mean, most = costs.get(name, (0.0, 0.0))
    yield f"{mean:.2f}"
    yield f"{most:.0f}"


def costs_of(store: Store) -> dict[str, tuple[float, float]]:
    """Time per move by bot in ms: mean and longest."""
    spent: defaultdict[str, float] = defaultdict(float)
    moves: Counter[str] = Counter()
    most: dict[str, float] = {}
    for match in store.matches():
        for player in match.players:
            if player.moves:
                is_wall = not player.cpu_ms
                spent[player.name] += player.wall_ms if is_wall else player.cpu_ms or 0.0
                moves[player.name] += player.moves
                longest = player.most_wall_ms if is_wall else player.most_cpu_ms or 0.0
                most[player.name] = max(most.get(player.name, 0.0), longest)
    return {name: (spent[name] / moves[name], most[name]) for name in moves}


def rounds_won(store: Store) -> dict[str, float]:
    """Mean rounds of the matches that a bot has won."""
    rounds: defaultdict[str, list[int]] = defaultdict(list)
    for match in store.matches():
        for player in match.players:
            if player.points == 1:
                rounds[player.name].append(match.rounds)
    return {name: statistics.mean(each) for name, each in rounds.items()}


def says_something(summary: TournamentSummary) -> bool:
    return summary.matches * summary.seats >= LEAST * len(summary.rows)


def with_leaders(readme: str, tables: Tables) -> str:
    """The text with the best bots of each game in its place, if it has one."""
    times = times_of(tables)
    lines = ["", f"| game | {' | '.join(f'{ms} ms per move' for ms in times)} |"]
    lines.append("|---" * (1 + len(times)) + "|")
    for game in sorted({game for game, _ in tables}):
        cells = [leaders_of(tables.get((game, ms), "")) for ms in times]
        lines.append(f"| {game} | {' | '.join(cells)} |")
    told = "\n".join([*lines, "", ""])
    return PLACE.sub(lambda _: told, readme)


def leaders_of(table: str) -> str:
    """The best bots of a table with their scores."""
    rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
    if not rows:
        return ""
    score = rows[0].index("score")
    return ", ".join(
        f"{row[0].strip('*')} {float(row[score].split()[0]):.0f} %" for row in rows[1 : LEADERS + 1]
    )
