"""Plays tournaments, as `referee tournament` does."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridbots.errors import SettingsError
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.api.messages import MatchCount
from gridbots_referee.api.referee_process import RefereeProcess
from gridbots_referee.api.requests import TournamentRequest, bot_texts, isolation_table, plain
from gridbots_referee.api.results import StoredResults, open_store

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence

    from gridbots.limits import Level
    from gridbots_referee.api.requests import IsolationOptions, TimeOptions
    from gridbots_referee.tournament.formats.tournament import Format, Tournament


def play_tournament(  # noqa: PLR0913  each has a name of its own where it is called
    bots: Sequence[str | os.PathLike[str]] | Mapping[str, str],
    *,
    store: str | os.PathLike[str],
    game: str = DEFAULT_GAME,
    format: Format = "round-robin",  # noqa: A002  the word of the tournament file
    matches: int = 2,
    seed: int = 1,
    settings: Mapping[str, Any] | None = None,
    opening_rounds: int = 0,
    time: TimeOptions | None = None,
    isolation: Level | IsolationOptions | None = None,
    concurrency: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> StoredResults:
    """Play a tournament between bots, and keep the results in a store.

        results = referee.play_tournament(["./mybot", "straight", "wall-hugger"], store="spring.db")
        results.standings()

    `bots` are texts as in `play_match`, or a mapping: the name of each entrant -> its bot.
    `matches` are those of each pairing; `opening_rounds` of random moves come before the bots are
    asked. `progress` is called with the number of matches that have been played and that of all
    that are scheduled. When it was interrupted, the same call goes on with what is missing.

    Raises:
        GridbotsError: a bot, the game or a setting is unknown or does not fit; or the store holds
            another tournament.
        KeyboardInterrupt: the bots have been ended; what was played is in the store.
    """
    from gridbots_referee.tournament.formats.tournament_file import make

    values = {
        "name": Path(store).stem,
        "bots": _entrants(bots),
        "format": format,
        "game": game,
        "matches": matches,
        "seed": seed,
        "settings": dict(settings or {}),
        "openings": {"rounds": opening_rounds},
        "time": time,
        "isolation": isolation_table(isolation),
    }
    told = {name: value for name, value in values.items() if value is not None}
    return _play(make(plain(told), Path.cwd()), Path(store), concurrency, progress)


def play_tournament_file(
    file: str | os.PathLike[str],
    *,
    store: str | os.PathLike[str] | None = None,
    concurrency: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> StoredResults:
    """Play the tournament that a TOML file declares: the one that `referee tournament` takes.

        results = referee.play_tournament_file("spring.toml", store="spring.db")

    The store is named after the tournament if none is named. As `play_tournament` otherwise.

    Raises:
        GridbotsError: something in the file is wrong, or the store holds another tournament.
        KeyboardInterrupt: the bots have been ended; what was played is in the store.
    """
    from gridbots_referee.tournament.formats.tournament_file import load

    declared = load(Path(file))
    path = Path(f"{declared.name}.db") if store is None else Path(store)
    return _play(declared, path, concurrency, progress)


def _entrants(bots: Sequence[str | os.PathLike[str]] | Mapping[str, str]) -> list[Any]:
    from collections.abc import Mapping as AnyMapping

    if isinstance(bots, AnyMapping):
        named = zip(bots, bot_texts(list(bots.values())), strict=True)
        return [{"name": name, "bot": bot} for name, bot in named]
    return bot_texts(bots)


def _play(
    declared: Tournament,
    path: Path,
    concurrency: int | None,
    progress: Callable[[int, int], None] | None,
) -> StoredResults:
    from gridbots_referee.tournament.run.resume import open_or_create

    if concurrency is not None and concurrency < 1:
        raise SettingsError(f"concurrency: expected 1 or more, got {concurrency}")
    path = path.absolute()
    with open_or_create(path, declared) as store:
        known = len(store.voids())
    with RefereeProcess(TournamentRequest(str(path), concurrency)) as process:
        for message in process.messages():
            if progress and isinstance(message, MatchCount):
                progress(message.done, message.all)
    results = open_store(path)
    if voids := results.voids()[known:]:
        warnings.warn(f"{len(voids)} matches are void; voids() says why", stacklevel=3)
    return results
