"""claim: each seat walks over the board and claims the cells that it enters; most cells win."""

from __future__ import annotations

from gridbots import Game, Verbs, hookimpl
from gridbots.game import Board
from gridbots.grid import DIRECTIONS
from gridbots_claim import rules

GAME = Game(
    name="claim",
    title="Claim",
    summary="Walkers claim the cells that they enter; most cells win.",
    moves=DIRECTIONS,
    passes=("stay",),
    chance=False,
    settings=rules.ClaimSettings,
    seats=lambda settings: int(settings.seats),
    state=rules.STATE,
    setup=rules.setup,
    verbs=Verbs(
        step=rules.step,
        accepts=rules.accepts,
        is_over=rules.is_over,
        utility=rules.utility,
    ),
    board=Board(".x0123", heads="walkers"),
)


@hookimpl
def gridbots_game() -> Game:
    return GAME
