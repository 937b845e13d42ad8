"""Lobby site: what the page of who has started the lobby shows and takes in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.errors import GridbotsError
from gridbots.plugins import ANY, installed_bots, installed_games, load_game
from gridbots.settings import describe, field_types
from gridbots_referee.lobby.order import YOU, OrderError, read_order, seats_of
from gridbots_referee.show.viewer.sites.live_site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gridbots.plugins import Installed
    from gridbots.settings import Settings
    from gridbots_referee.lobby.lobby import Lobby


class LobbySite:
    """The site of who has started it; others have links, by their names."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._live = LiveSite(lobby.matches, YOU)
        self.feed = self._live.feed
        self.links: dict[str, str] = {}

    def get(self, path: Sequence[str], query: Mapping[str, str]) -> Any:
        match path:
            case ["about"]:
                return self._about()
            case ["catalogue"]:
                return catalogue(self._lobby.commands)
            case ["replay", key]:
                told = self._live.get(path, query)
                order = self._lobby.orders.get(key)
                return told | {"order": self._told(key, order)} if order else told
        return self._live.get(path, query)

    def _told(self, key: str, order: Any) -> Any:
        """The order of a match; while it is played its seed is as secret as that of any."""
        if self._lobby.matches.is_played(int(key)):
            return None
        return msgspec.to_builtins(order)

    def _about(self) -> dict[str, Any]:
        lobby, matches = self._lobby, self._lobby.matches
        playing = matches.replay is not None and matches.is_played(matches.key)
        return {
            "kind": "lobby",
            "title": "Play",
            "count": len(matches.rows),
            "replay": str(matches.key) if playing else None,
            "preparing": lobby.preparing,
            "problem": lobby.problem,
            "links": self.links,
            "there": [name for name in self.links if matches.is_there(name)],
        }

    def post(self, path: Sequence[str], value: Any) -> Any:
        """Place an order, ask how many seats a game has, end the match, or press a key.

        Raises:
            KeyError: nothing is taken in at this path.
            GridbotsError: what came does not fit.
        """
        match list(path):
            case ["order"]:
                return _checked(lambda: self._place(value))
            case ["seats"]:
                return _checked(lambda: {"seats": seats_of(read_order(value))})
            case ["end"]:
                self._lobby.end_match()
                return {}
        return self._live.post(path, value)

    def _place(self, value: Any) -> dict[str, Any]:
        self._lobby.place(read_order(value))
        return {}


def _checked(act: Any) -> Any:
    """What the act gives, or what is wrong by the names of fields."""
    try:
        return act()
    except OrderError as error:
        return {"problems": error.fields}


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
    """The fields of a settings type: kind, bounds or choices, default and description."""
    types = field_types(kind)
    return [
        {
            "name": info.name,
            "default": _text(info.default),
            "values": info.type,
            "description": info.description,
            **_input(types[info.name]),
        }
        for info in describe(kind)
    ]


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
