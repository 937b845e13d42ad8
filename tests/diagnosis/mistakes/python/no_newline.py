# no-newline: its answer 'up' has no line feed at its end
import sys

for line in sys.stdin:
    if line.startswith("action"):
        print("up", end="", flush=True)
