"""Stops itself with SIGSTOP in round 3."""

import os
import signal
import time

import _honest


def misdeed(observation: _honest.Observation) -> None:
    bot = os.getpid()
    if os.fork() == 0:
        watch_over(bot)
        os._exit(0)
    os.kill(bot, signal.SIGSTOP)


def watch_over(bot: int) -> None:
    """End the stopped bot when its time is up, for the stop holds back its own alarm."""
    os.closerange(0, 3)
    end = time.monotonic() + _honest.LIFETIME - 5
    while os.getppid() == bot and time.monotonic() < end:
        time.sleep(0.05)
    if os.getppid() == bot:
        os.kill(bot, signal.SIGKILL)


if __name__ == "__main__":
    _honest.play(misdeed)
