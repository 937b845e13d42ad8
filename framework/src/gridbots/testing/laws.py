"""All laws, in the order in which a game is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridbots.testing.evaluations import (
    an_evaluation_is_features_times_weights,
    candidates_are_legal_moves,
)
from gridbots.testing.observations import an_observation_is_a_state_with_the_unseen_blanked
from gridbots.testing.outcomes import (
    a_finished_match_is_inert,
    a_random_match_ends,
    the_outcome_is_consistent,
    the_scores_are_those_of_the_outcome,
)
from gridbots.testing.pictures import every_round_can_be_drawn
from gridbots.testing.rules import (
    a_match_that_goes_on_has_a_living_seat_to_move,
    a_step_changes_its_state_and_nothing_else,
    every_legal_joint_move_is_accepted,
    the_mask_agrees_with_the_count,
)
from gridbots.testing.states import (
    a_copy_is_independent,
    a_match_is_reopened_as_it_is_set_up,
    a_plain_state_is_played_as_the_record_is,
    a_state_is_one_plain_record,
    the_opening_follows_from_the_seed,
)
from gridbots.testing.text import (
    a_bot_reads_what_the_referee_saw,
    settings_are_read_back_as_far_as_they_are_told,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.testing.case import Case

LAWS: tuple[Callable[[Case], None], ...] = (
    the_opening_follows_from_the_seed,
    a_state_is_one_plain_record,
    a_copy_is_independent,
    a_step_changes_its_state_and_nothing_else,
    the_mask_agrees_with_the_count,
    a_match_that_goes_on_has_a_living_seat_to_move,
    candidates_are_legal_moves,
    an_evaluation_is_features_times_weights,
    every_legal_joint_move_is_accepted,
    a_finished_match_is_inert,
    a_random_match_ends,
    the_outcome_is_consistent,
    the_scores_are_those_of_the_outcome,
    a_match_is_reopened_as_it_is_set_up,
    an_observation_is_a_state_with_the_unseen_blanked,
    a_plain_state_is_played_as_the_record_is,
    every_round_can_be_drawn,
    a_bot_reads_what_the_referee_saw,
    settings_are_read_back_as_far_as_they_are_told,
)
