"""TOML text of values, and types in plain words, for messages about what users wrote."""

from __future__ import annotations

import datetime
import json
import math
import re
from typing import Any, Final

LONGEST: Final = 80
"""Characters of a value that a message shows."""
TYPES: Final = {
    "int": "an integer",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "none",
}
"""What msgspec calls a type -> what users do."""
BARE_KEY: Final = re.compile(r"[\w-]+", re.ASCII)


def toml_text(value: Any) -> str:
    """A value as TOML, cut where it is long: true, and not True."""
    text = _whole(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def _whole(value: Any) -> str:  # noqa: PLR0911  one case per type
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return _string(value)
        case float() if not math.isfinite(value):
            return str(value)
        case dict():
            members = ", ".join(f"{_key(name)} = {_whole(each)}" for name, each in value.items())
            return f"{{ {members} }}" if members else "{}"
        case list() | tuple():
            return f"[{', '.join(map(_whole, value))}]"
        case None:
            return "nothing"
        case datetime.date() | datetime.time():
            return value.isoformat()
        case _:
            return str(value)


def _string(text: str) -> str:
    return (
        f"'{text}'"
        if text.isprintable() and "'" not in text
        else json.dumps(text, ensure_ascii=False)
    )


def _key(name: str) -> str:
    return name if BARE_KEY.fullmatch(name) else _string(name)


def in_plain_words(message: str) -> str:
    """What msgspec says of a value, from the beginning of a sentence on, with types in words."""
    said = message[:1].lower() + message[1:].partition(", got ")[0]
    return re.sub(r"`([\w |]+)`", lambda found: _types(found[1]), said)


def _types(names: str) -> str:
    return " or ".join(TYPES.get(name, name) for name in names.split(" | "))
