"""Requests of the page for a match: its replay, its analyses, and variations.

One analysis runs at a time, in a separate process that ends with this one. Only installed bots can
analyse: a page cannot start commands.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from gridbots import record as records
from gridbots.errors import GridbotsError, ProtocolError, RecordError, UnknownNameError
from gridbots.game import is_over, is_to_move
from gridbots.plugins import installed_bots, load_game
from gridbots_referee.analysis.analysis_file import path_beside, read_analysis
from gridbots_referee.analysis.assessment import assessments
from gridbots_referee.analysis.variation import (
    line_of,
    position_of,
    read_moves,
    variation_record,
    write_moves,
)
from gridbots_referee.show.replay.replay import replay_of
from gridbots_referee.show.tables.analysis import analysis_json
from gridbots_referee.show.viewer.sites.background_analysis import BackgroundAnalysis, answers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from gridbots.game import Game, State
    from gridbots.record import Record
    from gridbots_referee.show.replay.replay import Replay
    from gridbots_referee.show.viewer.feed import Feed

VARIATIONS: Final = 8
"""Number of replays of variations that are kept."""
TIMES: Final = (10, 10_000)
"""Least and greatest time per move that a page may request, in ms."""


class MatchAnalysis:
    """The analyses of the matches of a site."""

    def __init__(self, feed: Feed, *, runs: bool = True) -> None:
        """`runs`: whether the page may start bots."""
        self._runs = runs
        self._running: BackgroundAnalysis | None = None
        self._feed = feed
        self._lock = threading.Lock()
        self._asking = threading.Lock()
        """Held while a bot answers in a variation: one at a time."""
        self._variations: OrderedDict[tuple[Path, int, str], Replay] = OrderedDict()

    def get(
        self, path: Sequence[str], query: Mapping[str, str], record: Path, replay: Replay
    ) -> Any:
        """The response to a request for a recorded match; raises the same errors as `requested`."""
        match path:
            case ["analysis"]:
                return self._analyses(record)
            case ["line", start, seat]:
                return self._line(record, number_in(start), number_in(seat), query)
            case ["variation", start, *rest]:
                moves, more = (rest[0], rest[1:]) if rest else ("", [])
                return self._variation(record, number_in(start), moves, more)
        return requested(path, query, replay)

    def post(self, path: Sequence[str], value: object, record: Path) -> Any:
        """Start or cancel an analysis.

        Raises:
            KeyError: nothing exists at this path.
            GridbotsError: the analysis cannot be started.
        """
        if not self._runs:
            raise KeyError(*path)
        match path, value:
            case ["analysis"], {"bot": str(bot), "time_ms": int(time_ms)}:
                return self._start(record, bot, time_ms)
            case ["analysis", "cancel"], _:
                if self._running:
                    self._running.cancel()
                return {}
            case ["answers"], {
                "start": int(start),
                "moves": str(moves),
                "bot": str(bot),
                "time_ms": int(time_ms),
            }:
                return self._answers(record, start, moves, bot, time_ms)
            case ["analysis"] | ["answers"], _:
                raise ProtocolError("expected a bot and a time in ms")
        raise KeyError(*path)

    # Analyses.

    def _analyses(self, path: Path) -> dict[str, Any]:
        record = records.read(path)
        game = load_game(record.match.game)
        running, problem = self._running, ""
        fields: dict[str, Any] = {"bots": self._bots(game), "running": None, "problem": ""}
        fields["record"] = path.name
        if running and running.record == path:
            fields["running"], problem = running.state(), running.problem
        elif running and running.is_running:
            fields["problem"] = "another match is being analysed"
        try:
            found = stored_analysis(game, record, path_beside(path))
        except RecordError as error:
            found, problem = [], str(error)
        return fields | {"found": found} | ({"problem": problem} if problem else {})

    def _bots(self, game: Game) -> list[str]:
        return examiners(game) if self._runs else []

    def _start(self, path: Path, bot: str, time_ms: int) -> dict[str, Any]:
        _check(bot, time_ms)
        with self._lock:
            if self._running and self._running.is_running:
                raise GridbotsError("an analysis is running; cancel it, or wait until it ends")
            self._running = BackgroundAnalysis(path, bot, time_ms, self._feed)
        self._running.start()
        return {}

    # Variations.

    def _line(self, path: Path, start: int, seat: int, query: Mapping[str, str]) -> dict[str, str]:
        """The principal variation of a bot in a position, as moves of a variation."""
        record = records.read(path)
        game = load_game(record.match.game)
        analysis = read_analysis(path_beside(path), record)
        bot = number_in(query.get("bot") or "0")
        for each in analysis.positions:
            if (each.bot, each.seat, each.round) == (bot, seat, start):
                return {"moves": write_moves(line_of(game, record, each))}
        raise KeyError(start)

    def _answers(
        self, path: Path, start: int, moves: str, bot: str, time_ms: int
    ) -> dict[str, Any]:
        """The moves of a bot for each seat at the end of a variation."""
        _check(bot, time_ms)
        record = records.read(path)
        game = load_game(record.match.game)
        tried = variation_record(
            game, record, start, read_moves(moves, game, len(record.match.players))
        )
        if not self._asking.acquire(blocking=False):
            raise GridbotsError("another bot is thinking; wait for its answer")
        try:
            return {"answers": answers(game, tried, bot, time_ms)}
        finally:
            self._asking.release()

    def _variation(self, path: Path, start: int, moves: str, rest: Sequence[str]) -> Any:
        key = path, start, moves
        with self._lock:
            replay = self._variations.pop(key, None)
        if replay is None or not rest:
            record = records.read(path)
            game = load_game(record.match.game)
            joints = read_moves(moves, game, len(record.match.players))
            tried = variation_record(game, record, start, joints)
            replay = replay or replay_of(game, tried)
        with self._lock:
            self._variations[key] = replay
            if len(self._variations) > VARIATIONS:
                self._variations.popitem(last=False)
        response = requested(rest, {}, replay)
        if not rest:
            choices = choices_at(game, tried)
            there = record.rounds[len(tried.rounds) : len(tried.rounds) + 1]
            response["played"] = there[0].moves if there else None
            response |= {"start": start, "choices": choices, "examiners": self._bots(game)}
        return response


def _check(bot: str, time_ms: int) -> None:
    """Refuse commands and long times, which our page never requests."""
    if not TIMES[0] <= time_ms <= TIMES[1]:
        raise ProtocolError(f"expected {TIMES[0]} to {TIMES[1]} ms, got {time_ms}")
    name = bot.partition(":")[0]
    found = installed_bots().get(name)
    if found is None or found.needs:
        raise UnknownNameError(f"expected an installed bot, got {name[:80]!r}")


def stored_analysis(game: Game, record: Record, file: Path) -> list[dict[str, Any]]:
    """The contents of an analysis file for the page, by bot.

    Raises:
        RecordError: the file is damaged.
    """
    analysis = read_analysis(file, record)
    found = assessments(game, record, analysis)
    bots: list[dict[str, Any]] = analysis_json(analysis, found)["bots"]
    return [{**each, "number": number} for number, each in enumerate(bots) if each["moves"]]


def examiners(game: Game) -> list[str]:
    """The installed bots that can analyse matches of a game."""
    return [
        bot.name
        for bot in installed_bots().values()
        if (not bot.games or game.name in bot.games) and not bot.needs
    ]


def choices_at(game: Game, record: Record) -> list[list[str]]:
    """The legal moves of each seat at the end of a record; none if the match is over."""
    state: State = position_of(game, record, len(record.rounds))
    return [
        [game.moves[move] for move in game.legal_moves(state, seat)]
        if not is_over(state) and is_to_move(state, seat)
        else []
        for seat in range(len(record.match.players))
    ]


UNRECORDED: Final[dict[str, Any]] = {"bots": [], "running": None, "problem": "", "found": []}
"""Analyses of a match without a record."""


def requested(path: Sequence[str], query: Mapping[str, str], replay: Replay) -> Any:
    """The response to a request for a replay: its data, a stretch, its dialogue or its measures.

    Raises:
        KeyError: nothing exists at this path.
        RecordError: the stretch does not exist.
    """
    match path:
        case []:
            return replay.about()
        case ["stretch", number]:
            seat = query.get("seat", "")
            return replay.stretch(number_in(number), number_in(seat) if seat else None)
        case ["measures"]:
            return replay.measures()
        case ["analysis"]:
            return UNRECORDED
        case ["dialogue", number]:
            return replay.dialogue(number_in(number))
    raise KeyError(*path)


def number_in(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise KeyError(text)
    return int(text)
