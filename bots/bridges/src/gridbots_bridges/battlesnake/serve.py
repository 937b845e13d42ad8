"""`gridbots serve BOT --http PORT`: a bot answers as a Battlesnake."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Final

from gridbots.command_line.arguments import Parser
from gridbots.errors import SettingsError
from gridbots_bridges.battlesnake.players import players_of
from gridbots_bridges.battlesnake.service import SnakeService
from gridbots_bridges.program import log

if TYPE_CHECKING:
    from collections.abc import Sequence

GAME: Final = "battlesnake"


def main(words: Sequence[str]) -> int:
    """Serve until Ctrl-C.

    Raises:
        GridbotsError: the bot is unknown or does not play the game, or the address is in use.
    """
    given = _parser().parse_args(words)
    start = players_of(given.bot, GAME)
    info = {
        "apiversion": "1",
        "author": given.author,
        "color": given.color,
        "head": given.head,
        "tail": given.tail,
        "version": given.bot,
    }
    address = given.host, given.http
    try:
        service = SnakeService(
            start, json.dumps(info).encode(), address, given.overhead, given.matches
        )
    except (OSError, OverflowError) as error:
        raise SettingsError(f"cannot listen on {given.host}:{given.http}: {error}") from None
    log(f"{given.bot} is a Battlesnake at http://{given.host}:{service.port}; Ctrl-C ends it")
    with contextlib.suppress(KeyboardInterrupt):
        service.run()
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog="gridbots serve",
        description="Serve a bot as a Battlesnake that can be registered on an arena. Each match "
        "runs in its own process; any number of matches can run at once.",
    )
    parser.add_argument("bot", metavar="BOT", help="NAME, NAME:option=value,... or a command")
    parser.add_argument(
        "--http", type=int, required=True, metavar="PORT", help="port to listen on; 0: a free port"
    )
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument(
        "--overhead",
        type=int,
        default=100,
        metavar="MS",
        help="part of the time per move reserved for the network (%(default)s)",
    )
    parser.add_argument(
        "--matches", type=int, default=16, help="maximum number of concurrent matches (%(default)s)"
    )
    parser.add_argument(
        "--author", default="gridbots", help="author, shown by the arena (%(default)s)"
    )
    parser.add_argument("--color", default="#888888", help="color of the snake (%(default)s)")
    parser.add_argument("--head", default="default", help="shape of its head (%(default)s)")
    parser.add_argument("--tail", default="default", help="shape of its tail (%(default)s)")
    return parser
