"""Sleeps and reads nothing."""

import time

import _honest

if __name__ == "__main__":
    _honest.live_at_most()
    time.sleep(_honest.LIFETIME)
