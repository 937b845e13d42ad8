"""Command line: `gridbots NAME [option=value ...]` runs an installed bot.

`gridbots warm` compiles bots ahead of time, `gridbots check-game` checks a game, `gridbots
check-bots` says whether bots fit one, `gridbots algorithms` what each algorithm needs of one, and
`gridbots zygote` is for referees: see `gridbots.bot.zygote`. Packages add commands, by entry points
in the group `gridbots.commands`.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import shlex
import sys
import traceback
from typing import TYPE_CHECKING

from gridbots.errors import GridbotsError, MoveError
from gridbots.plugins import COMMAND, DEFAULT_GAME
from gridbots.settings import parse_assignments

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn

    from gridbots.game import Game
    from gridbots.plugins.bot import BotType

CANNOT_START = 78
"""Exit code when the bot could not be made: sysexits' EX_CONFIG."""


def main(arguments: Sequence[str] | None = None) -> int:  # noqa: PLR0911  one for each command
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        match words:
            case ["warm", *rest]:
                return _warm(rest)
            case ["check-game", *rest]:
                return _check_game(rest)
            case ["check-bots", *rest]:
                return _check_bots(rest)
            case ["algorithms", *rest]:
                return _tell_algorithms(rest)
            case ["zygote", *rest]:
                _fork_bots(rest)
            case _:
                return _run_added(words)
    except GridbotsError as error:
        print(f"gridbots: {error}", file=sys.stderr)
        return CANNOT_START
    except KeyboardInterrupt:
        return 130


def _run_added(words: list[str]) -> int:
    """Run a command that an installed package adds, or else a bot."""
    from gridbots.plugins import load_command

    command = load_command(words[0]) if words else None
    if command is None:
        _start(words)
    return command(words[1:])


def _start(words: list[str]) -> NoReturn:
    from gridbots.plugins import load_bot, load_game

    words, command = _without_command(words)
    asked = _parser().parse_args(words)
    game = load_game(asked.game)
    options = _options(asked) | command
    _play(load_bot(asked.name), asked.name, game, options, asked.seed)


def _fork_bots(words: list[str]) -> NoReturn:
    from gridbots.bot.zygote import serve

    words, command = _without_command(words)
    asked = _zygote_parser().parse_args(words)
    options = _options(asked) | command
    kind, game, seed = serve(asked.name, asked.game, options, json.loads(asked.settings))
    # From here on this is a bot's process.
    sys.argv = [sys.argv[0], "--game", asked.game, asked.name, *asked.options]
    _play(kind, asked.name, game, options, seed)


def _play(kind: BotType, name: str, game: Game, options: dict[str, str], seed: int) -> NoReturn:
    from gridbots.bot.runner import make_bot, play_on_pipes, replace_process
    from gridbots.plugins.bot import Command

    make = functools.partial(make_bot, kind, name, game, options)
    bot = make(seed)
    if isinstance(bot, Command):
        replace_process(bot)
    try:
        play_on_pipes(bot, game, make)
    except MoveError as error:
        # It has started; who is at fault is the bot, and no line of our code.
        print(f"{name}: {error}", file=sys.stderr)
        _leave(1)
    except GridbotsError:
        raise
    except Exception:  # noqa: BLE001  whatever it is, it is what ends a program
        traceback.print_exc()
        _leave(1)
    _leave(0)


def _leave(code: int) -> NoReturn:
    """End without the interpreter's tidying up: nothing is left to save.

    A referee that sees a bot's output end looks for its exit, but not for long.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _without_command(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The words before `--`, and what stands behind it as the option of bots that run a program."""
    if "--" not in words:
        return words, {}
    end = words.index("--")
    return words[:end], {COMMAND: shlex.join(words[end + 1 :])}


def _options(asked: argparse.Namespace) -> dict[str, str]:
    return parse_assignments(asked.options, f"{asked.name} option")


def _warm(words: list[str]) -> int:
    from gridbots.bot.warm import warm_installed

    asked = _warm_parser().parse_args(words)
    return warm_installed(asked.bots, asked.game, parse_assignments(asked.set))


def _check_game(words: list[str]) -> int:
    from gridbots.testing.command import check_game

    return check_game(words)


def _check_bots(words: list[str]) -> int:
    from gridbots.bot.check import UNFIT, check_here

    asked = _check_bots_parser().parse_args(words)
    try:
        check_here(asked.bots, asked.game)
    except GridbotsError as error:
        print(f"gridbots: {error}", file=sys.stderr)
        return UNFIT
    return 0


def _tell_algorithms(words: list[str]) -> int:
    from gridbots.plugins.algorithms import fitting, table

    game = _algorithms_parser().parse_args(words).game
    print(fitting(game) if game else table())
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gridbots",
        description="Run an installed bot: it reads requests on stdin and writes moves on stdout. "
        "`gridbots warm` compiles the installed bots ahead of time, `gridbots check-game` checks "
        "an installed game, `gridbots algorithms` says what needs what of a game.",
    )
    parser.add_argument("--game", default=DEFAULT_GAME, help="the game to play (%(default)s)")
    parser.add_argument(
        "--seed", type=int, default=0, help="of its chance, where its option seed is not given"
    )
    parser.add_argument("name", help="the bot, as in `referee bots`")
    parser.add_argument("options", nargs="*", metavar="option=value", help="options of the bot")
    parser.epilog = "Behind `--` comes the command of a bot that runs a program."
    return parser


def _zygote_parser() -> argparse.ArgumentParser:
    parser = _parser()
    parser.prog = "gridbots zygote"
    parser.description = "For referees: load a bot, fork it for each request on stdin, a socket."
    parser.add_argument("--settings", default="{}", help="settings of the game, as JSON")
    return parser


def _check_bots_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gridbots check-bots",
        description="Say whether installed bots play a game, and with these options.",
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="NAME or NAME:option=value,...")
    parser.add_argument("--game", default=DEFAULT_GAME, help="which game (%(default)s)")
    return parser


def _algorithms_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gridbots algorithms",
        description="Say what each algorithm needs of a game, as a table in Markdown.",
    )
    parser.add_argument("game", nargs="?", help="say instead which of them can have this game")
    return parser


def _warm_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="gridbots warm",
        description="Compile what the installed bots need, so that no clock pays for it.",
    )
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="which bots, with the options that they will play with: NAME or "
        "NAME:option=value,... (all that compile, with their default options)",
    )
    parser.add_argument("--game", help="for which game (all that they play)")
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="name=value",
        help="a setting of the game; board size decides what is compiled",
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
