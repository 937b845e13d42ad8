"""Conformance laws by subject; LAWS lists them in the order in which a game is checked.

states        the opening, copies, reopening, the plain form
rules         rounds, legal moves, chance
outcomes      the end of a match
observations  observations of seats
beliefs       beliefs and samples of hidden information
evaluations   candidates, features times weights
pictures      frames
visibility    what a seat sees is shown: FIRST_LAWS, which need many states
text          update lines <-> observation
damage        hostile lines and settings
records       written, read, replayed, verified
environments  Gymnasium and PettingZoo: ENVIRONMENT_LAWS, which need these libraries
compiled      compiled code against the plain rules: COMPILED_LAWS, which need numba
"""

from __future__ import annotations

from collections.abc import Callable

from gridbots.testing.case import Case
from gridbots.testing.laws import (
    beliefs,
    compiled,
    damage,
    environments,
    evaluations,
    observations,
    outcomes,
    pictures,
    records,
    rules,
    states,
    text,
    visibility,
)

Law = Callable[[Case], None]
"""Raises LawError if a game breaks it, or LawWarning."""

LAWS: tuple[Law, ...] = (
    states.the_opening_follows_from_the_seed,
    states.a_state_is_one_plain_record,
    states.a_copy_is_independent,
    rules.the_same_moves_give_the_same_match,
    rules.a_step_changes_only_its_state,
    rules.the_mask_agrees_with_the_count,
    rules.an_unfinished_match_has_a_living_seat_to_move,
    rules.every_legal_joint_move_is_accepted,
    rules.chance_is_declared,
    evaluations.candidates_are_legal_moves,
    evaluations.features_are_declared_with_an_evaluation,
    evaluations.an_evaluation_is_features_times_weights,
    outcomes.a_random_match_ends,
    outcomes.a_finished_match_does_not_change,
    outcomes.the_outcome_is_consistent,
    outcomes.scores_agree_with_the_outcome,
    states.reopening_equals_setup,
    observations.an_observation_is_the_state_with_hidden_parts_blanked,
    beliefs.a_belief_includes_the_true_state,
    beliefs.a_sample_yields_the_observation_it_was_drawn_from,
    states.plain_states_agree_with_records,
    pictures.every_round_can_be_drawn,
    text.a_bot_reads_its_observation_from_its_lines,
    text.shared_update_lines_fit_every_seat,
    text.settings_are_read_back_from_their_lines,
    damage.damaged_lines_are_protocol_errors,
    damage.settings_are_checked,
    records.a_record_can_be_replayed_and_verified,
)
"""Laws that need no extra."""

ENVIRONMENT_LAWS: tuple[Law, ...] = (
    environments.observations_of_environments_are_in_their_spaces,
    environments.environments_ask_for_legal_moves_and_continue_in_copies,
)
"""Laws of environments."""

FIRST_LAWS: tuple[Law, ...] = (visibility.all_that_a_seat_sees_is_shown,)
"""Laws that are tested in the first case only."""

COMPILED_LAWS: tuple[Law, ...] = (
    compiled.compiled_rules_agree_with_plain_rules,
    compiled.compiled_evaluations_agree_with_plain_ones,
    compiled.compiled_samples_agree_with_plain_ones,
    compiled.a_compiled_batch_agrees_with_a_plain_one,
)
"""Laws of compiled code. Compiling takes seconds for each type of record."""


def sentence(law: Law) -> str:
    """The name of a law as a sentence."""
    return law.__name__.replace("_", " ")
