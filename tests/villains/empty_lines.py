"""Answers each request with an empty line."""

import _honest


def main() -> None:
    for _ in _honest.requests():
        _honest.answer("")


if __name__ == "__main__":
    main()
