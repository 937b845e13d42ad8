"""Cluster backend: the workers of a Dask cluster, connected and checked."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from gridbots_referee.tournament.cluster.pool import ClusterPool, connect
from gridbots_referee.tournament.cluster.preflight import preflight
from gridbots_referee.tournament.run.prepare import job_template
from gridbots_referee.tournament.run.runner import Backend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots_referee.tournament.cluster.pool import Tls
    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.run.runner import JobTemplate
    from gridbots_referee.tournament.store.store import Store


def is_encrypted(address: str) -> bool:
    return address.startswith("tls://")


def is_local(address: str) -> bool:
    """Whether a scheduler can be reached from its own machine only."""
    host = urlsplit(address if "://" in address else f"tcp://{address}").hostname
    return host in {"localhost", "127.0.0.1", "::1"}


@contextmanager
def cluster_backend(
    store: Store,
    address: str,
    log: Callable[[str], None],
    warn: Callable[[str], None],
    tls: Tls | None = None,
) -> Iterator[Backend]:
    """The workers of the cluster whose scheduler is at this address, after the preflight check.

    Raises:
        GridbotsError: there is no cluster, or it lacks what the tournament needs.
    """
    template = job_template(store)
    with cluster_workers(store.tournament, template, address, log, warn, tls) as backend:
        yield backend


@contextmanager
def cluster_workers(  # noqa: PLR0913, PLR0917  what is played, where, and who is told
    tournament: Tournament,
    template: JobTemplate,
    address: str,
    log: Callable[[str], None],
    warn: Callable[[str], None],
    tls: Tls | None = None,
) -> Iterator[Backend]:
    """As `cluster_backend`, for matches that are in no store."""
    if not (is_encrypted(address) or is_local(address)):
        warn(
            f"the cluster at {address} is open: whoever reaches its ports runs code there; "
            "use tls:// (docs/tournaments.md), or a network in which you trust everybody"
        )
    with connect(address, tls) as client:
        assignment = preflight(client, tournament, template, log)
        yield Backend(template, lambda _: ClusterPool(client, assignment, warn))
