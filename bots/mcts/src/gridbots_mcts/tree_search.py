"""Tree search for Python: a search for one seat, from round to round.

`start` sets the position, or sampled positions; `run` spends iterations. The current result is
available at any time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.grid import NO_MOVE
from gridbots.kernel import compiled, kernel
from gridbots.search.lazy_memory import zeros
from gridbots.search.ply_stack import check_seats
from gridbots_mcts.reuse import follow
from gridbots_mcts.search import MOST_SAMPLES, run
from gridbots_mcts.selection import chosen_move, forced_move
from gridbots_mcts.tree import NO_ARMS, NO_NODE, ROOT, arms_of, child_of, joint_edge, reset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridbots.game import State
    from gridbots.space import Array, Record
    from gridbots_mcts.parameters import Parameters

UNLIMITED: Final = 1 << 40
MOST_ROLLOUTS: Final = 10_000_000
"""Most roll-outs of one decision: close to the end of a game, more add nothing."""
MOST_LINE: Final = 100
"""Most rounds of a principal variation."""

# How to start.
GO_ON: Final = 0
FOLLOW: Final = 1
"""Keep the subtree of the position, if it is in the tree."""
AFRESH: Final = 2


@kernel
def start(search: Record, rollouts: int, afresh: bool) -> None:  # noqa: FBT001  for compiled code
    """Prepare a search from the roots, for at most `rollouts` roll-outs."""
    search["iterations"] = 0
    search["rounds"] = 0
    if afresh or not follow(search):
        reset(search, rollouts)


@kernel
def carry_on(searches: Array, how: int, rollouts: int, rounds: int) -> None:
    """Start a search unless `how` is GO_ON, then run it.

    Called from Python, where an array of one record is passed faster than a record.
    """
    search = searches[0]
    if how != GO_ON:
        start(search, UNLIMITED, how == AFRESH)
    run(search, rollouts, rounds)


def check_root(search: Record, state: State, seat: int) -> None:
    """Refuse a position that does not fit the search.

    Raises:
        ValueError: the state has another type, or the seat does not exist.
    """
    expected = search.dtype["roots"].base
    if state.dtype != expected:
        raise ValueError(f"expected a state of the type {expected}, got {state.dtype}")
    if not 0 <= seat < search["seats"]:
        raise ValueError(f"expected a seat from 0 to {search['seats'] - 1}, got {seat}")


class TreeSearch:
    """Monte-Carlo tree search in fixed memory."""

    def __init__(self, parameters: Parameters, seats: int, *, plain: bool = False) -> None:
        """Allocate the search; `plain` runs it without numba."""
        check_seats(seats)
        self._searches = zeros(1, parameters.dtype)
        self.record = self._searches[0]
        parameters.write(self.record, seats)
        self._carry_on = carry_on if plain else compiled(carry_on)
        self._is_fresh = True

    def seed(self, seed: int) -> None:
        """Seed the generator of all random choices."""
        generator: list[int] = [0] * GENERATOR_SIZE
        seed_generator(generator, seed)
        self.record["generator"] = generator

    def start(self, states: Sequence[State], seat: int, *, afresh: bool = False) -> None:
        """Set the position, or samples of it, and the seat.

        With `afresh` the result does not depend on earlier searches, except for the generator.

        Raises:
            ValueError: the state, the seat or the number of samples does not fit the search.
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
        """Run more iterations, up to these numbers of roll-outs and simulated rounds."""
        self._carry_on(self._searches, GO_ON, rollouts, rounds)

    def spend(self, rounds: int, rollouts: int, nodes: int) -> bool:
        """Simulate more rounds within the limits since the start; return whether one is reached.

        A limit of 0 means no limit.
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
        """Simulated rounds since the start."""
        return int(self.record["rounds"])

    @property
    def seat(self) -> int:
        return int(self.record["seat"])

    def forced_move(self, state: State, seat: int) -> int:
        """The only candidate; NO_MOVE if there is no candidate, MANY if there are several."""
        return int(forced_move(self.record, state, seat))

    def move(self) -> int:
        """The move to play; drawn at random if the strategy is mixed."""
        return int(chosen_move(self.record))

    def visits(self) -> dict[int, int]:
        """The visits of each move of the searching seat."""
        return {move: int(arm["visits"]) for move, arm in self._arms(ROOT, self.seat).items()}

    def lead(self) -> int:
        """The visits of the most visited move of the searching seat minus those of the next."""
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
        """The mean value of a move for its seat, from -1 to 1; None if it was never tried.

        `seat` defaults to the searching seat.
        """
        arm = self._arms(ROOT, self.seat if seat is None else seat).get(move)
        if arm is None or arm["visits"] == 0:
            return None
        return float(arm["total"] / arm["visits"])

    def line(self, move: int) -> list[list[int]]:
        """The principal variation that starts with a move: the most visited moves of all seats.

        It ends at an unknown position or a chance node.
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
        """The arms of a seat at a node, by available move."""
        moves = int(self.record["moves"])
        first = int(arms_of(self.record["nodes"][number], seat, moves))
        if first == NO_ARMS:
            return {}
        block = self.record["arms"][first : first + moves]
        return {move: arm for move, arm in enumerate(block) if arm["available"] > 0}
