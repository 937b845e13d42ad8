"""smart-greedy: goes to the nearest candy, but never onto another snake as it lies now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.plugins.hookspecs import hookimpl
from gridbots_baselines.hunter import hunter

if TYPE_CHECKING:
    from gridbots import BotType


@hookimpl
def gridbots_bot() -> BotType:
    return hunter("goes to the nearest candy around the other snakes", careful=True, envious=False)
