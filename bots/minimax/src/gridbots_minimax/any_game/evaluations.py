"""By what positions of any game are judged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridbots.search.evaluation import evaluation_of, usual_evaluation
from gridbots_minimax.learned_weights import given_weights

if TYPE_CHECKING:
    import numpy as np

    from gridbots.game import Game
    from gridbots.search.evaluation import Evaluation
    from gridbots_minimax.any_game.options import SampledOptions


def evaluation_for(
    game: Game, dtype: np.dtype[Any], options: SampledOptions
) -> tuple[Evaluation, list[float]]:
    """The evaluation that is asked for, with the weights that it takes.

    Raises:
        SettingsError: the file of weights does not hold weights of this game.
        ValueError: the game has not what the evaluation needs.
    """
    wanted: Evaluation = "features" if options.weights else options.evaluation
    evaluation = usual_evaluation(game) if wanted == "auto" else evaluation_of(dtype, wanted)
    if evaluation != "features":
        return evaluation, []
    if options.weights:
        return evaluation, given_weights(options.weights, game.name, game.features)
    return evaluation, game.default_weights()
