"""View of a store at a moment, as the pages need it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridbots_referee.show.viewer.sites.tournament.store_table import StoreTable
    from gridbots_referee.tournament.store.store import Store
    from gridbots_referee.tournament.store.summary import TournamentSummary


class StoreView(NamedTuple):
    """A store, and what has been made of it."""

    store: Store
    table: StoreTable
    summary: TournamentSummary
    surprise: NDArray[Any] | None
    """See `standings.surprise_of`."""

    @property
    def order(self) -> list[int]:
        """The entrants, the best first."""
        return [row.standing.entrant for row in self.summary.rows]

    @property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.summary.tournament.bots]
