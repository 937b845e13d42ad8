"""`referee tournament`, `referee resume` and `referee openings`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click
import msgspec
from click.core import ParameterSource

from gridbots.limits import LimitOptions
from gridbots.plugins import DEFAULT_GAME
from gridbots_referee.cli.bots.isolation import IsolationFlags, isolation_of, isolation_options
from gridbots_referee.cli.completion import (
    DECLARATION,
    STORE,
    complete_bots,
    complete_game,
)
from gridbots_referee.cli.matches.run import MatchOptions
from gridbots_referee.cli.options import Option, SettingsOption, options
from gridbots_referee.cli.tournaments.play import (
    RunnerOptions,
    dry_run_option,
    play,
    print_plan,
    runner_options,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots_referee.tournament.formats.tournament import Tournament


KEYS = {
    "name": "name",
    "form": "format",
    "matches": "matches",
    "game": "game",
    "settings": "[settings]",
    "seed": "seed",
    "opening_rounds": "openings.rounds",
    "opening_policy": "openings.policy",
    "timebank": "time.timebank",
    "time_per_move": "time.time_per_move",
    "in_process": "time.in_process",
    "bench_after": "bench_after",
}
"""Options of a tournament without a file -> the keys of one."""
FORMATS = ("round-robin", "gauntlet", "swiss", "knockout", "ladder")


class TournamentOptions(msgspec.Struct, frozen=True):
    """Options that replace keys of a tournament file."""

    game: Annotated[
        str | None,
        Option("The game to play.", metavar="GAME", complete=complete_game, default=DEFAULT_GAME),
    ] = None
    settings: SettingsOption = ()
    seed: Annotated[
        int | None, Option("Seed of openings and bots.", ge=0, le=2**62, default="1")
    ] = None
    opening_rounds: Annotated[
        int | None,
        Option("Rounds of random moves before the bots are asked.", ge=0, metavar="K"),
    ] = None
    bench_after: Annotated[
        int | None,
        Option(
            "Stop playing with a bot that caused N matches not to be played; 0: never stop.",
            ge=0,
            default="10",
        ),
    ] = None


def playing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Options that replace keys of a tournament file, and those for isolation."""
    time_control = options(
        LimitOptions,
        only=("timebank", "time_per_move", "in_process"),
        in_process=Option(
            "Run installed bots inside the workers: faster, for bots that you trust."
        ),
    )
    return options(TournamentOptions)(time_control(isolation_options(command)))


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]", type=DECLARATION)
@click.option("--store", type=STORE, metavar="FILE",
              help="Store of the results.  [default: NAME.db]")  # fmt: skip
@click.option(
    "--example", is_flag=True, help="Print an example of a tournament file, with comments."
)
@click.option("--bots", multiple=True, metavar="A,B,C", shell_complete=complete_bots,
              help="Bots of a tournament without a FILE; may be repeated.")  # fmt: skip
@click.option("--name", metavar="TEXT", help="Name of a tournament without a FILE.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="Format of a tournament without a FILE.  [default: round-robin]",
)
@click.option("--matches", type=click.IntRange(min=1), metavar="N",
              help="Matches for each pairing.  [default: 2]")  # fmt: skip
@click.option("--opening-policy", type=click.Choice(["default", "round"]),
              help="round: all pairings have the same openings; default: each match group has a "
              "new one.")  # fmt: skip
@dry_run_option
@playing_options
@runner_options
def tournament(
    files: tuple[Path, ...],
    *,
    example: bool,
    store: Path | None,
    isolation: IsolationFlags,
    runner: RunnerOptions,
    **options: Any,
) -> None:
    """Play the tournament that FILE describes, or one between --bots.

    \b
      referee tournament --example > spring.toml
      referee tournament spring.toml --store spring.db
      referee tournament --bots minimax,wall-hugger,./mybot --matches 20

    Every match is stored before it counts. After an interruption of any kind, the same command or
    `referee resume` plays the missing matches. `referee standings`, `crosstable`, `matches` and
    `serve` read the store, even during the tournament.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from msgspec.structs import replace

    from gridbots_referee.tournament.formats.tournament_file import EXAMPLE, load, split_bots
    from gridbots_referee.tournament.run.resume import open_or_create

    if example:
        click.echo(EXAMPLE, nl=False)
        return
    if len(files) > 1:
        bots = shlex.quote(",".join(map(str, files)))
        raise click.UsageError(f"expected one FILE, got {len(files)}; name bots with --bots {bots}")
    if bool(files) == bool(options["bots"]):
        raise click.UsageError("expected either a FILE or --bots; --example prints a file")
    if files:
        _refuse_beside_file(files[0])
        declared = load(files[0])
        declared = replace(declared, isolation=isolation_of(isolation, declared.isolation))
    else:
        declared = from_options(options, split_bots(options["bots"]), isolation)
    path = store or Path(f"{declared.name}.db")
    if options["dry_run"]:
        sys.exit(print_plan(path, declared, declared.isolation, runner))
    with open_or_create(path, declared) as opened:
        sys.exit(play(opened, isolation, runner))


def _refuse_beside_file(file: Path) -> None:
    """Refuse options that are keys of a FILE.

    Raises:
        UsageError: one of them is on the command line.
    """
    context = click.get_current_context()
    for name, key in KEYS.items():
        if context.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            option = next(each for each in context.command.params if each.name == name)
            raise click.UsageError(
                f"{option.opts[0]} is for a tournament without a FILE; set `{key}` in {file}"
            )


@click.command()
@click.argument("store", type=STORE)
@click.option("--matches", type=click.IntRange(min=1), metavar="N",
              help="Extend to N matches for each pairing, or at most N of a sequential "
              "test.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(min=1), metavar="N",
              help="Extend a Swiss tournament to N rounds.")  # fmt: skip
@click.option("--add", "bots", multiple=True, metavar="A,B,C", shell_complete=complete_bots,
              help="Add bots to the tournament; may be repeated.")  # fmt: skip
@click.option("--retry-void", is_flag=True, help="Retry the matches that could not be played.")
@dry_run_option
@isolation_options
@runner_options
def resume(  # noqa: PLR0913  likewise
    store: Path,
    *,
    retry_void: bool,
    bots: tuple[str, ...],
    matches: int | None,
    rounds: int | None,
    dry_run: bool,
    isolation: IsolationFlags,
    runner: RunnerOptions,
) -> None:
    """Play the missing matches of the tournament in a STORE, or extend it.

    \b
      referee resume spring.db
      referee resume spring.db --matches 40
      referee resume spring.db --add "minimax:depth=6,./mybot"

    Played matches do not change. docs/tournaments.md lists what each format can add.
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots_referee.tournament.formats.tournament_file import split_bots
    from gridbots_referee.tournament.run.resume import enlarge, enlarged
    from gridbots_referee.tournament.store.store import Store

    added, sizes = split_bots(bots), {"matches": matches, "rounds": rounds}
    if dry_run:
        with Store.open(store, read_only=True) as opened:
            declared = enlarged(opened.tournament, added, sizes)
        in_force = isolation_of(isolation, declared.isolation)
        sys.exit(print_plan(store, declared, in_force, runner))
    with Store.open(store) as opened:
        enlarge(opened, added, sizes)
        if retry_void:
            opened.forget_voids()
        sys.exit(play(opened, isolation, runner))


def from_options(
    options: Mapping[str, Any], bots: Sequence[str], isolation: IsolationFlags, **more: Any
) -> Tournament:
    """A tournament from the options of a command; `more` has further keys of a file.

    Raises:
        GridbotsError: something is wrong.
    """
    from msgspec.structs import asdict

    from gridbots.settings import parse_assignments
    from gridbots_referee.tournament.formats.tournament_file import make

    name = options.get("name")
    keys = {"name": "tournament" if name is None else name, "format": options.get("form")}
    keys |= {key: options.get(key) for key in ("matches", "game", "seed", "bench_after")}
    time = {key: options[key] for key in ("timebank", "time_per_move", "in_process")}
    parts = {
        "settings": parse_assignments(options["settings"]),
        "time": {key: value for key, value in time.items() if value is not None},
        "openings": {
            "rounds": options["opening_rounds"] or 0,
            "policy": options.get("opening_policy") or "default",
        },
        "isolation": asdict(isolation_of(isolation)),
    }
    given = {key: value for key, value in keys.items() if value is not None}
    return make({**given, **parts, **more, "bots": list(bots)}, Path.cwd())


@click.command()
@options(MatchOptions, only=("game", "settings"))
@click.option("--rounds", type=click.IntRange(min=0), default=4, show_default=True, metavar="K",
              help="Rounds of random moves in each opening.")  # fmt: skip
@click.option("--count", type=click.IntRange(min=1), default=100, show_default=True, metavar="N",
              help="Number of openings.")  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0, max=2**62), default=1, show_default=True,
              metavar="N", help="Seed of the first opening; the next openings have the next "
              "seeds.")  # fmt: skip
def openings(game: str, settings: tuple[str, ...], rounds: int, count: int, seed: int) -> None:
    """Print random openings for a tournament file, one JSON object per line.

    All moves are legal and eliminate no player. Equal options give equal openings.

    \b
      referee openings --rounds 6 --count 500 > openings.jsonl
    """  # noqa: D301  \b is click's mark for "do not wrap"
    from gridbots.plugins import load_game
    from gridbots.settings import parse_assignments
    from gridbots_referee.tournament.formats.openings import openings_text, random_opening

    loaded = load_game(game)
    made = loaded.make_settings(parse_assignments(settings))
    for number in range(seed, seed + count):
        click.echo(openings_text([random_opening(loaded, made, number, rounds)]), nl=False)
