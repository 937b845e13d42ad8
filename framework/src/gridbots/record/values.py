"""Match, Round and Result: the values of which a record is made."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from gridbots.game import Outcome  # noqa: TC001  msgspec reads the annotation when it runs
from gridbots.limits import Limits  # noqa: TC001  likewise
from gridbots.pictures.overlay import Overlay  # noqa: TC001  likewise

SCHEMA = 1
"""Version of this format. A reader refuses a newer one."""


class Clock(msgspec.Struct, frozen=True):
    """Time control of one player, where it differs from the limits of the match."""

    timebank_ms: int
    time_per_move_ms: int


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """Player: a bot in a seat."""

    name: str
    command: tuple[str, ...]
    """What was started."""
    bot: str = ""
    """As it was asked for: a plugin name with options, or a command."""
    package: str = ""
    """Package and version of a plugin bot."""
    digest: str = ""
    """SHA-256 of the files that it is made of."""
    clock: Clock | None = None
    """Its own time, in place of that of the limits."""
    start_allowance_ms: int = 0
    """Its own start allowance, where it is longer than that of the limits."""


class InForce(msgspec.Struct, frozen=True, omit_defaults=True):
    """What isolated the bots really: what a level asks for, as far as the machine has it."""

    measures: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    """What the level asks for and this machine does not have."""


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
    """Joint moves that were played before the bots were asked; the rounds come after them."""
    started: str = ""
    """Date and time, ISO 8601, UTC."""
    versions: dict[str, str] = {}
    """Of the packages that played it, and of Python."""
    system: str = ""
    isolation: InForce = InForce()
    """The level and its numbers are among the limits."""
    load: float | None = None
    """Load average of the machine when the match began, over one minute."""


NoteKind = Literal[
    "malformed", "illegal", "extra output", "late line", "failure", "overlay", "gap", "limit"
]


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """Event of one seat in one round."""

    seat: int
    kind: NoteKind
    text: str = ""


class Round(msgspec.Struct, frozen=True, tag_field="line", tag="round", omit_defaults=True):
    """One round, every list in seat order; null for a seat that was not asked."""

    moves: tuple[str | None, ...]
    """The moves that the rules were given; null for no move."""
    told: int
    """CRC-32 of the update lines of all seats before their moves, as the rules format them."""
    wall_us: tuple[int | None, ...] = ()
    cpu_us: tuple[int | None, ...] = ()
    """CPU time of the bot with all that it has started; null where the system tells none."""
    bank_ms: tuple[int | None, ...] = ()
    """What the bot was told that it has."""
    notes: tuple[Note, ...] = ()
    overlays: tuple[Overlay | None, ...] = ()
    """What the bots thought before their moves; empty where none of them told."""
    latency_us: int | None = None
    """How long the referee was ready to run and waited for a core since the round before in which
    this was read, once a millisecond at most; None in others, or where the system does not tell."""


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
    """What exactly went wrong, for people."""
    failed_in_round: int | None = None
    exit_status: str = ""
    """Exit code or signal name, where the bot ended by itself."""
    warnings: int = 0
    moves: int = 0
    wall_ms: float = 0.0
    """Wall time of all moves."""
    cpu_ms: float | None = None
    """CPU time of the bot with all that it has started, from its start to its end."""
    cpu_is_partial: bool = False
    """Whether processes may be missing from the CPU times: there was no cgroup to keep count."""
    peak_memory_mib: float | None = None
    """Most memory at a time; without a cgroup, of the largest of its processes."""
    median_wall_ms: float = 0.0
    most_wall_ms: float = 0.0
    median_cpu_ms: float | None = None
    most_cpu_ms: float | None = None
    bank_left_ms: int = 0
    told_settings: int | None = None
    """CRC-32 of the settings lines that it was sent; None if it was not started."""
    knows_end: bool = False
    """Whether it was shown the last board."""
    stderr: str = ""
    """The tail of what it wrote there."""
    stderr_bytes: int = 0
    exchanges: tuple[Exchange, ...] = ()
    """The last lines exchanged, for a bot that failed."""


TERMINATIONS = {
    "survived": "was still in the game at the end",
    "eliminated": "went out by the rules",
    "late": "had no time left in its bank",
    "exited": "ended before the match did",
    "closed": "closed its output",
    "malformed": "gave a malformed move, under --strict",
    "illegal": "gave an illegal move, under --strict",
    "output": "sent more than the caps of lines and bytes allow",
    "memory": "failed by the limit of memory",
    "processes": "failed by the limit of processes",
    "disk": "failed by the limit of a file's size, or of all files",
    "not-started": "could not be started",
    "stopped": "was playing when the match was stopped",
}
"""What each termination of a player means."""

How = Literal["rules", "forfeit", "void", "interrupted"]


class Result(msgspec.Struct, frozen=True, tag_field="line", tag="result", omit_defaults=True):
    """Result of the match: what the rules say (outcome), and why it ended (how)."""

    how: How
    rounds: int
    outcome: Outcome | None
    """None for a match that is void or was interrupted."""
    players: tuple[PlayerResult, ...]
    told: int = 0
    """CRC-32 of the update lines of all seats at the end."""
    seconds: float = 0.0
    cause: str = ""
    """Why the match is void, where that is not due to a bot that did not start."""
    median_latency_ms: float | None = None
    most_latency_ms: float | None = None
    """Of the rounds that have a latency."""
    warning: str = ""
    """What makes this match a poor measure, such as a machine that was too busy for its clocks."""
    leftovers: tuple[str, ...] = ()
    """Processes and files of the bots that could not be removed after the match."""


class Record(msgspec.Struct, frozen=True):
    match: Match
    rounds: tuple[Round, ...]
    result: Result
