"""Laws of bad input: damaged lines and settings are accepted, or raise GridbotsErrors."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from gridbots.errors import GridbotsError, ProtocolError
from gridbots.testing.expectation import LawError, expect
from gridbots.testing.laws.text import opening_lines

if TYPE_CHECKING:
    from gridbots.testing.case import Case

TRIES = 60
LETTERS = "\udcff\x00\u0661.x01,-9 \n"
"""Includes an escape for an undecodable byte, and a digit that is not ASCII."""
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**31, 2**63, -(2**70), 0.5, float("nan"), "", "x", "1e9", [], [1], {},
)  # fmt: skip
"""Values to try for settings, besides garbage."""


def damaged_lines_are_protocol_errors(case: Case) -> None:
    """A wire accepts a damaged line, or raises a ProtocolError with the expected value."""
    chance = random.Random(case.seed)  # noqa: S311  not for security
    sound_settings = _values(opening_lines(case, 0), "settings ")
    sound_updates = _values(_opening_updates(case), "update game ")
    for _ in range(TRIES):
        settings, updates = dict(sound_settings), dict(sound_updates)
        values = chance.choice([each for each in (settings, updates) if each])
        name = chance.choice(sorted(values))
        values[name] = damaged(values[name], chance)
        previous = case.opening() if chance.choice([False, True]) else None
        read_damaged(case, settings, updates, previous)


def read_damaged(
    case: Case, settings: dict[str, str], updates: dict[str, str], previous: Any
) -> None:
    """Read values of possibly damaged lines; the law accepts a state or a ProtocolError."""
    wire = case.game.wire
    try:
        read = wire.read_settings(settings, case.seats)
        if read == case.settings or previous is None:
            wire.read_updates(previous, read, updates)
    except ProtocolError as error:
        expect("expected" in str(error), "the message", "one with `expected`", error)
    except Exception as error:
        given = {**settings, **updates}
        got = f"{type(error).__name__}: {error}"
        raise LawError(f"lines {given}", "a state or a ProtocolError", got) from error


def _opening_updates(case: Case) -> list[str]:
    seen = case.game.observation(case.opening(), 0)
    return case.game.wire.updates(seen, 0).decode().splitlines()


def _values(lines: list[str], prefix: str) -> dict[str, str]:
    words = [line.removeprefix(prefix).split() for line in lines]
    return {name: " ".join(rest) for name, *rest in words}


def damaged(text: str, chance: random.Random) -> str:
    """A text with a random part replaced by garbage."""
    start = chance.randint(0, len(text))
    end = chance.randint(start, len(text))
    garbage = "".join(chance.choice(LETTERS) for _ in range(chance.choice((0, 1, 3, 20))))
    return text[:start] + garbage + text[end:]


def settings_are_checked(case: Case) -> None:
    """Bad settings raise a GridbotsError; accepted settings can be set up."""
    game, chance = case.game, random.Random(case.seed)  # noqa: S311  not for security
    names = [*game.settings.__struct_fields__, "no_such_setting"]
    for _ in range(TRIES):
        chosen = chance.sample(names, chance.randint(0, min(3, len(names))))
        values = {name: chance.choice((*VALUES, damaged("7", chance))) for name in chosen}
        try:
            settings = game.make_settings(values)
        except GridbotsError:
            continue
        except Exception as error:
            got = f"{type(error).__name__}: {error}"
            raise LawError(f"settings {values}", "a SettingsError", got) from error
        try:
            game.setup(settings, chance.randint(-(2**63), 2**63))
        except Exception as error:
            got = f"{type(error).__name__}: {error}"
            raise LawError(f"setup with settings {values}", "an opening", got) from error
