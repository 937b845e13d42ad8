"""Transcript of a seat as text and JSON.

Lines to the bot begin with `> `, lines from the bot with `< `, as in protocol.md; others with `# `.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots_referee.show.terminal.text import visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots_referee.transcript.transcript import Answer, RecordedRequest, Transcript

NO_MOVE: Final = "(no move: `pass` or an equivalent word)"
STDERR_LINES: Final = 20
INTERRUPTED: Final = "the match was interrupted in round {}: its lines are not recorded"


def header_lines(transcript: Transcript) -> Iterator[str]:
    match, seat = transcript.record.match, transcript.seat
    seats = len(match.players)
    yield _remark(f"match {match.id}: {match.game}, seat {seat} of {seats}: {_name(transcript)}")
    yield from _sent(transcript.settings)


def request_lines(request: RecordedRequest) -> Iterator[str]:
    yield _remark(f"round {request.round}")
    yield from _sent(request.text)
    times = _times(request)
    if request.lines:
        yield from (f"< {visible(line)}" for line in request.lines)
    elif request.answer.kind != "none":
        yield f"< {answer_text(request.answer)}"
    if times:
        yield _remark(times)
    for note in request.notes:
        yield _remark(f"{note.kind}: {note.text}")
    if request.answer.kind == "none" and not request.notes:
        yield _remark(f"no answer: {request.answer.detail or request.answer.text}")


def end_lines(transcript: Transcript) -> Iterator[str]:
    """The final board, as the seat saw it."""
    yield _remark("the end")
    yield from _sent(transcript.end)


def footer_lines(transcript: Transcript) -> Iterator[str]:
    player, result = transcript.player, transcript.record.result
    if result.how == "interrupted":
        yield _remark(INTERRUPTED.format(len(transcript.record.rounds)))
    if result.cause:
        yield _remark(f"void: {result.cause}")
    place = f", place {player.place}" if player.place is not None else ""
    detail = f" ({player.detail})" if player.detail else ""
    yield _remark(f"{_name(transcript)}: {player.termination}{detail}{place}")
    lines = player.stderr.splitlines()
    if lines:
        shown = lines[-STDERR_LINES:]
        which = "" if len(shown) == len(lines) else f", the last {len(shown)} lines"
        yield _remark(f"its stderr{which}:")
        yield from (_remark(f"  {line}") for line in shown)


def answer_text(answer: Answer) -> str:
    """The answer of a bot as text."""
    if answer.kind == "pass":
        return NO_MOVE
    if answer.kind == "none":
        return visible(f"nothing: {answer.text or answer.detail}")
    return visible(answer.text)


def _name(transcript: Transcript) -> str:
    return transcript.record.match.players[transcript.seat].name


def _remark(text: str) -> str:
    return f"# {visible(text)}"


def _sent(text: bytes) -> Iterator[str]:
    return (f"> {visible(line)}" for line in text.decode(errors="backslashreplace").splitlines())


def _times(request: RecordedRequest) -> str:
    if request.wall_us is None:
        return ""
    cpu = "" if request.cpu_us is None else f", CPU {request.cpu_us / 1000:.1f} ms"
    return f"after {request.wall_us / 1000:.1f} ms{cpu}"


# For programs.


def header_json(transcript: Transcript) -> dict[str, Any]:
    match = transcript.record.match
    return {
        "schema": 1,
        "line": "settings",
        "match": match.id,
        "game": match.game,
        "seat": transcript.seat,
        "player": _name(transcript),
        "sent": transcript.settings.decode().splitlines(),
    }


def request_json(request: RecordedRequest) -> dict[str, Any]:
    return {
        "line": "request",
        "round": request.round,
        "sent": request.text.decode().splitlines(),
        "bank_ms": request.bank_ms,
        "answer": request.answer._asdict(),
        "lines": request.lines,
        "wall_us": request.wall_us,
        "cpu_us": request.cpu_us,
        "notes": msgspec.to_builtins(request.notes),
        "overlay": msgspec.to_builtins(request.overlay),
    }


def end_json(transcript: Transcript) -> dict[str, Any]:
    return {"line": "end", "sent": transcript.end.decode().splitlines()}


def footer_json(transcript: Transcript) -> dict[str, Any]:
    player = transcript.player
    return {
        "line": "result",
        "how": transcript.record.result.how,
        "rounds": transcript.record.result.rounds,
        "termination": player.termination,
        "detail": player.detail,
        "place": player.place,
        "stderr": player.stderr,
    }
