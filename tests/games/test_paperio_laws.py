"""The rules of Paper.io: drawn boards, and laws over random matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridbots.errors import SettingsError
from gridbots.game import (
    candidates,
    copy_state,
    has_choice,
    is_living,
    is_over,
    is_to_move,
    step,
    utility,
)
from gridbots.games.paperio import GAME
from gridbots.games.paperio.belief_model import count
from gridbots.games.paperio.movement import is_deadly
from gridbots.games.paperio.state import MOST_SEATS, OUTSIDE, OWNED, UNSEEN
from gridbots.games.paperio.visibility import sees
from gridbots.grid import DOWN, LEFT, NO_MOVE, RIGHT, UP, index_of, offset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots.game import State

LETTERS = {"u": UP, "r": RIGHT, "d": DOWN, "l": LEFT, "-": NO_MOVE}


def drawn(board: str, headings: str = "uu", rounds: int = 1, **more: Any) -> State:
    """The state of a drawn board: cells as on the wire, and `*n` behind one with the head of n."""
    tokens = [token.split("*") for token in board.split()]
    side, seats = int(len(tokens) ** 0.5), len(headings)
    heads = {int(seat): place for place, token in enumerate(tokens) for seat in token[1:]}
    settings = GAME.make_settings({"size": side, "seats": seats, "radius": 64, **more})
    updates = {
        "round": str(rounds),
        "mover": "0",
        "out": ",".join("0" if seat in heads else str(rounds) for seat in range(seats)),
        "heads": ",".join(str(heads.get(seat, "?")) for seat in range(seats)),
        "headings": ",".join(GAME.moves[LETTERS[letter]] for letter in headings),
        "field": ",".join(token[0] for token in tokens),
    }
    return GAME.wire.read_updates(None, settings, updates)


def drawing(state: State) -> list[str]:
    """A board in the format of `drawn`, without the heads of eliminated seats."""
    lines = GAME.wire.updates(state, 0).decode().splitlines()
    values = {line.split()[2]: line.split()[3].split(",") for line in lines}
    tokens = values["field"]
    for seat, place in enumerate(values["heads"]):
        if is_living(state, seat):
            tokens[int(place)] += f"*{seat}"
    return tokens


def out(state: State) -> tuple[int, ...]:
    return tuple(seat for seat in range(int(state["seats"])) if not is_living(state, seat))


@dataclass(frozen=True)
class Case:
    name: str
    before: str
    moves: str
    after: str
    out: tuple[int, ...] = ()
    headings: str = "uu"
    order: str = "simultaneous"


CASES = [
    Case(
        "a head leaves a trail outside its land, and none inside",
        """
        0   0*0 .   .   .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .*1 .
        .   .   .   .   1   1
        """,
        "rl",
        """
        0   0   .*0 .   .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .*1 .1  .
        .   .   .   .   1   1
        """,
    ),
    Case(
        "no move is straight on; back is allowed where there is no trail",
        """
        0   0*0 .   .   .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1*1 1
        .   .   .   .   1   1
        """,
        "-d",
        """
        0   0   .*0 .   .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1*1 1
        """,
        headings="ru",
    ),
    Case(
        "coming home takes the trail and what it encloses, also of others, but cuts no trail",
        """
        0   0   .*0 .0  .0  .
        0   0   .   1   .0  .
        .0  .1  .   .   .0  .
        .0  .   .   .   .0  .
        .0  .0  .0  .0  .0  .
        .   .   .   .   1   1*1
        """,
        "lu",
        """
        0   0*0 0   0   0   .
        0   0   0   0   0   .
        0   01  0   0   0   .
        0   0   0   0   0   .
        0   0   0   0   0   .*1
        .   .   .   .   1   1
        """,
    ),
    Case(
        "the edge of the board does not enclose",
        """
        0   0   .0  .*0 .   .
        0   0   .   .   .   .
        .   .0  .   .   .   .
        .   .0  .0  .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1*1
        """,
        "ru",
        """
        0   0   .0  .0  .*0 .
        0   0   .   .   .   .
        .   .0  .   .   .   .
        .   .0  .0  .   .   .
        .   .   .   .   1   1*1
        .   .   .   .   1   1
        """,
    ),
    Case(
        "a head on its own trail is out",
        """
        0   0   .0  .0  .   .
        0   0   .*0 .0  .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1*1
        """,
        "uu",
        """
        0   0   .0  .0  .   .
        0   0   .0  .0  .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1*1
        .   .   .   .   1   1
        """,
        out=(0,),
    ),
    Case(
        "a head off the board is out",
        """
        0   0*0 .   .   .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1*1
        """,
        "uu",
        """
        0   0   .   .   .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1*1
        .   .   .   .   1   1
        """,
        out=(0,),
    ),
    Case(
        "who enters a trail cuts it",
        """
        0   0   .0  .*0 .   .
        0   0   .*1 .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        "ru",
        """
        0   0   .0*1 .0 .   .
        0   0   .1  .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        out=(0,),
    ),
    Case(
        "the cell that a head has just left is trail already",
        """
        0   0   .   .*0 .   .
        0   0   .   .*1 .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        "ru",
        """
        0   0   .   .0*1 .  .
        0   0   .   .1  .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        out=(0,),
    ),
    Case(
        "heads that exchange their cells cut each other",
        """
        0   0   .   .*0 .*1 .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        "rl",
        """
        0   0   .   .0  .1  .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        out=(0, 1),
    ),
    Case(
        "a head on its own land leaves nothing to cut",
        """
        0   0*0 .*1 .   .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        "rl",
        """
        0   0   .1*0 .  .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        out=(1,),
    ),
    Case(
        "heads may meet in one cell",
        """
        0   0   .*0 .   .*1 .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        "rl",
        """
        0   0   .0  .*0*1 .1 .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
    ),
    Case(
        "who leaves the board or enters its own trail cuts nobody",
        """
        0   0   .0  .0  .*0 .
        0   0   .1  .*1 .   .
        .   .   .01 .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        "rl",
        """
        0   0   .0  .0  .0  .*0
        0   0   .1  .1  .   .
        .   .   .01 .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        out=(1,),
    ),
    Case(
        "who is cut in this round takes nothing",
        """
        0   0   .*0 .0  .   .
        0   0   .0  .0*1 .  .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        "lu",
        """
        0   0   .0  .0*1 .  .
        0   0   .0  .01 .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        out=(0,),
    ),
    Case(
        "who stands in what another takes is out",
        """
        0   0   .*0 .0  .0  .
        0   0   .   .*1 .0  .
        .0  .   .   .   .0  .
        .0  .   .   .   .0  .
        .0  .0  .0  .0  .0  .
        .   .   .   .   1   1
        """,
        "ld",
        """
        0   0*0 0   0   0   .
        0   0   0   01  0   .
        0   0   0   0   0   .
        0   0   0   0   0   .
        0   0   0   0   0   .
        .   .   .   .   1   1
        """,
        out=(1,),
    ),
    Case(
        "a cell that both would take stays what it was",
        """
        0   0   .*0 .   .   .
        0   0   .01 .   .   .
        .   .   .1  .   .   .
        .   .   .   .   .   .
        1   1   .*1 .   .   .
        1   1   .   .   .   .
        """,
        "ll",
        """
        0   0*0 0   .   .   .
        0   0   .   .   .   .
        .   .   1   .   .   .
        .   .   .   .   .   .
        1   1*1 1   .   .   .
        1   1   .   .   .   .
        """,
    ),
    Case(
        "what those had who went out is nobody's if the match goes on",
        """
        0   0*0 .2  .   1*1 1
        0   0   .   .   1   1
        .   .   .0  .   .   .
        .*2 .   .   .   .   .
        2   2   .   .   .   .
        2   2   .   .   .   .
        """,
        "udu",
        """
        .   .   .2  .   1   1
        .   .   .   .   1*1 1
        .*2 .   .   .   .   .
        .2  .   .   .   .   .
        2   2   .   .   .   .
        2   2   .   .   .   .
        """,
        out=(0,),
        headings="uuu",
    ),
    Case(
        "in turns only one moves",
        """
        0   0*0 .   .   .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1*1 1
        .   .   .   .   1   1
        """,
        "rd",
        """
        0   0   .*0 .   .   .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1*1 1
        .   .   .   .   1   1
        """,
        order="alternating",
    ),
    Case(
        "in turns who shares a cell may leave it with a trail there",
        """
        0   0   .   .*0*1 . .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        "r-",
        """
        0   0   .   .0*1 .*0 .
        0   0   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   .   .
        .   .   .   .   1   1
        .   .   .   .   1   1
        """,
        order="alternating",
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_round(case: Case) -> None:
    state = drawn(case.before, case.headings, order=case.order)
    before = copy_state(state)
    step(state, [LETTERS[letter] for letter in case.moves])
    assert drawing(state) == case.after.split()
    assert out(state) == case.out
    assert state["rounds"] == before["rounds"] + 1
    assert_counts(state)


def assert_counts(state: State) -> None:
    """Land and trails agree with their counts; no trail is on the land of its own seat."""
    inside = state["owners"] != OUTSIDE
    assert not state["trails"][~inside].any()
    for seat in range(MOST_SEATS):
        land, trail = state["owners"] == OWNED + seat, state["trails"] >> seat & 1 != 0
        assert state["areas"][seat] == land.sum()
        assert state["trail_lengths"][seat] == trail.sum()
        assert not (land & trail).any()


JOINT_MOVES = st.lists(st.lists(st.integers(NO_MOVE, 3), min_size=6, max_size=6), max_size=60)


@st.composite
def openings(draw: st.DrawFn, /, **fixed: Any) -> State:
    seats = draw(st.integers(2, MOST_SEATS))
    settings = {
        "size": draw(st.integers(9 if seats > 4 else 6, 11)),
        "seats": seats,
        "radius": draw(st.integers(0, 4)),
        "order": draw(st.sampled_from(["simultaneous", "alternating"])),
        **fixed,
    }
    return GAME.setup(GAME.make_settings(settings), draw(st.integers(0, 1000)))


def careful(state: State, moves: Sequence[int]) -> list[int]:
    """The moves, each turned right until it is not deadly, so that matches last longer."""
    return [_turned(state, seat, move) for seat, move in enumerate(moves[: state["seats"]])]


def _turned(state: State, seat: int, move: int) -> int:
    for turn in range(4):
        direction = (move + turn) % 4
        there = state["heads"][seat] + offset(direction, state["stride"])
        if is_living(state, seat) and not is_deadly(state, seat, there):
            return direction
    return move


def play(state: State, joint: Sequence[Sequence[int]]) -> Iterator[State]:
    """The state before each round and at the end."""
    for moves in joint:
        yield state
        step(state, careful(state, moves))
    yield state


@given(openings(), JOINT_MOVES)
def test_land_and_trails_are_counted_separately(opening: State, joint: list[list[int]]) -> None:
    for state in play(opening, joint):
        assert_counts(state)
        for seat in range(int(state["seats"])):
            assert_counts(GAME.observation(state, seat))


@given(openings(), JOINT_MOVES, st.permutations(range(MOST_SEATS)))
def test_exchanging_seats_exchanges_them_in_every_state(
    opening: State, joint: list[list[int]], order: list[int]
) -> None:
    order = [seat for seat in order if seat < opening["seats"]]
    if opening["mover"] >= 0:  # Turns go round: they can only begin elsewhere.
        order = [(seat + order[0]) % len(order) for seat in range(len(order))]
    other = exchanged(opening, order)
    for moves in joint:
        here = careful(opening, moves)
        step(opening, here)
        step(other, [here[seat] for seat in order])
        assert other.tobytes() == exchanged(opening, order).tobytes()


def exchanged(state: State, order: Sequence[int]) -> State:
    """The state in which seat i takes the place of seat order[i]."""
    image = copy_state(state)
    image["trails"] = 0
    for seat, origin in enumerate(order):
        for name in ("heads", "headings", "eliminated", "areas", "trail_lengths"):
            image[name][seat] = state[name][origin]
        image["owners"][state["owners"] == OWNED + origin] = OWNED + seat
        image["trails"] |= (state["trails"] >> origin & 1) << seat
    if state["mover"] >= 0:
        image["mover"] = order.index(int(state["mover"]))
    return image


@given(openings(), JOINT_MOVES)
def test_a_turned_board_turns_every_state(opening: State, joint: list[list[int]]) -> None:
    other = turned(opening)
    for moves in joint:
        here = careful(opening, moves)
        step(opening, here)
        step(other, [move if move == NO_MOVE else (move + 1) % 4 for move in here])
        assert other.tobytes() == turned(opening).tobytes()


def turned(state: State) -> State:
    """The state seen from the left: every direction is one further clockwise."""
    image, stride = copy_state(state), int(state["stride"])
    for name in ("owners", "trails"):
        board = state[name][: stride * stride].reshape(stride, stride)
        image[name][: stride * stride] = np.rot90(board, -1).ravel()
    for seat in range(int(state["seats"])):
        row, column = divmod(int(state["heads"][seat]), stride)
        image["heads"][seat] = column * stride + stride - 1 - row
        image["headings"][seat] = (state["headings"][seat] + 1) % 4
    return image


@given(openings(), JOINT_MOVES)
def test_a_seat_without_a_choice_is_out_and_changes_nothing(
    opening: State, joint: list[list[int]]
) -> None:
    for state in play(opening, joint):
        for seat in range(int(state["seats"])):
            if not is_over(state) and is_to_move(state, seat) and not has_choice(state, seat):
                results = {_but_the_head(state, seat, move) for move in range(4)}
                assert len(results) == 1


def _but_the_head(state: State, seat: int, move: int) -> bytes:
    after = copy_state(state)
    step(after, [move if each == seat else NO_MOVE for each in range(MOST_SEATS)])
    assert not is_living(after, seat)
    after["heads"][seat] = after["headings"][seat] = 0
    return after.tobytes()


@given(openings(seats=2), JOINT_MOVES)
def test_a_move_that_is_no_candidate_is_never_better(
    opening: State, joint: list[list[int]]
) -> None:
    mask = np.zeros(4, np.uint8)
    for state in play(opening, joint):
        for seat in range(2):
            if candidates(state, seat, mask) in (0, 4):
                continue
            for move in np.flatnonzero(mask == 0).tolist():
                after = copy_state(state)
                step(after, [move if each == seat else NO_MOVE for each in range(2)])
                assert not is_living(after, seat)
                assert utility(after, seat) <= 0


@given(openings(), JOINT_MOVES)
def test_nothing_beyond_the_radius_changes_an_observation(
    opening: State, joint: list[list[int]]
) -> None:
    """Changes outside the view of a seat do not change its observation."""
    *_, state = play(opening, joint)
    if is_over(state):
        return
    for seat in range(int(state["seats"])):
        other = copy_state(state)
        for cell in np.flatnonzero(state["owners"] != OUTSIDE).tolist():
            if not sees(state, seat, cell) and state["owners"][cell] != OWNED + seat:
                other["owners"][cell] = OWNED + (seat + 1) % state["seats"]
                other["trails"][cell] ^= 0xFF & ~(1 << seat)
        count(other)
        assert GAME.observation(other, seat).tobytes() == GAME.observation(state, seat).tobytes()


@given(openings(), JOINT_MOVES)
def test_an_observation_can_be_played_on(opening: State, joint: list[list[int]]) -> None:
    """Hidden parts stay in place; the rest is a match like any other."""
    for state in play(opening, joint):
        seen = GAME.observation(state, 0)
        before = seen["heads"].copy()
        for moves in joint[:5]:
            step(seen, moves[: seen["seats"]])
            assert_counts(seen)
        assert (seen["heads"][before == UNSEEN] == UNSEEN).all()


def test_every_seat_starts_on_land_of_its_own() -> None:
    for seats in range(2, MOST_SEATS + 1):
        for size in range(9 if seats > 4 else 6, 17):
            state = GAME.setup(GAME.make_settings({"size": size, "seats": seats}), 0)
            assert_counts(state)
            assert state["areas"].tolist() == [9] * seats + [0] * (MOST_SEATS - seats)


def test_the_first_mover_is_drawn() -> None:
    settings = GAME.make_settings({"seats": 3, "order": "alternating"})
    movers = [int(GAME.setup(settings, seed)["mover"]) for seed in range(60)]
    assert {movers.count(seat) > 10 for seat in range(3)} == {True}


@pytest.mark.parametrize(
    "values",
    [
        {"all_seeing": "2"},
        {"all_seeing": "10"},
        {"all_seeing": "00"},
        {"size": 8, "seats": 5},
        {"size": 5},
        {"order": "random"},
    ],
)
def test_settings_that_do_not_fit_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(SettingsError):
        GAME.make_settings(values)


def test_a_seat_that_is_out_sees_what_is_around_its_head() -> None:
    state = GAME.setup(GAME.make_settings({"seats": 3, "radius": 1}), 0)
    for _ in range(2):
        step(state, [UP, RIGHT, NO_MOVE])
    assert out(state) == (0, 1)
    assert is_over(state)
    seen = GAME.observation(state, 0)
    assert seen["heads"][:3].tolist() == [index_of(-1, 1, 9), UNSEEN, UNSEEN]
    assert GAME.wire.updates(seen, 0)
