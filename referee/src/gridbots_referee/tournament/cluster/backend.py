"""Cluster backend: connects to the workers of a Dask cluster after a preflight check."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from gridbots.errors import GridbotsError
from gridbots_referee.play.cores import thinking
from gridbots_referee.tournament.cluster.host import Assignment, warm
from gridbots_referee.tournament.cluster.inventory import (
    Inventory,
    differences,
    inventory,
    requirements_of,
)
from gridbots_referee.tournament.cluster.pool import ClusterPool, connect
from gridbots_referee.tournament.run.dispatch import Backend
from gridbots_referee.tournament.run.prepare import job_template, values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from distributed import Client

    from gridbots_referee.tournament.cluster.inventory import Requirements
    from gridbots_referee.tournament.cluster.pool import Tls
    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.run.job import JobTemplate
    from gridbots_referee.tournament.store.store import Store


def is_encrypted(address: str) -> bool:
    return address.startswith("tls://")


def is_local(address: str) -> bool:
    """Whether a scheduler can be reached only from its own machine."""
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
        GridbotsError: there is no cluster, or it does not meet the requirements.
    """
    template = job_template(store.tournament, store.records, store.retired())
    with cluster_workers(store.tournament, template, address, log, warn, tls) as backend:
        yield backend


@contextmanager
def cluster_workers(  # noqa: PLR0913, PLR0917  tournament, cluster and logs
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
            f"the cluster at {address} is open: anyone who reaches its ports can run code there; "
            "use tls:// (docs/tournaments.md), or a trusted network"
        )
    with connect(address, tls) as client:
        assignment = preflight(client, tournament, template, log)
        yield Backend(template, lambda _: ClusterPool(client, assignment, warn))


Found = dict[str, Inventory]
"""Address of a worker -> inventory of its machine."""


def preflight(
    client: Client, tournament: Tournament, template: JobTemplate, log: Callable[[str], None]
) -> Assignment:
    """Compare every worker's inventory with that of this machine, and warm up its bots.

    Raises:
        GridbotsError: there are no workers, or some differ from this machine.
    """
    requirements = requirements_of(
        tournament.game,
        values_of(tournament),
        template.launches,
        needs_sandbox=template.limits.isolation.level == "sandbox",
    )
    expected = inventory(requirements)
    found = check_inventories(expected, client.run(inventory, requirements, on_error="return"))
    _warm(client, requirements, found, log)
    threads = {each: count for each, count in client.nthreads().items() if each in found}
    for host, matches, cores in oversubscribed(
        found, threads, thinking(template.seats, template.limits)
    ):
        log(f"Warning: {host} plays {matches} matches at a time on {cores} cores: "
            "bots will wait for each other, and their times will be unreliable.")  # fmt: skip
    return Assignment(secrets.token_hex(4), requirements, expected, core_slots(found, threads))


def check_inventories(expected: Inventory, found: Mapping[str, Inventory | Exception]) -> Found:
    """The inventories of all workers, if all match the expected one.

    Raises:
        GridbotsError: some differ, or there are no workers.
    """
    if not found:
        raise GridbotsError(
            "the cluster has no workers; start one with `dask worker ADDRESS --nthreads 1`"
        )
    lines = [line for each, here in found.items() for line in _problems(expected, each, here)]
    if lines:
        raise GridbotsError(
            "\n".join(["workers differ from this machine; install the same everywhere:", *lines])
        )
    return {each: here for each, here in found.items() if isinstance(here, Inventory)}


def _problems(expected: Inventory, address: str, here: Inventory | Exception) -> Iterator[str]:
    if isinstance(here, Exception):
        yield f"  {address}: {type(here).__name__}: {here}"
        return
    problems = differences(expected, here)
    if problems:
        yield f"  {address} ({here.host})"
        yield from (f"    {problem}" for problem in problems)


def _warm(
    client: Client, requirements: Requirements, found: Found, log: Callable[[str], None]
) -> None:
    """Compile on each host, by one of its workers; the others use the result."""
    chosen = {here.host: each for each, here in found.items() if here.cold}
    if not chosen:
        return
    names = sorted({name for here in found.values() for name in here.cold})
    log(f"Compiling {', '.join(names)} on {', '.join(sorted(chosen))} (once) ...")
    workers = list(chosen.values())
    tried = client.run(warm, requirements, workers=workers, on_error="return")
    for address, problems in tried.items():
        if problems:
            log(f"Compiling failed on {address}; bots will compile on their clocks.\n{problems}")


def core_slots(found: Found, threads: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    """Worker -> number of its first thread among those that share its cores, and their number."""
    numbered = {}
    for workers in _sharing(found, threads):
        first, total = 0, sum(threads[each] for each in workers)
        for each in workers:
            numbered[each] = (first, total)
            first += threads[each]
    return numbered


def oversubscribed(
    found: Found, threads: Mapping[str, int], thinking: int
) -> Iterator[tuple[str, int, int]]:
    """Hosts with more thinking bots than cores: host, matches at a time, number of cores."""
    for workers in _sharing(found, threads):
        here, matches = found[workers[0]], sum(threads[each] for each in workers)
        if matches * thinking > len(here.cores):
            yield here.host, matches, len(here.cores)


def _sharing(found: Found, threads: Mapping[str, int]) -> list[list[str]]:
    """Groups of workers that share the cores of a host."""

    def cores(worker: str) -> tuple[str, tuple[int, ...]]:
        return found[worker].host, found[worker].cores

    return [list(group) for _, group in groupby(sorted(sorted(threads), key=cores), key=cores)]
