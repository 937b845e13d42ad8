"""Standing tables: a round robin of all installed bots in each game, at several times per move.

Each game at each time is a separate tournament in a store `GAME-20ms.db`. `referee tournament`
plays it, and `referee standings` and all other commands read it. Interrupted tournaments continue.
The page is written from the stores with whatever has been played, and keeps tables without a store
here, so it can be made in parts on several machines. The leaders are also written to the README
above the page's folder, if it has a place for them.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

from standings_page import BANK_MOVES, page_of, table_in, tables_in, with_leaders

from gridbots.plugins import installed_bots, installed_games

TIMES: Final = (20, 100, 400)
SETTINGS: Final[dict[str, dict[str, Any]]] = {
    "snake": {"width": 8, "height": 8, "max_rounds": 1000},
}
"""Games whose matches would take too long with default settings."""
STOPPING_SECONDS: Final = 90
"""Time that a running match has to stop."""
PAGE: Final = "standings"
LOG: Final = ".log"
"""Suffix of the file beside a store with date, commit and command."""
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
            note(store, f"{made_now()}: {asked.words}")
            play(declared(game, ms, asked), store, share, asked.concurrency)
    write(asked.write, all_stores(asked.stores))


def note(store: Path, command: str) -> None:
    """Written before the first match, so that interrupted runs are on the page, too."""
    with store.with_suffix(LOG).open("a", encoding="utf-8") as file:
        file.write(f"{command}\n")


def all_stores(folder: Path) -> dict[tuple[str, int], Path]:
    """The matches played by this command and by earlier ones."""
    found = (re.fullmatch(r"(.+)-([0-9]+)ms", path.stem) for path in folder.glob("*.db"))
    keys = sorted((each[1], int(each[2])) for each in found if each)
    return {(game, ms): folder / f"{game}-{ms}ms.db" for game, ms in keys}


def write(folder: Path, stores: dict[tuple[str, int], Path]) -> None:
    """Write the page, and the leaders into the README. Tables without a store here stay."""
    folder.mkdir(parents=True, exist_ok=True)
    page = folder / f"{PAGE}.md"
    tables = tables_in(page.read_text("utf-8")) if page.exists() else {}
    for (game, ms), store in stores.items():
        commands = store.with_suffix(LOG).read_text("utf-8").splitlines()
        if table := table_in(game, ms, store, commands):
            tables[game, ms] = table
    page.write_text(page_of(tables), encoding="utf-8")
    tell(str(page))
    readme = folder.parent.parent / "README.md"
    if tables and readme.exists():
        readme.write_text(with_leaders(readme.read_text("utf-8"), tables), "utf-8")


def made_now() -> str:
    today, commit = datetime.datetime.now(datetime.UTC).date(), os.environ.get("COMMIT", "unknown")
    return f"{today} at commit {commit}"


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)  # noqa: T201  a script


def arguments() -> argparse.Namespace:
    places = argparse.ArgumentParser(add_help=False)
    places.add_argument("--stores", type=Path, default=Path(PAGE), metavar="DIR",
                        help="folder of the tournaments")  # fmt: skip
    places.add_argument("--write", type=Path, default=Path("docs/results"), metavar="DIR",
                        help="folder of the page")  # fmt: skip
    parser = argparse.ArgumentParser(
        prog="scripts/standings", description=__doc__, parents=[places]
    )
    parser.add_argument("--games", type=words, default=sorted(installed_games()), metavar="A,B,C",
                        help="games to play (default: all installed)")  # fmt: skip
    parser.add_argument("--times", type=lambda text: [int(each) for each in words(text)],
                        default=TIMES, metavar="MS,...",
                        help="times per move (default: 20,100,400)")  # fmt: skip
    parser.add_argument("--matches", type=int, default=20, help="matches per pairing")
    parser.add_argument(
        "--minutes", type=float, default=60.0, help="total time after which it stops"
    )
    parser.add_argument("--add", action="append", default=[], metavar="BOT",
                        help="additional bot, as for `referee run`")  # fmt: skip
    parser.add_argument("--bots", type=words, default=[], metavar="A,B,C",
                        help="only these installed bots")  # fmt: skip
    parser.add_argument("--concurrency", type=int, default=0, help="matches at the same time")
    given = parser.parse_args()
    _, others = places.parse_known_args()  # The page contains no folders of this machine.
    given.words = shlex.join(["scripts/standings", *others])
    return given


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
    """The installed bots that play a game without further options."""
    return [
        bot.name
        for bot in installed_bots().values()
        if not bot.needs and (not bot.games or game in bot.games)
    ]


def play(tournament: str, store: Path, seconds: float, concurrency: int) -> None:
    """Play missing matches for at most `seconds`."""
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


if __name__ == "__main__":
    main()
