"""Fork server (zygote): loads and warms a bot once, then forks a ready one for each match.

A referee starts `python -m gridbots zygote` with a socket (`SOCK_SEQPACKET`) as its stdin; the
zygote lives until the other end is closed. First it sends READY, or STAYS if one bot can play match
after match, or REFUSED and the reason. Then each message requests a bot: its working directory, a
zero byte and its seed, with stdin, stdout, stderr and the entries of its cgroups (see `clone`) as
ancillary data. The bot answers with its process id, which the kernel translates in credentials if
the zygote lives in its own PID namespace; or the zygote answers FAILED.

A forked bot is a child of the zygote's parent, the referee. It inherits only the zygote's memory,
and plays as if it had been started alone. The zygote refuses plugins with state that a fork would
lose, or share between bots: threads, open files, random generators.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import random
import re
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import numpy as np

from gridbots.bot.clone import (
    MOST_ENTRIES,
    STREAMS,
    clone_sibling,
    end_with_parent,
    enter_cgroups,
)
from gridbots.bot.runner import make_bot
from gridbots.errors import PluginError
from gridbots.plugins import load_bot, load_game
from gridbots.plugins.bot import Briefing, Command

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

    from gridbots.game import Game
    from gridbots.plugins.bot import BotType


READY: Final = b"ready"
STAYS: Final = b"stays"
REFUSED: Final = b"refused "
FAILED: Final = b"failed"
MOST_BYTES: Final = 8192
"""Maximum size of a message: more than the longest path, and enough for an error."""
SEED_BYTES: Final = 4


def serve(
    name: str, game_name: str, options: Mapping[str, str], settings: Mapping[str, Any]
) -> tuple[BotType, Game, int]:
    """Serve requests, forking a bot for each; returns in every bot, never in this process.

    Returns:
        The bot type, the game, and the bot's random seed in this match, 0 for none.
    """
    referee = _take_stdin()
    end_with_parent()
    try:
        kind, game = _load(name, game_name)
        stays = _rehearse(kind, name, game, options, settings)
        gc.collect()
        _refuse_what_forks_would_share(referee)
    except Exception as error:  # noqa: BLE001  the referee gets every failure of a plugin
        referee.send(REFUSED + str(error).encode(errors="replace")[: MOST_BYTES - len(REFUSED)])
        sys.exit(0)
    gc.freeze()  # so that collections in the bots leave the shared memory alone
    collapse_pages()
    referee.send(STAYS if stays else READY)
    seed = _answer_requests(referee)
    return kind, game, seed


def _take_stdin() -> socket.socket:
    """Move the socket away from stdin, out of the reach of a plugin that reads there."""
    taken = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return taken


def _load(name: str, game_name: str) -> tuple[BotType, Game]:
    with _seeding_refused():
        return load_bot(name), load_game(game_name)


@contextlib.contextmanager
def _seeding_refused() -> Iterator[None]:
    """Refuse a plugin that seeds a global generator when it is imported.

    Started alone, such a bot draws the same numbers in every match. In a forked bot the global
    generators are seeded anew.
    """
    seeded: list[object] = []

    def noting(seed: Callable[..., None]) -> Callable[..., None]:
        def note(*given: object, **named: object) -> None:
            seeded.extend([*given, *named.values()])
            seed(*given, **named)

        return note

    with _changed(random, "seed", noting), _changed(np.random, "seed", noting):
        yield
    if seeded:
        raise PluginError(f"expected loading to seed no random generator, got {seeded}")


@contextlib.contextmanager
def _changed(module: Any, name: str, change: Callable[[Any], Any]) -> Iterator[None]:
    before = getattr(module, name)
    setattr(module, name, change(before))
    try:
        yield
    finally:
        setattr(module, name, before)


def _rehearse(
    kind: BotType,
    name: str,
    game: Game,
    options: Mapping[str, str],
    settings: Mapping[str, Any],
) -> bool:
    """Warm-up: make a bot and warm it, so that all code is loaded; return whether it `stays`."""
    bot = make_bot(kind, name, game, options, seed=1)
    if isinstance(bot, Command):
        raise PluginError(f"expected a bot in Python, got the program {bot!r}")
    checked = game.make_settings(settings)
    bot.warm(Briefing(game, checked, seat=0, seats=game.seats(checked)))
    return bot.stays


def _refuse_what_forks_would_share(referee: socket.socket) -> None:
    threads = len(os.listdir("/proc/self/task")) - 1  # noqa: PTH208  names are all that is needed
    files = sorted(_open_files() - {*range(STREAMS), referee.fileno()})
    generators = _own_generators()
    if threads or files or generators:
        raise PluginError(
            "expected no threads, open files and generators after loading, "
            f"got {threads} threads, the files {files}, the generators {generators}"
        )


def _own_generators() -> list[object]:
    """Random generators besides the global ones: their numbers would be the same in every bot."""
    common = (random._inst, np.random.mtrand._rand)  # noqa: SLF001
    kinds = (random.Random, np.random.Generator, np.random.RandomState)
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, kinds)
        and not isinstance(each, random.SystemRandom)
        and not any(each is one for one in common)
    ]


def _open_files() -> set[int]:
    """Open files, except those of libraries: libffi may keep its own file open, without reading."""
    listed = [int(name) for name in os.listdir("/proc/self/fd")]  # noqa: PTH208  as above
    libraries = _libraries()
    return {each for each in listed if (path := _path_of(each)) and path not in libraries}


def _path_of(number: int) -> str:
    """Path of an open file; empty for the one that listed them, which is closed by now."""
    with contextlib.suppress(FileNotFoundError):
        return str(Path(f"/proc/self/fd/{number}").readlink())
    return ""


def _libraries() -> set[str]:
    """Paths of the libraries that this process has loaded."""
    maps = os.fsdecode(Path("/proc/self/maps").read_bytes()).splitlines()
    fields = [line.split(maxsplit=5) for line in maps]
    return {each[-1] for each in fields if "x" in each[1] and len(each) > 5}


def _answer_requests(referee: socket.socket) -> int:
    """Serve requests; returns in each bot, with its seed."""
    os.chdir("/")  # the working folder may be removed
    while True:
        request, files = _next_request(referee)
        folder, _, seed = request.partition(b"\0")
        if not _fork_bot(referee, folder, files):
            referee.close()
            return int(seed or 0)
        for number in files:
            os.close(number)


def _next_request(referee: socket.socket) -> tuple[bytes, Sequence[int]]:
    """The text and the files of the next request; exits when the referee is gone."""
    most = STREAMS + MOST_ENTRIES
    text, files, _, _ = socket.recv_fds(referee, MOST_BYTES, most, socket.MSG_CMSG_CLOEXEC)
    if len(files) < STREAMS:
        _leave()
    return text, files


def _leave() -> NoReturn:
    """Exit at once, without cleaning up: nothing is left to save."""
    os._exit(0)


def _fork_bot(referee: socket.socket, folder: bytes, files: Sequence[int]) -> bool:
    """Fork a bot, which answers the referee; return whether this process is the zygote.

    When it answers, it leads its own session.
    """
    for stream in (sys.stdout, sys.stderr):
        stream.flush()  # otherwise every bot would write the rest of the buffers
    reader, writer = os.pipe()
    pid, is_born = _clone(files[STREAMS:])
    if pid == 0:
        try:
            enter_cgroups(files[STREAMS:], is_born=is_born)
            _settle_in(folder, files)
            referee.send(b"%d" % os.getpid())
            os.write(writer, b"1")
        except BaseException:  # noqa: BLE001  nothing may get back into the zygote's loop
            _leave()
        os.close(reader)
        os.close(writer)
        return False
    os.close(writer)
    if not os.read(reader, 1):
        referee.send(FAILED)
    os.close(reader)
    return True


def _clone(entries: Sequence[int]) -> tuple[int, bool]:
    """As `clone_sibling`, with Python's hooks before and after a fork."""
    python = ctypes.pythonapi
    python.PyOS_BeforeFork()
    pid, is_born = clone_sibling(entries)
    if pid == 0:
        python.PyOS_AfterFork_Child()
    else:
        python.PyOS_AfterFork_Parent()
    return pid, is_born


def _settle_in(folder: bytes, files: Sequence[int]) -> None:
    """Put this process into the state of a newly started program."""
    os.setsid()
    end_with_parent()
    for number, stream in enumerate(files[:STREAMS]):
        os.dup2(stream, number)
    for number in files:
        os.close(number)
    if folder:
        os.chdir(folder)
    # `random` and numba reseed themselves after a fork. numpy is slower without a given seed.
    word = int.from_bytes(os.urandom(SEED_BYTES))
    np.random.seed(word)  # noqa: NPY002  for bots that use the old generator


MADV_COLLAPSE: Final = 25
HUGE_PAGE: Final = 1 << 21
_ANONYMOUS: Final = re.compile(r"([0-9a-f]+)-([0-9a-f]+) rw-p 00000000 00:00 0 +(?:\[heap])?\n")


def collapse_pages() -> int:
    """Collapse the pages in use into huge ones, where the system can (Linux 6.1, x86-64).

    Returns:
        Number of memory regions that have huge pages now.
    """
    collapsed = 0
    for first, last in _anonymous_memory():
        begin = -(-first // HUGE_PAGE) * HUGE_PAGE
        whole = (last - begin) // HUGE_PAGE * HUGE_PAGE
        if whole > 0:
            address, length = ctypes.c_void_p(begin), ctypes.c_size_t(whole)
            collapsed += ctypes.pythonapi.madvise(address, length, MADV_COLLAPSE) == 0
    return collapsed


def _anonymous_memory() -> Iterator[tuple[int, int]]:
    """First and last address of each anonymous, writable region of memory."""
    for line in Path("/proc/self/maps").read_text().splitlines(keepends=True):
        if found := _ANONYMOUS.match(line):
            yield int(found[1], 16), int(found[2], 16)
