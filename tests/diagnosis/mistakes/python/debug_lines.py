# debug-line: write debug output to the standard error (stderr)
# debug-line: the referee waits only 100 ms
import sys
import time

for line in sys.stdin:
    if line.startswith("action"):
        print("thinking about", line.split()[2], flush=True)
        time.sleep(0.15)
        print("pass", flush=True)
