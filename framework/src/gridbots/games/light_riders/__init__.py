"""Light Riders: the game of riddles.io, and of the CS221 paper that learned to play it.

rules       settings, state record and rules
sequential  sequential form: one rider moves after the other
features    evaluation features
lanes       the features of the paper's agents
all_riders  free space of all riders, measured at once
wire        text form
pictures    frames
"""

from __future__ import annotations

from gridbots.game import Game, Untold, Verbs
from gridbots.game.outcome import has_ended, is_in_play, standing
from gridbots.games.light_riders import features, rules, sequential
from gridbots.games.light_riders.pictures import frame
from gridbots.games.light_riders.wire import LightRidersWire
from gridbots.grid import DIRECTIONS
from gridbots.plugins.hookspecs import hookimpl

GAME = Game(
    name="light-riders",
    title="Light Riders",
    summary="Riders leave walls behind them; the last one riding wins.",
    moves=DIRECTIONS,
    passes=("pass", "no_moves"),
    chance=False,
    settings=rules.LightRidersSettings,
    seats=lambda settings: int(settings.seats),
    state=rules.record_type,
    setup=rules.setup,
    verbs=Verbs(
        step=rules.step,
        step_seat=sequential.step_seat,
        accepts=rules.accepts,
        candidates=features.candidates,
        is_over=has_ended,
        is_living=is_in_play,
        has_choice=rules.has_choice,
        utility=standing,
        score=rules.score,
        evaluate=features.evaluate,
        reopen=rules.reopen,
    ),
    outcome=rules.outcome,
    refusal=rules.refusal,
    wire=LightRidersWire(),
    frame=frame,
    features=features.FEATURES,
    weights={"territory": -1.2, "liberties": 0.3, "chain": 1.0, "lead": 13.0},
    untold=Untold(
        settings=("start", "end"),
        fields=("stuck_is_out", "starts_anywhere"),
        fields_when_out=("riders", "headings"),
    ),
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
