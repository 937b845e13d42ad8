"""Bot for any game: alpha-beta, or with chance or hidden information a search of samples."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from gridbots.belief.information_set import InformationSet
from gridbots.game import copy_state
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.grid import DIRECTIONS
from gridbots.kernel import compiled
from gridbots.plugins.needs import tells_what_may_be
from gridbots.search.alphabeta import AlphaBeta
from gridbots.search.evaluation import evaluation_of, say_what_stands_in, usual_evaluation
from gridbots.search.minimax import SearchVariant
from gridbots.search.rollout import reseed_for
from gridbots_minimax.any_game.position import choosing_in, mark_moves
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


SEATS_PER_SEED = 256
"""More seats than any game has, so every seat of every seed has its own random numbers."""


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
    return averages or draws(game, dtype) or tells_what_may_be(game)


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
        if self._game.hidden and not tells_what_may_be(self._game):
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
