"""Reads every request and answers none."""

import _honest


def main() -> None:
    for _ in _honest.requests():
        pass


if __name__ == "__main__":
    main()
