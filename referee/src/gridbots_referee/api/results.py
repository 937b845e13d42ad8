"""Results of a tournament: its store as tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gridbots.errors import UnknownNameError, nearest
from gridbots_referee.api.recorded_match import RecordedMatch, open_record
from gridbots_referee.api.table import Table

if TYPE_CHECKING:
    import os

    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.store.query import Ending
    from gridbots_referee.tournament.store.store import Store


class StoredResults:
    """The contents of a store. Each call reads it again, also while the tournament is played."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def _open(self) -> Store:
        from gridbots_referee.tournament.store.store import Store

        return Store.open(self.path, read_only=True)

    @property
    def tournament(self) -> Tournament:
        """The declaration of the tournament."""
        with self._open() as store:
            return store.tournament

    def __len__(self) -> int:
        """The number of played matches."""
        with self._open() as store:
            return len(store)

    def standings(self, *, skill: bool = False) -> Table:
        """A row per entrant, the best first; docs/statistics.md explains the numbers.

        Raises:
            ModuleNotFoundError: `skill` without the extra `ratings`.
        """
        from gridbots_referee.tournament.store.summary import standings_rows, summarise

        with self._open() as store:
            return Table(standings_rows(summarise(store, with_skill=skill)))

    def crosstable(self) -> Table:
        """A row per entrant and opponent that have met."""
        from gridbots_referee.tournament.stats.pairwise import (
            CROSSTABLE_COLUMNS,
            crosstable,
            crosstable_rows,
        )
        from gridbots_referee.tournament.store.summary import standings_of

        with self._open() as store:
            order = [standing.entrant for standing in standings_of(store)]
            names = {each: store.tournament.bots[each].name for each in order}
            met = crosstable(store.arrays(), len(names))
        rows = crosstable_rows(names, met)
        columns = CROSSTABLE_COLUMNS
        return Table((dict(zip(columns, row, strict=True)) for row in rows), columns)

    def matches(
        self,
        bot: str | None = None,
        *,
        against: str | None = None,
        ending: Ending | None = None,
        termination: str | None = None,
        limit: int | None = None,
    ) -> Table:
        """A row per match, in order of arrival, with columns for each seat.

            store.matches("mybot", against="minimax", ending="lost")

        `bot` and `against` are names of entrants; `ending` and `termination` filter by the result
        of `bot`. `limit`: only the latest matches.

        Raises:
            UnknownNameError: an entrant or a termination is unknown.
        """
        from gridbots_referee.tournament.store.query import (
            MatchFilter,
            match_columns,
            match_values,
        )

        if ending and bot is None:
            raise UnknownNameError(f"ending={ending!r} needs a bot")
        _check_word(ending, ("won", "drawn", "lost"), "an ending")
        _check_termination(termination)
        with self._open() as store:
            first, second = (
                None if each is None else store.entrant(each) for each in (bot, against)
            )
            found = list(
                store.matches(MatchFilter(first, second, ending, termination or "", limit))
            )
            heads = match_columns(len(found[0].players) if found else 0)
            rows = [match_values(match, store.records) for match in found]
        return Table((dict(zip(heads, row, strict=True)) for row in rows), heads)

    def match(self, number: int) -> RecordedMatch:
        """The match with this number in `matches`.

        Raises:
            UnknownNameError: there is no such match.
            RecordError: its record cannot be read.
        """
        with self._open() as store:
            found = store.query("SELECT record FROM matches WHERE number = ?", (number,))
            names = [name for (name,) in found]
            if not names:
                raise UnknownNameError(f"expected a match from 1 to {len(store)}, got {number}")
            return open_record(store.records / names[0])

    def voids(self) -> Table:
        """A row per match that could not be played, with the reason."""
        heads = ("fixture", "suspect", "cause", "why")
        with self._open() as store:
            names = [entrant.name for entrant in store.tournament.bots]
            return Table(
                (
                    {
                        "fixture": void.id,
                        "suspect": None if void.suspect is None else names[void.suspect],
                        "cause": void.cause,
                        "why": void.why,
                    }
                    for void in store.voids()
                ),
                heads,
            )

    def __repr__(self) -> str:
        from gridbots_referee.show.tables.tournament.standings import as_text
        from gridbots_referee.tournament.store.summary import summarise

        with self._open() as store:
            return as_text(summarise(store))

    def _repr_html_(self) -> str:
        return self.standings()._repr_html_()


def _check_word(word: str | None, known: tuple[str, ...], what: str) -> None:
    if word is not None and word not in known:
        raise UnknownNameError(f"expected {what}, got {word!r}; {nearest(word, known)}")


def _check_termination(word: str | None) -> None:
    from gridbots.record import TERMINATIONS

    _check_word(word, tuple(TERMINATIONS), "a termination")


def open_store(path: str | os.PathLike[str]) -> StoredResults:
    """The results in a store, also of a running tournament.

        store = referee.open_store("spring.db")
        store.standings().to_pandas()

    Raises:
        StoreError: the store is missing or cannot be read.
    """
    results = StoredResults(Path(path).absolute())
    len(results)
    return results
