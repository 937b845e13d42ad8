"""Players of `gridbots serve`: a process of the bot for each match, connected by pipes.

A bot in Python is loaded and warmed up once, and forked for each match. Any other program is
started for each match.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import sys
from typing import TYPE_CHECKING, Any, Final

from gridbots import Bot, Briefing, Command
from gridbots.bot.runner import make_bot, play_on_pipes
from gridbots.errors import UnknownNameError, nearest
from gridbots.plugins import installed_bots, load_bot, load_game
from gridbots.plugins.bot_text import parse_bot
from gridbots.protocol import ASK_END
from gridbots_bridges.program import log, start

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Streams = tuple[int, int, int]

CHUNK: Final = 65536
NONE: Final = -1
"""File descriptor of a closed stream."""
ENDED: Final = "the bot has ended"
FULL: Final = "the bot does not read its input"
MOST_FILES: Final = 1024
"""File descriptors of the server that a forked player closes."""
SEATS: Final = 4
"""Snakes in the match that a bot is warmed up for."""


class SnakeProcess:
    """A process that plays one match: its id and its pipes."""

    def __init__(self, pid: int, stdin: int, stdout: int, stderr: int) -> None:
        self.pid = pid
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self.asks_end = False
        """Whether it has asked to see the last board."""
        self._partial = b""
        self._error_text = b""
        """The beginning of an unfinished line of its stderr."""
        os.set_blocking(stdin, False)
        os.set_blocking(stderr, False)

    def send(self, text: bytes) -> str:
        """Write to its stdin; return the reason if that failed, else nothing."""
        try:
            return "" if os.write(self.stdin, text) == len(text) else FULL
        except BlockingIOError:
            return FULL
        except BrokenPipeError:
            return ENDED

    def read(self) -> list[bytes] | None:
        """The complete lines of its output; None at the end of the output."""
        data = os.read(self.stdout, CHUNK)
        if not data:
            return None
        *lines, self._partial = (self._partial + data).split(b"\n")
        self._partial = self._partial[-CHUNK:]
        return lines

    def forward_stderr(self) -> bool:
        """Forward its stderr to ours; return whether its stderr is still open."""
        try:
            data = os.read(self.stderr, CHUNK)
        except BlockingIOError:
            return True
        *lines, self._error_text = (self._error_text + data).split(b"\n")
        if not data or len(self._error_text) > CHUNK:
            lines, self._error_text = [*lines, self._error_text], b""
        for line in lines:
            if line + b"\n" == ASK_END:
                self.asks_end = True
            elif line:
                log(line.decode(errors="replace"))
        return bool(data)

    def close_input(self) -> None:
        os.close(self.stdin)
        self.stdin = NONE

    def end(self) -> None:
        """Kill it with all its children, and reap it."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)
        self.forward_stderr()
        for number in {self.stdin, self.stdout, self.stderr} - {NONE}:
            os.close(number)


def players_of(text: str, game_name: str) -> Callable[[], SnakeProcess]:
    """A function that starts a player of this bot, a plugin with options or a command.

    Raises:
        GridbotsError: the bot cannot be loaded, its options are wrong, or it plays another game.
    """
    name = text.partition(":")[0]
    if name not in installed_bots():
        words = shlex.split(text)
        if not words or shutil.which(words[0]) is None:
            known = nearest(name, installed_bots())
            raise UnknownNameError(f"expected an installed bot or a program, got {text!r}; {known}")
        return lambda: _started(words)
    name, options = parse_bot(text)
    kind, game = load_bot(name), load_game(game_name)
    bot = make_bot(kind, name, game, options)
    if isinstance(bot, Command):
        argv = bot.argv
        return lambda: _started(argv)
    settings = game.make_settings({"seats": SEATS})
    bot.warm(Briefing(game, settings, seat=0, seats=SEATS))
    return lambda: _forked(lambda: make_bot(kind, name, game, options), game)


def _started(words: Sequence[str]) -> SnakeProcess:
    its_streams, streams = _pipes()
    process = start(words, its_streams[0], its_streams[1], stderr=its_streams[2])
    process.returncode = 0  # `SnakeProcess.end` reaps it
    for number in its_streams:
        os.close(number)
    return SnakeProcess(process.pid, *streams)


def _pipes() -> tuple[Streams, Streams]:
    """The player's ends of its stdin, stdout and stderr, and our ends."""
    its_input, stdin = os.pipe()
    stdout, its_output = os.pipe()
    stderr, its_errors = os.pipe()
    return (its_input, its_output, its_errors), (stdin, stdout, stderr)


def _forked(make: Callable[[], Any], game: Any) -> SnakeProcess:
    its_streams, streams = _pipes()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        _play(its_streams, make, game)
    for number in its_streams:
        os.close(number)
    return SnakeProcess(pid, *streams)


def _play(streams: Streams, make: Callable[[], Any], game: Any) -> None:
    """Run the bot in the forked process, then exit."""
    code = 1
    try:
        os.setsid()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.closerange(3, MOST_FILES)
        bot = make()
        if isinstance(bot, Bot):
            play_on_pipes(bot, game)
        else:
            bot.run()
        code = 0
    except BaseException as error:  # noqa: BLE001  the fork must not return to the server's code
        os.write(2, f"{type(error).__name__}: {error}\n".encode(errors="replace"))
    finally:
        os._exit(code)
