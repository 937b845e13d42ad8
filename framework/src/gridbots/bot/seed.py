"""Random seed of a bot in a match: derived from that of the match, unless the user gives one."""

from __future__ import annotations

import functools
import hashlib
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import SettingsError
from gridbots.settings import make_settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.settings import Settings

OPTION: Final = "seed"
"""Name of the option. If its default is 0 or none, the system chooses a random seed."""
MOST: Final = 2**31 - 2
"""The greatest derived seed; 0 means none."""


def bot_seed(opening: int, match: str, seat: int) -> int:
    """The seed for the bot at a seat, from the seed of the opening and the name of the match."""
    digest = hashlib.blake2b(f"{opening} {match} {seat}".encode(), digest_size=8).digest()
    return 1 + int.from_bytes(digest) % MOST


def with_seed(kind: type[Settings], options: Mapping[str, str], seed: int) -> Mapping[str, str]:
    """The options of a bot, with this seed if it would otherwise choose a random one.

    Options that need no seed, such as those of a deterministic search, stay as they are.
    """
    if not seed or OPTION in options:
        return options
    drawn = _type_of_drawn(kind, tuple(options.items()))
    return options if drawn is None else {**options, OPTION: str(_within(drawn, seed))}


@functools.cache
def _type_of_drawn(kind: type[Settings], options: tuple[tuple[str, str], ...]) -> Any:
    """The type of the seed that a bot with these options would choose; None if it needs no seed.

    Cached, so that a zygote computes it once and not each forked bot.
    """
    described: Any = msgspec.inspect.type_info(kind)
    for field in described.fields:
        if field.name == OPTION and field.default in {0, None}:
            seeded = {**dict(options), OPTION: str(_within(field.type, 1))}
            return field.type if _accepts(kind, seeded) else None
    return None


def _accepts(kind: type[Settings], options: Mapping[str, str]) -> bool:
    try:
        make_settings(kind, options)
    except SettingsError:
        return False
    return True


def _within(kind: Any, seed: int) -> int:
    """A seed within the bounds of the option."""
    while isinstance(kind, msgspec.inspect.Metadata):
        kind = kind.type
    low, high = getattr(kind, "ge", None), getattr(kind, "le", None)
    least = max(1, low or 1)
    return least + (seed - 1) % (max(high, least) - least + 1) if high is not None else seed
