# slow: with 200 ms left in its time bank
# slow: with a short time bank
import sys
import time

for line in sys.stdin:
    if line.startswith("action"):
        time.sleep(0.3)
        print("pass", flush=True)
