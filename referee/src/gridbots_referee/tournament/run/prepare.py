"""Preparation of a tournament: launches and job template, warm-up of bots, local workers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace

from gridbots.errors import SettingsError
from gridbots.plugins import installed_bots, load_game
from gridbots_referee.play.bot_files import with_digests
from gridbots_referee.play.cores import fair_concurrency
from gridbots_referee.play.launch import (
    Launch,
    arena_options,
    checked,
    find_bot,
    match_limits,
)
from gridbots_referee.play.session import check_sandbox
from gridbots_referee.play.transport.coroutine import refuse_unknown_cpu_time
from gridbots_referee.play.warmup import warm_bots
from gridbots_referee.tournament.formats.openings import game_of
from gridbots_referee.tournament.run.dispatch import Backend
from gridbots_referee.tournament.run.job import JobTemplate
from gridbots_referee.tournament.run.pool import Pool, capacity

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence
    from pathlib import Path

    from gridbots_referee.tournament.formats.tournament import Tournament
    from gridbots_referee.tournament.store.store import Store


def launches_of(tournament: Tournament, retired: Container[int] = ()) -> tuple[Launch, ...]:
    """How to start each entrant; no command for those that are retired.

    Raises:
        GridbotsError: a bot is neither installed nor an existing program, does not play this game,
            has wrong options, or is played by a person.
    """
    found = found_launches(tournament, retired)
    for launch in found:
        if launch.needs_terminal:
            raise SettingsError(f"{launch.bot} is played by a person; a tournament is between bots")
        if tournament.time.in_process and launch.argv and not launch.plugin:
            raise SettingsError(f"in_process needs installed bots; {launch.bot!r} is a command")
    check_sandbox(found, tournament.isolation)
    found = checked(found, tournament.game)
    refuse_unknown_cpu_time(found, load_game(tournament.game), match_limits(tournament.time))
    return found


def found_launches(tournament: Tournament, retired: Container[int] = ()) -> tuple[Launch, ...]:
    """How to start each entrant; see `launches_of` for its checks.

    Raises:
        UnknownNameError: a bot is neither installed nor an existing program.
    """
    installed = installed_bots()
    return tuple(
        Launch(entrant.name, entrant.bot, ())
        if index in retired
        else replace(find_bot(entrant.bot, tournament.game, installed), name=entrant.name)
        for index, entrant in enumerate(tournament.bots)
    )


def check_tournament(tournament: Tournament, retired: Container[int] = ()) -> Tournament:
    """Refuse a tournament that cannot be played, before anything is written.

    Returns it with the time control of its matches.

    Raises:
        GridbotsError: the game, a setting or a bot is unknown or does not fit.
    """
    game_of(tournament)
    return with_time_control(tournament, launches_of(tournament, retired))


def with_time_control(tournament: Tournament, launches: Sequence[Launch]) -> Tournament:
    """The tournament with the time control of its matches, which its store keeps.

    Raises:
        SettingsError: its bots need different time controls.
    """
    options = arena_options(tournament.time, launches)
    limits = options.limits()
    time = replace(options, timebank=limits.timebank_ms, time_per_move=limits.time_per_move_ms)
    return replace(tournament, time=time)


def local_backend(store: Store, concurrency: int | None, log: Callable[[str], None]) -> Backend:
    """Local workers for `concurrency` matches at a time, by default as the tournament declares.

    Their number is limited by what the machine can hold. Bots that would compile while their clock
    runs are compiled now.

    Raises:
        GridbotsError: the game, a setting or a bot is unknown or does not fit.
    """
    tournament = store.tournament
    template = job_template(tournament, store.records, store.retired())
    warm_bots(template.launches, tournament.game, values_of(tournament), log)
    asked = concurrency or tournament.concurrency
    size = asked or fair_concurrency(template.seats, template.limits)
    held = capacity(template.seats)
    if size > held.matches:
        matches = "1 match" if held.matches == 1 else f"{held.matches} matches"
        log(f"Warning: this machine can play {matches} at a time, not {size}: {held.why}.")
    return Backend(template, partial(Pool, min(size, held.matches), log=log))


def job_template(
    tournament: Tournament, records: Path, retired: Container[int] = ()
) -> JobTemplate:
    """What all matches of a tournament have in common.

    Raises:
        GridbotsError: the game, a setting or a bot is unknown or does not fit.
    """
    game, settings = game_of(tournament)
    launches = launches_of(tournament, retired)
    return JobTemplate(
        tournament.game,
        asdict(settings),
        game.seats(settings),
        with_digests(launches),
        match_limits(arena_options(tournament.time, launches), tournament.isolation),
        records,
    )


def values_of(tournament: Tournament) -> dict[str, str]:
    """The settings that the tournament names, as text of a command line."""
    return {name: str(value) for name, value in tournament.settings.items()}
