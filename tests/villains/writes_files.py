"""Writes log.txt and a file of 1 MB in its working directory at the start, then plays well."""

import _honest


def main() -> None:
    with open("log.txt", "w", encoding="ascii") as log:
        log.write("villain: started\n")
    with open("table.bin", "wb") as table:
        table.write(bytes(1_000_000))
    _honest.play()


if __name__ == "__main__":
    main()
