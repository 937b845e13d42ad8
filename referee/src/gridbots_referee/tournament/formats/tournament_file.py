"""Tournament file: a declaration as TOML, or as options of a command line; read and checked."""

from __future__ import annotations

import itertools
import re
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import OpeningError, SettingsError
from gridbots.limits import DEFAULT_ISOLATION, START_ALLOWANCE_MS, TIME_PER_MOVE_MS, TIMEBANK_MS
from gridbots.plugins import DEFAULT_GAME, installed_bots
from gridbots.plugins.bot_text import without_best
from gridbots.toml_reader import convert, parse_toml, read_file, toml_text
from gridbots_referee.play.command_words import display_name
from gridbots_referee.play.launch import match_limits
from gridbots_referee.tournament.formats.openings import (
    check_opening,
    game_of,
    openings_of,
    read_openings,
)
from gridbots_referee.tournament.formats.schedule import CYCLES, check_extent
from gridbots_referee.tournament.formats.swiss import most_rounds
from gridbots_referee.tournament.formats.tournament import BENCH_AFTER, Entrant, Size, Tournament

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

BOT: Final = re.compile(r"""(?:'[^']*'|"[^"]*"|,(?=\s*[\w-]+=)|[^,])+""")
"""A bot in a list: a comma ends it, except within quotes and before an option."""


def load(path: Path) -> Tournament:
    """The tournament of a file, with its openings; an openings file is relative to its folder.

    Raises:
        SettingsError: the file cannot be read or is invalid; the message names the place.
        OpeningError: an opening is invalid.
    """
    return read_file(path, lambda text: parse(text, path.parent))


def parse(text: str, folder: Path) -> Tournament:
    """The tournament of a TOML text; an openings file is relative to the folder.

    Raises:
        SettingsError: a value is invalid; the message names its place.
        OpeningError: an opening is invalid.
    """
    return make(parse_toml(text), folder)


def make(values: Mapping[str, Any], folder: Path) -> Tournament:
    """A checked tournament from plain values, bots being texts or tables.

    Raises:
        SettingsError: a value is invalid; the message names its place.
        OpeningError: an opening is invalid.
    """
    given = dict(values)
    if isinstance(given.get("bots"), list | tuple):
        given["bots"] = _with_names(given["bots"], str(given.get("game", DEFAULT_GAME)))
    return check(_with_openings(_with_settings(convert(given, Tournament)), folder))


def _with_names(bots: Iterable[Any], game: str) -> list[Any]:
    """Each bot as a table with a name: its text, numbered from the second of the same name on.

    `best` becomes the bot recommended now, so that the tournament continues with the same bots.
    """
    seen: dict[str, int] = {}
    named = []
    for each in bots:
        table = {"bot": each} if isinstance(each, str) else each
        if isinstance(table, dict) and isinstance(table.get("bot"), str):
            table = {**table, "bot": without_best(table["bot"], game, installed_bots())}
        if isinstance(table, dict) and isinstance(table.get("bot"), str) and "name" not in table:
            name = display_name(table["bot"])
            seen[name] = seen.get(name, 0) + 1
            table = {**table, "name": name if seen[name] == 1 else f"{name} #{seen[name]}"}
        named.append(table)
    return named


def with_more_bots(tournament: Tournament, bots: Iterable[str]) -> Tournament:
    """A tournament with more bots, each named by its text, or numbered where that is taken."""
    entrants = list(tournament.bots)
    for each in bots:
        text = without_best(each, tournament.game, installed_bots())
        names, name = {each.name for each in entrants}, display_name(text)
        numbers = (f"{name} #{number}" for number in itertools.count(2))
        if name in names:
            name = next(each for each in numbers if each not in names)
        entrants.append(Entrant(text, name))
    return msgspec.structs.replace(tournament, bots=tuple(entrants))


def _with_settings(tournament: Tournament) -> Tournament:
    """Settings as values of the game, since those of a command line are text."""
    _, settings = game_of(tournament)
    given = {name: getattr(settings, name) for name in tournament.settings}
    return msgspec.structs.replace(tournament, settings=msgspec.to_builtins(given))


def _with_openings(tournament: Tournament, folder: Path) -> Tournament:
    openings = tournament.openings
    if openings.policy == "round" and tournament.format not in CYCLES:
        raise SettingsError(
            f"openings.policy: expected default with the format {tournament.format}; round is for "
            f"{' and '.join(CYCLES)}"
        )
    ways = [name for name in ("rounds", "file", "given") if getattr(openings, name)]
    if len(ways) > 1:
        raise SettingsError(f"openings: expected one of rounds, file, given, got {toml_text(ways)}")
    if not openings.file:
        return tournament
    found = read_openings(folder / openings.file, *game_of(tournament))
    kept = msgspec.structs.replace(openings, file="", given=found)
    return msgspec.structs.replace(tournament, openings=kept)


def check(tournament: Tournament) -> Tournament:
    """The tournament itself, validated.

    Raises:
        SettingsError: a value is invalid.
        UnknownNameError: the game is unknown.
        OpeningError: the game rejects a given opening, or no random one was found.
    """
    if not tournament.name.strip():
        raise SettingsError(f"name: expected a name, got {toml_text(tournament.name)}")
    match_limits(tournament.time)
    game, settings = game_of(tournament)
    _check_names(tournament.bots)
    _check_format(tournament, game.seats(settings))
    check_extent(tournament, game.seats(settings))
    _check_test(tournament, game.seats(settings))
    _check_earlier(tournament, game.seats(settings))
    if tournament.openings.rounds:
        openings_of(tournament)(0)  # fails now if none can be found
    for place, opening in enumerate(tournament.openings.given):
        try:
            check_opening(opening, game, settings)
        except OpeningError as error:
            raise OpeningError(f"openings.given[{place}]: {error}") from None
    return tournament


def _check_names(bots: Sequence[Entrant]) -> None:
    if len(bots) < 2:
        raise SettingsError(f"bots: expected two or more, got {len(bots)}")
    places: dict[str, int] = {}
    for place, each in enumerate(bots):
        if not each.name.strip():
            raise SettingsError(f"bots[{place}].name: expected a name, got {toml_text(each.name)}")
        first = places.setdefault(each.name, place)
        if first != place:
            raise SettingsError(
                f"bots[{place}].name: expected a unique name, "
                f"got {toml_text(each.name)} as in bots[{first}]"
            )


def _check_test(tournament: Tournament, seats: int) -> None:
    if tournament.sprt is None:
        return
    if len(tournament.bots) != 2 or seats != 2:
        bots = len(tournament.bots)
        raise SettingsError(f"sprt: expected 2 bots in 2 seats, got {bots} bots in {seats} seats")
    if tournament.format != "round-robin":
        raise SettingsError(f"sprt: expected the format round-robin, got {tournament.format}")


def _check_earlier(tournament: Tournament, seats: int) -> None:
    if tournament.earlier and tournament.format not in {"round-robin", "gauntlet"}:
        raise SettingsError(f"earlier: expected none with {tournament.format}")
    now = Size(len(tournament.bots), tournament.matches)
    sizes = [Size(seats, 1), *tournament.earlier, now]
    for place, (was, became) in enumerate(itertools.pairwise(sizes), -1):
        if was.bots > became.bots or was.matches > became.matches:
            raise SettingsError(
                f"earlier[{max(place, 0)}]: expected growing sizes, from {seats} bots to the "
                f"current ones, got {sizes[max(place, 0) + 1]}"
            )


def _check_format(tournament: Tournament, seats: int) -> None:
    form, bots = tournament.format, len(tournament.bots)
    if bots < seats:
        raise SettingsError(f"bots: expected {seats} or more, one per seat, got {bots}")
    fitting = {"knockout": seats == 2, "ladder": seats == 2, "round-robin": True}
    if not fitting.get(form, seats >= 2):
        needed = "2 seats" if form in fitting else "2 seats or more"
        raise SettingsError(f"format: expected a game with {needed} for {form}, got {seats}")
    if tournament.rounds and form != "swiss":
        raise SettingsError(f"rounds: expected only with format swiss, got format {form}")
    if form == "swiss" and seats == 2 and tournament.rounds > most_rounds(bots):
        raise SettingsError(
            f"rounds: expected at most {most_rounds(bots)}, so that no two bots meet again, "
            f"got {tournament.rounds}"
        )


def split_bots(texts: Iterable[str]) -> list[str]:
    """The bots of command line arguments such as `greedy,minimax:depth=4,evaluation=attack`.

    A comma separates bots unless an option, `word=`, follows it or it is within quotes.
    """
    return [bot for text in texts for each in BOT.findall(text) if (bot := each.strip())]


EXAMPLE: Final = f"""\
# A tournament. Only the name and the bots are required; all other values are the defaults.
name = "example"

# round-robin  every bot meets every other bot
# gauntlet     the first bot meets all others
# swiss        in each round bots with about equal points meet
# knockout     single elimination; the order of the bots is their seeding
# ladder       each bot in turn is ranked among those before it
format = "round-robin"

game = "{DEFAULT_GAME}"
matches = 2        # per pairing, rounded up so that all bots play all seats equally often
rounds = 0         # of a swiss tournament; 0: enough to find a winner
seed = 1           # of the first opening; the others use the following seeds
bench_after = {BENCH_AFTER}   # void matches because of a bot until it is benched; 0: never
concurrency = 0    # matches at a time; 0: as many as the machine can play fairly
# earlier = [{{ bots = 2, matches = 10 }}]   # only to rebuild a store to which bots were added

# A bot is a plugin with options or a command, as in `referee run`; a table gives it a name.
bots = [
    "wall-hugger",
    "minimax:depth=4",
    {{ bot = "minimax:depth=6,evaluation=territory", name = "deep" }},
]

[settings]         # of the game: `referee games {DEFAULT_GAME}` lists them
width = 16
height = 16

[openings]         # rounds or a file; by default the seed alone decides
policy = "default" # or "round": all pairings have the same openings
rounds = 0         # rounds of random moves before the bots choose theirs
# file = "openings.jsonl"    # written by `referee openings`

[time]             # like the options of `referee run`
# timebank = {TIMEBANK_MS}         # ms; with a bridge, by default that of its arena
# time_per_move = {TIME_PER_MOVE_MS}      # ms; likewise
start_allowance = {START_ALLOWANCE_MS}     # ms
margin = 0                 # ms
clock = "wall"             # or "cpu"
ask = "together"           # or "in-turn"
on_failure = "forfeit"     # or "no-move"
strict = false
in_process = false

[isolation]        # of bots from each other and from the machine; see docs/referee.md
level = "{DEFAULT_ISOLATION.level}"           # or "none", or "sandbox"
memory_mib = {DEFAULT_ISOLATION.memory_mib}          # data, in each process
processes = {DEFAULT_ISOLATION.processes}            # and threads
open_files = {DEFAULT_ISOLATION.open_files}          # in each process
file_size_mib = {DEFAULT_ISOLATION.file_size_mib}       # of each file
quota_mib = {DEFAULT_ISOLATION.quota_mib}            # of all files, in the sandbox
network = false            # in the sandbox
pass_env = []              # names of environment variables passed to bots

# [sprt]           # two bots: stop when it is clear whether the first is stronger
# elo0 = 0         # null hypothesis: the first is stronger by this much
# elo1 = 10        # alternative hypothesis
# alpha = 0.05
# beta = 0.05
# model = "logistic"         # or "normalized"
"""
