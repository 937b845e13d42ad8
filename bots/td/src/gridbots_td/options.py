"""The options of td."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from gridbots.settings import Settings


class Options(Settings, frozen=True):
    weights: Annotated[
        str,
        Meta(
            description="what it plays by: league (a network, for seats in turn), rounds (another, "
            "for all at once), tables (many features), paper (those of the CS221 paper alone), "
            "program (of its program, learned as there), or a .npz file that gridbots_td.training "
            "has written; auto: the best of them for the match"
        ),
    ] = "auto"
    depth: Annotated[
        int,
        Meta(ge=0, le=6, description="own moves to look ahead; 0: as many as in training"),
    ] = 0
    samples: Annotated[
        int,
        Meta(
            ge=-1,
            le=32,
            description="states to search of those that may be, in matches of two; 0: only the "
            "one that it remembers; -1: as many as it is used to",
        ),
    ] = -1
    rival: Annotated[
        Literal["likely", "any"],
        Meta(
            description="what the rival is taken to do out of sight, where seats move in turn; "
            "likely: mostly what is worth most to it, by the same weights; any: all moves are as "
            "likely"
        ),
    ] = "likely"
    response: Annotated[
        int,
        Meta(
            ge=0,
            le=12,
            description="where two seats move in turn, own moves to plan against td itself, whose "
            "decisions it works out: a best response, to measure how far td can be beaten; 0: none",
        ),
    ] = 0
    overlay: Annotated[
        bool, Meta(description="send what each move is worth as an overlay, with the board")
    ] = False
    seed: Annotated[int, Meta(ge=0, le=2**32 - 1, description="of draws among equals; 0: any")] = 0
