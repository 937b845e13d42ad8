"""Levels of isolation: how a program is started at each, and what of it this machine has."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from gridbots.record import InForce
from gridbots_referee.play.isolation.cgroup.group import cgroups
from gridbots_referee.play.isolation.environment import clean_environment
from gridbots_referee.play.isolation.launcher import has_launcher
from gridbots_referee.play.isolation.launchers import Isolated
from gridbots_referee.play.isolation.rlimits import MIB, binds_processes, rlimits
from gridbots_referee.play.isolation.sandbox_process import landlock_abi

if TYPE_CHECKING:
    from gridbots.limits import Isolation, Limits

Streams = tuple[int, int, int]
"""The ends of a bot's stdin, stdout and stderr, on one side."""
Start = Callable[[str | None, Sequence[int], Streams], int]
"""Starts a program in a session of its own: its working folder, the files by which it may enter its
cgroups, its streams; the answer is the process id.

Raises:
    OSError, ValueError: it cannot be started.
"""
KillRest = Callable[[], None]
"""Kills all that a program has started."""


def starter(isolation: Isolation, seat: int, argv: Sequence[str]) -> tuple[Start, KillRest | None]:
    """How the program of a seat is started at a level, and killed with all that it has started.

    That is None where its processes have to be looked for.
    """
    if isolation.level == "none":
        return partial(start_program, argv), None
    if has_launcher():
        isolated = Isolated(isolation, seat, argv)
        return isolated.start, isolated.kill_rest if isolated.can_kill_rest else None
    return partial(_start_without_launcher, isolation, argv), None


def group_caps(isolation: Isolation) -> tuple[int | None, int | None]:
    """The caps of a bot's cgroup: memory in bytes and the number of processes; None for none."""
    if isolation.level == "none":
        return None, None
    return isolation.memory_mib * MIB, isolation.processes


def start_program(
    argv: Sequence[str], folder: str | None, _: Sequence[int], streams: Streams
) -> int:
    """Start a program as it is."""
    return _popen(argv, folder, streams)


def _start_without_launcher(
    isolation: Isolation,
    argv: Sequence[str],
    folder: str | None,
    _: Sequence[int],
    streams: Streams,
) -> int:
    """Start a program under those limits that any Unix has."""
    limits = rlimits(isolation)

    def limit() -> None:
        for kind, value in limits:
            resource.setrlimit(kind, (value, value))

    environment = clean_environment(isolation.pass_env)
    return _popen(argv, folder, streams, env=environment, preexec_fn=limit)


def _popen(
    argv: Sequence[str],
    folder: str | None,
    streams: Streams,
    env: dict[str, str] | None = None,
    preexec_fn: Callable[[], None] | None = None,
) -> int:
    process = subprocess.Popen(
        argv,
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        cwd=folder,
        start_new_session=True,
        env=env,
        preexec_fn=preexec_fn,  # noqa: PLW1509  no other thread holds what it needs
    )
    process.returncode = 0  # it is reaped elsewhere
    return process.pid


def in_force(limits: Limits) -> InForce:
    """What isolates the bots of a match that is played here."""
    if limits.in_process:
        return InForce()
    level = limits.isolation.level
    found = cgroups().measures()
    if level == "none":
        return InForce(("session", *(["cgroup"] if found["cgroup"] else [])))
    measures = ["session", "environment", "rlimits of memory, files and core"]
    missing: list[str] = []
    is_boxed = level == "sandbox"
    for name, is_there in (
        ("rlimit of processes", is_boxed or binds_processes()),
        ("no new privileges", has_launcher()),
        ("parent-death signal", has_launcher()),
        *found.items(),
    ):
        (measures if is_there else missing).append(name)
    if is_boxed:
        measures += ["namespaces", "read-only tree", "tmpfs with quota", "system-call filter"]
        abi = landlock_abi()
        (measures if abi else missing).append(f"Landlock {abi}" if abi else "Landlock")
        if not limits.isolation.network:
            measures.append("no network")
    return InForce(tuple(measures), tuple(missing))
