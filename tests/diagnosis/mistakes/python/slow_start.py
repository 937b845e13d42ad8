# slow-start: the start allowance is
# limits: short
import sys
import time

time.sleep(0.9)
for line in sys.stdin:
    if line.startswith("action"):
        print("pass", flush=True)
