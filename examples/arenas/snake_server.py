"""A Battlesnake: stays on the board, avoids all bodies, and goes to the nearest food.

referee run "http:python3 snake_server.py" random --game battlesnake
"""

import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

STEPS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}


def choose(request: dict) -> str:
    board, head = request["board"], request["you"]["head"]
    taken = {(part["x"], part["y"]) for snake in board["snakes"] for part in snake["body"][:-1]}
    best, least = "up", 1000
    for word, (right, up) in STEPS.items():
        x, y = head["x"] + right, head["y"] + up
        if 0 <= x < board["width"] and 0 <= y < board["height"] and (x, y) not in taken:
            far = min((abs(x - f["x"]) + abs(y - f["y"]) for f in board["food"]), default=0)
            if far < least:
                best, least = word, far
    return best


class Snake(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"  # so that the connection is kept
    wbufsize = -1  # so that headers and body go out in one packet

    def do_GET(self) -> None:
        self.answer({"apiversion": "1", "author": "example", "color": "#3366cc"})

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.answer({"move": choose(request)} if self.path.endswith("/move") else {})

    def answer(self, told: dict) -> None:
        body = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8000"))), Snake).serve_forever()
