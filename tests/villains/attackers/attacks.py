"""Attacks the opponent, the referee and the machine in the way that the second word names.

The first is the folder of the villains, whose well-behaved part it needs.

It does so at the first request, tells on standard error what came of it, and plays on honestly:
"done", with what it got hold of, or "cannot" and why. The opponent is an honest bot.
"""

from __future__ import annotations

import ctypes
import os
import signal
import socket
import sys
from pathlib import Path

TYPE_CHECKING = False  # as in typing, whose import would cost more
if TYPE_CHECKING:
    from collections.abc import Callable

sys.path.insert(0, sys.argv[1])

from _honest import Observation, answer, requests  # noqa: E402  found on the path above

PTRACE_SEIZE, PTRACE_DETACH = 0x4206, 17
OPPONENT = "_honest.py"


def opponent() -> int:
    """Process id of the opponent: another child of the same referee."""
    return next(
        pid
        for pid, words in command_lines()
        if any(OPPONENT in word for word in words) and parent_of(pid) == os.getppid()
    )


def parent_of(pid: int) -> int:
    stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    return int(stat.rpartition(")")[2].split()[1])


def command_lines() -> list[tuple[int, list[str]]]:
    """Those of all processes that can be seen, but for this one."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        if folder.name != str(os.getpid()):
            try:
                words = (folder / "cmdline").read_text().split("\0")
            except OSError:
                continue
            found.append((int(folder.name), words))
    return found


def kills_opponent() -> str:
    os.kill(opponent(), signal.SIGKILL)
    return "killed it"


def stops_opponent() -> str:
    os.kill(opponent(), signal.SIGSTOP)
    return "stopped it"


def renices_opponent() -> str:
    os.setpriority(os.PRIO_PROCESS, opponent(), 19)
    return "reniced it"


def traces_opponent() -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(PTRACE_SEIZE, opponent(), None, None) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    return "traced it"


def traces_itself() -> str:
    """PTRACE_TRACEME: of no use, but refused where tracing is."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(0, 0, None, None) < 0:
        raise OSError(ctypes.get_errno(), "ptrace")
    return "traced"


def reads_memory() -> str:
    with open(f"/proc/{opponent()}/mem", "rb"):
        return "opened it"


def reads_input() -> str:
    os.close(os.open(f"/proc/{opponent()}/fd/0", os.O_RDONLY | os.O_NONBLOCK))
    return "opened it"


def writes_output() -> str:
    number = os.open(f"/proc/{opponent()}/fd/1", os.O_WRONLY | os.O_NONBLOCK)
    os.write(number, b"up\n")
    return "wrote a move"


def kills_parent() -> str:
    parent = os.getppid()
    if parent == 0:
        raise ProcessLookupError("no parent")
    os.kill(parent, 0)
    return "could signal it"


def kills_all() -> str:
    """All that it may signal, with a signal that does nothing."""
    os.kill(-1, 0)
    return "signalled them"


def writes_file(path: str) -> str:
    with open(path, "a") as file:
        file.write("x")
    return f"wrote {path}"


def reads_file(path: str) -> str:
    """The `@` hides this path: files that a command names are visible in its sandbox."""
    with open(path.removeprefix("@")) as file:
        return file.read()


def connects(port: str) -> str:
    with socket.create_connection(("127.0.0.1", int(port)), timeout=1):
        return "connected"


def connects_to_itself() -> str:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return connects(str(server.getsockname()[1]))


def connects_abstract(name: str) -> str:
    with socket.socket(socket.AF_UNIX) as client:
        client.connect("\0" + name)
        return "connected"


def reads_environment() -> str:
    return " ".join(sorted(os.environ))


def lists_commands() -> str:
    seen = any(OPPONENT in word for _, words in command_lines() for word in words)
    return "some" if seen else "none"


def makes_namespace() -> str:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(0x10000000) < 0:
        raise OSError(ctypes.get_errno(), "unshare")
    return "has one"


def forks(most: str) -> str:
    children = 0
    try:
        while children < int(most):
            if os.fork() == 0:
                signal.pause()
            children += 1
    except BlockingIOError:
        pass
    return str(children)


def fills_disk(mebibytes: str) -> str:
    with open("filler", "wb") as file:
        file.writelines(bytes(1 << 20) for _ in range(int(mebibytes)))
    return "filled it"


def main() -> None:
    attack, words, is_new = globals()[sys.argv[2]], sys.argv[3:], True
    for observation in requests():
        if is_new:
            is_new = False
            tell(attack, words)
        answer(Observation.safe_move(observation))


def tell(attack: Callable[..., str], words: list[str]) -> None:
    try:
        result = f"done: {attack(*words)}"
    except (OSError, StopIteration) as error:
        result = f"cannot: {type(error).__name__} {error}"
    os.write(2, result.encode() + b"\n")


if __name__ == "__main__":
    main()
