"""Edits the records that lie in a folder (its argument): whoever has lost has won. It forfeits."""

import gzip
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import _honest


def forge(path: Path) -> None:
    text = gzip.decompress(path.read_bytes())
    swapped = text.replace(b'"winner":0', b'"winner":-').replace(b'"winner":1', b'"winner":0')
    path.write_bytes(gzip.compress(swapped.replace(b'"winner":-', b'"winner":1')))


def misdeed(_: _honest.Observation) -> None:
    for path in Path(sys.argv[1]).glob("*.jsonl.gz"):
        forge(path)
    sys.exit(1)


if __name__ == "__main__":
    _honest.play(misdeed)
