"""Typed settings: of games (board size, rounds ...) and of bots (their options).

A settings type is a frozen msgspec struct whose fields carry their bounds and their meaning:

    width: Annotated[int, Meta(ge=4, le=64, description="columns")] = 16
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import msgspec

from gridbots.errors import SettingsError, nearest
from gridbots.toml_reader import in_plain_words, toml_text

if TYPE_CHECKING:
    from collections.abc import Iterable

FormerNames = Mapping[str, tuple[str, ...]]
"""Field -> names that it had before."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all settings and options. A cross-field rule is a ValueError in __post_init__."""

    former: ClassVar[FormerNames] = {}
    """Former names are refused with the present one."""


S = TypeVar("S", bound=Settings)


class NoSettings(Settings, frozen=True):
    """No settings, or no options."""


def make_settings(
    kind: type[S], values: Mapping[str, Any], what: str = "setting", owner: str = ""
) -> S:
    """Make settings of this type from names and values; text is converted to the type of its field.

    Errors call a value `what`, and name its owner, such as a game.

    Raises:
        SettingsError: a name is unknown (the message names the nearest known one), or a value
            does not fit.
    """
    whose = f" of {owner}" if owner else ""
    for name in values:
        if name not in kind.__struct_fields__:
            raise SettingsError(f"unknown {what} {name!r}{whose}{_hint(name, kind)}")
    try:
        return msgspec.convert(dict(values), kind, strict=False)
    except UnicodeEncodeError:
        raise SettingsError(
            f"expected {what}s as UTF-8 text, got {toml_text(dict(values))}"
        ) from None
    except msgspec.ValidationError as error:
        name, why = _readable(error, kind, values)
        raise SettingsError(f"{what}{f' {name}' if name else 's'}{whose}: {why}") from error


def _hint(name: str, kind: type[Settings]) -> str:
    """The field that had this name before, or the nearest name and all names."""
    known = kind.__struct_fields__
    for field in known:
        if name in kind.former.get(field, ()):
            return f": it is now {field}"
    hint = nearest(name, known)
    listed = f" known: {', '.join(sorted(known))}" if hint.endswith("?") and len(known) > 1 else ""
    return f"; {hint}{listed}"


def _readable(
    error: msgspec.ValidationError, kind: type[Settings], values: Mapping[str, Any]
) -> tuple[str, str]:
    """The field in `Expected ... - at `$.width``, if there is one, and what is wrong."""
    message, _, place = str(error).partition(" - at `$.")
    name = place.rstrip("`")
    if name not in values:
        return "", message
    if message.startswith("Invalid enum value"):
        message = f"expected {choices(kind, name)}"
    return name, f"{in_plain_words(message)}, got {toml_text(values[name])}"


def choices(kind: type[Settings], name: str) -> str:
    """The values that a field allows, as in `2, 4 or 6`."""
    *others, last = next(each.type for each in describe(kind) if each.name == name).split(" | ")
    return f"{', '.join(others)} or {last}" if others else last


def parse_assignments(texts: Iterable[str], what: str = "setting") -> dict[str, str]:
    """Parse `["width=8", "height=9"]` into a mapping.

    Raises:
        SettingsError: a text is not of the form name=value, or a name comes twice.
    """
    values: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        if not equals or not name:
            raise SettingsError(f"expected {what} as name=value, got {text!r}")
        if name in values:
            raise SettingsError(f"{what} {name!r} is given twice")
        values[name] = value.strip()
    return values


class FieldInfo(msgspec.Struct, frozen=True):
    """One setting, for help texts."""

    name: str
    type: str
    default: Any
    description: str


def describe(kind: type[Settings]) -> list[FieldInfo]:
    """The fields of a settings type in order, with type, default and description."""
    return [
        FieldInfo(
            name=field.name,
            type=_type_text(field.type),
            default=None if field.default is msgspec.NODEFAULT else field.default,
            description=_description(field.type),
        )
        for field in _fields(kind)
    ]


def _fields(kind: type[Settings]) -> tuple[msgspec.inspect.Field, ...]:
    described = msgspec.inspect.type_info(kind)
    assert isinstance(described, msgspec.inspect.StructType)  # noqa: S101  narrows the type
    return described.fields


def field_types(kind: type[Settings]) -> dict[str, Any]:
    """Name -> type of each field, as msgspec describes it, without its metadata."""
    return {field.name: _plain_type(field.type) for field in _fields(kind)}


def _plain_type(kind: Any) -> Any:
    return kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind


def integer_bounds(kind: type[Settings]) -> dict[str, tuple[int | None, int | None]]:
    """Name -> smallest and largest value of each integer field; None where it has no bound."""
    types = field_types(kind).items()
    return {n: bounds_of(each) for n, each in types if isinstance(each, msgspec.inspect.IntType)}


def bounds_of(kind: msgspec.inspect.IntType) -> tuple[int | None, int | None]:
    """Smallest and largest value of an integer type; None where it has no bound."""
    low = kind.ge if kind.ge is not None else None if kind.gt is None else kind.gt + 1
    high = kind.le if kind.le is not None else None if kind.lt is None else kind.lt - 1
    return low, high


def _description(kind: Any) -> str:
    if isinstance(kind, msgspec.inspect.Metadata):
        return str((kind.extra_json_schema or {}).get("description", ""))
    return ""


def _type_text(kind: Any) -> str:  # noqa: PLR0911  one case per type
    match kind:
        case msgspec.inspect.Metadata():
            return _type_text(kind.type)
        case msgspec.inspect.LiteralType():
            return " | ".join(str(value) for value in kind.values)
        case msgspec.inspect.IntType() | msgspec.inspect.FloatType():
            return _number_text(kind)
        case msgspec.inspect.BoolType():
            return "true | false"
        case msgspec.inspect.UnionType():
            return " | ".join(_type_text(each) for each in kind.types)
        case msgspec.inspect.NoneType():
            return "none"
        case _:
            return "text"


def _number_text(kind: Any) -> str:
    name = "int" if isinstance(kind, msgspec.inspect.IntType) else "float"
    low, high = kind.ge, kind.le
    if low is None and high is None:
        return name
    return f"{name} {'' if low is None else low}..{'' if high is None else high}"
