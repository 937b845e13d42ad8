"""`gridbots serve BOT --http PORT`: a bot answers as a Battlesnake."""

from __future__ import annotations

import argparse
import contextlib
import json
from typing import TYPE_CHECKING, Final

from gridbots.errors import OutputError
from gridbots_bridges.battlesnake.players import players_of
from gridbots_bridges.battlesnake.service import SnakeService
from gridbots_bridges.program import tell

if TYPE_CHECKING:
    from collections.abc import Sequence

GAME: Final = "battlesnake"


def main(words: Sequence[str]) -> int:
    """Serve until Ctrl-C.

    Raises:
        GridbotsError: the bot is unknown or does not fit, or the address is taken.
    """
    asked = _parser().parse_args(words)
    start = players_of(asked.bot, GAME)
    info = {
        "apiversion": "1",
        "author": asked.author,
        "color": asked.color,
        "head": asked.head,
        "tail": asked.tail,
        "version": asked.bot,
    }
    address = asked.host, asked.http
    try:
        service = SnakeService(
            start, json.dumps(info).encode(), address, asked.overhead, asked.matches
        )
    except (OSError, OverflowError) as error:
        raise OutputError(f"cannot listen on {asked.host}:{asked.http}: {error}") from None
    tell(f"{asked.bot} is a Battlesnake at http://{asked.host}:{service.port}; Ctrl-C ends it")
    with contextlib.suppress(KeyboardInterrupt):
        service.run()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gridbots serve",
        description="Let a bot answer as a Battlesnake, to be registered on an arena: a process "
        "for each match, any number of matches at a time.",
    )
    parser.add_argument("bot", metavar="BOT", help="NAME, NAME:option=value,... or a command")
    parser.add_argument(
        "--http", type=int, required=True, metavar="PORT", help="where to listen; 0: a free port"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument(
        "--overhead",
        type=int,
        default=100,
        metavar="MS",
        help="of the time of a move, kept for the way (%(default)s)",
    )
    parser.add_argument(
        "--matches", type=int, default=16, help="matches at a time, at most (%(default)s)"
    )
    parser.add_argument("--author", default="gridbots", help="as the arena shows it (%(default)s)")
    parser.add_argument("--color", default="#888888", help="likewise (%(default)s)")
    parser.add_argument("--head", default="default", help="likewise (%(default)s)")
    parser.add_argument("--tail", default="default", help="likewise (%(default)s)")
    return parser
