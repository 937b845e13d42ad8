"""Launch of a bot as the user wrote it: a plugin with options, or a command."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from typing import TYPE_CHECKING

import msgspec

from gridbots.bot.check import check_bots
from gridbots.bot.seed import bot_seed
from gridbots.errors import SettingsError, UnknownNameError, nearest
from gridbots.limits import (
    BRIDGE_MARGIN_MS,
    DEFAULT_ISOLATION,
    ArenaTime,
)
from gridbots.plugins import COMMAND, COROUTINE, TERMINAL
from gridbots.plugins.bot_text import split_command, without_best
from gridbots.record import Clock  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots.settings import parse_assignments
from gridbots_referee.play.command_words import (
    as_started,
    display_name,
    from_here,
    from_home,
    how_to_start,
    no_such_file,
    why_no_start,
    words_of,
)
from gridbots_referee.play.transport import usage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots.limits import Isolation, LimitOptions, Limits
    from gridbots.plugins import Installed

RUNNER = (sys.executable, "-P", "-m", "gridbots")
"""Command that runs the framework's bot runner."""
ENDS_OPTIONS = "--"
"""Separates the options of a plugin from the command that it runs."""
PLUGIN_TEXT = re.compile(r"(?P<name>[A-Za-z0-9][\w.-]*)(?::(?P<options>.*))?", re.DOTALL)


class Launch(msgspec.Struct, frozen=True):
    """A bot that can be started."""

    name: str
    """Display name; if a bot is named twice, its names are numbered."""
    bot: str
    """The bot as the user named it."""
    argv: tuple[str, ...]
    """Command that starts it; see `command_words`."""
    plugin: str = ""
    """Name of the plugin, empty for a command."""
    options: tuple[str, ...] = ()
    """Options of the plugin, as `name=value`."""
    package: str = ""
    """Package and version of the plugin."""
    digest: str = ""
    """Digest of its files; see `bot_files`."""
    needs_terminal: bool = False
    """Whether a human plays it."""
    is_coroutine: bool = False
    """Whether it can run as a coroutine of the referee, without a process."""
    seed: int = 0
    """Seed of a plugin in this match; 0: none, the plugin draws one."""
    clock: Clock | None = None
    """Its time control, if it differs from that of the match."""
    start_allowance_ms: int = 0
    """The start allowance that it requests; that of the limits counts if it is longer."""
    command: tuple[str, ...] = ()
    """For a plugin that runs a command: the words of that command."""
    arena: ArenaTime | None = None
    """For a bridge: the time control of its arena."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command that it is, or that the plugin runs."""
        return self.command if self.plugin else self.argv

    def limited(self, limits: Limits) -> Limits:
        """The limits of a match for this bot, with its own start allowance."""
        if self.start_allowance_ms <= limits.start_allowance_ms:
            return limits
        return msgspec.structs.replace(limits, start_allowance_ms=self.start_allowance_ms)

    @property
    def values(self) -> dict[str, str]:
        """Options of the plugin by name, including its command."""
        values = parse_assignments(self.options, f"{self.plugin} option")
        return values | {COMMAND: shlex.join(self.command)} if self.command else values


def checked(launches: Sequence[Launch], game: str) -> tuple[Launch, ...]:
    """The launches, with the time controls of bridges.

    Raises:
        GridbotsError: a bot does not play this game, or an option is unknown or has a bad value.
    """
    arenas = check_bots([launch.bot for launch in launches if launch.plugin], game)
    return tuple(
        msgspec.structs.replace(launch, arena=arenas.get(launch.bot)) for launch in launches
    )


def arena_options(options: LimitOptions, launches: Sequence[Launch]) -> LimitOptions:
    """The options of a match with these bots: with bridges, the time control of their arena.

    Raises:
        SettingsError: the arenas of the bridges have different time controls, or the options give
            a program less time than its arena does, and its protocol cannot say so.
    """
    arenas = {launch.bot: launch.arena for launch in launches if launch.arena}
    if not arenas:
        return options
    timebank, time_per_move = options.timebank, options.time_per_move
    if timebank is None or time_per_move is None:
        bot, arena = next(iter(arenas.items()))
        for other, its in arenas.items():
            if its != arena:
                raise SettingsError(
                    f"the arenas of {bot!r} and {other!r} have different time controls, "
                    f"{arena.text}, and {its.text}; give both the same, or set timebank and "
                    "time_per_move for all bots"
                )
        timebank = arena.timebank_ms if timebank is None else timebank
        time_per_move = arena.time_per_move_ms if time_per_move is None else time_per_move
    for bot, arena in arenas.items():
        if not arena.is_told and (
            timebank < arena.timebank_ms or time_per_move < arena.time_per_move_ms
        ):
            raise SettingsError(
                f"{bot!r} is written for {arena.text}, and its arena's protocol cannot tell it "
                f"that it has less, got timebank={timebank} and time_per_move={time_per_move}; "
                "leave both out, or set both at least as high"
            )
    return msgspec.structs.replace(
        options,
        timebank=timebank,
        time_per_move=time_per_move,
        margin=max(options.margin, BRIDGE_MARGIN_MS),
    )


def match_limits(options: LimitOptions, isolation: Isolation = DEFAULT_ISOLATION) -> Limits:
    """The limits of a match with these options.

    Raises:
        SettingsError: this system cannot measure the CPU time of running processes.
    """
    if options.clock == "cpu" and not (usage.HAS_CPU_CLOCKS or options.in_process):
        raise SettingsError(
            "clock: expected wall, got cpu: this system cannot measure the CPU time of other "
            "processes while they run; ask = in-turn is the fairest substitute"
        )
    return options.limits(isolation)


def find_bots(
    texts: Sequence[str], game: str, installed: Mapping[str, Installed], *, in_place: bool = False
) -> tuple[Launch, ...]:
    """How to start these bots, each with a unique name; see `find_bot`."""
    texts = [without_best(text, game, installed) for text in texts]
    found = [find_bot(text, game, installed, in_place=in_place) for text in texts]
    names = [launch.name for launch in found]
    return tuple(
        msgspec.structs.replace(launch, name=_unique(names, seat))
        for seat, launch in enumerate(found)
    )


def _unique(names: Sequence[str], seat: int) -> str:
    name = names[seat]
    return f"{name} #{names[: seat + 1].count(name)}" if names.count(name) > 1 else name


def find_bot(
    text: str, game: str, installed: Mapping[str, Installed], *, in_place: bool = False
) -> Launch:
    """How to start the bot `name`, `name:option=value,...`, `name:COMMAND` or a command line.

    An installed plugin has precedence over a program of the same name; `./name` is always a
    program. `best` is the plugin that is recommended for the game. With `in_place`, the bot starts
    in the current folder, and only `~` is replaced in its words.

    Raises:
        UnknownNameError: it is neither an installed plugin nor a program, its script does not
            exist, or no plugin is recommended.
        SettingsError: the plugin expects a command, but got none.
    """
    text = without_best(text, game, installed)
    match = PLUGIN_TEXT.fullmatch(text)
    if match and match["name"] in installed:
        plugin, rest = installed[match["name"]], match["options"] or ""
        if COMMAND in plugin.needs:
            return _plugin_with_command(text, plugin, rest, game, in_place=in_place)
        options = [option for option in rest.split(",") if option]
        return _plugin(text, plugin, _given(options, in_place=in_place), game)
    argv = [*map(from_home, _words(text))]
    if shutil.which(argv[0]) is None:
        hint = how_to_start(argv[0]) or how_to_start(text) or no_such_file(argv[0])
        nowhere = f"there is no program {argv[0]} in PATH"
        hint = hint or (nearest(match["name"], installed) if match else nowhere)
        raise UnknownNameError(f"expected an installed bot or a program, got {text!r}; {hint}")
    _refuse_no_start(text, argv)
    started = tuple(argv) if in_place else as_started(argv)
    return Launch(name=display_name(text), bot=text, argv=started)


def _refuse_no_start(text: str, words: Sequence[str]) -> None:
    if reason := why_no_start(words):
        raise UnknownNameError(f"expected a command that can start, got {text!r}; {reason}")


def seeded(launches: Sequence[Launch], opening: int, match: str) -> tuple[Launch, ...]:
    """The launches, with a seed for each plugin in the match of this name from this opening."""
    return tuple(
        given_seed(launch, bot_seed(opening, match, seat)) if launch.plugin else launch
        for seat, launch in enumerate(launches)
    )


def given_seed(launch: Launch, seed: int) -> Launch:
    """A plugin with this seed."""
    runner, rest = launch.argv[: len(RUNNER)], launch.argv[len(RUNNER) :]
    argv = (*runner, "--seed", str(seed), *rest)
    return msgspec.structs.replace(launch, argv=argv, seed=seed)


def with_option(launch: Launch, word: str) -> Launch:
    """A plugin with an additional option, `name=value`."""
    end = launch.argv.index(ENDS_OPTIONS) if ENDS_OPTIONS in launch.argv else len(launch.argv)
    argv = (*launch.argv[:end], word, *launch.argv[end:])
    return msgspec.structs.replace(launch, argv=argv, options=(*launch.options, word))


def _words(text: str) -> list[str]:
    try:
        words = words_of(text)
    except ValueError as error:
        raise UnknownNameError(f"expected a bot or a command, got {text!r}: {error}") from None
    if not words:
        raise UnknownNameError("expected a bot or a command, got an empty text")
    return words


def _plugin_with_command(
    text: str, plugin: Installed, rest: str, game: str, *, in_place: bool
) -> Launch:
    options, written = split_command(plugin.name, rest)
    words = [*map(from_home, written)]
    is_address = words[0].startswith("//")
    if hint := not is_address and shutil.which(words[0]) is None and no_such_file(words[0]):
        raise UnknownNameError(f"expected {plugin.name}:COMMAND, got {text!r}; {hint}")
    _refuse_no_start(text, words)
    command = tuple(words) if in_place else as_started(words)
    return _plugin(text, plugin, _given(options, in_place=in_place), game, command)


def _given(options: Sequence[str], *, in_place: bool) -> list[str]:
    """Options with absolute paths for files, so that the bot finds them in its own folder."""
    found = []
    for option in options:
        name, mark, value = option.partition("=")
        value = from_home(value)
        found.append(f"{name}{mark}{value if in_place else from_here(value)}")
    return found


def _plugin(
    text: str, plugin: Installed, options: Sequence[str], game: str, command: tuple[str, ...] = ()
) -> Launch:
    tail = (ENDS_OPTIONS, *command) if command else ()
    return Launch(
        name=display_name(text),
        bot=text,
        argv=(*RUNNER, "--game", game, plugin.name, *options, *tail),
        plugin=plugin.name,
        options=tuple(options),
        command=command,
        package=f"{plugin.package} {plugin.version}",
        needs_terminal=TERMINAL in plugin.needs,
        is_coroutine=COROUTINE in plugin.needs,
        start_allowance_ms=plugin.start_allowance_ms,
    )
