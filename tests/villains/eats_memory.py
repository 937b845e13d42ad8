"""Takes memory in round 3, as many megabytes as the first argument says, and plays on."""

import sys

import _honest

CHUNK = 64  # megabytes
hoard: list[bytes] = []


def misdeed(observation: _honest.Observation) -> None:
    limit = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    while len(hoard) * CHUNK < limit:
        hoard.append(b"x" * (CHUNK * 2**20))
    _honest.answer(observation.safe_move())


if __name__ == "__main__":
    _honest.play(misdeed)
