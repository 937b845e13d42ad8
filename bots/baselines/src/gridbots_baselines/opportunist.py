"""opportunist: goes for the candy that it reaches sooner than the others, or least later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.plugins.hookspecs import hookimpl
from gridbots_baselines.hunter import hunter

if TYPE_CHECKING:
    from gridbots import BotType


@hookimpl
def gridbots_bot() -> BotType:
    return hunter(
        "goes for candies that it reaches before the others do", careful=True, envious=True
    )
