# no-newline: its answer 'up' does not end with a line feed
import sys

for line in sys.stdin:
    if line.startswith("action"):
        print("up", end="", flush=True)
