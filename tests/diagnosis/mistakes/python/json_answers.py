# json: it answers in JSON: '{"move": "up"}'
# json: up, right, down, left, pass, no_moves
import json
import sys

for line in sys.stdin:
    if line.startswith("action"):
        print(json.dumps({"move": "up"}), flush=True)
