"""Orders that go on from a position of a match that was played in the lobby."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gridbots import record as records
from gridbots.errors import GridbotsError
from gridbots.plugins import load_game
from gridbots_referee.lobby.order import OrderError, session_of
from gridbots_referee.play.session import opening_at

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridbots_referee.lobby.order import Order
    from gridbots_referee.play.session import Session


def session_onward(order: Order, path: Path, commands: Sequence[str]) -> Session:
    """The session of an order that goes on from a position of the match in this record.

    Raises:
        OrderError: it does not fit, or nobody can go on from there.
    """
    assert order.onward is not None  # noqa: S101  who calls has looked
    record = records.read(path)
    match = record.match
    try:
        opening = opening_at(load_game(match.game), record, order.onward.round)
    except GridbotsError as error:
        raise OrderError({"onward": str(error)}) from None
    settings = {name: _word(value) for name, value in match.settings.items()}
    same = msgspec.structs.replace(order, game=match.game, settings=settings, seed=match.seed)
    return msgspec.structs.replace(session_of(same, commands), opening=opening)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
