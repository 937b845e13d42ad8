"""Command line: `gridbots NAME [option=value ...]` runs an installed bot.

`gridbots warm` compiles bots ahead of time, `check-game` checks a game, `check-bots` checks whether
bots play a game, `algorithms` lists what each algorithm needs of a game, and `zygote` is for
referees (`gridbots.bot.zygote`). Packages add commands by entry points in `gridbots.commands`.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import shlex
import sys
import traceback
from typing import TYPE_CHECKING, Final

from gridbots.command_line.arguments import Parser
from gridbots.command_line.streams import CLOSED, UNWRITTEN, OutputClosedError, finish, prepare
from gridbots.errors import (
    GridbotsError,
    MoveError,
    OutputError,
    PluginError,
    SettingsError,
    UnknownNameError,
)
from gridbots.errors.author_code import described, place_of, plugin_of
from gridbots.plugins import COMMAND, DEFAULT_GAME
from gridbots.settings import parse_assignments

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn

    from gridbots.game import Game
    from gridbots.plugins.bot import BotType

USAGE: Final = 2
"""Exit code of wrong usage, as of argparse: a bot, a game, an option or a setting is unknown."""
CANNOT_START: Final = 78
"""Exit code if the bot could not be created: sysexits' EX_CONFIG."""


def main() -> NoReturn:
    """Entry point: reports errors as one line and an exit code."""
    prepare()
    code: int | str | None
    try:
        code = run_command(sys.argv[1:])
        sys.stdout.flush()
    except OutputError as error:
        code = _report(error)
    except SystemExit as leaving:  # by argparse, with its output unwritten
        try:
            sys.stdout.flush()
            code = leaving.code
        except OutputError as error:
            code = _report(error)
    finish()
    sys.exit(code)


def run_command(words: Sequence[str]) -> int:
    """Run a command line, and return the exit code."""
    try:
        return _run(list(words))
    except GridbotsError as error:
        return _report(error)
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        line = place_of(error)
        if line is None or (plugin := plugin_of(line.file)) is None:
            raise
        return _report(PluginError(f"{plugin}: {described(error)}"))


def _report(error: GridbotsError) -> int:
    """Report an error on stderr, and return the exit code."""
    if isinstance(error, OutputClosedError):
        return CLOSED
    print(f"gridbots: {error}", file=sys.stderr)
    if isinstance(error, UnknownNameError | SettingsError):
        return USAGE
    return UNWRITTEN if isinstance(error, OutputError) else CANNOT_START


def _run(words: list[str]) -> int:
    """Run a command of gridbots or of an installed package, or else a bot."""
    from gridbots.plugins import load_command

    commands = _commands()
    command = commands.get(words[0]) or load_command(words[0]) if words else None
    if command is None:
        _start(words)
    return command(words[1:])


def _start(words: list[str]) -> NoReturn:
    from gridbots.plugins import load_bot, load_game

    words, command = _without_command(words)
    asked = _parser().parse_args(words)
    _refuse_mistyped_command(asked.name)
    game, kind = load_game(asked.game), load_bot(asked.name)
    _play(kind, asked.name, game, _options(asked) | command, asked.seed)


def _refuse_mistyped_command(name: str) -> None:
    """Suggest a command for a word that is neither a bot nor a command.

    Raises:
        UnknownNameError: a command has a similar name.
    """
    import difflib

    from gridbots.plugins import installed_bots

    if name not in (bots := installed_bots()):
        close = difflib.get_close_matches(name, [*bots, *_commands()], n=1, cutoff=0.7)
        if close and close[0] in _commands():
            raise UnknownNameError(f"unknown command {name!r}; did you mean {close[0]!r}?")


def _commands() -> dict[str, Callable[[Sequence[str]], int]]:
    return {
        "warm": _warm,
        "check-game": _check_game,
        "check-bots": _check_bots,
        "algorithms": _list_algorithms,
        "zygote": _fork_bots,
    }


def _fork_bots(words: Sequence[str]) -> NoReturn:
    from gridbots.bot.zygote import serve

    words, command = _without_command([*words])
    asked = _zygote_parser().parse_args(words)
    options = _options(asked) | command
    kind, game, seed = serve(asked.name, asked.game, options, json.loads(asked.settings))
    # From here on, this is the process of a bot.
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
        # The bot is at fault: a traceback would show only framework code.
        print(f"{name}: {error}", file=sys.stderr)
        _leave(1)
    except GridbotsError:
        raise
    except Exception:  # noqa: BLE001  any error ends the bot
        traceback.print_exc()
        _leave(1)
    _leave(0)


def _leave(code: int) -> NoReturn:
    """Exit without the cleanup of the interpreter.

    A referee waits only briefly for the exit of a bot after the end of its output.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def _without_command(words: list[str]) -> tuple[list[str], dict[str, str]]:
    """The words before `--`, and the command after it as the option of bots that run a program."""
    if "--" not in words:
        return words, {}
    end = words.index("--")
    return words[:end], {COMMAND: shlex.join(words[end + 1 :])}


def _options(asked: argparse.Namespace) -> dict[str, str]:
    return parse_assignments(asked.options, f"{asked.name} option")


def _warm(words: Sequence[str]) -> int:
    from gridbots.bot.warm import warm_installed

    asked = _warm_parser().parse_args(words)
    return warm_installed(asked.bots, asked.game, parse_assignments(asked.set))


def _check_game(words: Sequence[str]) -> int:
    from gridbots.testing.command import check_game

    return check_game(words)


def _check_bots(words: Sequence[str]) -> int:
    import msgspec

    from gridbots.bot.check import ARENAS, UNFIT, check_here

    asked = _check_bots_parser().parse_args(words)
    try:
        arenas = check_here(asked.bots, asked.game)
    except GridbotsError as error:
        print(f"gridbots: {error}", file=sys.stderr)
        return UNFIT
    if arenas:
        print(f"{ARENAS}{msgspec.json.encode(arenas).decode()}")
    return 0


def _list_algorithms(words: Sequence[str]) -> int:
    from gridbots.plugins.algorithms import as_markdown, as_text, fitting

    asked = _algorithms_parser().parse_args(words)
    report = functools.partial(print, file=sys.stderr)
    if asked.game:
        print(fitting(asked.game, report))
    else:
        print(as_markdown(report) if asked.markdown else as_text(report))
    return 0


EPILOG = """\
A bot that runs another program takes its command after `--`.

other commands (each has --help):
  gridbots warm        compile installed bots ahead of time
  gridbots check-game  check an installed game
  gridbots check-bots  check whether bots play a game
  gridbots algorithms  list what each algorithm needs of a game

Exit codes: 0 success, 2 wrong usage, 78 the bot could not be created.
"""


def _parser() -> Parser:
    parser = Parser(
        prog="gridbots",
        description="Run an installed bot: it reads requests on stdin and writes moves to stdout.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--game", default=DEFAULT_GAME, help="the game to play (%(default)s)")
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        help="random seed, unless the bot has an option seed (%(default)s)",
    )
    parser.add_argument("name", help="an installed bot; `referee bots` lists them")
    parser.add_argument("options", nargs="*", metavar="option=value", help="options of the bot")
    parser.epilog = EPILOG
    return parser


def _zygote_parser() -> Parser:
    parser = _parser()
    parser.prog = "gridbots zygote"
    parser.description = (
        "For referees: load a bot, and fork it for each request on stdin, a socket."
    )
    parser.epilog = None
    parser.add_argument("--settings", default="{}", help="settings of the game, as JSON")
    return parser


def _check_bots_parser() -> Parser:
    parser = Parser(
        prog="gridbots check-bots",
        description="Check whether installed bots, with these options, play a game.",
    )
    parser.add_argument("bots", nargs="+", metavar="BOT", help="NAME or NAME:option=value,...")
    parser.add_argument("--game", default=DEFAULT_GAME, help="the game to play (%(default)s)")
    return parser


def _algorithms_parser() -> Parser:
    parser = Parser(
        prog="gridbots algorithms",
        description="List what each algorithm needs of a game.",
    )
    parser.add_argument(
        "game", nargs="?", help="list the algorithms that support this game instead"
    )
    parser.add_argument("--markdown", action="store_true", help="print a table in Markdown")
    return parser


def _warm_parser() -> Parser:
    parser = Parser(
        prog="gridbots warm",
        description="Compile the kernels of installed bots ahead of time.",
    )
    parser.add_argument(
        "bots",
        nargs="*",
        metavar="BOT",
        help="a bot with the options that it will play with: NAME or "
        "NAME:option=value,... (default: all bots, with default options)",
    )
    parser.add_argument("--game", help="the game to play (default: all games of the bots)")
    parser.add_settings("the board size affects what is compiled")
    return parser


if __name__ == "__main__":
    main()
