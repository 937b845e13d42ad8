"""Multiplayer Snake: the game of a CS221 paper inspired by Slither.io.

state        settings and state record
opening      initial state
rules        a round, and when a match is over
movement     legal moves; snakes move, eat and grow
elimination  collisions, and what is left of a snake
features     evaluation features
wire         text form
pictures     frames
"""

from __future__ import annotations

from gridbots.game import Game, Untold, Verbs
from gridbots.game.outcome import has_ended, is_in_play, standing
from gridbots.games.multisnake import features, movement, opening, rules, state
from gridbots.games.multisnake.pictures import frame
from gridbots.games.multisnake.state import MultisnakeSettings
from gridbots.games.multisnake.wire import MultisnakeWire
from gridbots.plugins.hookspecs import hookimpl

GAME = Game(
    name="multisnake",
    title="Multiplayer Snake",
    summary="Snakes eat candies and grow; a snake that runs into another is eliminated.",
    moves=movement.WORDS,
    passes=("pass", "no_moves"),
    chance=True,
    settings=MultisnakeSettings,
    seats=lambda settings: int(settings.seats),
    state=state.record_type,
    setup=opening.setup,
    verbs=Verbs(
        step=rules.step,
        step_seat=rules.step_seat,
        accepts=movement.accepts,
        is_over=has_ended,
        is_living=is_in_play,
        has_choice=movement.has_choice,
        utility=standing,
        score=rules.score,
        evaluate=features.evaluate,
        reopen=opening.reopen,
    ),
    outcome=rules.outcome,
    refusal=movement.refusal,
    wire=MultisnakeWire(),
    frame=frame,
    frame_keeps=False,
    features=features.FEATURES,
    weights={"lead": 1.0, "candy": -0.02, "trapped": -10.0},
    untold=Untold(settings=("candy_rate",), fields=("first_candies",), fields_when_out=("bodies",)),
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
