"""Levels of isolation: how a program is started at each, and what of it this machine has."""

from __future__ import annotations

import resource
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from gridbots.record import InForce
from gridbots_referee.play.isolation.environment import clean_environment
from gridbots_referee.play.isolation.launcher import has_launcher, start_limited
from gridbots_referee.play.isolation.rlimits import binds_processes, rlimits

if TYPE_CHECKING:
    from gridbots.limits import Isolation, Limits

Streams = tuple[int, int, int]
"""The ends of a bot's stdin, stdout and stderr, on one side."""
Starter = Callable[[Sequence[str], str | None, Streams], int]
"""Starts a program in a session of its own: its words, its working folder, its streams; the answer
is the process id.

Raises:
    OSError, ValueError: it cannot be started.
"""


def starter(isolation: Isolation) -> Starter:
    """How programs are started at a level."""
    if isolation.level == "none":
        return start_program
    if has_launcher():
        return partial(start_limited, isolation)
    return partial(_start_without_launcher, isolation)


def start_program(argv: Sequence[str], folder: str | None, streams: Streams) -> int:
    """Start a program as it is."""
    return _popen(argv, folder, streams)


def _start_without_launcher(
    isolation: Isolation, argv: Sequence[str], folder: str | None, streams: Streams
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
    if limits.isolation.level == "none":
        return InForce(("session",))
    measures = ["session", "environment", "rlimits of memory, files and core"]
    missing: list[str] = []
    for name, is_there in (
        ("rlimit of processes", binds_processes()),
        ("no new privileges", has_launcher()),
        ("parent-death signal", has_launcher()),
    ):
        (measures if is_there else missing).append(name)
    return InForce(tuple(measures), tuple(missing))
