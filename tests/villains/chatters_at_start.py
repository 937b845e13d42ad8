"""Writes a banner of four lines, one of them empty, before it reads anything; then plays well."""

import _honest

BANNER = b"Villain 1.0\n===========\n\nready to ride\n"

if __name__ == "__main__":
    _honest.write(BANNER)
    _honest.play()
