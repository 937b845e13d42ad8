"""Match, Round and Result: the values of a record."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from gridbots.game import Outcome  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots.limits import Limits  # noqa: TC001  likewise
from gridbots.pictures.overlay import Overlay  # noqa: TC001  likewise

SCHEMA = 1
"""Version of this format. A reader refuses a newer one."""


class Clock(msgspec.Struct, frozen=True):
    """Time control of one player, if it differs from the limits of the match."""

    timebank_ms: int
    time_per_move_ms: int


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Player: a bot in a seat."""

    name: str
    command: tuple[str, ...]
    """The command that was started."""
    bot: str = ""
    """As given by the user: a plugin name with options, or a command."""
    package: str = ""
    """Package and version of a plugin bot."""
    digest: str = ""
    """SHA-256 of the bot's files."""
    clock: Clock | None = None
    """Its own time control, in place of that of the limits."""
    start_allowance_ms: int = 0
    """Its own start allowance, if longer than that of the limits."""


class InForce(msgspec.Struct, frozen=True, omit_defaults=True):
    """Isolation in force: the requirements of a level, as far as the machine supports them."""

    measures: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """Requirements of the level that this machine does not support."""


class Match(msgspec.Struct, frozen=True, tag_field="line", tag="match", omit_defaults=True):
    """Header: what was to be played."""

    schema: int
    id: str
    game: str
    settings: dict[str, Any]
    seed: int
    players: tuple[Player, ...]
    limits: Limits
    opening: tuple[tuple[str, ...], ...] = ()
    """Joint moves played before the first move request; the rounds follow them."""
    started: str = ""
    """Date and time, ISO 8601, UTC."""
    versions: dict[str, str] = {}
    """Versions of the packages involved, and of Python."""
    system: str = ""
    isolation: InForce = InForce()
    """The isolation in force; the level and its numbers are in the limits."""
    load: float | None = None
    """One-minute load average of the machine at the start of the match."""


NoteKind = Literal[
    "malformed",
    "illegal",
    "extra output",
    "late line",
    "failure",
    "fault",
    "overlay",
    "gap",
    "limit",
]


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """Event of one seat in one round."""

    seat: int
    kind: NoteKind
    text: str = ""


class Round(msgspec.Struct, frozen=True, tag_field="line", tag="round", omit_defaults=True):
    """One round; lists are in seat order, with null for seats that were not to move."""

    moves: tuple[str | None, ...]
    """The moves as played; null for no move."""
    told: int
    """CRC-32 of the update lines of all seats before their moves, as the rules format them."""
    wall_us: tuple[int | None, ...] = ()
    cpu_us: tuple[int | None, ...] = ()
    """CPU time of the bot and its child processes; null if unknown."""
    bank_ms: tuple[int | None, ...] = ()
    """The time bank as sent to the bot."""
    notes: tuple[Note, ...] = ()
    overlays: tuple[Overlay | None, ...] = ()
    """Overlays of the bots before their moves; empty if there are none."""
    latency_us: int | None = None
    """Time that the referee waited for a core since the last round with this field. It is read at
    most once a millisecond; None in other rounds, or if unknown."""


class Exchange(msgspec.Struct, frozen=True):
    """Transcript line between referee and bot, near the end of the match."""

    round: int
    sender: Literal["referee", "bot"]
    line: str


class PlayerResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """Result of one player."""

    name: str
    place: int | None
    """1 for the best; None in a void match."""
    score: float | None
    """The game's own points."""
    termination: str
    """One of TERMINATIONS."""
    detail: str = ""
    """Description of the failure."""
    failed_in_round: int | None = None
    exit_status: str = ""
    """Exit code or signal name, if the bot exited on its own."""
    warnings: int = 0
    moves: int = 0
    wall_ms: float = 0.0
    """Wall time of all moves."""
    cpu_ms: float | None = None
    """CPU time of the bot and its child processes, from start to end."""
    cpu_is_partial: bool = False
    """Whether CPU times may omit processes, because there was no cgroup to count them."""
    peak_memory_mib: float | None = None
    """Peak memory; without a cgroup, that of its largest process."""
    median_wall_ms: float = 0.0
    most_wall_ms: float = 0.0
    median_cpu_ms: float | None = None
    most_cpu_ms: float | None = None
    bank_left_ms: int = 0
    told_settings: int | None = None
    """CRC-32 of the settings lines sent to it; None if it was not started."""
    knows_end: bool = False
    """Whether it received the last board."""
    stderr: str = ""
    """The tail of its standard error."""
    stderr_bytes: int = 0
    exchanges: tuple[Exchange, ...] = ()
    """The last lines exchanged, for a bot that failed."""


TERMINATIONS = {
    "survived": "was still in the game at the end",
    "eliminated": "was eliminated by the rules",
    "late": "had no time left in its bank",
    "exited": "ended before the match did",
    "closed": "closed its output",
    "malformed": "sent a malformed move, under --strict",
    "illegal": "sent an illegal move, under --strict",
    "output": "exceeded the caps on lines and bytes",
    "memory": "exceeded the memory limit",
    "processes": "exceeded the process limit",
    "disk": "exceeded the limit on file size, or the quota of all files",
    "not-started": "could not be started",
    "stopped": "was playing when the match was stopped",
}
"""Termination of a player -> its meaning."""
ENDED_WELL = ("survived", "eliminated", "stopped")
"""Terminations of players that did not forfeit."""

How = Literal["rules", "forfeit", "void", "interrupted"]


class Result(msgspec.Struct, frozen=True, tag_field="line", tag="result", omit_defaults=True):
    """Result of the match: the outcome by the rules, and why it ended (how)."""

    how: How
    rounds: int
    outcome: Outcome | None
    """None for a void or interrupted match."""
    players: tuple[PlayerResult, ...]
    told: int = 0
    """CRC-32 of the update lines of all seats at the end."""
    seconds: float = 0.0
    cause: str = ""
    """Why the match is void, unless a bot did not start."""
    median_latency_ms: float | None = None
    most_latency_ms: float | None = None
    """The greatest latency of the rounds."""
    warning: str = ""
    """Why the times of this match are unreliable, such as a busy machine."""
    leftovers: tuple[str, ...] = ()
    """Processes and files of the bots that could not be removed after the match."""


class Record(msgspec.Struct, frozen=True):
    match: Match
    rounds: tuple[Round, ...]
    result: Result
