# reads-to-the-end: it reads all lines before it answers
import sys

for line in sys.stdin.read().splitlines():
    if line.startswith("action"):
        print("up", flush=True)
