"""Batches and matches between policies: the same as one copy at a time, plain and compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.shipped import shipped_games

from gridbots import vector
from gridbots.game import (
    Game,
    copy_state,
    is_living,
    is_over,
    legal,
    margin,
    moves_mask,
    reopen,
    step,
    utility,
)
from gridbots.game.chance import GENERATOR_SIZE, below, seed_generator
from gridbots.games.light_riders import GAME
from gridbots.grid import NO_MOVE
from gridbots.kernel import kernel, offers
from gridbots.plugins import load_game
from gridbots.vector import (
    Batch,
    Remembering,
    generators_for,
    openings,
    places_of,
    play_matches,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridbots.game import State

COPIES = 12
ROUNDS = 30


@kernel
def anywhere(observation: State, seat: int, generator: Any) -> int:
    """A random legal move."""
    mask = moves_mask(observation)
    left = below(generator, max(1, legal(observation, seat, mask)))
    for move in range(len(mask)):
        if mask[move] != 0:
            if left == 0:
                return move
            left -= 1
    return NO_MOVE


@kernel
def first_legal(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001
    mask = moves_mask(observation)
    legal(observation, seat, mask)
    for move in range(len(mask)):
        if mask[move] != 0:
            return move
    return NO_MOVE


@kernel
def spy(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001
    """Records whether it has seen the generator of the game."""
    seen = 0
    for index in range(GENERATOR_SIZE):
        seen |= observation["generator"][index] != 0
    generator[0] |= 1 + seen
    return NO_MOVE


SMALL = GAME.make_settings({"width": 7, "height": 6})


def streams(seat: int) -> vector.Integers:
    return generators_for(np.arange(COPIES, dtype=np.uint64) + np.uint64(1000 * seat))


def played(game: Game, *, plain: bool) -> list[bytes]:
    """The visible state of a batch over some rounds of random moves."""
    batch = Batch(game, game.make_settings(), COPIES, seed=3, plain=plain)
    generators = [streams(seat) for seat in range(batch.seats)]
    shown = []
    for _ in range(ROUNDS):
        for seat in range(batch.seats):
            batch.choose(anywhere, seat, generators[seat])
        batch.step()
        parts = (batch.states, batch.moves, batch.finished, batch.utilities, batch.rounds)
        told = (batch.legal(), batch.living(), batch.observations(0))
        shown += [part.tobytes() for part in (*parts, *told)]
    return shown


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_games())
def test_a_batch_is_the_same_plain_and_compiled(name: str) -> None:
    pytest.importorskip("numba")
    game = load_game(name)
    assert played(game, plain=False) == played(game, plain=True)


def test_a_policy_may_be_loaded_after_its_batch() -> None:
    pytest.importorskip("numba")
    batch = Batch(GAME, SMALL, COPIES)

    @kernel
    def late(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001
        return seat

    batch.choose(late, 1, streams(1))
    assert batch.moves.tolist() == [[NO_MOVE, 1]] * COPIES


@pytest.mark.parametrize("name", shipped_games())
def test_a_batch_is_many_single_matches(name: str) -> None:
    """Each copy plays as it would alone; after the end follows the announced opening."""
    game = load_game(name)
    batch = Batch(game, game.make_settings(), COPIES, seed=5, plain=True)
    alone = [game.setup(batch.settings, 5 + at) for at in range(COPIES)]
    seeds = [5 + at for at in range(COPIES)]
    generators = streams(0)
    for _ in range(ROUNDS):
        for seat in range(batch.seats):
            batch.choose(anywhere, seat, generators)
        batch.play()
        for at, state in enumerate(alone):
            step(state, batch.moves[at])
            assert batch.states[at].tobytes() == state.tobytes()
            assert batch.finished[at] == is_over(state)
            if is_over(state):
                went = [utility(state, seat) for seat in range(batch.seats)]
                assert batch.utilities[at].tolist() == went
                seeds[at] += COPIES
                alone[at] = reopened(game, batch.settings, state, seeds[at])
        batch.reopen()


def reopened(game: Game, settings: Any, state: State, seed: int) -> State:
    if not offers(reopen, state):
        return game.setup(settings, seed)
    reopen(state)
    return state


def without_reopening(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (vector.batch, vector.matches):
        monkeypatch.setattr(module, "offers", lambda *_: False)


def test_a_game_that_cannot_reopen_is_set_up_by_its_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    without_reopening(monkeypatch)
    batch = Batch(GAME, SMALL, 3, seed=10, plain=True)
    for seed in (10, 13, 16):
        expected = [GAME.setup(SMALL, seed + at).tobytes() for at in range(3)]
        assert [state.tobytes() for state in batch.states] == expected
        batch.reopen(np.ones(3, np.bool_))


def test_openings_of_seeds_are_those_of_setup() -> None:
    seeds = [0, 5, 5, -3, 2**63, 2**64 + 5]
    made = openings(GAME, SMALL, seeds, plain=True)
    assert [state.tobytes() for state in made] == [GAME.setup(SMALL, s).tobytes() for s in seeds]


def test_many_generators_are_seeded_as_one_is() -> None:
    seeds = np.array([0, 1, 2**40, 2**64 - 1], np.uint64)
    for seed, generator in zip(seeds.tolist(), generators_for(seeds).tolist(), strict=True):
        expected = [0] * GENERATOR_SIZE
        seed_generator(expected, seed)
        assert generator == expected


def test_only_chosen_copies_are_reopened() -> None:
    batch = Batch(GAME, SMALL, 3, plain=True)
    batch.play(np.full((3, 2), NO_MOVE))
    before = batch.states.copy()
    batch.reopen(np.array([False, True, False]))
    assert batch.rounds.tolist() == [1, 0, 1]
    assert [int(state["rounds"]) for state in batch.states] == [1, 0, 1]
    assert batch.states[[0, 2]].tobytes() == before[[0, 2]].tobytes()


@pytest.mark.parametrize(
    ("traits", "seen"),
    [({}, 2), ({"hidden": True}, 1), ({"chance": True}, 1)],
    ids=["open", "hidden", "chance"],
)
def test_a_policy_never_sees_a_generator_that_still_matters(
    traits: dict[str, Any], seen: int
) -> None:
    import dataclasses

    batch = Batch(dataclasses.replace(GAME, **traits), SMALL, 2, plain=True)
    told = np.zeros((2, GENERATOR_SIZE), np.int64)
    before = batch.states.copy()
    batch.choose(spy, 0, told)
    assert (told[:, 0] & seen == seen).all()
    assert (told[:, 0] > 1).all() == (seen == 2)
    assert batch.states.tobytes() == before.tobytes()


def test_a_policy_sees_an_observation_if_more_than_the_generator_is_hidden() -> None:
    import dataclasses

    without = np.dtype([("cells", "u1")])
    drawn = dataclasses.replace(GAME, chance=True)
    assert vector.chooser_for(drawn, without) is vector.choose_moves_by_observation
    secretive = dataclasses.replace(GAME, hidden=True)
    dtype = GAME.setup(SMALL, 0).dtype
    assert vector.chooser_for(secretive, dtype) is vector.choose_moves_by_observation


def one_match(game: Game, settings: Any, number: int, choices: list[Any]) -> State:
    """A match in plain Python between policies that draw nothing; players as in play_matches."""
    seats = len(choices)
    state = game.setup(settings, number // seats)
    unused = np.zeros(GENERATOR_SIZE, np.int64)
    while not is_over(state):
        moves = [
            choices[(seat + number) % seats](copy_state(state), seat, unused)
            if is_living(state, seat)
            else NO_MOVE
            for seat in range(seats)
        ]
        step(state, moves)
    return state


@kernel
def last_legal(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001
    mask = moves_mask(observation)
    legal(observation, seat, mask)
    move = len(mask) - 1
    while move >= 0 and mask[move] == 0:
        move -= 1
    return move


@kernel
def in_turn(observation: State, seat: int, generator: Any, memory: Any) -> int:  # noqa: ARG001
    """Counts its requests, starting from a value given at the opening."""
    memory["asked"] += 1
    return int(memory["asked"] % 4)


def counting(start: int) -> Remembering:
    return Remembering(in_turn, np.array([(start,)], [("asked", "i8")]))


@pytest.mark.parametrize("plain", [True, False])
def test_a_policy_remembers_each_match_separately(plain: bool) -> None:  # noqa: FBT001  a case
    if not plain:
        pytest.importorskip("numba")
    batch, policies = Batch(GAME, SMALL, COPIES, plain=plain), (counting(0), counting(2))
    asked = np.tile([0, 2], (COPIES, 1))
    for _ in range(ROUNDS):
        for seat, policy in enumerate(policies):
            batch.choose(policy, seat, streams(seat))
        asked += 1
        assert batch.moves.tolist() == (asked % 4).tolist()
        batch.step()
        asked[batch.finished] = [0, 2]
    assert policies[0].opening["asked"] == 0


def test_another_policy_at_a_seat_begins_anew() -> None:
    batch, first = Batch(GAME, SMALL, COPIES, plain=True), counting(0)
    for policy, move in ((first, 1), (first, 2), (counting(0), 1)):
        batch.choose(policy, 0, streams(0))
        assert batch.moves[:, 0].tolist() == [move] * COPIES


def test_matches_of_policies_that_remember_are_the_same_plain_and_compiled() -> None:
    pytest.importorskip("numba")
    runs = [
        play_matches(GAME, SMALL, [counting(0), anywhere], 6, plain=plain)
        for plain in (False, True)
    ]
    assert [part.tolist() for part in runs[0]] == [part.tolist() for part in runs[1]]


@pytest.mark.parametrize("seats", [2, 4])
def test_matches_between_policies_are_those_played_one_by_one(seats: int) -> None:
    settings = GAME.make_settings({"width": 9, "height": 8, "seats": seats})
    choices: list[Callable[..., int]] = [first_legal, last_legal, first_legal, last_legal][:seats]
    outcomes = play_matches(GAME, settings, choices, 8, plain=True)
    for number in range(8):
        state = one_match(GAME, settings, number, choices)
        outcome = GAME.outcome(state)
        for player in range(seats):
            seat = (player - number) % seats
            assert outcomes.places[number, player] == outcome.places[seat]
            assert outcomes.scores[number, player] == outcome.scores[seat]
            assert outcomes.utilities[number, player] == utility(state, seat)
            assert outcomes.living[number, player] == is_living(state, seat)
        assert outcomes.rounds[number] == state["rounds"]


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped_games())
def test_matches_are_the_same_plain_and_compiled_and_repeat(name: str) -> None:
    pytest.importorskip("numba")
    game = load_game(name)
    settings = game.make_settings()
    policies = [anywhere, first_legal, first_legal, first_legal][: game.seats(settings)]
    runs = [
        play_matches(game, settings, policies, 6, 7, plain=plain) for plain in (False, True, False)
    ]
    shown = [[part.tolist() for part in outcomes] for outcomes in runs]
    assert shown[0] == shown[1] == shown[2]


def test_scores_come_from_the_outcome_where_a_game_has_no_verb_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = play_matches(GAME, SMALL, [anywhere, anywhere], 5, plain=True)
    without_reopening(monkeypatch)
    outcomes = play_matches(GAME, SMALL, [anywhere, anywhere], 5, plain=True)
    assert [part.tolist() for part in outcomes] == [part.tolist() for part in expected]


def test_more_matches_than_are_played_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = play_matches(GAME, SMALL, [anywhere, first_legal], 7, plain=True)
    monkeypatch.setattr(vector.matches, "WIDTH", 3)
    outcomes = play_matches(GAME, SMALL, [anywhere, first_legal], 7, plain=True)
    assert [part.tolist() for part in outcomes] == [part.tolist() for part in expected]


def test_matches_played_a_part_at_a_time_are_the_same() -> None:
    expected = play_matches(GAME, SMALL, [anywhere, first_legal], 7, 3, plain=True)
    parts = [
        play_matches(GAME, SMALL, [anywhere, first_legal], matches, 3, first=first, plain=True)
        for first, matches in ((0, 3), (3, 4))
    ]
    together = [np.concatenate(each) for each in zip(*parts, strict=True)]
    assert [part.tolist() for part in together] == [part.tolist() for part in expected]


def test_without_rotation_each_player_keeps_its_seat_and_each_match_has_its_opening() -> None:
    settings = GAME.make_settings({"width": 9, "height": 8})
    kept = play_matches(GAME, settings, [first_legal, last_legal], 4, 3, rotates=False, plain=True)
    for number in range(4):
        pair = play_matches(GAME, settings, [first_legal, last_legal], 1, 3 + number, plain=True)
        assert [part[number].tolist() for part in kept] == [part[0].tolist() for part in pair]


@pytest.mark.parametrize("name", ["light-riders", "paperio"])
def test_margins_are_in_the_unit_of_the_game(name: str) -> None:
    game = load_game(name)
    settings = game.make_settings({"max_rounds": 6})
    outcomes = play_matches(game, settings, [first_legal, last_legal], 4, plain=True)
    if offers(margin, game.setup(settings, 0)):
        board = settings.size**2
        assert set(outcomes.margins.ravel().tolist()) <= {-board, 0, board}
        assert outcomes.margins.any()
    else:
        assert outcomes.margins.tolist() == outcomes.utilities.tolist()


def test_the_number_of_policies_is_checked() -> None:
    with pytest.raises(ValueError, match="expected 2 policies, got 1"):
        play_matches(GAME, SMALL, [anywhere], 1)


def test_equal_utilities_share_a_place() -> None:
    assert places_of(np.array([[1.0, -0.5, -0.5], [0.0, 0.0, 0.0]])).tolist() == [
        [1, 2, 2],
        [1, 1, 1],
    ]


@kernel
def beyond(observation: State, seat: int, generator: Any) -> int:  # noqa: ARG001
    """A move that the game does not have."""
    return 4


@pytest.mark.parametrize("plain", [True, False])
def test_a_move_that_the_game_does_not_have_is_an_error(plain: bool) -> None:  # noqa: FBT001
    if not plain:
        pytest.importorskip("numba")
    told = "game 'light-riders': expected moves from -1 to 3, got 4 for seat 0 in copy 0"
    with pytest.raises(ValueError, match=told):
        play_matches(GAME, SMALL, [beyond, beyond], 4, plain=plain)
    batch = Batch(GAME, SMALL, COPIES, plain=plain)
    moves = np.zeros_like(batch.moves)
    moves[5, 1] = -2
    with pytest.raises(ValueError, match="got -2 for seat 1 in copy 5"):
        batch.step(moves)


@pytest.mark.parametrize(
    ("what", "act"),
    [
        ("moves as an array of int64", lambda batch: batch.step([[0, 0]] * COPIES)),
        ("got one of int32", lambda batch: batch.step(batch.moves.astype(np.int32))),
        (r"the shape \(12, 2\), got one", lambda batch: batch.step(batch.moves[:, :1])),
        ("copy it first", lambda batch: batch.step(np.zeros((2, COPIES), np.int64).T)),
        ("copies from 0 to 11", lambda batch: batch.play(copies=np.array([0, COPIES]))),
        ("copies from 0 to 11", lambda batch: batch.play(copies=np.array([-1]))),
        ("copies as an array of int64", lambda batch: batch.play(copies=np.array([0.0]))),
        ("chosen copies as an array of bool", lambda batch: batch.reopen(np.array([0]))),
        ("a seat from 0 to 1, got 2", lambda batch: batch.choose(anywhere, 2, streams(0))),
        ("a seat from 0 to 1, got -1", lambda batch: batch.observations(-1)),
        ("generators as an array", lambda batch: batch.choose(anywhere, 0, streams(0)[:3])),
        ("seeds as an array of uint64", lambda _: generators_for(np.arange(3))),  # type: ignore[arg-type]
    ],
)
def test_invalid_arguments_are_refused_before_compiled_code(
    what: str, act: Callable[[Batch], None]
) -> None:
    batch = Batch(GAME, SMALL, COPIES, plain=True)
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match=what):
        act(batch)
    assert batch.states.tobytes() == before


def test_a_memory_is_one_record() -> None:
    with pytest.raises(ValueError, match=r"one record, got one of .* of the shape \(2,\)"):
        Remembering(anywhere, np.zeros(2, [("seen", "i8")]))
