"""Sandbox: what it consists of on this machine, and whether it is available."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Final

from gridbots.errors import SettingsError
from gridbots.limits import Isolation
from gridbots_referee.play.isolation.environment import clean_environment
from gridbots_referee.play.isolation.launcher import (
    IsolationError,
    Launcher,
    LauncherDiedError,
    has_launcher,
)
from gridbots_referee.play.isolation.rlimits import MIB
from gridbots_referee.play.isolation.sandbox.bubblewrap import why_no_bubblewrap
from gridbots_referee.play.isolation.sandbox.contents import compiled_code, files, sources
from gridbots_referee.play.isolation.sandbox.file_tree import SCRATCH
from gridbots_referee.play.isolation.sandbox.linux import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWUTS,
)
from gridbots_referee.play.isolation.sandbox.seccomp import has_filter, system_call_filter

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots_referee.play.isolation.sandbox.process import Box

NOBODY: Final = 65534
"""User and group of bots if root runs the referee."""
REMEDY: Final = (
    "it needs Linux 5.12 or later and unprivileged user namespaces "
    "(sysctl kernel.apparmor_restrict_unprivileged_userns=0, user.max_user_namespaces > 0; in a "
    "container: a seccomp profile that allows unshare and mount), or Bubblewrap (the package "
    "bubblewrap) where only that program may create them. Otherwise use --isolation limits"
)


def box_for(isolation: Isolation, argv: Sequence[str]) -> Box:
    """The sandbox of a program."""
    user, group = (os.geteuid(), os.getegid()) if os.geteuid() else (NOBODY, NOBODY)
    spaces = CLONE_NEWNS | CLONE_NEWUTS | CLONE_NEWIPC
    return (
        user,
        group,
        spaces if isolation.network else spaces | CLONE_NEWNET,
        sources(argv, network=isolation.network),
        files(user, group),
        str(compiled_code()),
        isolation.quota_mib * MIB,
        system_call_filter(),
    )


def sandbox_environment(environment: dict[str, str]) -> dict[str, str]:
    """The clean environment, changed for a sandbox without a home folder."""
    mine = {"HOME": SCRATCH, "TMPDIR": SCRATCH}
    return environment | mine | {"GRIDBOTS_CACHE": str(compiled_code())}


def why_no_sandbox() -> str:
    """Why no sandbox is available on this machine; empty if one is."""
    reason = why_not_by_own_calls()
    if not reason or uses_bubblewrap():
        return ""
    return f"{reason}; {why_no_bubblewrap()}"


def uses_bubblewrap() -> bool:
    """Whether Bubblewrap makes the sandboxes of this machine, because this process cannot."""
    return bool(why_not_by_own_calls()) and not why_no_bubblewrap()


@cache
def why_not_by_own_calls() -> str:
    """Why this process cannot make a sandbox; empty if it can."""
    if not (has_launcher() and has_filter()):
        return "this system is not Linux on x86_64 or aarch64"
    try:
        Launcher(clean_environment(), (), box_for(Isolation(), ["true"])).end()
    except IsolationError as error:
        return error.strerror or str(error)
    except LauncherDiedError as error:
        return f"the launcher: {error}"
    return ""


def check_isolation(isolation: Isolation) -> None:
    """Refuse a level that this machine does not support.

    Raises:
        SettingsError: no sandbox is available; the message says why, and what to do.
    """
    reason = why_no_sandbox() if isolation.level == "sandbox" else ""
    if reason:
        raise SettingsError(f"no sandbox is available on this machine: {reason}; {REMEDY}")
