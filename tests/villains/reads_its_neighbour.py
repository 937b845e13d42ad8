"""Writes into the output pipes of its parent's other children in round 3, and stops them."""

import os
import signal
import stat

import _honest

PARENT = os.getppid()


def neighbours() -> list[int]:
    """Processes with our parent; none if that is init, which adopts what is not ours."""
    if PARENT <= 1 or os.getppid() != PARENT:
        return []
    others = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    return [pid for pid in others if pid != os.getpid() and parent_of(pid) == PARENT]


def parent_of(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/stat", "rb") as status:
            return int(status.read().rpartition(b")")[2].split()[1])
    except OSError:
        return 0


def speak_for(pid: int) -> None:
    try:
        pipe = os.open(f"/proc/{pid}/fd/1", os.O_WRONLY | os.O_NONBLOCK)
        if stat.S_ISFIFO(os.fstat(pipe).st_mode):
            os.write(pipe, b"villain was here\n")
        os.close(pipe)
    except OSError:
        pass


def send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except OSError:
        pass


def misdeed(observation: _honest.Observation) -> None:
    for pid in neighbours():
        speak_for(pid)
        send(pid, signal.SIGSTOP)
    _honest.answer(observation.safe_move())


if __name__ == "__main__":
    _honest.play(misdeed)
    for pid in neighbours():  # a stopped process would outlive its alarm
        send(pid, signal.SIGCONT)
