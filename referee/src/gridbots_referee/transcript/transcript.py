"""Transcript of a seat: every line that its bot was sent, and what it answered.

A record keeps no lines, but moves, banks and checksums. So the lines are rebuilt by the rules, and
each round is compared with its checksum: what is returned is what was sent, byte for byte. Of the
answers there is what the record tells: moves, the first line of malformed ones, and the last lines
of a bot that has failed.
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

REMEDY: Final = "; `referee verify` says more"
AnswerKind = Literal["move", "illegal", "pass", "malformed", "none"]


class Answer(NamedTuple):
    """What came of a request."""

    kind: AnswerKind
    text: str = ""
    """The move; of a malformed answer its first line; of none, the termination of the bot."""
    detail: str = ""
    """For people, why there is none."""

    def agrees(self, other: Answer) -> bool:
        """Whether a bot has decided the same; who was not waited for has decided nothing."""
        decisions = {self._decision(), other._decision()}
        return len(decisions) == 1 or ("none", "") in decisions

    def _decision(self) -> tuple[str, str]:
        # The rules refuse an illegal move; a bot that is fed is not told.
        return ("move" if self.kind == "illegal" else self.kind), self.text


class RecordedRequest(NamedTuple):
    """One request to the seat, and what came of it."""

    round: int
    updates: bytes
    bank_ms: int
    answer: Answer
    state: State
    """Before the round; of its own."""
    moves: tuple[int, ...]
    """The joint move that the rules were given."""
    has_choice: bool
    """Whether the rules let the seat's move decide anything."""
    wall_us: int | None
    cpu_us: int | None
    notes: tuple[Note, ...]
    """Those of this seat."""
    overlay: Overlay | None
    lines: tuple[str, ...]
    """What the bot wrote, line by line, where the record tells."""

    @property
    def text(self) -> bytes:
        """All that was sent: the update lines and the request itself."""
        return self.updates + action_line(self.bank_ms)


class Transcript:
    """The lines to and from one seat of a recorded match.

    Raises:
        RecordError: the record has no such seat, or the lines are not those that were sent.
    """

    def __init__(self, game: Game, record: Record, seat: int) -> None:
        seats = len(record.match.players)
        if not 0 <= seat < seats:
            raise RecordError(f"expected a seat from 0 to {seats - 1}, got {seat}")
        self.game = game
        self.record = record
        self.seat = seat
        self.settings = settings_sent(game, record, seat, settings_in(game, record))
        """The settings lines, which come first."""
        self.last_board = b""
        """The update lines of the final state, once all requests were taken; none if the match was
        not played to its end."""
        sent = self.player.told_settings
        if sent not in {None, zlib.crc32(self.settings)}:
            raise RecordError(f"the settings lines are not those that were sent{REMEDY}")

    @property
    def player(self) -> PlayerResult:
        return self.record.result.players[self.seat]

    @property
    def end(self) -> bytes:
        """The lines that showed it the last board, if any did, once all requests were taken."""
        return self.last_board + END_LINE if self.last_board and self.player.knows_end else b""

    def requests(self) -> Iterator[RecordedRequest]:
        """The requests in order, each rebuilt when it is asked for.

        Raises:
            RecordError: the lines of a round are not those that were sent.
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
            RecordError: the lines of the round are not those that were sent.
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
        """The update lines of this seat, which were checked together with those of the others."""
        texts, checksum = updates(self.game, state, len(self.record.match.players))
        if checksum != expected:
            raise RecordError(f"{place}: the lines are not those that were sent{REMEDY}")
        return texts[self.seat]

    def _bank(self, state: State, number: int) -> int | None:
        """What the bot was told that it has; None if it was not asked."""
        each = self.record.rounds[number]
        if each.bank_ms:
            return each.bank_ms[self.seat]
        # A match without clocks, as it is played without bots as processes.
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
            return Answer("none", detail="it was waited for no longer: its move decided nothing")
        return Answer("pass")

    @functools.cached_property
    def _last_lines(self) -> dict[int, tuple[str, ...]]:
        """What a bot that has failed wrote in the last rounds: round -> its lines.

        A round whose request has been dropped from the record may lack lines, and is left out.
        """
        found: dict[int, list[str]] = {}
        for exchange in self.player.exchanges:
            if exchange.sender == "referee":
                found.setdefault(exchange.round, [])
            elif exchange.round in found:
                found[exchange.round].append(exchange.line)
        return {number: tuple(lines) for number, lines in found.items()}
