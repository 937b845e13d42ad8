# illegal: that is straight back, the rider is heading right; legal there: up, right, down
import sys

moves = 0
for line in sys.stdin:
    if line.startswith("action"):
        print("left" if moves % 2 else "right", flush=True)
        moves += 1
