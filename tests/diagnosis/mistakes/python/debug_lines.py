# debug-line: write debug output to standard error (stderr)
# debug-line: one that comes after 100 ms is lost
import sys
import time

for line in sys.stdin:
    if line.startswith("action"):
        print("thinking about", line.split()[2], flush=True)
        time.sleep(0.15)
        print("pass", flush=True)
