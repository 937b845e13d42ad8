"""Match events for programs: one JSON object per line.

Each has `event` and `schema`. A later version may add fields; it raises `schema` when it changes
or removes one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridbots.record import PlayerResult, Record
    from gridbots_referee.play.match_spec import MatchSpec

SCHEMA = 1


def match_started(spec: MatchSpec) -> dict[str, Any]:
    return {
        "event": "match_started",
        "schema": SCHEMA,
        "match": spec.id,
        "game": spec.game.name,
        "settings": msgspec.to_builtins(spec.settings),
        "seed": spec.seed,
        "players": [launch.name for launch in spec.launches],
    }


def match_finished(
    record: Record, path: Path | None, endings: Sequence[str] = ()
) -> dict[str, Any]:
    """`endings` describes how the match ended for each player; null if it is unknown."""
    match, result = record.match, record.result
    return {
        "event": "match_finished",
        "schema": SCHEMA,
        "match": match.id,
        "game": match.game,
        "settings": match.settings,
        "seed": match.seed,
        "how": result.how,
        "rounds": result.rounds,
        "outcome": msgspec.to_builtins(result.outcome),
        "players": [
            {**_player(player), "ended": endings[seat] if endings else None}
            for seat, player in enumerate(result.players)
        ],
        "seconds": result.seconds,
        "warning": result.warning,
        "record": None if path is None else str(path),
    }


def _player(player: PlayerResult) -> dict[str, Any]:
    return {
        "name": player.name,
        "place": player.place,
        "score": player.score,
        "termination": player.termination,
        "detail": player.detail,
        "exit_status": player.exit_status,
        "warnings": player.warnings,
        "moves": player.moves,
        "times": {
            "wall_ms": player.wall_ms,
            "median_wall_ms": player.median_wall_ms,
            "most_wall_ms": player.most_wall_ms,
            "cpu_ms": player.cpu_ms,
            "median_cpu_ms": player.median_cpu_ms,
            "most_cpu_ms": player.most_cpu_ms,
            "bank_left_ms": player.bank_left_ms,
        },
    }


def line(event: dict[str, Any]) -> str:
    return msgspec.json.encode(event).decode()
