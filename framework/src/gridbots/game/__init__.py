"""Game descriptors, states, and the verbs that act on states.

descriptor           Game: settings, record and verbs together
check                checks of a descriptor when it is created
verbs                step, legal, observe, ...: dispatched on the record; Verbs and the defaults
state                one numpy record, and a form of it that is fast in plain Python
chance               random number generator within a record
outcome              places, scores, and the order of elimination
board                meaning of the cells: their text and their marks
picture              frames of states: frame_of, and the default one
record_wire          the default text form
analysis             static analysis: which rules can run on the fast form of a state
function_analysis    analysis of one function
expression_analysis  analysis of its expressions
abstract_values      abstract values of the analysis
"""

from __future__ import annotations

from gridbots.game.board import Board
from gridbots.game.descriptor import BeliefModel, Game, Untold, Wire
from gridbots.game.outcome import Outcome, outcome_of
from gridbots.game.picture import frame_of
from gridbots.game.state import (
    AnyState,
    Moves,
    PlainState,
    State,
    as_record,
    check_alignment,
    checksum,
    copy_state,
    empty_state,
    moves_mask,
    new_state,
)
from gridbots.game.verbs import (
    Verbs,
    accepts,
    candidates,
    evaluate,
    has_choice,
    is_living,
    is_over,
    is_to_move,
    legal,
    margin,
    observe,
    reopen,
    sample,
    score,
    step,
    step_seat,
    utility,
)
from gridbots.kernel import move_count

__all__ = [
    "AnyState", "BeliefModel", "Board", "Game", "Moves", "Outcome", "PlainState", "State", "Untold",
    "Verbs", "Wire", "accepts", "as_record", "candidates", "check_alignment", "checksum",
    "copy_state", "empty_state", "evaluate", "frame_of", "has_choice", "is_living", "is_over",
    "is_to_move", "legal", "margin", "move_count", "moves_mask", "new_state", "observe",
    "outcome_of", "reopen", "sample", "score", "step", "step_seat", "utility",
]  # fmt: skip
