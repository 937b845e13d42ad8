"""Levels of isolation: how a program is started at each, and which measures this machine has."""

from __future__ import annotations

import os
import resource
import subprocess
from functools import partial
from typing import TYPE_CHECKING, Protocol

from gridbots.record import InForce
from gridbots_referee.play.isolation.cgroup.group import cgroups
from gridbots_referee.play.isolation.environment import clean_environment
from gridbots_referee.play.isolation.launcher import has_launcher
from gridbots_referee.play.isolation.launcher_pool import Isolated
from gridbots_referee.play.isolation.rlimits import MIB, limits_processes, rlimits
from gridbots_referee.play.isolation.sandbox import bubblewrap
from gridbots_referee.play.isolation.sandbox.process import landlock_abi
from gridbots_referee.play.isolation.sandbox.sandbox import uses_bubblewrap
from gridbots_referee.play.isolation.sandbox.shims import real_command

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gridbots.limits import Isolation, Limits

Streams = tuple[int, int, int]
"""A bot's ends of its stdin, stdout and stderr."""


class BotProgram(Protocol):
    """The program of a seat, to be started at a level."""

    is_boxed: bool
    """Whether it has a sandbox; all methods but `start` need one."""

    def start(self, folder: str | None, entries: Sequence[int], streams: Streams) -> int:
        """Start it in a new session, in the cgroups of these file descriptors; its process id.

        Raises:
            OSError, ValueError: it cannot be started.
        """

    def kill_all(self) -> None:
        """Kill all processes in the sandbox."""

    def kill_forked(self) -> None:
        """Kill all processes in the sandbox except the program itself, a zygote."""

    def renew(self) -> bool:
        """Reset the sandbox for the next bot of a zygote; whether that was possible."""


def program(
    isolation: Isolation, seat: int, argv: Sequence[str], *, is_zygote: bool = False
) -> BotProgram:
    """The program of a seat at a level; in a sandbox, the real one behind a launcher.

    Raises:
        SettingsError: the real program of a launcher cannot be found.
    """
    argv = real_command(argv, isolation)
    if isolation.level != "none" and has_launcher():
        return Isolated(isolation, seat, argv, is_zygote=is_zygote)
    return _Unboxed(partial(start_program, isolation, argv))


class _Unboxed:
    """A program that this process starts."""

    is_boxed = False

    def __init__(self, start: Callable[[str | None, Sequence[int], Streams], int]) -> None:
        self.start = start

    def kill_all(self) -> None:
        raise NotImplementedError

    kill_forked = kill_all

    def renew(self) -> bool:
        raise NotImplementedError


def group_caps(isolation: Isolation) -> tuple[int | None, int | None]:
    """Caps of a bot's cgroup: memory in bytes and number of processes; None: no cap."""
    if isolation.level == "none":
        return None, None
    is_wrapped = isolation.level == "sandbox" and uses_bubblewrap()
    own = bubblewrap.OWN_PROCESSES if is_wrapped else 0
    return isolation.memory_mib * MIB, isolation.processes + own


def start_program(
    isolation: Isolation,
    argv: Sequence[str],
    folder: str | None,
    _: Sequence[int],
    streams: Streams,
) -> int:
    """Start a program without a launcher; at a level with limits, those of every Unix."""
    has_limits = isolation.level != "none"
    limits = rlimits(isolation) if has_limits else ()

    def limit() -> None:
        for kind, value in limits:
            resource.setrlimit(kind, (value, value))

    process = subprocess.Popen(
        argv,
        stdin=streams[0],
        stdout=streams[1],
        stderr=streams[2],
        cwd=folder,
        start_new_session=True,
        env=clean_environment(isolation.pass_env) if has_limits else None,
        preexec_fn=limit if limits else None,  # noqa: PLW1509  it needs no lock of another thread
    )
    process.returncode = 0  # it is reaped by BotProcess
    return process.pid


def in_force(limits: Limits) -> InForce:
    """The isolation measures in force for a match on this machine."""
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
        ("rlimit of processes", limits_processes() or (is_boxed and not uses_bubblewrap())),
        ("no new privileges", has_launcher()),
        ("parent-death signal", has_launcher()),
        *found.items(),
    ):
        (measures if is_there else missing).append(name)
    if is_boxed:
        _add_sandbox(measures, missing)
        if not limits.isolation.network:
            measures.append("no network")
    return InForce(tuple(measures), tuple(missing))


def _add_sandbox(measures: list[str], missing: list[str]) -> None:
    measures += ["namespaces", "read-only tree", "tmpfs with quota", "system-call filter"]
    if uses_bubblewrap():
        measures.append("Bubblewrap")
        missing += bubblewrap.MISSING
        if os.geteuid() == 0:
            missing.append("a user other than root")
        return
    abi = landlock_abi()
    (measures if abi else missing).append(f"Landlock {abi}" if abi else "Landlock")
