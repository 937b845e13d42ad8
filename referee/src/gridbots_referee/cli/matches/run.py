"""`referee run`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
import msgspec
from click.core import ParameterSource

from gridbots.limits import TIME_PER_MOVE_MS, TIMEBANK_MS, LimitOptions
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.cli.bots.isolation import (
    isolation_of,
    isolation_options,
    refuse_beside_sandbox,
)
from gridbots_referee.cli.completion import RECORD, complete_bot, complete_game
from gridbots_referee.cli.continuation import command_line, given_words
from gridbots_referee.cli.matches.view import (
    announce,
    host_of,
    linger,
    network_options,
    server_options,
    started,
)
from gridbots_referee.cli.options import (
    FOLDER,
    BotsCommand,
    JsonEvents,
    Option,
    Quiet,
    SettingsOption,
    options,
    struct_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import AnyState
    from gridbots.record import Record
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.match import LastRound, Watch
    from gridbots_referee.play.match_spec import MatchSpec
    from gridbots_referee.play.session import Session
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.progress.match_console import MatchConsole
    from gridbots_referee.show.viewer.sites.live_matches import LiveMatches

VOID, INTERRUPTED = 3, 130
"""Exit codes: a bot did not start; the user or the system stopped the command."""


PERSON_TIMEBANK, PERSON_TIME_PER_MOVE = 600_000, 10_000
"""Default time of a human player, in ms."""


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options for the limits of a match, and for the isolation of its bots."""
    more = options(MoreLimits)(isolation_options(command))
    return options(
        LimitOptions,
        timebank=Option(
            "Time bank of each bot: initial value and cap.",
            default=f"{TIMEBANK_MS}; for a person {PERSON_TIMEBANK}; with a bridge, its arena's",
        ),
        time_per_move=Option(
            "Added to the bank after each move.",
            default=f"{TIME_PER_MOVE_MS}; for a person {PERSON_TIME_PER_MOVE}; with a bridge, its "
            "arena's",
        ),
    )(more)


class MoreLimits(msgspec.Struct, frozen=True):
    """An option that tournaments lack: their bots always start in empty folders."""

    in_place: Annotated[
        bool, Option("Start the bots in this folder instead of an empty folder each.")
    ] = False


class MatchOptions(msgspec.Struct, frozen=True):
    """Options for what is played."""

    game: Annotated[
        str, Option("The game to play; `referee games` lists them.", complete=complete_game)
    ] = DEFAULT_GAME
    settings: SettingsOption = ()
    matches: Annotated[
        int,
        Option(
            "Number of matches. Successive matches share an opening, with the seats rotated.",
            ge=1,
        ),
    ] = 1
    seed: Annotated[
        int | None,
        Option("Seed of openings and bots.", ge=0, le=2**63 - 1, default="random, and printed"),
    ] = None
    source: Annotated[
        Path | None,
        Option(
            "Continue from a position of this record, with its game, settings and seed; the bots "
            "play from --round on.",
            flag="--from",
            metavar="RECORD",
            type=RECORD,
        ),
    ] = None
    number: Annotated[
        int | None,
        Option("With --from: the round to continue from.", flag="--round", ge=0, default="0"),
    ] = None


class OutputOptions(msgspec.Struct, frozen=True):
    """Options for records, transcripts, and what the user sees of the matches."""

    out: Annotated[Path, Option("Folder for the records.", type=FOLDER)] = Path("records")
    log: Annotated[
        Path | None,
        Option(
            "Folder for live transcripts, one file for each match and bot: what the bot was sent, "
            "its answers, and its stderr. You can read them during the match.",
            type=FOLDER,
        ),
    ] = None
    watch: Annotated[bool, Option("Draw the match in the terminal while it is played.")] = False
    view: Annotated[bool, Option("Show the matches in the browser; you can play there.")] = False
    pace: Annotated[
        float | None,
        Option(
            "With --view and a person as a player: play ROUNDS per second, whether or not the "
            "person presses a key.",
            metavar="ROUNDS",
            ge=0.5,
            le=30,
            default="wait for the keys",
        ),
    ] = None


class ReportOptions(msgspec.Struct, frozen=True):
    """Options for the text that is printed."""

    as_json: JsonEvents = False
    stderr: Annotated[
        bool, Option("Print the end of every bot's stderr, even if the bot did not fail.")
    ] = False
    quiet: Quiet = False


@click.command(cls=BotsCommand)
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT ...",
                shell_complete=complete_bot)  # fmt: skip
@options(MatchOptions)
@limit_options
@options(OutputOptions)
@network_options
@server_options
@options(ReportOptions)
def run(bots: tuple[str, ...], **options: Any) -> None:
    """Play one or several matches between BOTs.

    A BOT is an installed plugin, optionally with options, or a command. A command with spaces needs
    quotes.

    \b
      referee run minimax wall-hugger --watch
      referee run minimax:depth=4,evaluation=attack "python3 my.py" --matches 20
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
        raise click.UsageError("--host and --lan need --view: they set the address of its page")
    if options["pace"] and not (plays and options["view"]):
        raise click.UsageError("--pace needs --view and a human player: add the bot human")
    if options["watch"] and plays and not options["view"]:
        raise click.UsageError("remove --watch if a person plays: both draw in the terminal")
    console = MatchConsole(session.matches, as_json=options["as_json"], quiet=options["quiet"],
                      watch=options["watch"], stderr=options["stderr"])  # fmt: skip
    show_path_notes(session, console.log)
    check_folders(session, options["out"])
    warm_bots(session.launches, session.game.name, session.values, console.log)
    if options["view"]:
        sys.exit(_play_in_view(session, options, console))
    with terminal_input(session.launches), Stop() as stop:
        sys.exit(_play(session, options["out"], stop, console))


def _play_in_view(session: Session, options: dict[str, Any], console: MatchConsole) -> int:
    """Play with a page, which is served until it is closed."""
    from gridbots_referee.play.human_input import browser_input
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.show.viewer.sites.live_matches import LiveMatches
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
    session: Session,
    folder: Path,
    stop: Stop,
    console: MatchConsole,
    site: LiveMatches | None = None,
) -> int:
    from gridbots_referee.play.session import play_session

    watchers: list[MatchConsole | LiveMatches] = [console]
    if site:
        watchers.append(site)

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
        _log_command_to_continue(session, console)
    return INTERRUPTED if stop else 0


def _log_command_to_continue(session: Session, console: MatchConsole) -> None:
    """Log the command for the missing matches; an incomplete group of matches is repeated."""
    groups = console.played // len(session.launches)
    left = session.matches - groups * len(session.launches)
    words = ["run", *given_words(without={"seed", "matches"})]
    words += ["--seed", str(session.seed + groups), "--matches", str(left)]
    progress = f"Interrupted after {console.played} of {session.matches} matches"
    console.log(f"\n{progress}. To play the other {left}:{command_line(words)}")


def make_session(bots: tuple[str, ...], options: dict[str, Any]) -> Session:
    """The session for these options.

    Raises:
        GridbotsError: a bot, the game or a setting is unknown or does not fit.
    """
    from msgspec.structs import replace

    from gridbots.settings import parse_assignments
    from gridbots_referee.play.session import new_session

    values = parse_assignments(options["settings"])
    isolation, in_place = isolation_of(options["isolation"]), options["in_place"]
    refuse_beside_sandbox(isolation, in_process=options["in_process"], in_place=in_place)
    session = new_session(
        options["game"],
        bots,
        values,
        struct_of(LimitOptions, options),
        isolation,
        in_place=in_place,
    )
    return replace(
        session,
        seed=session.seed if options["seed"] is None else options["seed"],
        matches=options["matches"],
        launches=tuple(with_clock(launch) for launch in session.launches),
        transcripts=options.get("log"),
    )


def _continued(bots: tuple[str, ...], options: dict[str, Any]) -> Session:
    """The session that continues from a position of a record.

    Raises:
        GridbotsError: the match cannot be continued from there.
    """
    from msgspec.structs import replace

    from gridbots import record
    from gridbots.plugins import load_game
    from gridbots_referee.play.session import opening_at

    source = click.get_current_context().get_parameter_source("game")
    if options["settings"] or options["seed"] is not None or source is ParameterSource.COMMANDLINE:
        raise click.UsageError("remove --game, --set and --seed: --from takes them from the record")
    loaded = record.read(options["source"])
    match = loaded.match
    opening = opening_at(load_game(match.game), loaded, options["number"] or 0)
    settings = tuple(f"{name}={_word(value)}" for name, value in match.settings.items())
    recorded = {"game": match.game, "settings": settings, "seed": match.seed}
    return replace(make_session(bots, options | recorded), opening=opening)


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def show_path_notes(session: Session, log: Callable[[str], None]) -> None:
    """Log how paths in the commands of bots are passed on."""
    from gridbots_referee.play.command_words import path_notes

    if not session.in_place:
        is_sandbox = session.limits.isolation.level == "sandbox"
        for line in path_notes(session.launches, can_be_in_place=not is_sandbox):
            log(line)


def with_clock(launch: Launch) -> Launch:
    """The launch; a person gets more time than a bot, unless the user sets a time for all."""
    if not launch.needs_terminal or _was_given("timebank") or _was_given("time_per_move"):
        return launch
    from msgspec.structs import replace

    from gridbots.record import Clock

    return replace(launch, clock=Clock(PERSON_TIMEBANK, PERSON_TIME_PER_MOVE))


def _was_given(name: str) -> bool:
    """Whether the command line, or a file of defaults, has this option."""
    return click.get_current_context().get_parameter_source(name) is not ParameterSource.DEFAULT
