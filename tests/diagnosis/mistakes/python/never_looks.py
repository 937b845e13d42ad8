# unsafe: is legal and ends its match at once
# unsafe: look at the cell ahead before you answer
import sys

for line in sys.stdin:
    if line.startswith("action"):
        print("pass", flush=True)
