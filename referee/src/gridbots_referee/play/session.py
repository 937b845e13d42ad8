"""Session: several matches in a row between the same bots."""

from __future__ import annotations

import datetime
import importlib.metadata
import platform
import re
import secrets
import tempfile
from contextlib import nullcontext, suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import OutputError, RecordError, SettingsError, UnknownNameError
from gridbots.errors.author_code import game_errors
from gridbots.game import is_over, step
from gridbots.limits import DEFAULT_ISOLATION, LimitOptions
from gridbots.plugins import installed_bots, load_game
from gridbots.record import Record, write
from gridbots.record.replay import move_numbers, opening_of
from gridbots.settings import choices
from gridbots_referee.play.bot_files import with_digests
from gridbots_referee.play.isolation.sandbox.shims import real_command
from gridbots_referee.play.isolation.scratch import Scratch
from gridbots_referee.play.launch import (
    arena_options,
    checked,
    find_bots,
    match_limits,
    seeded,
)
from gridbots_referee.play.live_transcript import TranscriptFolder
from gridbots_referee.play.match import play
from gridbots_referee.play.match_record import VoidByGameError
from gridbots_referee.play.match_spec import MatchSpec
from gridbots_referee.play.transport.coroutine import refuse_unknown_cpu_time
from gridbots_referee.play.transport.zygote import Zygotes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from gridbots.game import Game
    from gridbots.limits import Isolation, Limits
    from gridbots.record import Record
    from gridbots.settings import Settings
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.match import Watch
    from gridbots_referee.play.stop import Stop

SEATS: Final = "seats"
DEFAULT_OPTIONS: Final = LimitOptions()


class Session(msgspec.Struct, frozen=True):
    """Matches between bots. Groups of matches share an opening, the bots rotating over seats.

    Without rotation, each match has its own opening.
    """

    game: Game
    settings: Settings
    seed: int
    matches: int
    launches: tuple[Launch, ...]
    """In the order of the command line, which is the seat order of the first match."""
    limits: Limits
    values: Mapping[str, str] = {}
    """The settings that were given, as words of a command line; compiling a bot needs them."""
    in_place: bool = False
    rotates: bool = True
    zygote: bool = True
    """Whether a bot is loaded once and forked for each of several matches."""
    transcripts: Path | None = None
    """Folder for live transcripts; None for none."""
    opening: tuple[tuple[str, ...], ...] = ()
    """Joint moves that every match begins with; then all matches have the same seed."""


def new_session(  # noqa: PLR0913  the parts of a match, most with a default
    game_name: str,
    bots: Sequence[str],
    values: Mapping[str, Any],
    options: LimitOptions = DEFAULT_OPTIONS,
    isolation: Isolation = DEFAULT_ISOLATION,
    *,
    in_place: bool = False,
) -> Session:
    """One match between bots as users name them, with a random seed.

    The number of bots sets `seats`, if the game has this setting and `values` does not.

    Raises:
        GridbotsError: a bot, the game or a setting is unknown or does not fit.
    """
    game = load_game(game_name)
    words = {name: str(value) for name, value in values.items()}
    settings = game.make_settings(words)
    if game.seats(settings) != len(bots):
        words[SEATS] = str(len(bots))
        settings = _with_seats(game, settings, words, is_given=SEATS in values)
    with game_errors(game.name):
        game.setup(settings, 0)
    launches = find_bots(bots, game.name, installed_bots(), in_place=in_place)
    launches = checked(launches, game.name)
    limits = match_limits(arena_options(options, launches), isolation)
    if limits.in_process:
        _refuse_commands(launches)
    check_sandbox(launches, limits.isolation)
    refuse_unknown_cpu_time(launches, game, limits)
    return Session(
        game=game,
        settings=settings,
        seed=secrets.randbits(32),
        matches=1,
        launches=launches,
        limits=limits,
        values=words,
        in_place=in_place,
    )


def _with_seats(
    game: Game, settings: Settings, words: Mapping[str, str], *, is_given: bool
) -> Settings:
    """The settings in these words, with a seat for each bot.

    Raises:
        SettingsError: the game, or the number of seats that the user gave, needs other bots.
    """
    seats, count = str(game.seats(settings)), words[SEATS]
    if SEATS in game.settings.__struct_fields__ and not is_given:
        seats = re.sub(r"int (\d+)\.\.(\d+)", r"\1 to \2", choices(game.settings, SEATS))
        with suppress(SettingsError):
            return game.make_settings(words)  # type: ignore[no-any-return]
    raise SettingsError(f"{game.name} needs {seats} bot{'s' * (seats != '1')}, got {count}")


def _refuse_commands(launches: Sequence[Launch]) -> None:
    for launch in launches:
        if not launch.plugin:
            raise UnknownNameError(
                f"--in-process is for installed bots; {launch.bot!r} is a command"
            )


def check_sandbox(launches: Iterable[Launch], isolation: Isolation) -> None:
    """Refuse bots that cannot play in a sandbox, if the isolation is one.

    Raises:
        SettingsError: a person plays, who needs a terminal, to which a bot could write; or the
            program behind a launcher cannot be found.
    """
    for launch in launches:
        if launch.needs_terminal and isolation.level == "sandbox":
            raise SettingsError(f"{launch.bot} needs a terminal, and the sandbox has none")
        if launch.argv:
            real_command(launch.argv, isolation)


def match_specs(session: Session) -> Iterator[MatchSpec]:
    """The matches, in order. Match k has the opening seed + k // seats, with the bots rotated by k.

    Without rotation, it has the opening seed + k, and the bots keep their seats.
    """
    seats = len(session.launches)
    stamp = datetime.datetime.now(datetime.UTC).strftime("%Y%m%d-%H%M%S")
    prefix = f"{stamp}-{secrets.token_hex(3)}"
    found = versions()
    width = len(str(session.matches))
    for number in range(session.matches):
        group, rotation = divmod(number, seats) if session.rotates else (number, 0)
        yield MatchSpec(
            id=f"{prefix}-{number + 1:0{width}}",
            game=session.game,
            settings=session.settings,
            seed=session.seed if session.opening else session.seed + group,
            launches=seeded(
                session.launches[rotation:] + session.launches[:rotation],
                session.seed + group,
                str(rotation),
            ),
            limits=session.limits,
            versions=found,
            opening=session.opening,
        )


def versions() -> dict[str, str]:
    packages = ("gridbots", "gridbots-referee", "numpy")
    found = {name: importlib.metadata.version(name) for name in packages}
    return {**found, "python": platform.python_version()}


def play_session(
    session: Session,
    folder: Path,
    stop: Stop,
    before: Callable[[MatchSpec], Watch | None],
    after: Callable[[Record, Path | None], None],
) -> bool:
    """Play the matches, and write each record before the next begins; whether none was void.

    If a bot does not start, or the game raises an error, no more matches are played.

    `before` is called with each match before it begins, and may return a function that watches it;
    `after` is called with each record and its path, None if it could not be written.

    Raises:
        SettingsError: one of the folders is not writable; nothing was played.
        GameError: the game raised an error before any bot was started.
        OutputError: a record or a transcript could not be written after its match.
    """
    check_folders(session, folder)
    live = TranscriptFolder(session.transcripts) if session.transcripts else None
    session = msgspec.structs.replace(
        session, launches=with_digests(session.launches, in_place=session.in_place)
    )
    is_home = session.in_place or session.limits.in_process
    is_forked = session.zygote and session.matches > 1 and not session.limits.in_process
    with (
        nullcontext() if is_home else Scratch() as scratch,
        Zygotes(stop) if is_forked else nullcontext() as zygotes,
    ):
        all_count = True
        for spec in match_specs(session):
            try:
                record = play(spec, stop, scratch, before(spec), zygotes, transcripts=live)
            except VoidByGameError as error:
                _keep(error.record, folder, after)
                return False
            _keep(record, folder, after)
            if live and live.error:
                raise OutputError(f"a transcript cannot be written: {live.error}")
            is_void = record.result.how == "void"
            all_count &= not is_void
            if stop or (is_void and not record.result.cause):
                break
    return all_count


def check_folders(session: Session, folder: Path) -> None:
    """Make the folders for records and transcripts of a session; raises as `check_writable`."""
    if session.transcripts:
        check_writable(session.transcripts, "transcripts")
    check_writable(folder)


def check_writable(folder: Path, what: str = "records") -> None:
    """Make a folder for records, before a match is played.

    Raises:
        SettingsError: the folder is not writable.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise SettingsError(f"{what} cannot be written to {folder}: {error.strerror}") from None


def _keep(record: Record, folder: Path, after: Callable[[Record, Path | None], None]) -> None:
    try:
        path = write(record, folder)
    except OSError as error:
        after(record, None)
        what = f"the record of match {record.match.id} cannot be written to {folder}"
        raise OutputError(f"{what}: {error.strerror}") from error
    after(record, path)


def opening_at(game: Game, record: Record, number: int) -> tuple[tuple[str, ...], ...]:
    """A position of a record as an opening: the joint moves before this round.

    Raises:
        RecordError: there is no such round, the match was over, or a move before it is missing.
    """
    last = len(record.rounds)
    if not 0 <= number <= last:
        raise RecordError(f"expected a round from 0 to {last}, got {number}")
    state = opening_of(game, record)
    found = list(record.match.opening)
    for index, each in enumerate(record.rounds[:number]):
        for seat, word in enumerate(each.moves):
            if word is None and game.legal_moves(state, seat):
                raise RecordError(
                    f"expected a move of seat {seat} in round {index}, got none; choose round "
                    f"{index} or an earlier one"
                )
        found.append(tuple(word or game.passes[0] for word in each.moves))
        step(state, move_numbers(game, each.moves))
    if is_over(state):
        raise RecordError(f"expected a round before the end of the match, got {number}")
    return tuple(found)
