"""Plays matches as `referee run` does, and tournaments as `referee tournament` does."""

from __future__ import annotations

import os
import tempfile
import warnings
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridbots.errors import SettingsError, VoidError
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.api.messages import (
    MatchCount,
    TournamentRequest,
    Written,
    bot_texts,
    isolation_table,
    match_request,
    plain,
)
from gridbots_referee.api.recorded_match import RecordedMatch, open_record
from gridbots_referee.api.referee_process import RefereeProcess
from gridbots_referee.api.results import StoredResults, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from gridbots.limits import Level
    from gridbots_referee.api.messages import IsolationOptions, MatchRequest, TimeOptions
    from gridbots_referee.tournament.formats.tournament import Format, Tournament

    Progress = Callable[[int, int], None]
    """Called with the number of played matches, and that of all."""


def play_match(  # noqa: PLR0913  passed by keyword
    game: str,
    bots: Sequence[str | os.PathLike[str]],
    *,
    seed: int | None = None,
    settings: Mapping[str, Any] | None = None,
    time: TimeOptions | None = None,
    isolation: Level | IsolationOptions | None = None,
    in_place: bool = False,
    records: str | os.PathLike[str] | None = None,
) -> RecordedMatch:
    """Play a match between bots, the first in seat 0.

        match = referee.play_match("light-riders", ["minimax:depth=4", "wall-hugger"], seed=7)
        match.winner

    A bot is what `referee run` takes: the name of an installed bot with options, or a command.
    `seed` is that of the opening, by default random; `settings` are those of the game. `time` and
    `isolation` are tables as in a tournament file; `isolation` may also be a level. With `in_place`
    bots start in the current folder. The record is kept if `records` names a folder.

    Raises:
        VoidError: the match could not be played, for example because a bot does not start.
        GridbotsError: a bot, the game or a setting is unknown or invalid.
        KeyboardInterrupt: the bots have been ended.
    """
    (match,) = play_matches(
        game, bots, matches=1, seed=seed, settings=settings, time=time, isolation=isolation,
        in_place=in_place, records=records,
    )  # fmt: skip
    if match.how == "void":
        raise _void(match)
    return match


def play_matches(  # noqa: PLR0913  as above
    game: str,
    bots: Sequence[str | os.PathLike[str]],
    *,
    matches: int,
    seed: int | None = None,
    settings: Mapping[str, Any] | None = None,
    time: TimeOptions | None = None,
    isolation: Level | IsolationOptions | None = None,
    in_place: bool = False,
    records: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> list[RecordedMatch]:
    """Play matches between the same bots, one after the other.

        matches = referee.play_matches("light-riders", ["./mybot", "wall-hugger"], matches=20)
        sum(match.winner == "./mybot" for match in matches)

    Options are those of `play_match`. Successive matches share an opening, and the bots rotate over
    the seats. To play many matches at a time use `play_tournament`. A match that was disturbed from
    outside, for example by a suspended machine, is void, and the next one is played.

    Raises:
        VoidError: a bot does not start.
        GridbotsError: a bot, the game or a setting is unknown or does not fit.
        KeyboardInterrupt: the bots have been ended; records are kept where `records` is named.
    """
    with _folder(records) as folder:
        request = match_request(
            {
                "game": game,
                "bots": bot_texts(bots),
                "settings": dict(settings or {}),
                "folder": str(Path(folder).absolute()),
                "seed": seed,
                "matches": matches,
                "time": time,
                "isolation": isolation_table(isolation),
                "in_place": in_place,
            }
        )
        return _matches_of(request, keeps=records is not None, progress=progress)


def _folder(records: str | os.PathLike[str] | None) -> AbstractContextManager[str]:
    """The named folder, or a temporary one."""
    return tempfile.TemporaryDirectory() if records is None else nullcontext(os.fspath(records))


def _matches_of(
    request: MatchRequest, *, keeps: bool, progress: Progress | None
) -> list[RecordedMatch]:
    played: list[RecordedMatch] = []
    with RefereeProcess(request) as process:
        for message in process.messages():
            if not isinstance(message, Written):
                continue
            match = open_record(message.path)
            played.append(match if keeps else RecordedMatch(match.record))
            if match.how == "void" and not match.record.result.cause:
                raise _void(match)
            if progress:
                progress(len(played), request.matches)
    return played


def _void(match: RecordedMatch) -> VoidError:
    from gridbots_referee.show.tables.result_text import verdict

    ends = [player for player in match.record.result.players if player.detail]
    why = "".join(f"\n{player.name}: {player.detail}" for player in ends)
    return VoidError(f"{verdict(match.record.result)}{why}")


def play_tournament(  # noqa: PLR0913  passed by keyword
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
    progress: Progress | None = None,
    keep_going: bool = False,
) -> StoredResults:
    """Play a tournament between bots, and store its results.

        results = referee.play_tournament(["./mybot", "straight", "wall-hugger"], store="spring.db")
        results.standings()

    `bots` are texts as in `play_match`, or a mapping: the name of each entrant -> its bot.
    `matches` is their number per pairing; `opening_rounds` rounds of random moves come before the
    bots play. `progress` is called with the numbers of played and of scheduled matches. After an
    interruption, the same call plays the missing matches. With `keep_going`, a bot that ends before
    its first answer, in its first match, does not stop the tournament.

    Raises:
        VoidError: a bot fails in its first match.
        GridbotsError: a bot, the game or a setting is unknown or invalid, or the store contains
            another tournament.
        KeyboardInterrupt: the bots have been ended; finished matches are in the store.
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
    given = {name: value for name, value in values.items() if value is not None}
    declared = make(plain(given), Path.cwd())
    return _play(declared, Path(store), concurrency, progress, keep_going=keep_going)


def play_tournament_file(
    file: str | os.PathLike[str],
    *,
    store: str | os.PathLike[str] | None = None,
    concurrency: int | None = None,
    progress: Progress | None = None,
    keep_going: bool = False,
) -> StoredResults:
    """Play the tournament of a TOML file, as `referee tournament` does.

        results = referee.play_tournament_file("spring.toml", store="spring.db")

    By default the store is named after the tournament. Otherwise like `play_tournament`.

    Raises:
        GridbotsError: the file is invalid, or the store contains another tournament.
        KeyboardInterrupt: the bots have been ended; finished matches are in the store.
    """
    from gridbots_referee.tournament.formats.tournament_file import load

    declared = load(Path(file))
    path = Path(f"{declared.name}.db") if store is None else Path(store)
    return _play(declared, path, concurrency, progress, keep_going=keep_going)


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
    progress: Progress | None,
    *,
    keep_going: bool,
) -> StoredResults:
    from gridbots_referee.tournament.run.resume import open_or_create

    if concurrency is not None and concurrency < 1:
        raise SettingsError(f"concurrency: expected 1 or more, got {concurrency}")
    path = path.absolute()
    with open_or_create(path, declared) as store:
        known = len(store.voids())
    with RefereeProcess(TournamentRequest(str(path), concurrency, keep_going)) as process:
        for message in process.messages():
            if progress and isinstance(message, MatchCount):
                progress(message.done, message.all)
    results = open_store(path)
    if voids := results.voids()[known:]:
        warnings.warn(f"{len(voids)} matches are void; voids() lists the reasons", stacklevel=3)
    return results
