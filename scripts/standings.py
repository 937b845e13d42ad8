"""The standing table: a round robin of all installed bots in each game, at several times per move.

Each game at each time is a tournament of its own in a store of its own, `GAME-20ms.db`: `referee
tournament` plays it, and `referee standings` and all other commands read it. What was interrupted
goes on. The page is written from the stores, whatever has been played.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gridbots.installed import installed_bots, installed_games
from gridbots.installed.recommendation import recommended
from gridbots_referee.tournament.store.store import Store
from gridbots_referee.tournament.store.summary import summarise

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.tournament.store.summary import EntrantSummary, TournamentSummary

TIMES: Final = (20, 100, 400)
SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "snake": {"width": 8, "height": 8, "max_rounds": 1000},
}
"""Where a match by the defaults would take too long."""
BANK_MOVES: Final = 10
"""The time bank, in moves."""
STOPPING_SECONDS: Final = 90
"""How long a match that is being played may take to stop."""
LEAST: Final = 10
"""Matches that each bot has played in the mean: with fewer, a table says nothing."""
PAGE: Final = "standings"
INTRODUCTION: Final = f"""\
Round robins of all installed bots with their default options, by game and time per move. The time
is CPU time, and the time bank {BANK_MOVES} times as much; all seats are played equally often.
± is half the confidence interval of 95 %: where it is large, few matches were played. Elo counts
from the mean of all entrants; score is points per match. The last columns are the time of a move
in ms, the mean and the longest: CPU time, or wall time where bots played within the referee. A
table whose bots have played fewer than {LEAST} matches each is left out. **Bold**: the bot that
`best` means."""
REFEREE: Final = Path(sys.executable).with_name("referee")


def main() -> None:
    asked = arguments()
    stores = {
        (game, ms): asked.stores / f"{game}-{ms}ms.db" for ms in asked.times for game in asked.games
    }
    asked.stores.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + asked.minutes * 60
    for place, ((game, ms), store) in enumerate(stores.items()):
        share = (end - time.monotonic()) / (len(stores) - place)
        if share > 0:
            tell(f"{game}, {ms} ms per move, at most {share:.0f} s:")
            play(declared(game, ms, asked), store, share, asked.concurrency)
    asked.write.mkdir(parents=True, exist_ok=True)
    page = asked.write / f"{PAGE}.md"
    page.write_text("\n".join(page_of(stores, asked.words)) + "\n", encoding="utf-8")
    tell(str(page))


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201  a script


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/standings", description=__doc__)
    parser.add_argument("--games", type=words, default=sorted(installed_games()), metavar="A,B,C",
                        help="all that are installed, if left out")  # fmt: skip
    parser.add_argument("--times", type=lambda text: [int(each) for each in words(text)],
                        default=TIMES, metavar="MS,...", help="per move; 20,100,400")  # fmt: skip
    parser.add_argument("--matches", type=int, default=20, help="for each pairing")
    parser.add_argument("--minutes", type=float, default=60.0, help="in all; then it stops")
    parser.add_argument("--add", action="append", default=[], metavar="BOT",
                        help="let this bot take part, too, as `referee run` takes it")  # fmt: skip
    parser.add_argument("--bots", type=words, default=[], metavar="A,B,C",
                        help="these of the installed bots alone")  # fmt: skip
    parser.add_argument("--concurrency", type=int, default=0, help="matches at a time")
    parser.add_argument("--stores", type=Path, default=Path(PAGE), metavar="DIR")
    parser.add_argument("--write", type=Path, default=Path("docs/results"), metavar="DIR")
    asked = parser.parse_args()
    asked.words = " ".join(["scripts/standings", *sys.argv[1:]])
    return asked


def words(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


def declared(game: str, ms: int, asked: argparse.Namespace) -> str:
    """A tournament file."""
    installed = [each for each in entrants(game) if not asked.bots or each in asked.bots]
    keys = {
        "name": f"{game}, {ms} ms",
        "game": game,
        "matches": asked.matches,
        "bots": installed + asked.add,
    }
    times = {
        "timebank": BANK_MOVES * ms,
        "time_per_move": ms,
        "clock": "cpu",
    }
    tables = {"settings": SETTINGS.get(game, {}), "time": times}
    lines = [f"{key} = {json.dumps(value)}" for key, value in keys.items()]
    for name, table in tables.items():
        lines += [f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def entrants(game: str) -> list[str]:
    """The installed bots that play a game by themselves."""
    return [
        bot.name
        for bot in installed_bots().values()
        if not bot.needs and (not bot.games or game in bot.games)
    ]


def play(tournament: str, store: Path, seconds: float, concurrency: int) -> None:
    """Play what is missing, for so long."""
    file = store.with_suffix(".toml")
    file.write_text(tournament, encoding="utf-8")
    more = ["--concurrency", str(concurrency)] if concurrency else []
    command = [
        str(REFEREE),
        "tournament",
        str(file),
        "--store",
        str(store),
    ]
    playing = subprocess.Popen([*command, *more], stdout=subprocess.DEVNULL)
    try:
        playing.wait(seconds)
    except subprocess.TimeoutExpired:
        stop(playing)
    except KeyboardInterrupt:
        stop(playing)
        raise


def stop(playing: subprocess.Popen[bytes]) -> None:
    playing.send_signal(signal.SIGINT)
    try:
        playing.wait(STOPPING_SECONDS)
    except subprocess.TimeoutExpired:
        playing.kill()


def page_of(stores: dict[tuple[str, int], Path], command: str) -> Iterator[str]:
    yield "# Standings of all bots"
    yield ""
    yield INTRODUCTION
    installed = installed_bots()
    for game in dict.fromkeys(game for game, _ in stores):
        best = recommended(game, installed)
        yield f"\n## {game}"
        for ms in dict.fromkeys(ms for _, ms in stores):
            if (path := stores.get((game, ms))) and path.exists():
                with Store.open(path, read_only=True) as store:
                    yield from table_of(store, f"{ms} ms per move", best)
    today, commit = datetime.datetime.now(datetime.UTC).date(), os.environ.get("COMMIT", "unknown")
    yield f"\nMade on {today} at commit {commit} by:\n\n    {command}"


def table_of(store: Store, title: str, best: str) -> Iterator[str]:
    summary = summarise(store)
    if summary.matches * summary.seats < LEAST * len(summary.rows):
        return
    costs = costs_of(store)
    settings = summary.tournament.settings
    told = ", ".join(f"{name} {value}" for name, value in settings.items()) or "none"
    yield f"\n### {title}: {summary.matches} matches\n"
    yield f"Settings other than the defaults: {told}.\n"
    strength = "Elo | ± | " if summary.seats == 2 else ""
    yield f"| bot | {strength}score | ± | W-D-L | late | mean | longest |"
    yield "|---" + "|---:" * (6 + 2 * bool(strength)) + "|"
    for row in summary.rows:
        if row.standing.matches:
            yield f"| {' | '.join(cells_of(summary, row, costs, best))} |"


def cells_of(
    summary: TournamentSummary,
    row: EntrantSummary,
    costs: dict[str, tuple[float, float]],
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
    yield str(row.tally.late)
    mean, most = costs.get(name, (0.0, 0.0))
    yield f"{mean:.2f}"
    yield f"{most:.0f}"


def costs_of(store: Store) -> dict[str, tuple[float, float]]:
    """Time per move by bot, in ms: the mean, and the longest."""
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


if __name__ == "__main__":
    main()
