"""Catalogue of what can be chosen: games with typed settings, and bots by game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.errors import GridbotsError
from gridbots.plugins import ANY, installed_bots, installed_games, load_game
from gridbots.settings import describe

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.plugins import Installed
    from gridbots.settings import Settings


def catalogue(commands: Sequence[str]) -> dict[str, Any]:
    """All games that can be loaded, and the bots, with `commands` among them."""
    games = [told for name in installed_games() if (told := _game(name))]
    bots = [_bot(bot) for bot in installed_bots().values() if not bot.needs]
    named = [{"name": command, "games": [], "options": {}} for command in commands]
    return {"games": games, "bots": [*named, *bots]}


def _game(name: str) -> dict[str, Any] | None:
    """A game; None where its plugin cannot be loaded, which `referee plugins` explains."""
    try:
        game = load_game(name)
    except GridbotsError:
        return None
    return {
        "name": name,
        "title": game.title,
        "summary": game.summary,
        "fields": fields_of(game.settings),
    }


def _bot(bot: Installed) -> dict[str, Any]:
    options = {game.replace(ANY, ""): list(names) for game, names in bot.options.items()}
    return {"name": bot.name, "games": list(bot.games), "options": options}


def fields_of(kind: type[Settings]) -> list[dict[str, Any]]:
    """The fields of a settings type: kind, bounds or choices, default and meaning."""
    described = msgspec.inspect.type_info(kind)
    assert isinstance(described, msgspec.inspect.StructType)  # noqa: S101  narrows the type
    return [
        {
            "name": info.name,
            "default": _text(info.default),
            "values": info.type,
            "description": info.description,
            **_input(_plain(field.type)),
        }
        for info, field in zip(describe(kind), described.fields, strict=True)
    ]


def _plain(kind: Any) -> Any:
    return kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind


def _input(kind: Any) -> dict[str, Any]:
    """How a value of this type is put in."""
    match kind:
        case msgspec.inspect.LiteralType():
            return {"kind": "choice", "choices": [str(value) for value in kind.values]}
        case msgspec.inspect.BoolType():
            return {"kind": "choice", "choices": ["false", "true"]}
        case msgspec.inspect.IntType():
            return {"kind": "number", "least": kind.ge, "most": kind.le, "step": "1"}
        case msgspec.inspect.FloatType():
            return {"kind": "number", "least": kind.ge, "most": kind.le, "step": "any"}
        case _:
            return {"kind": "text"}


def _text(value: Any) -> str:
    """A default as words of a command line have it; empty for none."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
