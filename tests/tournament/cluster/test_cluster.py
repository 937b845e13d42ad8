"""`--cluster`: matches on other machines, here two workers of Dask on this one."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from concurrent.futures import Future
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from tests.cli.arena import Arena, events
from tests.tournament.cluster.dask_cluster import Cluster, children_of, kill

from gridbots import record
from gridbots.errors import GridbotsError
from gridbots_referee.tournament.store.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MATCHES = 24
"""Of each pairing; three pairings."""
KILLER = """
import os, signal, subprocess
above = subprocess.run(["ps", "-o", "ppid=", "-p", str(os.getppid())], capture_output=True)
os.kill(int(above.stdout), signal.SIGKILL)
"""
"""A bot that ends the Dask worker that has it played."""
BOT = """
from gridbots import Bot, BotType, hookimpl

class PassingBot(Bot):
    def __init__(self, game, options):
        pass

    def choose(self, observation, budget):
        return -1

@hookimpl
def gridbots_bot():
    return BotType(summary="for a test", make=PassingBot)
"""


def bring(folder: Path, name: str, text: str, requirements: str = "msgspec") -> None:
    """An installed package with a bot of its name, visible if its folder is in the path."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / f"{name}.py").write_text(text)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nRequires-Dist: {requirements}\n"
    )
    (about / "entry_points.txt").write_text(f"[gridbots.bots]\n{name} = {name}\n")


@pytest.fixture
def arena(tmp_path: Path) -> Arena:
    return Arena(tmp_path)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("cluster")
    bring(folder / "there", "twin", BOT + "text = 'there'")
    bring(folder / "both", "cold", BOT, requirements="numba")
    path = os.pathsep.join([str(folder / "there"), str(folder / "both")])
    with Cluster(folder, python_path=path) as started:
        started.add(2)
        yield started


def moves(arena: Arena, name: str) -> dict[str, list[tuple[str | None, ...]]]:
    """Fixture -> the moves of all rounds, by its record."""
    with Store.open(arena.folder / f"{name}.db", read_only=True) as store:
        paths = {path.name.partition(".")[0]: path for path in store.records.iterdir()}
        assert set(paths) == store.ids()
    return {each: [r.moves for r in record.read(path).rounds] for each, path in paths.items()}


@pytest.mark.slow  # it plays a tournament on a cluster and one on this machine
def test_a_cluster_plays_the_same_matches_as_this_machine(arena: Arena, cluster: Cluster) -> None:
    for command in (
        arena.tournament("here", 2),
        cluster.tournament(arena, "there", 2, "--json"),
    ):
        command[3] += ",straight"
        done = arena.run(*command)
        assert done.returncode == 0, done.stderr
    reported = [event for event in events(done.stdout) if event["event"] == "match_finished"]
    assert len(reported) == 12
    assert moves(arena, "there") == moves(arena, "here")
    assert [(each.entrant, each.points, each.matches) for each in arena.table("there")] == [
        (each.entrant, each.points, each.matches) for each in arena.table("here")
    ]
    assert arena.is_deserted()
    assert cluster.is_at_rest()


@pytest.mark.slow  # workers are started for it
def test_missing_requirements_of_workers_are_reported_before_a_match(
    arena: Arena, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = arena.folder / "site"
    bring(here, "twin", BOT + "text = 'here'")
    bring(here, "solo", BOT)
    program = here / "hermit"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", str(here))
    monkeypatch.setenv("PATH", f"{here}{os.pathsep}{os.environ['PATH']}")
    command = cluster.tournament(arena, "spring", 2)
    command[3] += ",twin,solo,hermit"
    done = arena.run(*command)
    assert done.returncode == 2
    first, *lines = done.stderr.splitlines()
    assert first == "referee: workers differ from this machine; install the same everywhere:"
    assert sum(line.startswith("  tcp://127.0.0.1:") for line in lines) == len(lines) // 4 == 2
    assert lines[1] == "    expected the bot solo of solo 1.0, got none: it is not installed"
    assert lines[2].startswith("    expected the files of twin as they are here (")
    assert lines[3] == "    the program 'hermit' is missing"
    assert arena.stored("spring") == []


@pytest.mark.slow
def test_bots_are_compiled_where_they_play_before_they_do(
    arena: Arena, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(cluster.folder / "both"))
    monkeypatch.setenv("GRIDBOTS_CACHE", str(arena.folder / "cache"))
    reported = []
    for name in ("first", "second"):
        command = cluster.tournament(arena, name, 2)
        command[3] = "cold,straight"
        done = arena.run(*command)
        assert done.returncode == 0, done.stderr
        reported.append(done.stderr.startswith("Compiling cold on "))
    assert reported == [True, False]
    assert len(list((cluster.folder / "cache" / "warm").iterdir())) == 1
    assert not (arena.folder / "cache" / "warm").exists()


def killed_one_of(processes: list[int]) -> bool:
    """Whether one of them was alive and could be killed."""
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
            return True
    return False


@pytest.mark.slow
def test_the_matches_of_processes_and_machines_that_are_lost_are_played_again(
    arena: Arena, cluster: Cluster
) -> None:
    lost = cluster.add(threads=2)
    running = arena.start(*cluster.tournament(arena, "spring", MATCHES, "--json"))
    assert running.stdout
    for _ in range(4):
        running.stdout.readline()
    while not killed_one_of(children_of(cluster.workers[0].pid)):
        assert running.poll() is None
    kill(lost)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 0, errors
    fixtures = arena.stored("spring")
    assert len(fixtures) == len(set(fixtures)) == 3 * MATCHES
    assert set(moves(arena, "spring")) == set(fixtures)
    assert arena.is_deserted()
    assert cluster.is_at_rest()


@pytest.mark.slow
def test_an_interruption_leaves_nothing_running(arena: Arena, cluster: Cluster) -> None:
    running = arena.start(*cluster.tournament(arena, "spring", 200, "--json"))
    assert running.stdout
    for _ in range(4):
        running.stdout.readline()
    running.send_signal(signal.SIGINT)
    out, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert [event["event"] for event in events(out)[-2:]] == ["tournament_finished", "interrupted"]
    assert 3 <= len(arena.stored("spring")) < 600
    assert arena.is_deserted()
    assert cluster.is_at_rest()


@pytest.mark.slow
def test_a_match_that_kills_its_worker_is_named_and_a_lost_scheduler_loses_no_results(
    arena: Arena, tmp_path: Path
) -> None:
    with Cluster(tmp_path, failures=0) as fragile:
        fragile.add(3)
        (arena.folder / "killer.py").write_text(KILLER)
        command = fragile.tournament(arena, "fatal", 2)
        command[3] = f"straight,{sys.executable} {arena.folder}/killer.py"
        done = arena.run(*command)
        assert done.returncode == 3, done.stderr
        assert re.search(
            r"Match \S+ could not be played: .* ended together with the Dask worker", done.stderr
        )
        running = arena.start(*fragile.tournament(arena, "spring", 200, "--json"))
        assert running.stdout
        first = [running.stdout.readline() for _ in range(4)]
        kill(fragile.scheduler)
        out, errors = running.communicate(timeout=60)
        assert running.returncode == 2
        *_, said = errors.splitlines()
        assert said.startswith("referee: the connection to the Dask scheduler is lost")
        reported = events("".join(first) + out)
        assert {
            event["fixture"] for event in reported if event["event"] == "match_finished"
        } <= set(arena.stored("spring"))
    assert arena.is_deserted()


def test_a_missing_scheduler_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    # Imported here: Dask takes a second in each process that collects tests.
    from gridbots_referee.tournament.cluster import pool

    monkeypatch.setattr(pool, "CONNECT_SECONDS", 0.2)
    with socket.socket() as bound:  # bound but not listening, so connections fail
        bound.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{bound.getsockname()[1]}"
        expected = f"there is no Dask scheduler at {address}"
        with (
            pytest.raises(GridbotsError, match=expected),
            pool.connect(address),
        ):
            pass


def test_an_answer_that_a_lost_scheduler_cut_off_names_the_scheduler() -> None:
    from distributed.comm.core import CommClosedError

    from gridbots_referee.tournament.cluster import pool

    client = SimpleNamespace(status="running", nthreads=lambda: {"tcp://one": 1})
    cluster = pool.ClusterPool(client, SimpleNamespace())  # type: ignore[arg-type]
    future: Future[None] = Future()
    cluster._collect_from("1-1", future)  # type: ignore[arg-type]
    future.set_exception(CommClosedError())
    cluster.collect(1.0)
    with pytest.raises(GridbotsError, match="the connection to the Dask scheduler is lost"):
        cluster.collect(1.0)


def test_the_workers_determine_the_parallel_matches_of_a_cluster(arena: Arena) -> None:
    done = arena.run(*arena.tournament("spring", 2, "--cluster", "tcp://127.0.0.1:9"))
    assert done.returncode == 2
    assert "--concurrency and --cluster are mutually exclusive" in done.stderr


@pytest.mark.slow  # starts a separate cluster
def test_a_cluster_with_tls_rejects_clients_without_its_certificate(arena: Arena) -> None:
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=gridbots",
         "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=arena.folder, check=True, capture_output=True,
    )  # fmt: skip
    files = [str(arena.folder / name) for name in ("cert.pem", "cert.pem", "key.pem")]
    options = zip(("--tls-ca-file", "--tls-cert", "--tls-key"), files, strict=True)
    words = [word for pair in options for word in pair]
    with Cluster(arena.folder, tls=words) as cluster:
        assert cluster.address.startswith("tls://")
        cluster.add()
        command = cluster.tournament(arena, "tls", 2)
        stranger = arena.run(*command)
        assert (stranger.returncode, arena.stored("tls")) == (2, [])
        done = arena.run(*command, "--tls", *files)
        assert done.returncode == 0, done.stderr
        assert len(arena.stored("tls")) == 6


def test_a_thread_of_a_dask_worker_keeps_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    from gridbots_referee.tournament.cluster import host
    from gridbots_referee.tournament.cluster.inventory import Inventory, Requirements

    class FakeWorker:
        def __init__(self, *_: object) -> None:
            self.ended = threading.Event()

        def interrupt(self) -> None:
            pass

        def end(self) -> None:
            self.ended.set()

    dask = SimpleNamespace(address="tcp://one", local_directory=None)
    monkeypatch.setattr(host, "get_worker", lambda: dask)
    monkeypatch.setattr(host, "Worker", FakeWorker)
    needs = Requirements("light-riders", {}, (), ())
    has = Inventory("here", (0,), (), {}, {}, {}, (), {})
    first, second = (host.Assignment(run, needs, has) for run in ("first", "second"))
    worker = host._worker_of_thread(first)
    assert worker is not None
    assert host._worker_of_thread(first) is worker
    assert host._worker_of_thread(second) is not worker
    assert not worker.end.alive


@pytest.mark.parametrize(
    ("address", "is_warned_of"),
    [
        ("tcp://10.0.0.7:8786", True),
        ("somewhere:8786", True),
        ("tcp://127.0.0.1:8786", False),
        ("tls://10.0.0.7:8786", False),
    ],
)
def test_an_open_cluster_on_another_machine_gives_a_warning(
    address: str, *, is_warned_of: bool
) -> None:
    from gridbots_referee.tournament.cluster.backend import is_encrypted, is_local

    assert (is_encrypted(address) or is_local(address)) != is_warned_of
