"""Default text form of a game: its settings and the fields of its record.

Each setting has a settings line, except `seats`, which is the number of players. In each round,
each field has a line `update game <name> <value>`. The field `rounds` has the name `round`. Arrays
are numbers with commas between. The cells of a board are letters, under the name `field`. The
generator and the fields that follow from the settings (`seats`, `width`, `height` and `stride`) are
never sent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.errors import ProtocolError, SettingsError
from gridbots.game.state import copy_state
from gridbots.settings import make_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gridbots.game.board import Board
    from gridbots.game.state import State
    from gridbots.settings import Settings

GENERATOR: Final = "generator"
UNSENT: Final = {GENERATOR, "seats", "width", "height", "stride"}
"""Fields that are not sent."""
TAKEN: Final = {"player_names", "your_bot", "your_botid", "timebank", "time_per_move"}
"""Settings lines that all games have."""


class RecordWire:
    def __init__(
        self,
        settings: type[Settings],
        setup: Callable[[Any, int], State],
        board: Board | None,
        *,
        tells_all_alike: bool,
    ) -> None:
        self._settings = settings
        self._setup = setup
        self._board = board
        self.tells_all_alike = tells_all_alike

    def settings_lines(self, settings: Any) -> list[bytes]:
        names = [name for name in self._settings.__struct_fields__ if name != "seats"]
        return [f"settings {name} {_text(getattr(settings, name))}".encode() for name in names]

    def read_settings(self, values: Mapping[str, str], seats: int) -> Any:
        known = self._settings.__struct_fields__
        given: dict[str, Any] = {name: values[name] for name in known if name in values}
        if "seats" in known:
            given["seats"] = seats
        try:
            return make_settings(self._settings, given)
        except SettingsError as error:
            raise ProtocolError(str(error)) from None

    def updates(self, observation: State, seat: int) -> bytes:  # noqa: ARG002  the observation is the seat's own
        sent = [field for field in observation.dtype.names or () if field not in UNSENT]
        lines = [
            f"update game {self._name(each)} {self._text(observation, each)}\n" for each in sent
        ]
        return "".join(lines).encode()

    def read_updates(
        self,
        previous: State | None,  # noqa: ARG002  updates are complete
        settings: Any,
        updates: Mapping[str, str],
    ) -> State:
        # Parts that are not sent, such as the border of a board, are as in any opening.
        state = copy_state(self._setup(settings, 0))
        for field in state.dtype.names or ():
            if field == GENERATOR:
                state[field] = 0
            elif field not in UNSENT:
                self._read(updates, state, field)
        return state

    def _read(self, updates: Mapping[str, str], state: State, field: str) -> None:
        text = updates.get(self._name(field))
        if text is None:
            raise ProtocolError(f"expected update game {self._name(field)}, got none")
        if self._board is not None and self._is_board(field):
            self._board.read(text, state)
            return
        _read(text, state, field)
        if self._board is not None and field == self._board.heads:
            self._board.check_heads(state)

    def _is_board(self, field: str) -> bool:
        return self._board is not None and field == self._board.cells

    def _name(self, field: str) -> str:
        return "field" if self._is_board(field) else "round" if field == "rounds" else field

    def _text(self, observation: State, field: str) -> str:
        if self._board is not None and self._is_board(field):
            return self._board.text(observation)
        return ",".join(_text(number) for number in np.ravel(observation[field]).tolist())


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read(text: str, state: State, field: str) -> None:
    """Write the numbers of a text into a field.

    Raises:
        ProtocolError: their count or type is wrong.
    """
    words, kind = text.split(","), state.dtype[field]
    try:
        numbers = np.array([_number(word, kind.base) for word in words], kind.base)
        state[field] = numbers.reshape(kind.shape)[()]
    except (ValueError, OverflowError):
        raise ProtocolError(f"expected numbers of {field}, {kind}, got {text!r}") from None


def _number(word: str, dtype: np.dtype[Any]) -> Any:
    if dtype.kind == "b":
        return ["false", "true"].index(word)
    return float(word) if dtype.kind == "f" else int(word)
