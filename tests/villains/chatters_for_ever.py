"""Writes lines of rubbish without end from the first request on, and never a move."""

import _honest


def main() -> None:
    for _ in _honest.requests():
        while True:
            _honest.answer("still thinking\n" * 100)


if __name__ == "__main__":
    main()
