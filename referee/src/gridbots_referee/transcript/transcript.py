"""Transcript of a seat: every line that was sent to its bot, and the answers.

A record contains moves, banks and checksums, but no lines. The lines are rebuilt by the rules, and
each round is compared with its checksum, so they equal the sent lines byte for byte. The answers
are those in the record: moves, the first line of a malformed answer, and the last lines of a bot
that has failed.
"""

from __future__ import annotations

import functools
import zlib
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from gridbots.errors import RecordError
from gridbots.game import copy_state, has_choice, is_to_move, step
from gridbots.protocol import END_LINE, action_line
from gridbots.record.replay import move_numbers, opening_of, settings_in, settings_sent, updates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game, State
    from gridbots.pictures.overlay import Overlay
    from gridbots.record import Note, PlayerResult, Record, Round

REMEDY: Final = "; run `referee verify` for details"
AnswerKind = Literal["move", "illegal", "pass", "malformed", "none"]


class Answer(NamedTuple):
    """The answer to a request."""

    kind: AnswerKind
    text: str = ""
    """The move, the first line of a malformed answer, or the termination of the bot."""
    detail: str = ""
    """Why there is no answer."""

    def agrees(self, other: Answer) -> bool:
        """Whether the decision is the same. Without an answer, a bot agrees with any decision."""
        decisions = {self._decision(), other._decision()}
        return len(decisions) == 1 or ("none", "") in decisions

    def _decision(self) -> tuple[str, str]:
        # A fed bot does not learn that its move is illegal.
        return ("move" if self.kind == "illegal" else self.kind), self.text


class RecordedRequest(NamedTuple):
    """One request to the seat, and the answer."""

    round: int
    updates: bytes
    bank_ms: int
    answer: Answer
    state: State
    """The state before the round; a copy."""
    moves: tuple[int, ...]
    """The joint move that was played."""
    has_choice: bool
    """Whether the seat's move makes a difference."""
    wall_us: int | None
    cpu_us: int | None
    notes: tuple[Note, ...]
    """The notes on this seat."""
    overlay: Overlay | None
    lines: tuple[str, ...]
    """The lines that the bot wrote, if the record has them."""

    @property
    def text(self) -> bytes:
        """All lines that were sent: the updates and the request itself."""
        return self.updates + action_line(self.bank_ms)


class Transcript:
    """The lines to and from one seat of a recorded match.

    Raises:
        RecordError: the record has no such seat, or the rebuilt lines differ from the sent ones.
    """

    def __init__(self, game: Game, record: Record, seat: int) -> None:
        seats = len(record.match.players)
        if not 0 <= seat < seats:
            raise RecordError(f"expected a seat from 0 to {seats - 1}, got {seat}")
        self.game = game
        self.record = record
        self.seat = seat
        self.settings = settings_sent(game, record, seat, settings_in(game, record))
        """The settings lines, which were sent first."""
        self.last_board = b""
        """The update lines of the final state, after iterating over all requests; empty if the
        match was not played to its end."""
        sent = self.player.told_settings
        if sent not in {None, zlib.crc32(self.settings)}:
            raise RecordError(f"the rebuilt settings lines differ from the sent ones{REMEDY}")

    @property
    def player(self) -> PlayerResult:
        return self.record.result.players[self.seat]

    @property
    def end(self) -> bytes:
        """The lines with the last board, if they were sent, after iterating over all requests."""
        return self.last_board + END_LINE if self.last_board and self.player.knows_end else b""

    def requests(self) -> Iterator[RecordedRequest]:
        """The requests in order, rebuilt one by one.

        Raises:
            RecordError: the rebuilt lines of a round differ from the sent ones.
        """
        state = opening_of(self.game, self.record)
        for number, each in enumerate(self.record.rounds):
            if request := self.request(number, state):
                yield request
            step(state, move_numbers(self.game, each.moves))
        if self.record.result.how in {"rules", "forfeit"}:
            self.last_board = self._updates(state, self.record.result.told, "the end")

    def request(self, number: int, state: State) -> RecordedRequest | None:
        """The request of a round, which begins in this state; None if the seat was not asked.

        Raises:
            RecordError: the rebuilt lines of the round differ from the sent ones.
        """
        each = self.record.rounds[number]
        sent = self._updates(state, each.told, f"round {number}")
        bank = self._bank(state, number)
        if bank is None:
            return None
        return RecordedRequest(
            round=number,
            updates=sent,
            bank_ms=bank,
            answer=self._answer(number),
            state=copy_state(state),
            moves=tuple(move_numbers(self.game, each.moves)),
            has_choice=bool(has_choice(state, self.seat)),
            wall_us=self._at(each.wall_us),
            cpu_us=self._at(each.cpu_us),
            notes=self._notes(each),
            overlay=self._at(each.overlays),
            lines=self._last_lines.get(number, ()),
        )

    def _updates(self, state: State, expected: int, place: str) -> bytes:
        """The update lines of this seat, checked together with those of the others."""
        texts, checksum = updates(self.game, state, len(self.record.match.players))
        if checksum != expected:
            raise RecordError(f"{place}: the rebuilt lines differ from the sent ones{REMEDY}")
        return texts[self.seat]

    def _bank(self, state: State, number: int) -> int | None:
        """The time bank that was sent; None if the bot was not asked."""
        each = self.record.rounds[number]
        if each.bank_ms:
            return each.bank_ms[self.seat]
        # A match without clocks, played without processes.
        failed = self.player.failed_in_round
        is_asked = is_to_move(state, self.seat) and (failed is None or number <= failed)
        return self.record.match.limits.timebank_ms if is_asked else None

    def _at(self, values: tuple[Any, ...]) -> Any:
        return values[self.seat] if values else None

    def _notes(self, each: Round) -> tuple[Note, ...]:
        return tuple(note for note in each.notes if note.seat == self.seat)

    def _answer(self, number: int) -> Answer:
        each, player = self.record.rounds[number], self.player
        texts = {note.kind: note.text for note in self._notes(each)}
        word = each.moves[self.seat]
        if word is not None:
            return Answer("move", word)
        for kind in ("illegal", "malformed"):
            if kind in texts:
                return Answer(kind, texts[kind])
        if player.failed_in_round == number:
            return Answer("none", player.termination, player.detail)
        if each.wall_us and self._at(each.wall_us) is None:
            return Answer("none", detail="the referee stopped waiting: the move made no difference")
        return Answer("pass")

    @functools.cached_property
    def _last_lines(self) -> dict[int, tuple[str, ...]]:
        """The lines that a failed bot wrote in the last rounds: round -> lines.

        A round whose request is not in the record may lack lines, and is left out.
        """
        found: dict[int, list[str]] = {}
        for exchange in self.player.exchanges:
            if exchange.sender == "referee":
                found.setdefault(exchange.round, [])
            elif exchange.round in found:
                found[exchange.round].append(exchange.line)
        return {number: tuple(lines) for number, lines in found.items()}
