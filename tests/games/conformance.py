"""What holds for every game: one function per law, for a game under some settings and a seed.

A law raises AssertionError where it does not hold. `LAWS` lists them all but for those about
hostile input, which are in `test_conformance.py`.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from gridbots.chance import seed_generator
from gridbots.frames import Frame
from gridbots.game import (
    AnyState,
    Game,
    Outcome,
    PlainState,
    accepts,
    candidates,
    copy_state,
    evaluate,
    has_choice,
    is_living,
    is_over,
    is_to_move,
    legal,
    observe,
    reopen,
    score,
    step,
    utility,
)
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, kernel, offers
from gridbots.protocol import Inbox, greeting, settings_of, wire_names
from gridbots.replay import frames

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gridbots.game import Moves, State
    from gridbots.protocol import Request
    from gridbots.settings import Settings

MOST_ROUNDS = 5000
"""A match of random moves that lasts longer than this will not end."""

UNTOLD_SETTINGS = {
    "light-riders": {"start", "end"},
    "multisnake": {"candy_rate"},
    "snake": {"preset", "start"},
}
"""Settings of each game that its lines do not tell."""

UNTOLD_WHEN_OUT = {"light-riders": {"riders", "headings"}, "multisnake": {"bodies"}}
"""Fields by seat of which the lines do not tell the entry of a seat that is out."""


@dataclass(frozen=True)
class Case:
    """A game under some settings, with a seed for the opening and for random moves."""

    game: Game
    settings: Settings
    seed: int

    @property
    def seats(self) -> int:
        return self.game.seats(self.settings)

    def opening(self) -> State:
        return self.game.setup(self.settings, self.seed)

    def match(self) -> Iterator[tuple[State, list[int]]]:
        """A random match: each state that is not over, with the moves that follow. Then the end.

        The moves after the last state are all NO_MOVE.
        """
        state, chance = self.opening(), np.random.default_rng(self.seed)
        for _ in range(MOST_ROUNDS):
            if is_over(state):
                break
            moves = self._moves(state, chance)
            yield copy_state(state), moves
            step(state, moves)
        yield state, [NO_MOVE] * self.seats

    def _moves(self, state: State, chance: np.random.Generator) -> list[int]:
        """One random legal move per living seat, one that does not lose at once where it can be."""
        return [self._move(state, seat, chance) for seat in range(self.seats)]

    def _move(self, state: State, seat: int, chance: np.random.Generator) -> int:
        legal_moves = self.game.legal_moves(state, seat)
        if not legal_moves or chance.random() < 0.02:
            return NO_MOVE
        order = [legal_moves[index] for index in chance.permutation(len(legal_moves)).tolist()]
        survivable = (move for move in order if self._survives(state, seat, move))
        return int(next(survivable, order[0]))

    def _survives(self, state: State, seat: int, move: int) -> bool:
        trial: AnyState = PlainState(state)
        step(trial, [move if each == seat else NO_MOVE for each in range(self.seats)])
        return is_living(trial, seat)


def joint_moves(game: Game, state: State, seats: int) -> Iterator[tuple[int, ...]]:
    """All legal joint moves; NO_MOVE for a seat that is out."""
    choices = [game.legal_moves(state, seat) or [NO_MOVE] for seat in range(seats)]
    return itertools.product(*choices)


def without_generator(state: State) -> bytes:
    blank = copy_state(state)
    if "generator" in (state.dtype.names or ()):
        blank["generator"] = 0
    return blank.tobytes()


def the_opening_follows_from_the_seed(case: Case) -> None:
    assert case.opening().tobytes() == case.opening().tobytes()
    openings = {case.game.setup(case.settings, seed).tobytes() for seed in range(20)}
    assert len(openings) == 20


def a_state_is_one_plain_record(case: Case) -> None:
    state = case.opening()
    assert isinstance(state, np.void)
    dtype = state.dtype
    assert dtype.names is not None
    assert not dtype.hasobject
    # Padding between fields would make equal states differ in their bytes.
    assert dtype.itemsize == sum(dtype[name].itemsize for name in dtype.names)
    assert [name for name in dtype.names if hasattr(np.void, name)] == []


def a_copy_is_independent(case: Case) -> None:
    state = case.opening()
    before = state.tobytes()
    copy = copy_state(state)
    assert copy.tobytes() == before
    step(copy, [NO_MOVE] * case.seats)
    assert copy.tobytes() != before
    assert state.tobytes() == before


def a_step_changes_its_state_and_nothing_else(case: Case) -> None:
    for state, moves in case.match():
        before, array, again = state.tobytes(), np.array(moves), copy_state(state)
        step(again, array)
        assert state.tobytes() == before
        assert array.tolist() == moves
        given = list(moves)
        step(state, given)
        assert given == moves
        assert state.tobytes() == again.tobytes()


def the_mask_agrees_with_the_count(case: Case) -> None:
    for state, _ in case.match():
        before = state.tobytes()
        for seat in range(case.seats):
            mask = np.full(len(case.game.moves), 7, np.uint8)
            count = legal(state, seat, mask)
            assert set(mask.tolist()) <= {0, 1}
            assert count == mask.sum() == len(case.game.legal_moves(state, seat))
            assert_can_move(state, seat, count)
            accepted = [accepts(state, seat, move) for move in range(len(case.game.moves))]
            assert accepted == mask.astype(bool).tolist()
        assert state.tobytes() == before


def assert_can_move(state: State, seat: int, count: int) -> None:
    """Who plays has a move, unless no move can change anything; nobody else has one."""
    playing = is_to_move(state, seat) and not is_over(state)
    assert count == 0 or playing
    assert count > 0 or not playing or not has_choice(state, seat)


def a_match_that_goes_on_has_a_living_seat_to_move(case: Case) -> None:
    for state, _ in case.match():
        asked = [seat for seat in range(case.seats) if is_to_move(state, seat)]
        assert asked or is_over(state)
        assert all(is_living(state, seat) for seat in asked)


def candidates_are_legal_moves(case: Case) -> None:
    if not case.game.features:
        return  # Not made for search.
    for state, _ in case.match():
        before = state.tobytes()
        for seat in range(case.seats):
            mask = np.full(len(case.game.moves), 7, np.uint8)
            count = candidates(state, seat, mask)
            kept = np.flatnonzero(mask).tolist()
            assert count == mask.sum() == len(kept)
            assert set(kept) <= set(case.game.legal_moves(state, seat))
            assert_can_move(state, seat, count)
        assert state.tobytes() == before


def an_evaluation_is_features_times_weights(case: Case) -> None:
    """Of what a seat sees: each feature by itself is a number, and together they add up."""
    count = len(case.game.features)
    weights = np.arange(1.0, count + 1)
    for seen, seat in positions_to_evaluate(case, 2):
        before = seen.tobytes()
        values = [evaluate(seen, seat, row) for row in np.eye(count)]
        assert np.isfinite(values).all()
        assert math.isclose(evaluate(seen, seat, weights), values @ weights, abs_tol=1e-9)
        assert evaluate(seen, seat, np.zeros(count)) == 0
        assert seen.tobytes() == before


def positions_to_evaluate(case: Case, most: int) -> Iterator[tuple[State, int]]:
    """Some observations, of living seats in turn, spread over a match; none without features."""
    if not case.game.features:
        return
    states = [state for state, _ in case.match()][:-1]
    for number, state in enumerate(states[:: -(-len(states) // most)]):
        living = [seat for seat in range(case.seats) if is_living(state, seat)]
        seat = living[number % len(living)]
        yield case.game.observation(state, seat), seat


def compiled_evaluations_are_the_plain_ones(case: Case) -> None:
    count = len(case.game.features)
    for seen, seat in positions_to_evaluate(case, 4):
        for weights in np.eye(count):
            assert compiled(_evaluate)(seen, seat, weights) == evaluate(seen, seat, weights)


@kernel
def _evaluate(state: State, seat: int, weights: np.ndarray[tuple[int], Any]) -> float:
    return evaluate(state, seat, weights)


def every_legal_joint_move_is_accepted(case: Case) -> None:
    for state, _ in itertools.islice(case.match(), 0, 30, 6):
        if is_over(state):
            return
        for moves in itertools.islice(joint_moves(case.game, state, case.seats), 256):
            after = copy_state(state)
            step(after, moves)
            assert after.tobytes() != state.tobytes()


def a_finished_match_is_inert(case: Case) -> None:
    *_, (state, nothing) = case.match()
    before = state.tobytes()
    for moves in (nothing, *([move] * case.seats for move in range(len(case.game.moves)))):
        step(state, moves)
        assert state.tobytes() == before
    plain: AnyState = PlainState(state)
    step(plain, nothing)
    assert plain.record().tobytes() == before
    assert not any(case.game.legal_moves(state, seat) for seat in range(case.seats))


def a_random_match_ends(case: Case) -> None:
    *_, (state, _) = case.match()
    assert is_over(state)


def the_outcome_is_consistent(case: Case) -> None:
    *_, (state, _) = case.match()
    before = state.tobytes()
    outcome = case.game.outcome(state)
    places = outcome.places
    assert state.tobytes() == before
    assert len(places) == len(outcome.scores) == case.seats
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=Outcome) == outcome
    for place in places:
        assert place == 1 + sum(other < place for other in places)
    first = [seat for seat, place in enumerate(places) if place == 1]
    if case.seats > 1:
        assert outcome.winner == (first[0] if len(first) == 1 else None)
    assert outcome.winner in {None, *first}
    utilities = [utility(state, seat) for seat in range(case.seats)]
    assert all(-1 <= value <= 1 for value in utilities)
    for seat, other in itertools.permutations(range(case.seats), 2):
        assert (places[seat] < places[other]) == (utilities[seat] > utilities[other])
    if case.seats > 1:
        assert math.isclose(sum(utilities), 0, abs_tol=1e-9)
    if outcome.winner is not None and case.seats == 2:
        assert utilities[outcome.winner] == 1


def the_scores_are_those_of_the_outcome(case: Case) -> None:
    *_, (state, _) = case.match()
    if offers(score, state):
        scores = tuple(score(state, seat) for seat in range(case.seats))
        assert scores == case.game.outcome(state).scores


def a_match_is_reopened_as_it_is_set_up(case: Case) -> None:
    """From any state on, for any seed: then copies of a game can be opened in compiled code."""
    for number, (state, _) in enumerate(case.match()):
        if not offers(reopen, state):
            return
        seed_generator(state["generator"], number)
        reopen(state)
        assert state.tobytes() == case.game.setup(case.settings, number).tobytes()


def an_observation_is_a_state_with_the_unseen_blanked(case: Case) -> None:
    for state, _ in case.match():
        for seat in range(case.seats):
            seen = case.game.observation(state, seat)
            assert seen.dtype == state.dtype
            if "generator" in (state.dtype.names or ()):
                assert not seen["generator"].any()
            again = case.game.observation(seen, seat)
            assert again.tobytes() == seen.tobytes()
            if not case.game.hidden:
                assert seen.tobytes() == without_generator(state)


def a_plain_state_is_played_as_the_record_is(case: Case) -> None:
    plain: AnyState = PlainState(case.opening())
    for state, moves in case.match():
        assert plain.record().tobytes() == state.tobytes()
        assert told_by(case, plain) == told_by(case, state)
        step(plain, moves)


def told_by(case: Case, state: AnyState) -> list[object]:
    """What the verbs say of a state."""
    masks = np.zeros((case.seats, len(case.game.moves)), np.uint8)
    counts = [legal(state, seat, masks[seat]) for seat in range(case.seats)]
    living = [is_living(state, seat) for seat in range(case.seats)]
    asked = [is_to_move(state, seat) for seat in range(case.seats)]
    utilities = [utility(state, seat) for seat in range(case.seats)]
    return [is_over(state), counts, living, asked, utilities, masks.tobytes()]


def compiled_rules_are_the_plain_rules(case: Case) -> None:
    played = case.opening()
    told = np.zeros((case.seats, 4 + len(case.game.moves)))
    expected = np.zeros_like(told)
    for state, moves in case.match():
        assert played.tobytes() == state.tobytes()
        _tell(state, expected)
        compiled(_tell)(state, told)
        assert told.tolist() == expected.tolist()
        seen = copy_state(state)
        compiled(_observe)(seen, 0)
        assert seen.tobytes() == case.game.observation(state, 0).tobytes()
        compiled(_step)(played, np.array(moves))
    if offers(reopen, played):
        seed_generator(played["generator"], 1)
        compiled(_reopen)(played)
        assert played.tobytes() == case.game.setup(case.settings, 1).tobytes()


@kernel
def _step(state: State, moves: Moves) -> None:
    step(state, moves)


@kernel
def _reopen(state: State) -> None:
    reopen(state)


@kernel
def _observe(state: State, seat: int) -> None:
    observe(state, seat)


@kernel
def _tell(state: State, told: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    """Per seat: number of legal moves, living, to move, utility while over, and the mask."""
    for seat in range(told.shape[0]):
        mask = np.zeros(told.shape[1] - 4, np.uint8)
        told[seat, 0] = legal(state, seat, mask)
        told[seat, 1] = is_living(state, seat)
        told[seat, 2] = is_to_move(state, seat)
        told[seat, 3] = utility(state, seat) if is_over(state) else 2.0
        told[seat, 4:] = mask


def every_round_can_be_drawn(case: Case) -> None:
    states, joint = zip(*case.match(), strict=True)
    pictures = list(frames(case.game, states[0], joint[:-1]))
    assert [picture.round for picture in pictures] == list(range(len(states)))
    size = (pictures[0].rows, pictures[0].columns)
    for picture, state in zip(pictures, states, strict=True):
        assert (picture.rows, picture.columns) == size
        assert len(picture.living) == len(picture.scores) == case.seats
        assert picture.living == tuple(is_living(state, seat) for seat in range(case.seats))
        heads = [mark.seat for mark in picture.marks if mark.kind == "head"]
        assert sorted(seat for seat in heads if seat is not None) == [
            seat for seat, living in enumerate(picture.living) if living
        ]
        for mark in picture.marks:
            inside = 0 <= mark.row < picture.rows and 0 <= mark.column < picture.columns
            assert inside or mark.kind == "crash"
        assert msgspec.json.decode(msgspec.json.encode(picture), type=Frame) == picture


def a_bot_reads_what_the_referee_saw(case: Case) -> None:
    for seat in range(case.seats):
        _follow(case, seat)


def _follow(case: Case, seat: int) -> None:
    """Follow a match by its lines alone, as the bot in a seat does."""
    inbox, previous = Inbox(), None
    for line in opening_lines(case, seat):
        assert inbox.read(line) is None
    for state, _ in case.match():
        if is_over(state) or not is_living(state, seat):
            return
        if not is_to_move(state, seat):
            continue
        observation = case.game.observation(state, seat)
        request = _ask(inbox, case.game.wire.updates(observation, seat))
        assert (request.seat, request.seats) == (seat, case.seats)
        settings = settings_of(case.game, request)
        seen = case.game.wire.read_updates(previous, settings, request.updates)
        assert case.game.wire.updates(seen, seat) == case.game.wire.updates(observation, seat)
        assert _as_told(case, seen) == _as_told(case, observation)
        previous = seen


def opening_lines(case: Case, seat: int) -> list[str]:
    """The settings lines that a seat is sent, with their ends."""
    lines = greeting(wire_names(case.seats), seat, 10_000, 200)
    lines += case.game.wire.settings_lines(case.settings)
    return [line.decode() + "\n" for line in lines]


def _ask(inbox: Inbox, updates: bytes) -> Request:
    assert updates.endswith(b"\n")
    for line in updates.decode().splitlines(keepends=True):
        assert inbox.read(line) is None
    request = inbox.read("action move 10000\n")
    assert request is not None
    return request


def _as_told(case: Case, observation: State) -> dict[str, list[int]]:
    """The fields of an observation, without what no line tells."""
    out = [not is_living(observation, seat) for seat in range(case.seats)]
    fields = {name: np.array(observation[name]) for name in observation.dtype.names or ()}
    for name in UNTOLD_WHEN_OUT.get(case.game.name, ()):
        fields[name][: case.seats][out] = 0
    if "end" in UNTOLD_SETTINGS.get(case.game.name, ()):
        fields.pop("stuck_is_out", None)
    if "start" in UNTOLD_SETTINGS.get(case.game.name, ()):
        fields.pop("starts_anywhere", None)
        fields.pop("starts_in_corner", None)
    if "candy_rate" in UNTOLD_SETTINGS.get(case.game.name, ()):
        fields.pop("first_candies", None)
    return {name: value.tolist() for name, value in fields.items()}


def settings_are_read_back_as_far_as_they_are_told(case: Case) -> None:
    inbox = Inbox()
    for line in opening_lines(case, 0):
        inbox.read(line)
    request = inbox.read("action move 1\n")
    assert request is not None
    untold = UNTOLD_SETTINGS.get(case.game.name, set())
    told, given = (
        {name: value for name, value in msgspec.structs.asdict(each).items() if name not in untold}
        for each in (settings_of(case.game, request), case.settings)
    )
    assert told == given


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
