"""Tree search for Python: a search for one seat, from round to round.

`start` sets the position, or sampled positions; `run` spends iterations; what has been found so far
can be asked at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, kernel
from gridbots.search.lazy_memory import zeros
from gridbots.search.ply_stack import check_seats
from gridbots_mcts.reuse import follow
from gridbots_mcts.root import chosen_move, forced_move
from gridbots_mcts.search import MOST_SAMPLES, run
from gridbots_mcts.tree import NO_ARMS, NO_NODE, ROOT, arms_of, child_of, joint_edge, reset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State
    from gridbots.space import Array, Record
    from gridbots_mcts.parameters import Parameters

UNLIMITED: Final = 1 << 40
MOST_ROLLOUTS: Final = 10_000_000
"""In one decision: where a game ends soon, more tell nothing new."""
MOST_LINE: Final = 100
"""Rounds of a principal variation."""

# How to start.
GO_ON: Final = 0
FOLLOW: Final = 1
"""Keep what is known of the position, if it is in the tree."""
AFRESH: Final = 2


@kernel
def start(search: Record, rollouts: int, afresh: bool) -> None:  # noqa: FBT001  for compiled code
    """Search from the roots, for so many roll-outs at most."""
    search["iterations"] = 0
    search["rounds"] = 0
    if afresh or not follow(search):
        reset(search, rollouts)


@kernel
def carry_on(searches: Array, how: int, rollouts: int, rounds: int) -> None:
    """Start a search, if it is said how, and go on.

    Called from Python: there a record takes longer to pass than an array of one.
    """
    search = searches[0]
    if how != GO_ON:
        start(search, UNLIMITED, how == AFRESH)
    run(search, rollouts, rounds)


def check_root(search: Record, state: State, seat: int) -> None:
    """Refuse a position that a search was not made for.

    Raises:
        ValueError: it is a state of another type, or there is no such seat.
    """
    expected = search.dtype["roots"].base
    if state.dtype != expected:
        raise ValueError(f"expected a state of the type {expected}, got {state.dtype}")
    if not 0 <= seat < search["seats"]:
        raise ValueError(f"expected a seat from 0 to {search['seats'] - 1}, got {seat}")


class TreeSearch:
    """Monte-Carlo tree search in fixed memory."""

    def __init__(self, parameters: Parameters, seats: int, *, plain: bool = False) -> None:
        """Make room; `plain` runs without numba."""
        check_seats(seats)
        self._searches = zeros(1, parameters.dtype)
        self.record = self._searches[0]
        parameters.write(self.record, seats)
        self._carry_on = carry_on if plain else compiled(carry_on)
        self._is_fresh = True

    def seed(self, seed: int) -> None:
        """Seed the generator of all that is drawn."""
        generator: list[int] = [0] * GENERATOR_SIZE
        seed_generator(generator, seed)
        self.record["generator"] = generator

    def start(self, states: Sequence[State], seat: int, *, afresh: bool = False) -> None:
        """Search for this seat from a position, or from samples of it, in turn.

        Searched afresh, what is found depends on nothing before but the generator.

        Raises:
            ValueError: the search was not made for such a state, seat or number of samples.
        """
        if not 1 <= len(states) <= MOST_SAMPLES:
            raise ValueError(f"expected 1 to {MOST_SAMPLES} states, got {len(states)}")
        for index, state in enumerate(states):
            check_root(self.record, state, seat)
            self.record["roots"][index] = state
        is_other = seat != int(self.record["seat"]) or self._is_fresh or len(states) > 1
        self.record["seat"] = seat
        self.record["samples"] = len(states)
        self._is_fresh = False
        self._carry_on(self._searches, AFRESH if afresh or is_other else FOLLOW, 0, 0)

    def run(self, rollouts: int, rounds: int = UNLIMITED) -> None:
        """So many iterations more, or until so many more rounds have been played in thought."""
        self._carry_on(self._searches, GO_ON, rollouts, rounds)

    def spend(self, rounds: int, rollouts: int, nodes: int) -> bool:
        """Play so many rounds more, if the limits since the start allow; whether one is reached.

        A limit of 0 is none.
        """
        rollouts_left = (rollouts or MOST_ROLLOUTS) - self.rollouts
        rounds_left = (nodes or UNLIMITED) - self.rounds
        self.run(rollouts_left, min(rounds, rounds_left))
        return self.rollouts >= (rollouts or MOST_ROLLOUTS) or self.rounds >= (nodes or UNLIMITED)

    @property
    def rollouts(self) -> int:
        """Iterations since the start."""
        return int(self.record["iterations"])

    @property
    def rounds(self) -> int:
        """Rounds played in thought since the start."""
        return int(self.record["rounds"])

    @property
    def seat(self) -> int:
        return int(self.record["seat"])

    def forced_move(self, state: State, seat: int) -> int:
        """The only move worth a thought, NO_MOVE where there is none; MANY where there are more."""
        return int(forced_move(self.record, state, seat))

    def move(self) -> int:
        """The move to play: drawn, where the strategy is mixed."""
        return int(chosen_move(self.record))

    def visits(self) -> dict[int, int]:
        """How often each move of the searching seat was tried."""
        return {move: int(arm["visits"]) for move, arm in self._arms(ROOT, self.seat).items()}

    def lead(self) -> int:
        """How much more often the favourite of the searching seat was tried than the next."""
        first, second = sorted([*self.visits().values(), 0, 0])[-1:-3:-1]
        return first - second

    def strategy(self, seat: int) -> dict[int, float]:
        """The average strategy of a seat at the root."""
        moves = self._arms(ROOT, seat)
        first = int(arms_of(self.record["nodes"][ROOT], seat, int(self.record["moves"])))
        details = self.record["details"]
        chances = {move: float(details[first + move]["strategy"]) for move in moves}
        total = sum(chances.values()) or 1.0
        return {move: chance / total for move, chance in chances.items()}

    def value(self, move: int, seat: int | None = None) -> float | None:
        """What a move was worth on average, from -1 to 1; None if it was never tried.

        `seat`: whose move it is, and to whom it was worth that; None: the searching one.
        """
        arm = self._arms(ROOT, self.seat if seat is None else seat).get(move)
        if arm is None or arm["visits"] == 0:
            return None
        return float(arm["total"] / arm["visits"])

    def line(self, move: int) -> list[list[int]]:
        """The principal variation from a move on: of each seat the move that was tried most.

        It ends where nothing is known, or chance has a say.
        """
        seats = range(int(self.record["seats"]))
        joints: list[list[int]] = []
        number, own = ROOT, move
        while number != NO_NODE and len(joints) < MOST_LINE:
            joint = [self._favourite(number, seat) for seat in seats]
            if number == ROOT:
                joint[self.seat] = own
            if all(each == NO_MOVE for each in joint):
                break
            joints.append(joint)
            number = child_of(self.record, number, joint_edge(joint, len(seats)))
        return joints

    def _favourite(self, number: int, seat: int) -> int:
        arms = self._arms(number, seat)
        tried = {move: arm["visits"] for move, arm in arms.items() if arm["visits"] > 0}
        return max(tried, key=lambda move: (tried[move], -move), default=NO_MOVE)

    def _arms(self, number: int, seat: int) -> dict[int, Any]:
        """The arms of a seat at a node, by the moves that could be chosen."""
        moves = int(self.record["moves"])
        first = int(arms_of(self.record["nodes"][number], seat, moves))
        if first == NO_ARMS:
            return {}
        block = self.record["arms"][first : first + moves]
        return {move: arm for move, arm in enumerate(block) if arm["available"] > 0}
