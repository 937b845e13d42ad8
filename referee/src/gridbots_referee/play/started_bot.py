"""What the referee needs of a bot that was started, wherever it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gridbots_referee.play.isolation.limit_hits import LimitHit
    from gridbots_referee.play.transport.stderr import StderrBuffer
    from gridbots_referee.play.transport.usage import Usage


class StartedBot(Protocol):
    """A bot that was started."""

    errors: StderrBuffer
    """What it wrote to stderr."""
    usage: Usage | None
    """What it has used, where that is known, once it has ended."""

    @property
    def exit_code(self) -> int | None: ...

    def asks_end(self) -> bool:
        """Whether it has asked to be told how the match ends."""

    def has_exited(self) -> bool: ...

    def send(self, text: bytes) -> bool:
        """Tell it these lines; whether all of them have gone out."""

    def has_read(self) -> bool:
        """Whether it has taken in all that it was sent, as far as that can be seen."""

    def take_cpu_time(self) -> int | None:
        """CPU time since the last call, in us; None where it is not known."""

    def limit_hit(self) -> LimitHit | None:
        """The limit to which a failure is put down."""

    def limits_hit(self) -> list[str]:
        """All limits that it has hit, for people."""

    def take_overlay(self) -> bytes | None:
        """The last overlay since the last call, not yet parsed."""
