"""Result of a match in one sentence: the winner and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from gridbots.errors import GridbotsError
from gridbots.plugins import load_game
from gridbots.record import ENDED_WELL, TERMINATIONS
from gridbots.record.causes import causes
from gridbots_referee.play.transport.error_lines import error_line
from gridbots_referee.show.terminal.text import plural, shorten, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import Outcome
    from gridbots.record import PlayerResult, Record, Result
    from gridbots.record.causes import Cause

    Causes = Sequence[Cause | None]

NAME_WIDTH: Final = 32


def failed(player: PlayerResult) -> bool:
    return player.termination not in ENDED_WELL


def cause_of_failure(player: PlayerResult) -> str:
    """Why a player failed: the error that its bot wrote, or else what the referee saw."""
    return (player.termination == "exited" and error_line(player.stderr)) or player.detail


def verdict(result: Result, causes: Causes = (), *, unicode: bool = True) -> str:
    """The winner and the reason in one sentence; `causes` are the causes of eliminations."""
    names = names_in(result, unicode=unicode)
    ends = endings(result, causes, unicode=unicode)
    if len(names) == 1 and result.outcome is not None:
        return _verdict_alone(names[0], result.outcome, ends[0])
    if result.how == "void":
        cause = f"no match was played: {_why(result, names, ends)}"
        return f"Void, {visible(result.cause, unicode=unicode) or cause}."
    if result.how == "interrupted" or result.outcome is None:
        return f"Interrupted after {plural(result.rounds, 'round')}: there is no result."
    winner = result.outcome.winner
    if winner is not None:
        if {player.termination for player in result.players} == {"survived"}:
            return f"{names[winner]} won by {_against_others(result.outcome.scores, winner)}."
        why = _why(result, names, ends, apart_from=winner)
        return f"{names[winner]} won: {why}." if why else f"{names[winner]} won."
    best = [name for name, place in zip(names, result.outcome.places, strict=True) if place == 1]
    return f"A draw between {_listed(best)}: {_why(result, names, ends)}."


def _verdict_alone(name: str, outcome: Outcome, end: str) -> str:
    """The verdict of a game with one player, with its score."""
    how = f"won: it {end}" if outcome.winner == 0 else f"did not win: it {end}"
    return f"{name} {how}, with a score of {outcome.scores[0]:g}."


def _against_others(scores: Sequence[float], winner: int) -> str:
    """The score of the winner and those of the others, in the order of their seats."""
    others = [f"{score:g}" for seat, score in enumerate(scores) if seat != winner]
    return f"{scores[winner]:g} to {_listed(others)}"


def disambiguated(names: Sequence[str]) -> list[str]:
    """The names; equal names are followed by their seats."""
    return [
        f"{name} (seat {seat})" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def _why(
    result: Result, names: Sequence[str], ends: Sequence[str], apart_from: int | None = None
) -> str:
    """How the match ended for the players; in a void match only for those that failed."""
    reasons = [
        (names[seat], ends[seat])
        for seat, player in enumerate(result.players)
        if seat != apart_from and (failed(player) or result.how != "void")
    ]
    if len(reasons) > 1 and len({words for _, words in reasons}) == 1:
        each = "each" if apart_from is None else "each of the others"
        return f"{each} {reasons[0][1]}"
    return ", ".join(f"{name} {words}" for name, words in reasons)


def causes_in(record: Record) -> Causes:
    """The causes of eliminations in a recorded match; empty if the game cannot replay it."""
    if all(player.termination != "eliminated" for player in record.result.players):
        return ()
    try:
        return causes(load_game(record.match.game), record)
    except GridbotsError:
        return ()


def endings(result: Result, causes: Causes = (), *, unicode: bool = True) -> list[str]:
    """How the match ended for each player: the words that follow its name in a sentence."""
    names = names_in(result, unicode=unicode)
    return [
        causes[seat].words(names)  # type: ignore[union-attr]
        if player.termination == "eliminated" and causes and causes[seat]
        else ending_of(player, unicode=unicode)
        for seat, player in enumerate(result.players)
    ]


def names_in(result: Result, *, unicode: bool = True) -> list[str]:
    """The displayed names of the players; equal names are followed by their seats."""
    return disambiguated([shown_name(player.name, unicode=unicode) for player in result.players])


def ending_of(player: PlayerResult, *, unicode: bool) -> str:
    words = TERMINATIONS.get(player.termination, visible(player.termination, unicode=unicode))
    return f"{words} in round {player.failed_in_round}" if has_round(player) else words


def has_round(player: PlayerResult) -> bool:
    return failed(player) and player.failed_in_round is not None


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def shown_name(name: str, *, unicode: bool = True) -> str:
    return shorten(visible(name, unicode=unicode), NAME_WIDTH, unicode=unicode)
