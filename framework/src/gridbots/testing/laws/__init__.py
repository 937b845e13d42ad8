"""Conformance laws by subject; LAWS has all of them, in the order in which a game is checked.

states        the opening, copies, reopening, the plain form
rules         rounds, legal moves, chance
outcomes      the end of a match
observations  what seats see, and what environments show (needs Gymnasium)
beliefs       what may be where it is not seen: beliefs, samples
evaluations   candidates, features times weights
pictures      frames
text          update lines <-> observation
damage        hostile lines and settings
records       written, read, replayed, verified
compiled      compiled code against the plain rules: COMPILED_LAWS, which need numba
"""

from __future__ import annotations

from collections.abc import Callable

from gridbots.testing.case import Case
from gridbots.testing.laws import (
    beliefs,
    compiled,
    damage,
    evaluations,
    observations,
    outcomes,
    pictures,
    records,
    rules,
    states,
    text,
)

Law = Callable[[Case], None]
"""Raises LawError where a game breaks it."""

LAWS: tuple[Law, ...] = (
    states.the_opening_follows_from_the_seed,
    states.a_state_is_one_plain_record,
    states.a_copy_is_independent,
    rules.the_same_moves_give_the_same_match,
    rules.a_step_changes_its_state_and_nothing_else,
    rules.the_mask_agrees_with_the_count,
    rules.a_match_that_goes_on_has_a_living_seat_to_move,
    rules.every_legal_joint_move_is_accepted,
    rules.chance_is_declared,
    evaluations.candidates_are_legal_moves,
    evaluations.features_are_declared_with_an_evaluation,
    evaluations.an_evaluation_is_features_times_weights,
    outcomes.a_random_match_ends,
    outcomes.a_finished_match_is_inert,
    outcomes.the_outcome_is_consistent,
    outcomes.the_scores_are_those_of_the_outcome,
    states.a_match_is_reopened_as_it_is_set_up,
    observations.an_observation_is_a_state_with_the_unseen_blanked,
    beliefs.a_belief_holds_possible_what_is_so,
    beliefs.a_sample_looks_as_what_is_seen,
    states.a_plain_state_is_played_as_the_record_is,
    pictures.every_round_can_be_drawn,
    text.a_bot_reads_what_the_referee_saw,
    text.a_wire_that_tells_all_alike_does,
    text.settings_are_read_back_as_far_as_they_are_told,
    damage.damaged_lines_are_protocol_errors,
    damage.settings_are_checked,
    observations.what_environments_show_lies_in_their_spaces,
    records.a_record_is_true_and_can_be_replayed,
)
"""Laws that need no numba."""

COMPILED_LAWS: tuple[Law, ...] = (
    compiled.compiled_rules_are_the_plain_rules,
    compiled.compiled_evaluations_are_the_plain_ones,
    compiled.compiled_samples_are_the_plain_ones,
    compiled.a_compiled_batch_is_the_plain_one,
)
"""Laws of compiled code: compiling takes seconds per type of record."""


def sentence(law: Law) -> str:
    """What a law says."""
    return law.__name__.replace("_", " ")
