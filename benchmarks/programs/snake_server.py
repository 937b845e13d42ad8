"""A Battlesnake for measurements: avoids bodies and walls, and eats only when necessary.

python benchmarks/programs/snake_server.py PORT
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
from typing import Any

STEPS = {"up": (0, 1), "right": (1, 0), "down": (0, -1), "left": (-1, 0)}


def choose(request: Any) -> str:
    board, you = request["board"], request["you"]
    taken = {(part["x"], part["y"]) for snake in board["snakes"] for part in snake["body"][:-1]}
    best, most = "up", -1
    for word, (right, up) in STEPS.items():
        x, y = you["head"]["x"] + right, you["head"]["y"] + up
        if is_free(x, y, board, taken):
            room = sum(is_free(x + dx, y + dy, board, taken) for dx, dy in STEPS.values())
            if you["health"] < 40 and board["food"]:
                room = 100 - min(abs(x - f["x"]) + abs(y - f["y"]) for f in board["food"])
            if room > most:
                best, most = word, room
    return best


def is_free(x: int, y: int, board: Any, taken: set[tuple[int, int]]) -> bool:
    return 0 <= x < board["width"] and 0 <= y < board["height"] and (x, y) not in taken


def answer(request: bytes) -> bytes:
    head, _, body = request.partition(b"\r\n\r\n")
    told = {"move": choose(json.loads(body))} if b"/move" in head[:40] else {"apiversion": "1"}
    text = json.dumps(told).encode()
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%b" % (len(text), text)


def length_of(head: bytes) -> int:
    _, _, rest = head.partition(b"Content-Length: ")
    return int(rest.partition(b"\r")[0]) if rest else 0


def serve(port: int) -> None:
    selector, received = selectors.DefaultSelector(), dict[socket.socket, bytes]()
    listener = socket.create_server(("127.0.0.1", port))
    selector.register(listener, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            connection = key.fileobj
            if connection is listener:
                connection, _ = listener.accept()
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                selector.register(connection, selectors.EVENT_READ)
                received[connection] = b""
                continue
            if not isinstance(connection, socket.socket):
                continue
            data = connection.recv(65536)
            if not data:
                selector.unregister(connection)
                connection.close()
                continue
            received[connection] += data
            head, end, body = received[connection].partition(b"\r\n\r\n")
            if end and len(body) >= length_of(head):
                connection.sendall(answer(received[connection]))
                received[connection] = b""


serve(int(sys.argv[1]))
