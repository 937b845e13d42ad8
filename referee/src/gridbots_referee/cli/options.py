"""Options of commands, made from structs: each field is an option.

The name, type, bounds, default and help text of an option are in one place:

    class PageOptions(msgspec.Struct, frozen=True):
        port: Annotated[int, Option("Port of the page.", ge=0, le=65535)] = 0
        no_browser: Annotated[bool, Option("Only print the address.")] = False

    @click.command()
    @options(PageOptions, "page")
    def view(page: PageOptions) -> None: ...

Without a name, as in `@options(PageOptions)`, the command gets a keyword argument for each field.
Structs that other parts of the program also use, such as `LimitOptions`, have a `msgspec.Meta` in
place of an `Option`; its `extra` may contain a unit.
"""

from __future__ import annotations

import functools
from pathlib import Path
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    Literal,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import click
import msgspec

from gridbots_referee.cli.completion import complete_setting

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from click.shell_completion import CompletionItem

    Completion = Callable[[click.Context, click.Parameter, str], list[CompletionItem[str]]]
    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


T = TypeVar("T", bound=msgspec.Struct)

FILE: Final = click.Path(path_type=Path, dir_okay=False)
FOLDER: Final = click.Path(path_type=Path, file_okay=False)
json_option: Final = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


class Option(msgspec.Struct, frozen=True):
    """Properties of an option besides the name, type and default of its field."""

    help: str
    flag: str = ""
    """The option, such as `--json`, if it differs from the name of the field."""
    metavar: str = ""
    """Name of the value in the help text, if it is not N, FILE, DIR or the unit."""
    type: click.ParamType[Any] | None = None
    """The type, if it does not follow from the type of the field."""
    ge: float | None = None
    le: float | None = None
    complete: Completion | None = None
    """Shell completion."""
    default: str = ""
    """Description of the default, if its value does not explain it."""


SettingsOption = Annotated[
    tuple[str, ...],
    Option(
        "A setting of the game; `referee games GAME` lists them.",
        flag="--set",
        metavar="NAME=VALUE",
        complete=complete_setting,
    ),
]
JsonEvents = Annotated[
    bool,
    Option("Print events as JSON lines on stdout, and text for people on stderr.", flag="--json"),
]
Quiet = Annotated[bool, Option("Print no text for people.")]


class ExaminerOptions(msgspec.Struct, frozen=True):
    """Options for bots that answer the requests of a record."""

    timeout: Annotated[int, Option("Give up on an answer after this time.", metavar="MS", ge=1)] = (
        60_000
    )
    in_place: Annotated[
        bool, Option("Start the bots in this folder instead of an empty folder each.")
    ] = False


def options(
    kind: type[msgspec.Struct],
    name: str = "",
    *,
    only: Collection[str] = (),
    **changed: Option,
) -> Decorator:
    """Add the options of a struct to a command.

    Args:
        kind: The struct.
        name: The keyword argument for the struct; empty: one argument for each field.
        only: The fields to use; empty: all.
        changed: Field -> its properties in this command.
    """
    found = {field: each for field, each in options_of(kind, changed).items()
             if not only or field in only}  # fmt: skip

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        for option in reversed(found.values()):
            command = option(command)
        return _collecting(command, kind, found, name) if name else command

    return decorate


def _collecting(
    command: Callable[..., Any], kind: type[msgspec.Struct], fields: Collection[str], name: str
) -> Callable[..., Any]:
    @functools.wraps(command)
    def collect(*args: Any, **values: Any) -> Any:
        made = kind(**{field: values.pop(field) for field in fields})
        return command(*args, **values, **{name: made})

    return collect


def struct_of(kind: type[T], values: Mapping[str, Any]) -> T:
    """The struct with the values of these options."""
    return kind(**{field: values[field] for field in kind.__struct_fields__})


def options_of(kind: type[msgspec.Struct], changed: Mapping[str, Option]) -> dict[str, Decorator]:
    """Field -> its option."""
    hints = get_type_hints(kind, include_extras=True)
    fields = msgspec.structs.fields(kind)
    return {
        field.name: _option(field.name, hints[field.name], field.default, changed.get(field.name))
        for field in fields
    }


def _option(name: str, hint: Any, default: Any, changed: Option | None) -> Decorator:
    annotated, *marks = get_args(hint)
    declared = changed or next((each for each in marks if isinstance(each, Option)), None)
    meta = next((each for each in marks if isinstance(each, msgspec.Meta)), msgspec.Meta())
    inner = [mark for part in get_args(annotated) for mark in get_args(part)[1:]]
    bounds = next((each for each in inner if isinstance(each, msgspec.Meta)), meta)
    option = declared or Option(meta.description or "")
    kind, shape = _value_type(annotated)
    param = option.type or _param_type(kind, option, bounds)
    words: dict[str, Any] = {"is_flag": True} if kind is bool else {"type": param, **shape}
    if kind is not bool and "multiple" not in shape:
        words["default"] = default
    help_text = option.help + (f"  [default: {option.default}]" if option.default else "")
    has_default = default is not None and kind is not bool and "multiple" not in shape
    return click.option(
        option.flag or f"--{name.replace('_', '-')}",
        name,
        metavar=option.metavar or _metavar(kind, param, meta),
        shell_complete=option.complete,
        show_default=has_default and not option.default,
        help=help_text,
        **words,
    )


def _value_type(annotated: Any) -> tuple[Any, dict[str, Any]]:
    """The type of one value, and what click calls it where there are several."""
    given = [each for each in get_args(annotated) if each is not NoneType]
    if get_origin(annotated) is tuple:
        return given[0], {"multiple": True} if Ellipsis in given else {"nargs": len(given)}
    if NoneType in get_args(annotated) or get_origin(annotated) is Annotated:
        return _value_type(given[0])
    return annotated, {}


def _param_type(kind: Any, option: Option, meta: msgspec.Meta) -> click.ParamType[Any]:
    least = meta.ge if option.ge is None else option.ge
    most = meta.le if option.le is None else option.le
    is_bounded = least is not None or most is not None
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if kind is int:
        return click.IntRange(least, most) if is_bounded else click.INT  # type: ignore[arg-type]
    if kind is float:
        return click.FloatRange(least, most) if is_bounded else click.FLOAT
    return FILE if kind is Path else click.STRING


def _metavar(kind: Any, param: click.ParamType[Any], meta: msgspec.Meta) -> str | None:
    if isinstance(param, click.Path):
        return "FILE" if param.file_okay else "DIR"
    unit = (meta.extra or {}).get("unit", "n")
    return str(unit).upper() if kind is int else None


class BotsCommand(click.Command):
    """A command whose arguments are bots."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        from gridbots.plugins import installed_bots
        from gridbots_referee.play.command_words import joined

        if not ctx.resilient_parsing and (words := joined(args, installed_bots())) != args:
            shown = " ".join(f'"{word}"' if " " in word else word for word in words)
            ctx.fail(f"the command of a bot needs quotes: {ctx.command_path} {shown}")
        return super().parse_args(ctx, args)
