# not-flushed: flush the standard output after each answer: print(move, flush=True)
import sys

for line in sys.stdin:
    if line.startswith("action"):
        print("up")
