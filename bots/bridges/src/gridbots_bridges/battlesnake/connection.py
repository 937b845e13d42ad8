"""Connection over TCP, which does not block, made by a coroutine."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import socket
from typing import TYPE_CHECKING, Final

from gridbots.bot.coroutine import Wait

if TYPE_CHECKING:
    from gridbots.bot.coroutine import Waits

LOOPBACK: Final = ["127.0.0.1", "::1"]


def is_known(host: str) -> bool:
    """Whether no name has to be looked up, which nobody can do without waiting."""
    return host == "localhost" or _family(host) is not None


def _family(host: str) -> int | None:
    """The address family of a number; None of what is none."""
    for family in (socket.AF_INET, socket.AF_INET6):
        with contextlib.suppress(OSError):
            socket.inet_pton(family, host)
            return family
    return None


def connected(address: tuple[str, int], deadline: float) -> Waits[socket.socket]:
    """Connect to the first number of this host that accepts it.

    Raises:
        TimeoutError: none has answered before the deadline.
        OSError: none has accepted it, or there is none.
    """
    host, port = address
    refused: OSError | None = None
    for number in _numbers(host, port):
        try:
            return (yield from _connect(number, port, deadline))
        except TimeoutError:
            raise
        except OSError as error:
            refused = refused or error
    raise refused or OSError(f"{host} has no address")


def _numbers(host: str, port: int) -> list[str]:
    if host == "localhost":
        return LOOPBACK
    if _family(host) is not None:  # looking it up would load what looks up names, for 2 ms
        return [host]
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(place[0]) for *_, place in found]


def _connect(number: str, port: int, deadline: float) -> Waits[socket.socket]:
    made = socket.socket(_family(number) or socket.AF_INET)
    try:
        made.setblocking(False)
        yield from _await_accepted(made, made.connect_ex((number, port)), deadline)
    except BaseException:
        made.close()
        raise
    return made


def _await_accepted(made: socket.socket, error: int, deadline: float) -> Waits[None]:
    if error == errno.EINPROGRESS:
        if not (yield Wait(made.fileno(), select.POLLOUT, deadline)):
            raise TimeoutError
        error = made.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
    if error:
        raise OSError(error, os.strerror(error))
