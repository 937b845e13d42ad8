"""TOML reader: files and plain values as checked values of msgspec types; values as TOML text.

Errors give the place, the expected value and the actual one.
"""

from __future__ import annotations

import datetime
import json
import math
import re
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from gridbots.errors import GridbotsError, SettingsError, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

MOST_BYTES: Final = 64_000_000
"""Maximum size of a file."""
DEEPEST: Final = 32
"""Maximum nesting of tables and lists."""
TOO_DEEP: Final = f"expected at most {DEEPEST} levels of tables and lists, got more"
LONGEST: Final = 80
"""Maximum number of characters of a value in a message."""
TYPES: Final = {
    "int": "an integer",
    "float": "a number",
    "str": "a string",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "none",
}
"""msgspec's name of a type -> its name in messages."""
BARE_KEY: Final = re.compile(r"[\w-]+", re.ASCII)


def read_file(path: Path, parse: Callable[[str], T]) -> T:
    """Read a file and parse its text by `parse`; errors name the file.

    Raises:
        GridbotsError: the file cannot be read, or `parse` raises an error.
    """
    try:
        return parse(read_bytes(path).decode())
    except OSError as error:
        raise SettingsError(f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: expected text in UTF-8") from None
    except GridbotsError as error:
        raise type(error)(f"{path}: {error}") from None


def read_bytes(path: Path) -> bytes:
    """Read a file of limited size; a FIFO only if it comes from the shell, as in <(command).

    Raises:
        SettingsError: the file is too large, or a FIFO that might block for ever.
        OSError: it cannot be read.
    """
    if path.is_fifo() and not str(path).startswith("/dev/"):
        raise SettingsError("expected a file, got a FIFO")
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise SettingsError(f"expected at most {MOST_BYTES} bytes, got more")
    return data


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text.

    Raises:
        SettingsError: it is not valid TOML, or nested too deeply.
    """
    import tomllib  # imported here: bots, which read no TOML, start faster without it

    try:
        tables = tomllib.loads(text)
    except ValueError as error:  # also for a number with too many digits
        raise SettingsError(f"invalid TOML: {_cut(str(error).partition(';')[0])}") from None
    except RecursionError:
        raise SettingsError(TOO_DEEP) from None
    if not _is_shallow(tables, DEEPEST):
        raise SettingsError(TOO_DEEP)
    return tables


def _is_shallow(value: Any, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return True
    members = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_is_shallow(each, levels - 1) for each in members)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def convert(values: dict[str, Any], kind: type[S]) -> S:
    """Convert plain values into a struct.

    Raises:
        SettingsError: a key is unknown or missing, or a value is invalid.
    """
    for place, table, struct in _tables("", values, kind):
        for name in table:
            if name not in struct.__struct_fields__:
                hint = nearest(name, struct.__struct_fields__)
                raise SettingsError(f"unknown key {_within(place, name)!r}; {hint}")
    try:
        return msgspec.convert(values, kind)
    except msgspec.ValidationError as error:
        raise SettingsError(_readable(error, values, kind)) from None


def _tables(
    place: str, value: Any, hint: Any
) -> Iterator[tuple[str, dict[str, Any], type[msgspec.Struct]]]:
    """Every table with known keys in a value of this type: its place, the table, its struct."""
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        if isinstance(value, dict):
            yield place, value, hint
            for name, inner in get_type_hints(hint).items():
                yield from _tables(_within(place, name), value.get(name), inner)
    elif get_origin(hint) is tuple:
        for index, each in enumerate(value if isinstance(value, list | tuple) else ()):
            yield from _tables(f"{place}[{index}]", each, get_args(hint)[0])
    else:
        for option in get_args(hint):
            yield from _tables(place, value, option)


def _within(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _readable(error: msgspec.ValidationError, values: Any, kind: type[msgspec.Struct]) -> str:
    """Msgspec's `Expected ... - at `$.place``, with the place first and the actual value."""
    message, _, place = str(error).partition(" - at `$.")
    place = place.rstrip("`")
    before = f"{place}: " if place else ""
    missing = re.search(r"missing required field `(\w+)`", message)
    if missing:
        return f"{before}the key {missing[1]!r} is missing"
    if not place:
        return in_plain_words(message)
    got = _found(values, place)
    if message.startswith("Invalid enum value"):
        known = _choices(place, values, kind)
        hint = nearest(str(got), known)
        return f"{before}expected one of {', '.join(known)}, got {toml_text(got)}; {hint}"
    return f"{before}{in_plain_words(message)}, got {toml_text(got)}"


def _choices(place: str, values: Any, kind: type[msgspec.Struct]) -> tuple[str, ...]:
    """The permitted words of an enumeration."""
    table, _, name = place.rpartition(".")
    structs = {where: struct for where, _, struct in _tables("", values, kind)}
    return get_args(get_type_hints(structs[table])[name])


def _found(values: Any, place: str) -> Any:
    """The value at a place such as `bots[2].name`."""
    for name, index in re.findall(r"([\w-]+)|\[(\d+)\]", place):
        values = values[name] if name else values[int(index)]
    return values


def toml_text(value: Any) -> str:
    """A value as TOML (true, not True), truncated if it is long."""
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
    """A message of msgspec without the actual value, in lower case, with types in words."""
    said = message[:1].lower() + message[1:].partition(", got ")[0]
    return re.sub(r"`([\w |]+)`", lambda found: _types(found[1]), said)


def _types(names: str) -> str:
    # TOML has no null: an optional value is left out.
    return " or ".join(TYPES.get(name, name) for name in names.split(" | ") if name != "null")
