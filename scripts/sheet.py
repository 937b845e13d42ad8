"""Draw a sheet of all games at three sizes, in both themes: `sheet.py FOLDER`.

It has a row for each installed game and each game under examples/games, with boards of half,
default and twice the default size and as many seats as possible. The seed of the moves is fixed.
"""

from __future__ import annotations

import importlib
import random
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from gridbots.errors import SettingsError
from gridbots.game import copy_state, is_living, is_over, is_to_move, step
from gridbots.grid import NO_MOVE
from gridbots.plugins import installed_games, load_game
from gridbots_referee.show.drawing.palette import colour, rgb
from gridbots_referee.show.pictures.raster import layout_of, picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gridbots.game import Game, State
    from gridbots.pictures.frames import Frame

EXAMPLES = Path(__file__).parents[1] / "examples" / "games"
SIDE, GAP = 360, 12
"""Pixels of a picture, and between two pictures."""
SCALES = ((0.5, 0.7), (1,), (2, 1.5, 1.2))
"""Factors of the default size; the next one applies if a game does not allow such a board."""
SEATS = (16, 8, 6, 4, 3, 2, 0)
"""0: the number of seats is not a setting."""
MOST_ROUNDS = 120


def main(folder: str) -> None:
    Path(folder).mkdir(parents=True, exist_ok=True)
    rows = [(game, list(boards(game))) for game in games()]
    for theme in ("dark", "light"):
        sheet = Image.new("RGB", sheet_size(len(rows)), rgb(colour("block", theme)))
        for row, (game, frames) in enumerate(rows):
            for column, frame in enumerate(frames):
                names = [game.name] * len(frame.living)
                shown = picture(frame, names, layout_of(frame, SIDE, theme))
                sheet.paste(shown, (GAP + column * (SIDE + GAP), GAP + row * (SIDE + GAP)))
        path = Path(folder) / f"{theme}.png"
        sheet.save(path)
        sys.stdout.write(f"{path}: {len(rows)} games, {path.stat().st_size // 1000} kB\n")


def sheet_size(rows: int) -> tuple[int, int]:
    return GAP + len(SCALES) * (SIDE + GAP), GAP + rows * (SIDE + GAP)


def games() -> Iterator[Game]:
    names = sorted(installed_games())
    yield from map(load_game, names)
    for example in sorted(EXAMPLES.glob("*/pyproject.toml")):
        entries = tomllib.loads(example.read_text())["project"]["entry-points"]["gridbots.games"]
        sys.path.insert(0, str(example.parent))
        for name, module in entries.items():
            if name not in names:
                yield importlib.import_module(module).gridbots_game()


def boards(game: Game) -> Iterator[Frame]:
    """A position for each size that the game allows, with as many seats as possible."""
    for scales in SCALES:
        choices = (settings_of(game, scale, seats) for scale in scales for seats in SEATS)
        if settings := next(filter(None, choices), None):
            yield position(game, settings)


def settings_of(game: Game, scale: float, seats: int) -> Any:
    """Settings with a scaled board; None if the game does not allow them."""
    usual = game.make_settings({})
    values = {
        name: max(2, round(getattr(usual, name) * scale))
        for name in ("width", "height", "size")
        if isinstance(getattr(usual, name, None), int)
    }
    try:
        return game.make_settings({**values, **({"seats": seats} if seats else {})})
    except SettingsError:
        return None


def position(game: Game, settings: Any) -> Frame:
    """The board after two thirds of a match."""
    rng = random.Random(7)  # noqa: S311  a match, no secret
    state, frame = game.setup(settings, 7), None
    frames = [game.frame(state, frame)]
    while not is_over(state) and len(frames) < MOST_ROUNDS:
        seats = range(game.seats(settings))
        step(state, [careful_move(game, state, seat, len(seats), rng) for seat in seats])
        frames.append(game.frame(state, frames[-1]))
    return frames[len(frames) * 2 // 3]


def careful_move(game: Game, state: State, seat: int, seats: int, rng: random.Random) -> int:
    """A random move that the seat survives for a round, if possible."""
    if not is_to_move(state, seat):
        return NO_MOVE
    legal, safe = list(game.legal_moves(state, seat)), []
    for move in legal:
        after = copy_state(state)
        step(after, [move if each == seat else NO_MOVE for each in range(seats)])
        if is_living(after, seat):
            safe.append(move)
    return rng.choice(safe or legal or [NO_MOVE])


if __name__ == "__main__":
    main(*sys.argv[1:])
