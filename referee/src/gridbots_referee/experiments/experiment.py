"""Experiment declaration: a published table, as users write it in a TOML file."""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Annotated, Any, Final

import msgspec
from msgspec import Meta

from gridbots.errors import SettingsError, nearest
from gridbots.limits import ClockKind  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots.plugins import DEFAULT_GAME, load_game
from gridbots.toml_reader import convert, parse_toml, read_file, toml_text
from gridbots_referee.experiments.measures import MEASURES
from gridbots_referee.tournament.formats.tournament import Entrant  # noqa: TC001  msgspec reads annotations

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.game import Game

UNKNOWN: Final = float("nan")
"""An unpublished value: `nan` in TOML."""

MatchCount = Annotated[int, Meta(ge=1)]


class Publication(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Source of published values."""

    name: str
    matches: Annotated[int, Meta(ge=0)] = 0
    """Number of matches in each mean; 0: unknown, the values count as exact."""
    rounded: Annotated[float, Meta(ge=0)] = 0.0
    """The unit to which they are rounded: 1 for 21, 0.1 for 21.4."""


class MeasureRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One measure of some players. Each list has a value per player, or one for the match."""

    measure: str
    players: tuple[str, ...] = ()
    """By name; default: all of the line-up."""
    paper: tuple[float, ...] = ()
    program: tuple[float, ...] = ()
    """Values of the published program, if known; they are then the target."""
    within: tuple[float, ...] = ()
    """Tolerance for the full number of matches; default: it follows from the sampling error."""


class Lineup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bots that play against each other, and their measures."""

    bots: tuple[Entrant, ...]
    rows: tuple[MeasureRow, ...]
    name: str = ""
    settings: dict[str, Any] = {}
    """Settings of the game, in addition to those of the experiment."""
    rotates: bool = True
    """Whether each opening is played in all rotations of the bots over the seats; otherwise each
    match has a new opening, and each bot the seat of its place in the list."""
    matches: MatchCount | None = None
    quick: MatchCount | None = None
    """Overrides the number of the experiment."""
    timebank: Annotated[int, Meta(ge=1)] | None = None
    time_per_move: Annotated[int, Meta(ge=0)] | None = None
    """Milliseconds; overrides the experiment."""
    clock: ClockKind | None = None
    """Overrides the experiment."""
    paper_matches: MatchCount | None = None
    program_matches: MatchCount | None = None
    """Overrides the numbers of the sources."""

    @property
    def title(self) -> str:
        return self.name or ", ".join(each.name for each in self.bots)


class Experiment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]*$")]
    """Also the name of the results page."""
    title: str
    lineups: tuple[Lineup, ...]
    matches: MatchCount
    """Per line-up."""
    quick: MatchCount
    """The same with --quick: a quick check."""
    game: str = DEFAULT_GAME
    settings: dict[str, Any] = {}
    """Settings of the game."""
    paper: Publication | None = None
    program: Publication | None = None
    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 1
    confidence: Annotated[float, Meta(gt=0, lt=1)] = 0.95
    """Probability that a cell is within its sampling error, if there is no true difference."""
    timebank: Annotated[int, Meta(ge=1)] | None = None
    """Milliseconds, for bots that are not compiled."""
    time_per_move: Annotated[int, Meta(ge=0)] | None = None
    """Milliseconds."""
    clock: ClockKind = "wall"
    notes: str = ""
    """Notes for readers of the results."""

    @property
    def z(self) -> float:
        """Normal quantile of the confidence: standard errors on either side of a mean."""
        return NormalDist().inv_cdf((1 + self.confidence) / 2)


LISTS: Final = ("players", "paper", "program", "within")
"""Keys of a row whose single value needs no brackets."""


def load(path: Path) -> Experiment:
    """The experiment of a file.

    Raises:
        GridbotsError: the file cannot be read or is invalid; the message names the place.
    """
    return read_file(path, parse)


def parse(text: str) -> Experiment:
    """The experiment of a TOML text, each list of a row with a value for each of its cells.

    Raises:
        GridbotsError: a value is invalid; the message names its place.
    """
    values = parse_toml(text)
    _normalise(values)
    return _validated(convert(values, Experiment))


def _members(name: str, table: Any) -> list[Any]:
    """The members of a list in a table; empty if it is missing."""
    values = table.get(name) if isinstance(table, dict) else None
    return values if isinstance(values, list) else []


def _normalise(values: dict[str, Any]) -> None:
    """Turn bots given as text into tables, and single values into lists."""
    for lineup in _members("lineups", values):
        if bots := _members("bots", lineup):
            lineup["bots"] = _with_names(bots)
        for row in _members("rows", lineup):
            for name in LISTS if isinstance(row, dict) else ():
                if name in row and not isinstance(row[name], list):
                    row[name] = [row[name]]


def _with_names(bots: list[Any]) -> list[Any]:
    """Each bot as a table with a name: its text, numbered if it occurs more than once."""
    texts = [bot for bot in bots if isinstance(bot, str)]
    seen: dict[str, int] = {}
    named = []
    for bot in bots:
        if isinstance(bot, str):
            seen[bot] = seen.get(bot, 0) + 1
            name = f"{bot} #{seen[bot]}" if texts.count(bot) > 1 else bot
            named.append({"bot": bot, "name": name})
        else:
            named.append(bot)
    return named


def _validated(experiment: Experiment) -> Experiment:
    """The experiment validated, with a value for each cell in every row."""
    if not experiment.lineups:
        raise SettingsError("lineups: expected one or more, got none")
    game = load_game(experiment.game)
    lineups = []
    for index, lineup in enumerate(experiment.lineups):
        place = f"lineups[{index}]"
        _validate_lineup(place, lineup, game, experiment.settings)
        rows = tuple(
            _validated_row(f"{place}.rows[{number}]", row, lineup, experiment)
            for number, row in enumerate(lineup.rows)
        )
        lineups.append(msgspec.structs.replace(lineup, rows=rows))
    return msgspec.structs.replace(experiment, lineups=tuple(lineups))


def _validate_lineup(place: str, lineup: Lineup, game: Game, settings: dict[str, Any]) -> None:
    if not lineup.rows:
        raise SettingsError(f"{place}.rows: expected one or more, got none")
    names = [each.name for each in lineup.bots]
    for place_of, name in enumerate(names):
        if not name.strip():
            where = f"{place}.bots[{place_of}].name"
            raise SettingsError(f"{where}: expected a name, got {toml_text(name)}")
        if names.count(name) > 1:
            raise SettingsError(
                f"{place}.bots: two bots are named {name!r}; give each a unique name"
            )
    try:
        seats = game.seats(game_settings(game, settings, lineup))
    except SettingsError as error:
        raise SettingsError(f"{place}: {error}") from None
    if seats != len(names):
        raise SettingsError(f"{place}.bots: expected {seats}, one per seat, got {len(names)}")


def game_settings(game: Game, settings: dict[str, Any], lineup: Lineup) -> Any:
    """The game's settings for a line-up; by default as many seats as bots.

    Raises:
        SettingsError: a setting is unknown or has a bad value.
    """
    return game.make_settings(setting_values(game, settings, lineup))


def setting_values(game: Game, settings: dict[str, Any], lineup: Lineup) -> dict[str, Any]:
    """The settings of the game that differ from the defaults."""
    with_seats = "seats" in game.settings.__struct_fields__
    seats = {"seats": len(lineup.bots)} if with_seats else {}
    return {**seats, **settings, **lineup.settings}


def _validated_row(
    place: str, row: MeasureRow, lineup: Lineup, experiment: Experiment
) -> MeasureRow:
    if row.measure not in MEASURES:
        hint = nearest(row.measure, MEASURES)
        raise SettingsError(f"{place}.measure: unknown measure {row.measure!r}; {hint}")
    players = _players(place, row, [each.name for each in lineup.bots])
    for name in ("paper", "program"):
        if getattr(row, name) and getattr(experiment, name) is None:
            raise SettingsError(f"{place}.{name}: add a table [{name}] with their source")
    cells = max(len(players), 1)
    if row.within and not row.paper and not row.program:
        raise SettingsError(f"{place}.within: expected published values to compare with, got none")
    within = row.within * cells if len(row.within) == 1 else row.within
    if any(value < 0 for value in within):
        raise SettingsError(f"{place}.within: expected 0 or more, got {min(within):g}")
    return msgspec.structs.replace(
        row,
        players=players,
        paper=_values(f"{place}.paper", row.paper, cells),
        program=_values(f"{place}.program", row.program, cells),
        within=_values(f"{place}.within", within, cells),
    )


def _players(place: str, row: MeasureRow, names: list[str]) -> tuple[str, ...]:
    """The players of a row; none for a measure of the match."""
    if MEASURES[row.measure].of_match:
        if row.players:
            raise SettingsError(
                f"{place}.players: expected none, because {row.measure} describes the whole match, "
                f"got {toml_text(row.players)}"
            )
        return ()
    for name in row.players:
        if name not in names:
            raise SettingsError(
                f"{place}.players: expected players of the line-up, got {toml_text(name)}; "
                f"{nearest(name, names)}"
            )
    return row.players or tuple(names)


def _values(place: str, values: tuple[float, ...], cells: int) -> tuple[float, ...]:
    if not values:
        return (UNKNOWN,) * cells
    if len(values) != cells:
        raise SettingsError(f"{place}: expected {cells}, one per cell, got {len(values)}")
    if any(math.isinf(value) for value in values):
        raise SettingsError(f"{place}: expected numbers, or nan where none is known, got infinity")
    return values
