"""Sends an overlay before each move; those of some rounds are hostile."""

import sys

import _honest

HOSTILE = {
    3: b"overlay {}" + b" " * 100_000 + b"\n",
    4: b'overlay {"value": ' + b"[" * 16000 + b"\n",
    5: b'overlay {"path": [[0, 0, "north"]]}\n',
    6: b'overlay {"vlaue": 1}\n',
    7: b"overlay \xff\xfe\x00\n",
    8: b'overlay {"note": "one"}\noverlay {"note": "two"}\nnone of it\n',
}


def tell(observation: _honest.Observation) -> None:
    number = observation.round_number
    row, column = observation.head or (0, 0)
    text = f'thinking\noverlay {{"path": [[{row}, {column}, "ur"]], "value": {number}}}\n'
    sys.stderr.buffer.write(HOSTILE.get(number, text.encode()))
    sys.stderr.flush()


if __name__ == "__main__":
    for seen in _honest.requests():
        tell(seen)
        _honest.answer(seen.safe_move())
