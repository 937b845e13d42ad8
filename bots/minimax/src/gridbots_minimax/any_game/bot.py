"""Bot for any game: alpha-beta, or with chance or hidden information a search of samples."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from gridbots.belief.information_set import InformationSet
from gridbots.bot.policy_bot import SEATS_PER_SEED
from gridbots.game import candidates, copy_state, is_to_move
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.grid import DIRECTIONS
from gridbots.kernel import compiled, kernel
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.evaluation import evaluation_of, say_what_stands_in, usual_evaluation
from gridbots.search.minimax import SearchVariant
from gridbots.search.ply_stack import is_decided
from gridbots.search.rollout import reseed_for
from gridbots_minimax.any_game.sampled_search import SampledSearch
from gridbots_minimax.learned_weights import given_weights
from gridbots_minimax.overlay import SearchOverlay, alone, is_proven
from gridbots_minimax.search_bot import Marker, SearchBot, record_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridbots import Briefing, Budget
    from gridbots.game import Game, State
    from gridbots.search.evaluation import Evaluation
    from gridbots_minimax.any_game.options import SampledOptions

    Search = AlphaBeta | SampledSearch
    from gridbots.space import Array


MOST_JOINT_MOVES: Final = 4096
"""Most joint moves of a round with more than two seats, so that a search finishes a round."""


@kernel
def mark_moves(seen: Array, seat: int, mask: Array) -> int:
    """Mark the candidates of a seat in an array of one state; return their number."""
    mask[:] = 0
    if is_decided(seen[0], seat) or not is_to_move(seen[0], seat):
        return 0
    return candidates(seen[0], seat, mask)


@kernel
def choosing_seats(state: State, seat: int, seats: int, mask: Array) -> int:
    """The seats whose moves are searched, as bits: this seat and the seats after it.

    At least one other seat is searched, and more while there are not too many joint moves. The rest
    make no move. Seats that are not to move in this round may move in later ones.
    """
    chosen, product, others = 1 << seat, max(1, candidates(state, seat, mask)), 0
    for step in range(1, seats):
        other = (seat + step) % seats
        count = candidates(state, other, mask) if is_to_move(state, other) else 1
        if others > 0 and product * max(1, count) > MOST_JOINT_MOVES:
            continue
        product *= max(1, count)
        others += count > 1
        chosen |= 1 << other
    return chosen


@kernel
def choosing_in(seen: Array, seat: int, seats: int, mask: Array) -> int:
    """`choosing_seats` for Python, where an array of one record is passed faster than a record."""
    return choosing_seats(seen[0], seat, seats, mask)


@kernel
def best_of(values: Array, mask: Array) -> int:
    """The first marked move with the highest value; nan marks moves that were not searched."""
    best, found = -np.inf, -1
    for move in range(len(values)):
        if mask[move] and (found < 0 or values[move] > best):
            found = move
            best = -np.inf if np.isnan(values[move]) else values[move]
    return found


def evaluation_for(
    game: Game, dtype: np.dtype[Any], options: SampledOptions
) -> tuple[Evaluation, list[float]]:
    """The evaluation for these options, and its weights.

    Raises:
        SettingsError: the file or the text does not contain weights of this game.
        ValueError: the game does not have this evaluation.
    """
    wanted: Evaluation = "features" if options.weights else options.evaluation
    evaluation = usual_evaluation(game) if wanted == "auto" else evaluation_of(dtype, wanted)
    if evaluation != "features":
        return evaluation, []
    if options.weights:
        return evaluation, given_weights(options.weights, game.name, game.features)
    return evaluation, game.default_weights()


def variant_of(options: SampledOptions, evaluation: Evaluation, *, averages: bool) -> SearchVariant:
    """The search of one sample, which finds the values of all moves."""
    others = "max-n" if getattr(options, "maxn", False) else "worst"
    return SearchVariant(
        others="random" if averages else others,  # type: ignore[arg-type]
        exact="values",
        evaluation=evaluation,
    )


def is_sampled(game: Game, dtype: np.dtype[Any], *, averages: bool) -> bool:
    """Whether the search needs the values of all moves; if not, alpha-beta is faster."""
    return averages or draws(game, dtype) or game.has_samples


def draws(game: Game, dtype: np.dtype[Any]) -> bool:
    """Whether a game has chance after the opening."""
    return game.chance and "generator" in (dtype.names or ())


class AnyGameBot(SearchBot):
    def __init__(self, game: Game, options: SampledOptions, *, averages: bool) -> None:
        """A bot of minimax or, with averages over the moves of others, of expectimax."""
        super().__init__(game, options)
        self._averages = averages
        self._seed = options.seed or int.from_bytes(os.urandom(4))
        self._generator = np.zeros(GENERATOR_SIZE, np.int64)
        self._overlay: SearchOverlay | None = None

    def open(self, briefing: Briefing) -> None:
        super().open(briefing)
        if self._options.overlay:
            self._overlay = SearchOverlay(self._game, self._seat)
        say_what_stands_in(self._game, self._evaluation)
        if self._game.hidden and not self._game.has_samples:
            sys.stderr.write(
                f"{self._game.name} has hidden information, but neither the verb sample nor a "
                "belief model: the bot searches its observation\n"
            )

    def _prepare(self, briefing: Briefing) -> None:
        super()._prepare(briefing)
        dtype, game = record_type(briefing), self._game
        seed_generator(self._generator, self._seed * SEATS_PER_SEED + self._seat)
        self._mark = Marker(mark_moves, dtype, len(game.moves))
        self._choosing = compiled(choosing_in)
        self._rest = np.zeros(1, dtype), np.zeros(len(game.moves), np.uint8)
        self._reseed: Any = reseed_for(dtype)
        self._information = InformationSet(game, briefing.settings, briefing.seat)
        self._search = self._new_search(dtype)

    def _new_search(self, dtype: np.dtype[Any]) -> Search:
        options, seats = self._options, self._seats
        evaluation, weights = evaluation_for(self._game, dtype, options)
        self._evaluation = evaluation
        if is_sampled(self._game, dtype, averages=self._averages):
            variant = variant_of(options, evaluation, averages=self._averages)
            return SampledSearch(dtype, seats, weights, variant)
        return AlphaBeta(
            dtype,
            seats,
            weights,
            evaluation=evaluation,
            transpositions=options.transpositions and not options.maxn,
            maxn=options.maxn,
        )

    def _searches(self, state: State) -> Iterator[Search]:
        for _ in range(2):
            yield self._search_for(state)

    def choose(self, observation: State, budget: Budget) -> int:
        self._information.see(observation)
        return super().choose(observation, budget)

    def _moves(self, state: State) -> list[int]:
        return self._mark(state, self._seat)[1]

    def _search_for(self, state: State) -> Search:
        search, among = self._search, self._among(state)
        if isinstance(search, AlphaBeta):
            search.start(state, self._seat, among, afresh=self._afresh)
        else:
            search.start(self._samples(state), self._seat, among)
        return search

    def _among(self, state: State) -> int:
        seen, mask = self._rest
        seen[0] = state
        return int(self._choosing(seen, self._seat, self._seats, mask))

    def _samples(self, state: State) -> Sequence[State]:
        """States that fit the observation, each with its own future."""
        if self._information.is_sampled:
            return self._information.states(state, self._options.samples, self._generator)
        if not draws(self._game, state.dtype):
            return [state]
        drawn = [copy_state(state) for _ in range(self._options.samples)]
        for each in drawn:
            self._reseed(each, self._generator)
        return drawn

    def _send_overlay(self, state: State, search: Search, move: int) -> None:  # type: ignore[override]
        if self._overlay is None:
            return
        line = search.pv()
        if not line or line[0][self._seat] != move:
            line = [alone(move, self._seat, self._seats)]
        head, stride = self._head(state)
        value = search.value if search.depth > 0 else None
        depth = search.depth * self._seats
        exact = value is not None and self._is_exact(state, search)
        self._overlay.write(
            head, stride, line, value=value, depth=depth, nodes=search.nodes, exact=exact
        )

    def _is_exact(self, state: State, search: Search) -> bool:
        """Whether the value is exact: no chance, nothing hidden or left out, and not a bound."""
        if isinstance(search, SampledSearch) or self._game.hidden or self._seats > 2:
            return False
        if self._seats > 1 and getattr(self._options, "maxn", False):
            return False
        in_turn = self._seats == 1 or "turn" in (state.dtype.names or ())
        return is_proven(search, in_turn=in_turn)

    def _head(self, state: State) -> tuple[int, int]:
        """The cell of the own head and the stride; -1 if moves are not steps on the board."""
        board, has_stride = self._game.board, "stride" in (state.dtype.names or ())
        if board is None or not board.heads or not has_stride or self._game.moves != DIRECTIONS:
            return -1, 1
        return int(state[board.heads][self._seat]), int(state["stride"])
