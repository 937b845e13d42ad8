"""Faults of a bot in the dialogue of a situation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from gridbots.protocol import read_reply, reply_words
from gridbots_referee.diagnosis.dialogue import takes_too_long
from gridbots_referee.diagnosis.fault import Reporter, ended_text, missing_file, shown
from gridbots_referee.diagnosis.situation import END_SECONDS
from gridbots_referee.play.isolation.process_tree import exit_text
from gridbots_referee.play.transport.error_lines import known_error_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gridbots.game import Game
    from gridbots_referee.diagnosis.dialogue import Dialogue, HeardAnswer
    from gridbots_referee.diagnosis.fault import Fault
    from gridbots_referee.diagnosis.silence import Silence
    from gridbots_referee.play.launch import Launch


Kind = Literal[
    "blank-line", "debug-line", "second-answer", "json", "not-text", "leading-blank", "more-words",
    "other-word",
]  # fmt: skip
JSON: Final = re.compile(rb'\s*[\[{"]')
MARKS: Final = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
"""Byte order marks of UTF-16 and UTF-8."""
WORD: Final = re.compile(rb"[\w-]+")


class Misreading(msgspec.Struct, frozen=True):
    """A line that is not the answer to its request."""

    kind: Kind
    line: bytes


def misreadings(lines: Sequence[bytes], words: Mapping[bytes, int]) -> Iterator[Misreading]:
    """The wrong lines in the output for one request."""
    moves = [read_reply(line, words) is not None for line in lines]
    has_answer = any(moves)
    answered = False
    for line, is_move in zip(lines, moves, strict=True):
        if is_move and answered:
            yield Misreading("second-answer", line)
        elif not is_move:
            yield Misreading(_kind(line, words, has_answer=has_answer), line)
        answered |= is_move


def _kind(line: bytes, words: Mapping[bytes, int], *, has_answer: bool) -> Kind:
    looks_like: dict[Kind, bool] = {
        "blank-line": not line.strip(),
        "debug-line": has_answer,
        "not-text": b"\0" in line or line.startswith(MARKS),
        "json": JSON.match(line) is not None,
        "leading-blank": read_reply(line.lstrip(), words) is not None,
        "more-words": any(word.lower() in words for word in WORD.findall(line)),
    }
    return next((kind for kind, it_does in looks_like.items() if it_does), "other-word")


LIMITS: Final = {"memory", "processes", "disk"}
COMPUTING_US: Final = 100_000
"""A silent bot with more CPU time than this since the request is computing."""


def faults_in(dialogue: Dialogue, launch: Launch, game: Game) -> Iterator[Fault]:
    """The faults of a bot in a situation."""
    situation = dialogue.situation
    report = Reporter(launch, game, situation.name, situation.position.seat)
    if dialogue.not_started:
        yield report.fault("not-started", cause=dialogue.not_started)
        return
    for number, answer in enumerate(dialogue.answers):
        yield from _faults_in_answer(report, answer, dialogue, is_first=number == 0)
    if dialogue.failure is not None:
        yield from _failure(report, dialogue)
    else:
        yield from _end(report, dialogue)


def _faults_in_answer(
    report: Reporter, answer: HeardAnswer, dialogue: Dialogue, *, is_first: bool
) -> Iterator[Fault]:
    limits = dialogue.situation.limits
    lost = _lost(answer, limits.grace_ms)
    yield from _misread(report, answer.lines, answer.round, lost)
    if answer.refusal:
        yield report.fault("illegal", answer.round, why=answer.refusal)
    if answer.unsafe:
        safe = ", ".join(report.game.moves[move] for move in answer.unsafe)
        yield report.warning(
            "unsafe", answer.round, came=_move_word(report.game, answer.move), safe=safe
        )
    if answer.wall_ms is None:
        return
    if is_first:
        yield from _start(report, answer, limits.start_allowance_ms)
    elif takes_too_long(answer):
        took = round(answer.wall_ms)
        yield report.fault("slow", answer.round, took=took, allowed=answer.bank_ms)


def _move_word(game: Game, move: int) -> str:
    return game.moves[move] if move >= 0 else game.passes[0]


def _misread(
    report: Reporter, lines: Sequence[bytes], number: int | None, lost: str = ""
) -> Iterator[Fault]:
    """Faults in the lines for the request of a round."""
    for each in misreadings(lines, reply_words(report.game)):
        yield report.fault(each.kind, number, came=shown(each.line), lost=lost)


def _lost(answer: HeardAnswer, grace_ms: int) -> str:
    """A remark if the move came too long after other lines; else empty."""
    if answer.delay_ms <= grace_ms:
        return ""
    return (
        f"; the move came {answer.delay_ms:.0f} ms after them, but the referee waits only "
        f"{grace_ms} ms"
    )


def _start(report: Reporter, answer: HeardAnswer, allowance_ms: int) -> Iterator[Fault]:
    took = answer.wall_ms or 0.0
    if took > allowance_ms > 0:
        yield report.fault("slow-start", answer.round, took=round(took), allowed=allowance_ms)
    elif took > allowance_ms / 2 > 0:
        yield report.warning("slow-start", answer.round, took=round(took), allowed=allowance_ms)


def _failure(report: Reporter, dialogue: Dialogue) -> Iterator[Fault]:
    assert dialogue.failure is not None  # noqa: S101  narrows the type
    kind, detail = dialogue.failure.termination, dialogue.failure.detail
    number = dialogue.failed_round
    match kind:
        case "exited":
            ended = ended_text(detail)
            yield report.crash(number, ended, dialogue.stderr, matters=dialogue.had_choice)
        case "late":
            yield from _silence(report, dialogue)
        case "closed":
            yield report.fault("closed", number)
        case "output":
            yield report.fault("output", number, cause=detail)
        case _ if kind in LIMITS:
            yield report.fault("limit", number, cause=detail)


def _silence(report: Reporter, dialogue: Dialogue) -> Iterator[Fault]:
    """Faults of a bot that did not answer in time."""
    silence, number = dialogue.silence, dialogue.failed_round
    if silence is None:
        return
    words = reply_words(report.game)
    late = [line for line in (silence.partial + silence.late).split(b"\n") if line.strip()]
    has_move = any(read_reply(line, words) is not None for line in late)
    if read_reply(silence.partial, words) is not None:
        yield report.fault("no-newline", number, came=shown(silence.partial))
    elif (silence.waited or not dialogue.answers) and (has_move or silence.answers_in_terminal):
        if not has_move:  # its output is an answer if it comes at once in a terminal
            yield from _misread(report, late[:1], number)
        reads_on = silence.answers_in_terminal is False
        yield report.fault("reads-to-the-end" if reads_on else "not-flushed", number)
        if not silence.late.endswith(b"\n"):
            yield report.fault("no-newline", number, came=shown(late[-1]))
    elif found := missing_file(dialogue.stderr, report.launch.argv):
        yield report.missing(number, found)
    elif dialogue.situation.patience_seconds is None:
        yield _no_output(report, dialogue, silence)


def _no_output(report: Reporter, dialogue: Dialogue, silence: Silence) -> Fault:
    """The fault of a bot that wrote nothing at all."""
    number, limits = dialogue.failed_round, dialogue.situation.limits
    allowed = limits.timebank_ms
    if not dialogue.answers:
        allowed += limits.start_allowance_ms
    if silence.waited:
        return report.fault("waits", number)
    if dialogue.answers or dialogue.situation.attempts > 1:
        return report.fault("slow", number, took=f"more than {allowed}", allowed=allowed)
    if silence.cpu_us > COMPUTING_US:
        return report.fault("late", number, allowed=allowed)
    if silence.unread:
        return report.fault("does-not-read", number, unread=silence.unread)
    return report.fault("no-answer", number, allowed=allowed)


def _end(report: Reporter, dialogue: Dialogue) -> Iterator[Fault]:
    """Faults at the end of the input, and in the output to stderr."""
    if not dialogue.has_ended:
        yield report.warning("lives-on", seconds=f"{END_SECONDS:.0f}")
    elif dialogue.exit_code and dialogue.answers and dialogue.answers[-1].wall_ms is None:
        ended = ended_text(exit_text(dialogue.exit_code))
        yield report.crash(dialogue.failed_round, ended, dialogue.stderr, matters=False)
    elif dialogue.exit_code and (cause := known_error_line(dialogue.stderr)):
        yield report.warning("error-at-end", cause=cause)
    if found := missing_file(dialogue.stderr, report.launch.argv):
        yield report.missing(None, found)
