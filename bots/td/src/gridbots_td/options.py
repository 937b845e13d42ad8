"""The options of td."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from gridbots.settings import FormerNames, Settings


class Options(Settings, frozen=True):
    former: ClassVar[FormerNames] = {"opponent": ("rival",)}
    weights: Annotated[
        str,
        Meta(
            description="value function: league (a network, for seats in turn), rounds (a network, "
            "for simultaneous moves), tables (many features), paper (the features of the CS221 "
            "paper), program (those of its program, learned in its way), or a .npz file that "
            "gridbots_td.training has written; auto: the best one for the match"
        ),
    ] = "auto"
    depth: Annotated[
        int, Meta(ge=0, le=6, description="search depth, own moves; 0: the depth of the weights")
    ] = 0
    samples: Annotated[
        int,
        Meta(
            ge=-1,
            le=32,
            description="belief states to search, in matches of two; 0: only the remembered state; "
            "-1: the number of the weights",
        ),
    ] = -1
    opponent: Annotated[
        Literal["likely", "any"],
        Meta(
            description="opponent model where seats move in turn: likely (moves of a high value "
            "for the opponent, by the same weights, are more likely) or any (all moves are "
            "equally likely)"
        ),
    ] = "likely"
    response: Annotated[
        int,
        Meta(
            ge=0,
            le=12,
            description="where two seats move in turn: play a best response to td, planned "
            "this many own moves ahead, to measure how far td can be beaten; 0: play as td",
        ),
    ] = 0
    overlay: Annotated[
        bool, Meta(description="send the value of each move as an overlay, with the board")
    ] = False
    seed: Annotated[
        int, Meta(ge=0, le=2**32 - 1, description="seed for choosing among equal moves; 0: any")
    ] = 0
