# unsafe: is legal but loses at once
# unsafe: check the next cell before you answer
import sys

for line in sys.stdin:
    if line.startswith("action"):
        print("pass", flush=True)
