"""Exits with code 3 before it has read anything."""

import sys

if __name__ == "__main__":
    sys.exit(3)
