"""Rehearsal: a search for the error of a game that a bot has run into.

A bot may blame the game for its own mistake, such as a kernel that it calls with wrong arguments.
So the functions of the game are called without the bot, in a worker that may hang.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gridbots.errors import GameError
from gridbots.testing.check import check
from gridbots.testing.laws import COMPILED_LAWS, beliefs, evaluations, outcomes, sentence, text
from gridbots.testing.worker import CheckJob

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gridbots.game import Game

LAWS: Final = (
    outcomes.a_random_match_ends,
    text.a_bot_reads_its_observation_from_its_lines,
    text.settings_are_read_back_from_their_lines,
    evaluations.candidates_are_legal_moves,
    evaluations.an_evaluation_is_features_times_weights,
    beliefs.a_sample_yields_the_observation_it_was_drawn_from,
    *COMPILED_LAWS,
)
"""Laws that call every function of a game that bots call."""
SEEDS: Final = (1, 2)
FRAMEWORK: Final = Path(__file__).parents[1]
SECONDS: Final = 120.0
"""Timeout of a law."""


def refuse_broken_game(game: Game, values: Mapping[str, Any], errors: str) -> None:
    """Find out whether a game is at fault if a bot has ended with these errors on stderr.

    The games of the framework are tested, and cannot be at fault.

    Raises:
        GameError: the bot has run the code of the framework or of the game, and the game raises an
            error without the bot, too.
    """
    file = Path(game.verbs.step.__code__.co_filename)
    home = file.parent if file.with_name("__init__.py").exists() else file
    if not home.is_relative_to(FRAMEWORK) and (str(home) in errors or str(FRAMEWORK) in errors):
        usual = msgspec.to_builtins(game.settings())
        asked = msgspec.to_builtins(game.make_settings(values))
        others = {name: value for name, value in asked.items() if value != usual[name]}
        if error := error_in_game(game.name, msgspec.json.encode(others).decode()):
            raise GameError(f"game {game.name!r}: {error}")


@functools.cache
def error_in_game(game: str, values: str) -> str | None:
    """An error that an installed game raises under these settings, as JSON; None without one."""
    job = CheckJob(game, msgspec.json.decode(values), SEEDS, laws=tuple(map(sentence, LAWS)))
    return next(iter(check(job, patience=SECONDS).errors), None)
