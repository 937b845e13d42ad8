# not-flushed: flush the standard output after each answer: print(move, flush=True)
# other-word: forward
import sys

for line in sys.stdin:
    if line.startswith("action"):
        print("forward")
