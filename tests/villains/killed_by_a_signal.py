"""Dies of SIGSEGV in round 3."""

import os
import resource
import signal

import _honest


def misdeed(observation: _honest.Observation) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # no core file in the working directory
    os.kill(os.getpid(), signal.SIGSEGV)


if __name__ == "__main__":
    _honest.play(misdeed)
