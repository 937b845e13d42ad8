"""Small bots for tests of transcripts, and the matches that they play."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from tests.play.matches import play_match, villain

from gridbots_referee.play.launch import Launch

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.game import Game
    from gridbots.record import Record

KEEPER = """
import sys
words, asked = sys.argv[2].split(","), 0
print("ask end", file=sys.stderr, flush=True)
with open(sys.argv[1], "wb", buffering=0) as kept:
    for line in iter(sys.stdin.buffer.readline, b""):
        kept.write(line)
        if line.startswith(b"action"):
            print(words[asked % len(words)], flush=True)
            asked += 1
"""
CIRCLE = ("up", "right", "down", "left")


def keeper(path: Path, *words: str) -> Launch:
    """A bot that stores every byte that it is sent, and answers these words in turn."""
    argv = (sys.executable, "-S", "-E", "-c", KEEPER, str(path), ",".join(words or CIRCLE))
    return Launch(name=path.name, bot=path.name, argv=argv)


def match_of_keepers(
    folder: Path, game: Game, *words: tuple[str, ...], **options: Any
) -> tuple[Record, list[bytes]]:
    """A match between two such bots, and the bytes that were sent to each."""
    paths = [folder / f"keeper-{seat}" for seat in range(len(words))]
    bots = [keeper(path, *each) for path, each in zip(paths, words, strict=True)]
    record = play_match(*bots, game=game, timebank_ms=20_000, **options)
    return record, [path.read_bytes() for path in paths]


def match_against(name: str, *words: str, **options: Any) -> Record:
    """A villain of tests/villains in seat 0 against an honest bot, both with plenty of time."""
    return play_match(villain(name, *words), villain("_honest"), timebank_ms=20_000, **options)
