"""`referee run`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from gridbots.limits import START_ALLOWANCE_MS, TIME_PER_MOVE_MS, TIMEBANK_MS
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.cli.bots.isolation import (
    isolation_of,
    isolation_options,
    refuse_beside_sandbox,
)
from gridbots_referee.cli.bots_command import BotsCommand
from gridbots_referee.cli.completion import RECORD, complete_bot, complete_game, complete_setting
from gridbots_referee.cli.continuation import command_line, given_words
from gridbots_referee.cli.matches.view import (
    announce,
    host_of,
    linger,
    network_options,
    server_options,
    started,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import AnyState
    from gridbots.limits import Limits
    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.match import LastRound, Watch
    from gridbots_referee.play.match_spec import MatchSpec
    from gridbots_referee.play.session import Session
    from gridbots_referee.show.viewer.live.live_matches import LiveMatches

VOID, INTERRUPTED = 3, 130
"""Exit codes: a bot did not start; the user or the system stopped us."""


PERSON_TIMEBANK, PERSON_TIME_PER_MOVE = 600_000, 10_000
"""Milliseconds, where no other time is asked for."""


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options for the limits of a match."""
    milliseconds = click.IntRange(min=1)
    options: list[Callable[..., Any]] = [
        click.option("--timebank", type=milliseconds, metavar="MS",
                     help="Time bank of each bot: start value and cap.  "
                     f"[default: {TIMEBANK_MS}; for a person {PERSON_TIMEBANK}]"),
        click.option("--time-per-move", type=click.IntRange(min=0), metavar="MS",
                     help="Added to the bank after each move.  "
                     f"[default: {TIME_PER_MOVE_MS}; for a person {PERSON_TIME_PER_MOVE}]"),
        click.option("--start-allowance", type=click.IntRange(min=0),
                     default=START_ALLOWANCE_MS,
                     show_default=True, metavar="MS",
                     help="Free time before the first move, for starting up."),
        click.option("--margin", type=click.IntRange(min=0), default=0, show_default=True,
                     metavar="MS", help="An answer that is late by less than this still counts."),
        click.option("--clock", type=click.Choice(["wall", "cpu"]), default="wall",
                     show_default=True,
                     help="Charge the bank with wall time, or with the bot's CPU time."),
        click.option("--ask", type=click.Choice(["together", "in-turn"]), default="together",
                     show_default=True,
                     help="Ask all bots at once, or one by one with the others suspended."),
        click.option("--on-failure", type=click.Choice(["forfeit", "no-move"]),
                     default="forfeit", show_default=True,
                     help="A bot that fails loses, or stays in the match without moving."),
        click.option("--strict", is_flag=True,
                     help="A malformed or illegal move is a forfeit, not a warning."),
        click.option("--in-place", is_flag=True,
                     help="Start bots in this folder instead of an empty one each."),
        click.option("--in-process", is_flag=True,
                     help="Run installed bots within the referee, for those that you trust: "
                          "faster, asked in turn, and nothing can interrupt them."),
        isolation_options,
    ]  # fmt: skip
    for option in reversed(options):
        command = option(command)
    return command


@click.command(cls=BotsCommand)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT ...",
                shell_complete=complete_bot)  # fmt: skip
@click.option("--game", default=DEFAULT_GAME, show_default=True, shell_complete=complete_game,
              help="The game to play, as in `referee games`.")  # fmt: skip
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE",
              shell_complete=complete_setting,
              help="A setting of the game; `referee games GAME` lists them.")  # fmt: skip
@click.option("--matches", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
              help="How many; successive matches share an opening, the seats rotated.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**63 - 1), metavar="N",
              help="Seed of openings and bots; drawn if not given, and told.")  # fmt: skip
@click.option("--from", "source", type=RECORD, metavar="RECORD",
              help="Go on from a position of a record, with its game, settings and seed; the bots "
              "are asked from --round on.")  # fmt: skip
@click.option("--round", "number", type=click.IntRange(min=0), metavar="N",
              help="With --from: which position.  [default: 0]")  # fmt: skip
@limit_options
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=Path("records"),
              show_default=True, metavar="DIR", help="Folder for the records.")  # fmt: skip
@click.option("--log", type=click.Path(path_type=Path, file_okay=False), metavar="DIR",
              help="Folder for live transcripts: a file for each match and bot, with what it was "
              "sent, what it answered and its stderr, to be read while they play.")  # fmt: skip
@click.option("--watch", is_flag=True, help="Draw the match in the terminal while it is played.")
@click.option("--view", is_flag=True, help="Show the matches in the browser, and play there.")
@click.option("--pace", type=click.FloatRange(0.5, 30), metavar="ROUNDS",
              help="With --view: where a person plays, rounds go on so many times a second, "
              "whether or not a key was pressed.  [default: each waits for the keys]")  # fmt: skip
@network_options
@server_options
@click.option("--json", "as_json", is_flag=True,
              help="Events as JSON lines on stdout; text for people goes to stderr.")  # fmt: skip
@click.option("--stderr", is_flag=True,
              help="Print the end of what every bot wrote to stderr, failed or not.")  # fmt: skip
@click.option("--quiet", is_flag=True, help="No text for people.")
def run(bots: tuple[str, ...], **options: Any) -> None:
    """Play a match between BOTs, or several.

    A BOT is an installed plugin, with options perhaps, or a command, which is one word: in quotes
    where it has blanks.

    \b
      referee run minimax wall-hugger --watch
      referee run minimax:depth=4,evaluation=territory "python3 mybot.py" --matches 20
      referee run ./mybot straight --set width=24 --set height=12 --seed 7
      referee run mcts greedy --game multisnake --timebank 2000 --time-per-move 50
      referee run human minimax --view --from records/20*.jsonl.gz --round 57
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.play.human_input import terminal_input
    from gridbots_referee.play.session import check_folders
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.warmup import warm_bots
    from gridbots_referee.show.progress.match_console import MatchConsole

    if options["number"] is not None and not options["source"]:
        raise click.UsageError("--round needs --from with a record")
    session = _continued(bots, options) if options["source"] else make_session(bots, options)
    plays = any(launch.needs_terminal for launch in session.launches)
    if (options["host"] or options["lan"]) and not options["view"]:
        raise click.UsageError("--host and --lan say where the page of --view is served")
    if options["pace"] and not (plays and options["view"]):
        raise click.UsageError("--pace is for people in the page: name human as a bot, and --view")
    if options["watch"] and plays and not options["view"]:
        raise click.UsageError("leave out --watch where a person plays: both draw in the terminal")
    console = MatchConsole(session.matches, as_json=options["as_json"], quiet=options["quiet"],
                      watch=options["watch"], stderr=options["stderr"])  # fmt: skip
    tell_words(session, console.log)
    check_folders(session, options["out"])
    warm_bots(session.launches, session.game.name, session.values, console.log)
    if options["view"]:
        sys.exit(_play_in_view(session, options, console))
    with terminal_input(session.launches), Stop() as stop:
        sys.exit(_play(session, options["out"], stop, console))


def _play_in_view(session: Session, options: dict[str, Any], console: Any) -> int:
    """Play with a page open, which is served until it is closed."""
    from gridbots_referee.play.human_input import browser_input
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.viewer.live.live_matches import LiveMatches
    from gridbots_referee.show.viewer.sites.live_site import LiveSite

    people = [launch.name for launch in session.launches if launch.needs_terminal]
    with browser_input(len(session.launches)) as pipes:
        matches = LiveMatches(session.matches, pipes, options["pace"])
        first = LiveSite(matches, people[0] if people else None)
        with started(first, options["port"], host_of(options)) as server:
            links = {name: server.add(LiveSite(matches, name)) for name in people[1:]}
            if links:
                links = {people[0]: server.address, **links}
                links["spectators"] = server.add(LiveSite(matches))
            announce(server, opens=not options["no_browser"], links=links)
            with Stop() as stop:
                code = _play(session, options["out"], stop, console, matches)
            if code != INTERRUPTED:
                linger(server)
    return code


def _play(
    session: Session, folder: Path, stop: Any, console: Any, site: LiveMatches | None = None
) -> int:
    from gridbots_referee.play.session import play_session

    watchers = [console, *([site] if site else [])]

    def begin(spec: MatchSpec) -> Watch | None:
        watches = [watch for watcher in watchers if (watch := watcher.match_started(spec))]

        def watch_all(state: AnyState, last_round: LastRound) -> None:
            for watch in watches:
                watch(state, last_round)

        return watch_all if watches else None

    def finish(record: Record, path: Path | None) -> None:
        for watcher in reversed(watchers):
            watcher.match_finished(record, path)

    with console:
        was_started = play_session(session, folder, stop, begin, finish)
    if not was_started:
        return VOID
    if stop and session.matches > 1:
        _tell_how_to_go_on(session, console)
    return INTERRUPTED if stop else 0


def _tell_how_to_go_on(session: Session, console: Any) -> None:
    """Whole groups of matches are done; one that was cut is played anew."""
    groups = console.played // len(session.launches)
    left = session.matches - groups * len(session.launches)
    words = ["run", *given_words(without={"seed", "matches"})]
    words += ["--seed", str(session.seed + groups), "--matches", str(left)]
    far = f"Interrupted after {console.played} of {session.matches} matches"
    console.log(f"\n{far}. To play the other {left}:{command_line(words)}")


def make_session(bots: tuple[str, ...], options: dict[str, Any]) -> Session:
    """The session that the user asked for.

    Raises:
        GridbotsError: a bot, the game or a setting is unknown or does not fit.
    """
    from msgspec.structs import replace

    from gridbots.settings import parse_assignments
    from gridbots_referee.play.session import new_session

    values = parse_assignments(options["settings"])
    limits, in_place = limits_of(options), options["in_place"]
    session = new_session(options["game"], bots, values, limits, in_place=in_place)
    return replace(
        session,
        seed=session.seed if options["seed"] is None else options["seed"],
        matches=options["matches"],
        launches=tuple(with_clock(launch, options) for launch in session.launches),
        transcripts=options.get("log"),
    )


def _continued(bots: tuple[str, ...], options: dict[str, Any]) -> Session:
    """The session that goes on from a position of a record.

    Raises:
        GridbotsError: nobody can go on from there.
    """
    from msgspec.structs import replace

    from gridbots import record
    from gridbots.plugins import load_game
    from gridbots_referee.play.continuation import opening_at

    asked = click.get_current_context().get_parameter_source("game")
    if options["settings"] or options["seed"] is not None or asked is ParameterSource.COMMANDLINE:
        raise click.UsageError("leave out --game, --set and --seed: --from has those of the record")
    loaded = record.read(options["source"])
    match = loaded.match
    opening = opening_at(load_game(match.game), loaded, options["number"] or 0)
    told = tuple(f"{name}={_word(value)}" for name, value in match.settings.items())
    given = {"game": match.game, "settings": told, "seed": match.seed}
    return replace(make_session(bots, options | given), opening=opening)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def tell_words(session: Session, log: Callable[[str], None]) -> None:
    """Say what becomes of words of commands that name files here."""
    from gridbots_referee.play.commands.command_words import told

    if not session.in_place:
        is_sandbox = session.limits.isolation.level == "sandbox"
        for line in told(session.launches, can_be_in_place=not is_sandbox):
            log(line)


def with_clock(launch: Launch, options: dict[str, Any]) -> Launch:
    """A person gets more time than a bot, unless the user says how much all get."""
    if not launch.needs_terminal or not (options["timebank"] is options["time_per_move"] is None):
        return launch
    from msgspec.structs import replace

    from gridbots.record import Clock

    return replace(launch, clock=Clock(PERSON_TIMEBANK, PERSON_TIME_PER_MOVE))


def limits_of(options: dict[str, Any]) -> Limits:
    from gridbots_referee.play.limits import LimitOptions

    given = {name: options[name] for name in LimitOptions.__struct_fields__}
    told = LimitOptions(**{name: each for name, each in given.items() if each is not None})
    isolation = isolation_of(options)
    refuse_beside_sandbox(isolation, options)
    return told.limits(isolation)
