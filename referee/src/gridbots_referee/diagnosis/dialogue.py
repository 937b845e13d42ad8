"""Dialogue: plays one situation with one bot process, over the transport of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from gridbots.errors import GridbotsError
from gridbots.game import accepts, copy_state, has_choice, is_living, is_over, is_to_move, step
from gridbots.grid import NO_MOVE
from gridbots.protocol import TimeControl, action_line, read_reply, reply_words, settings_text
from gridbots.record.replay import updates
from gridbots_referee.diagnosis.listener import EditedInput, ListeningSeat, ListeningTransport
from gridbots_referee.diagnosis.position import safe_moves
from gridbots_referee.diagnosis.silence import answers_in_terminal
from gridbots_referee.play.clock import MILLISECOND, SECOND, Bank

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import Game, State
    from gridbots_referee.diagnosis.silence import Silence
    from gridbots_referee.diagnosis.situation import Situation
    from gridbots_referee.play.isolation.scratch import Scratch
    from gridbots_referee.play.launch import Launch
    from gridbots_referee.play.seat import Failure
    from gridbots_referee.play.stop import Stop
    from gridbots_referee.play.transport.zygote import Zygotes

MUTE_ANSWERS: Final = 3
"""A dialogue ends after this many answers without a word of the game."""


class HeardAnswer(msgspec.Struct, frozen=True):
    """The output of a bot for one request."""

    round: int
    """Round of the match, as sent to the bot."""
    lines: tuple[bytes, ...]
    """All lines, including those after the move."""
    move: int
    wall_ms: float | None
    bank_ms: int
    delay_ms: float
    """Time from the first output to the move."""
    refusal: str = ""
    """Why the move is illegal; empty if it is legal."""
    is_reply: bool = True
    """Whether any line is a word of the game."""
    unsafe: tuple[int, ...] = ()
    """The moves that the bot would have survived, if it made another."""


class Dialogue(msgspec.Struct, frozen=True):
    """Record of one situation."""

    situation: Situation
    answers: tuple[HeardAnswer, ...] = ()
    not_started: str = ""
    failure: Failure | None = None
    failed_round: int = 0
    """Round of the match, as sent to the bot."""
    had_choice: bool = True
    """Whether the bot had a choice of moves when it failed."""
    silence: Silence | None = None
    has_ended: bool = True
    """Whether the bot exited soon after the end of its input."""
    exit_code: int | None = None
    stderr: str = ""


class BotUnderTest(msgspec.Struct, frozen=True):
    """The bot, and how to start it."""

    launch: Launch
    game: Game
    stop: Stop
    scratch: Scratch | None
    zygotes: Zygotes | None = None


def converse(
    bot: BotUnderTest, situation: Situation, asking: Callable[[int], object] = int
) -> Dialogue:
    """Play a situation with a bot; repeat it if the bot was slow and the situation allows it.

    `asking` gets the number of each request before the bot gets it.
    """
    for _ in range(situation.attempts - 1):
        dialogue = _Conversation(bot, situation, asking).hold()
        if not is_slow(dialogue) or bot.stop:
            return dialogue
    return _Conversation(bot, situation, asking).hold()


def is_slow(dialogue: Dialogue) -> bool:
    """Whether an answer took longer than the time bank, or never came."""
    is_late = dialogue.failure is not None and dialogue.failure.termination == "late"
    return is_late or any(takes_too_long(answer) for answer in dialogue.answers[1:])


def takes_too_long(answer: HeardAnswer) -> bool:
    return answer.wall_ms is not None and answer.wall_ms >= answer.bank_ms


class _Conversation:
    def __init__(
        self, bot: BotUnderTest, situation: Situation, asking: Callable[[int], object]
    ) -> None:
        self._bot = bot
        self._asking = asking
        self._game = bot.game
        self._situation = situation
        self._state: State = copy_state(situation.position.state)
        self._seat_index = situation.position.seat
        self._seats = bot.game.seats(situation.settings)
        self._words = reply_words(bot.game)
        self._chance = np.random.default_rng(1)
        isolation = situation.limits.isolation
        self._transport = ListeningTransport(bot.stop, bot.zygotes, isolation)
        self._answers: list[HeardAnswer] = []
        self._had_choice = True
        self._sent = b""
        """All lines sent so far."""

    def hold(self) -> Dialogue:
        bot, situation = self._bot, self._situation
        try:
            folder = bot.scratch.folder() if bot.scratch else None
            process: Any = self._transport.start(bot.launch, self._game, situation.settings, folder)
        except (GridbotsError, OSError, ValueError) as error:
            self._transport.close(gracefully=False)
            return Dialogue(situation, not_started=str(error))
        limits = situation.limits
        bank = Bank.full(limits.timebank_ms, limits.time_per_move_ms)
        edited: Any = EditedInput(process, situation.updates)
        seat = ListeningSeat(self._seat_index, edited, bank, limits, self._words)
        if situation.patience_seconds is not None:
            seat.patience = int(situation.patience_seconds * SECOND)
        try:
            self._transport.add_seat(seat)
            about = self._game, situation.settings, self._seat_index, self._seats
            time = TimeControl(limits.timebank_ms, limits.time_per_move_ms, limits.clock)
            text = settings_text(*about, time)
            self._sent = situation.greeting(text)
            process.send(self._sent)
            self._ask(seat)
            has_ended = bool(seat.failure) or self._transport.end_input(seat, situation.end_seconds)
            seat.process.has_exited()
            code = seat.process.exit_code
        finally:
            self._transport.close(gracefully=False)
            if bot.scratch:
                bot.scratch.clean()
        return Dialogue(
            situation=situation,
            answers=tuple(self._answers),
            failure=seat.failure,
            failed_round=self._round(),
            had_choice=self._had_choice,
            silence=self._silence(seat),
            has_ended=has_ended,
            exit_code=code,
            stderr=seat.process.errors.tail.decode(errors="backslashreplace"),
        )

    def _silence(self, seat: ListeningSeat) -> Silence | None:
        """Why the bot was silent; if it answered too late, also whether it answers in a "
        "terminal.
        """
        silence, launch = seat.silence, self._bot.launch
        is_boxed = self._situation.limits.isolation.level == "sandbox"
        if silence is None or not silence.late or self._answers or is_boxed:
            return silence
        answers = answers_in_terminal(launch.argv, self._sent)
        return msgspec.structs.replace(silence, answers_in_terminal=answers)

    def _ask(self, seat: ListeningSeat) -> None:
        while len(self._answers) < self._situation.rounds and not self._bot.stop:
            if is_over(self._state) or not is_living(self._state, self._seat_index):
                return
            if not is_to_move(self._state, self._seat_index):
                self._step(NO_MOVE)
                continue
            if not self._ask_once(seat):
                return

    def _ask_once(self, seat: ListeningSeat) -> bool:
        """Ask for a move and make it; returns whether the bot can be asked again."""
        texts, _ = updates(self._game, self._state, self._seats)
        text = texts[self._seat_index]
        self._had_choice = bool(has_choice(self._state, self._seat_index))
        self._sent += text + action_line(seat.clock.bank.left_ms)
        self._asking(len(self._answers) + 1)
        self._transport.ask(seat, text, len(self._answers))
        self._transport.collect([seat], lambda _: self._had_choice)
        if seat.failure is None and self._situation.pause_ms:
            self._transport.listen(self._situation.pause_ms)
        if seat.failure is not None or self._bot.stop:
            return False
        answer = self._answer(seat)
        self._answers.append(answer)
        self._step(self._move_made(answer))
        return any(each.is_reply for each in self._answers) or len(self._answers) < MUTE_ANSWERS

    def _answer(self, seat: ListeningSeat) -> HeardAnswer:
        delay = seat.delay()
        lines = seat.take_lines()
        wall = seat.wall[-1] if seat.wall else None
        move, refusal = seat.move, ""
        if self._had_choice and not self._is_accepted(move):
            refusal = self._game.why_illegal(self._state, self._seat_index, move)
        return HeardAnswer(
            round=self._round(),
            lines=lines,
            is_reply=any(read_reply(line, self._words) is not None for line in lines),
            move=move,
            wall_ms=None if wall is None else wall / 1000,
            bank_ms=seat.banks[-1],
            delay_ms=delay / MILLISECOND,
            refusal=refusal,
            unsafe=self._safer_moves(move),
        )

    def _is_accepted(self, move: int) -> bool:
        """Whether it is a legal move, or no move."""
        return move == NO_MOVE or bool(accepts(self._state, self._seat_index, move))

    def _safer_moves(self, move: int) -> tuple[int, ...]:
        """The only safe move, if the bot made another one."""
        if self._situation.safe_moves != 1:
            return ()
        safe = safe_moves(self._game, self._state, self._seat_index, self._seats)
        return () if move in safe else tuple(safe)

    def _move_made(self, answer: HeardAnswer) -> int:
        is_lost = self._situation.lost_round == len(self._answers) - 1
        if not is_lost:
            return answer.move if self._is_accepted(answer.move) else NO_MOVE
        safe = safe_moves(self._game, self._state, self._seat_index, self._seats)
        return next((move for move in safe if move != answer.move), answer.move)

    def _step(self, move: int) -> None:
        """Play a round; other seats make random safe moves."""
        moves = [
            move if seat == self._seat_index else self._other_move(seat)
            for seat in range(self._seats)
        ]
        step(self._state, moves)

    def _other_move(self, seat: int) -> int:
        if not is_to_move(self._state, seat):
            return NO_MOVE
        choices = safe_moves(self._game, self._state, seat, self._seats)
        return int(self._chance.choice(choices)) if choices else NO_MOVE

    def _round(self) -> int:
        """Number of rounds played, if the game counts them; else -1."""
        return int(self._state["rounds"]) if "rounds" in (self._state.dtype.names or ()) else -1
