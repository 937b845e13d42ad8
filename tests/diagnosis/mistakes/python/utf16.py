# not-text: its answers are UTF-16
import sys

for line in sys.stdin:
    if line.startswith("action"):
        sys.stdout.buffer.write("pass\n".encode("utf-16"))
        sys.stdout.flush()
