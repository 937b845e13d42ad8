"""Lobby site: the page of the user who started the lobby, with its catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gridbots.errors import GridbotsError
from gridbots.plugins import ANY, installed_bots, installed_games, load_game
from gridbots.settings import describe, field_types
from gridbots_referee.lobby.match_request import YOU, LobbyRequestError, read_request, seats_of
from gridbots_referee.show.viewer.sites.live_site import LiveSite

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gridbots.plugins import Installed
    from gridbots.settings import Settings
    from gridbots_referee.lobby.lobby import Lobby
    from gridbots_referee.lobby.match_request import LobbyRequest


class LobbySite:
    """The site of the user who started the lobby; other people have links, by name."""

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
                replay = self._live.get(path, query)
                request = self._lobby.requests.get(key)
                return replay | {"request": self._shown(key, request)} if request else replay
        return self._live.get(path, query)

    def _shown(self, key: str, request: LobbyRequest) -> Any:
        """The request of a match; None during the match, to keep its seed secret."""
        if self._lobby.matches.is_played(int(key)):
            return None
        return msgspec.to_builtins(request)

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
        """Request a match, get the number of seats of a game, stop the match, or press a key.

        Raises:
            KeyError: the path is unknown.
            GridbotsError: the value is invalid.
        """
        match list(path):
            case ["request"]:
                return _checked(lambda: self._submit(value))
            case ["seats"]:
                return _checked(lambda: {"seats": seats_of(read_request(value))})
            case ["end"]:
                self._lobby.end_match()
                return {}
        return self._live.post(path, value)

    def _submit(self, value: Any) -> dict[str, Any]:
        self._lobby.submit(read_request(value))
        return {}


def _checked(act: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The result of an action, or the problems of a request by field."""
    try:
        return act()
    except LobbyRequestError as error:
        return {"problems": error.fields}


def catalogue(commands: Sequence[str]) -> dict[str, Any]:
    """All games that load, and all bots, including `commands`."""
    games = [game for name in installed_games() if (game := _game(name))]
    bots = [_bot(bot) for bot in installed_bots().values() if not bot.needs]
    named = [{"name": command, "games": [], "options": {}} for command in commands]
    return {"games": games, "bots": [*named, *bots]}


def _game(name: str) -> dict[str, Any] | None:
    """A game; None if its plugin does not load, which `referee plugins` explains."""
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
    """The form field for a value of this type."""
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
    """A default as text; empty for none."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
