"""Answers into a buffer that it does not flush before its input ends, as programs in C do."""

import sys

import _honest

if __name__ == "__main__":
    for observation in _honest.requests():
        sys.stdout.write(observation.safe_move() + "\n")  # To a pipe, stdout keeps some KiB.
