"""Sequential test as text: its evidence, and the settings of the game that it plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots_referee.tournament.stats.sprt import SprtStatus


def llr_text(status: SprtStatus) -> str:
    """The LLR and its bounds: `1.20 (-2.94 to 2.94)`."""
    return f"{status.llr:.2f} ({status.lower:.2f} to {status.upper:.2f})"


def with_error(elo: float, error: float, *, unicode: bool = True) -> str:
    """An Elo difference: `+12.3 ± 4.5`."""
    return f"{elo:+.1f} {'±' if unicode else '+-'} {error:.1f}"


def evidence_text(status: SprtStatus, *, unicode: bool = True) -> str:
    """The evidence of a test: `LLR 1.20 (-2.94 to 2.94), Elo +12.3 ± 4.5`."""
    estimate = status.estimate
    elo = with_error(estimate.elo, estimate.error, unicode=unicode)
    return f"LLR {llr_text(status)}" + (f", Elo {elo}" if estimate.pairs else "")


def settings_text(settings: Mapping[str, Any]) -> str:
    """Settings of a game that differ from the defaults: ` (width 8, height 8)`."""
    words = ", ".join(f"{name} {value}" for name, value in settings.items())
    return f" ({words})" if words else ""
