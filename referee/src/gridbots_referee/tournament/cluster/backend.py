"""Cluster backend: the workers of a Dask cluster, connected and checked."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from gridbots_referee.tournament.cluster.pool import ClusterPool, connect
from gridbots_referee.tournament.cluster.preflight import preflight
from gridbots_referee.tournament.run.prepare import job_template
from gridbots_referee.tournament.run.runner import Backend

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots_referee.tournament.store.store import Store


@contextmanager
def cluster_backend(
    store: Store, address: str, log: Callable[[str], None], warn: Callable[[str], None]
) -> Iterator[Backend]:
    """The workers of the cluster whose scheduler is at this address, after the preflight check.

    Raises:
        GridbotsError: there is no cluster, or it lacks what the tournament needs.
    """
    with connect(address) as client:
        template = job_template(store)
        assignment = preflight(client, store.tournament, template, log)
        yield Backend(template, lambda _: ClusterPool(client, assignment, warn))
