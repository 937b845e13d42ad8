"""minimax and expectimax in games without a package of their own."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.bots.small_games import COLUMNS, FOUR, GAMBLE
from tests.framework.counting_games import GAMES
from tests.shipped import example

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot, make_policy
from gridbots.errors import SettingsError, UnknownNameError
from gridbots.game import State, is_living, is_over, step
from gridbots.grid import NO_MOVE
from gridbots.plugins import load_bot, load_game
from gridbots.search.minimax import SearchVariant
from gridbots.vector import play_matches
from gridbots_minimax.any_game.bot import AnyGameBot
from gridbots_minimax.any_game.options import Options
from gridbots_minimax.any_game.sampled_search import SampledSearch

if TYPE_CHECKING:
    from gridbots.game import Game


def budget(bank_ms: int = 10**7) -> Budget:
    return Budget(bank_ms=bank_ms, time_per_move_ms=0, asked=time.monotonic())


def bot_for(game: Game, name: str = "minimax", seat: int = 0, **options: Any) -> Bot:
    made = make_bot(load_bot(name), name, game, {k: str(v) for k, v in options.items()})
    assert isinstance(made, Bot)
    settings = game.settings()
    made.open(Briefing(game, settings, seat, game.seats(settings)))
    return made


def win_rate(game: Game, name: str, depth: int, matches: int = 60) -> float:
    """The share of matches that it wins against random bots, in compiled batches."""
    seats = game.seats(game.settings())
    policy = make_policy(load_bot(name), name, game, {"depth": str(depth)})
    other = make_policy(load_bot("random"), "random", game, {})
    outcomes = play_matches(game, game.settings(), [policy] + [other] * (seats - 1), matches, 1)
    return float((outcomes.places[:, :1] < outcomes.places[:, 1:]).all(axis=1).mean())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("minimax", "claim"),
        ("expectimax", "claim"),
        ("minimax", "connect"),
        ("expectimax", "connect"),
    ],
)
def test_they_beat_random_bots_nine_times_in_ten(name: str, game: str) -> None:
    assert win_rate(example(game), name, 1) >= 0.9


@pytest.fixture(scope="module")
def four() -> Bot:
    return bot_for(FOUR, depth=1)


def four_with(*stones: tuple[int, int, int]) -> State:
    state = FOUR.setup(FOUR.settings(), 0)
    for row, column, seat in stones:
        state["stones"][row, column] = 1 + seat
    state["rounds"] = len(stones)
    return state


@pytest.mark.slow  # a game of the tests is compiled
def test_the_winning_move_among_forty_is_found(four: Bot) -> None:
    state = four_with((2, 1, 0), (2, 2, 0), (2, 3, 0), (2, 0, 1))
    assert four.choose(state, budget()) == 2 * COLUMNS + 4


@pytest.mark.slow  # a game of the tests is compiled
def test_a_seat_that_is_not_to_move_makes_no_move(four: Bot) -> None:
    state = four_with()
    state["turn"] = 1
    assert four.choose(state, budget()) == NO_MOVE


@pytest.mark.slow  # a game of the tests is compiled
def test_with_a_clock_it_finds_the_win(four: Bot) -> None:  # noqa: ARG001  compiled
    bot = bot_for(FOUR)
    state = four_with((2, 1, 0), (2, 2, 0), (2, 3, 0), (2, 0, 1))
    assert bot.choose(state, budget(2000)) == 2 * COLUMNS + 4


@pytest.mark.slow  # a game of the tests is compiled
def test_it_reports_the_substitute_for_an_evaluation(
    four: Bot, capsys: pytest.CaptureFixture[str]
) -> None:
    four.open(Briefing(FOUR, FOUR.settings(), 0, 2))
    assert "four has no evaluation: the mean result" in capsys.readouterr().err


def test_an_evaluation_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="evaluation=lead or rollouts for gamble"):
        bot_for(GAMBLE, evaluation="features")


def test_depth_and_nodes_exclude_each_other() -> None:
    with pytest.raises(SettingsError, match="expected depth or nodes, got depth=1,nodes=5"):
        bot_for(FOUR, depth=1, nodes=5)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minimax", "expectimax"])
def test_with_dice_it_uses_the_mean_of_several_futures(name: str) -> None:
    bot = bot_for(GAMBLE, name, depth=1, samples=64, seed=1)
    chosen = [
        bot.choose(GAMBLE.observation(GAMBLE.setup(GAMBLE.settings(), seed), 0), budget())
        for seed in range(20)
    ]
    assert {0, 1, 2, 3} >= set(chosen)  # In one future often the best is 4 or 5.


def samples_of(count: int) -> list[State]:
    made = [GAMBLE.setup(GAMBLE.settings(), seed) for seed in range(count)]
    for index, state in enumerate(made):
        state["scores"][index % 3] = 2
    return made


def test_slices_do_not_change_the_values_of_samples() -> None:
    def outcome(slices: int) -> tuple[int, dict[int, float], int]:
        variant = SearchVariant(others="max-n", exact="values")
        search = SampledSearch(samples_of(1)[0].dtype, 3, [], variant, plain=True)
        search.start(samples_of(3), 1, 0b011)
        while not search.deepen(slices, 2):
            pass
        return search.move, search.values, search.nodes

    assert outcome(10**6) == outcome(7)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["minimax", "expectimax"])
@pytest.mark.parametrize("game", [each for each in GAMES if "300" not in each])
def test_games_of_all_kinds_are_played_to_the_end(name: str, game: str) -> None:
    """With dice, secrets, 1 to 16 seats, 2 to 100 moves."""
    played = GAMES[game]
    seats = played.seats(played.settings())
    bots = [bot_for(played, name, seat, nodes=200) for seat in range(min(2, seats))]
    state = played.setup(played.settings(), 1)
    while not is_over(state):
        moves = [played.legal_moves(state, seat)[0] for seat in range(seats)]
        for seat, bot in enumerate(bots):
            moves[seat] = bot.choose(played.observation(state, seat), budget())
            assert moves[seat] in played.legal_moves(state, seat)
        step(state, moves)


@pytest.mark.slow
def test_hidden_states_are_sampled_from_a_belief() -> None:
    game = load_game("paperio")
    settings = game.make_settings({"max_rounds": "12"})
    bots = [AnyGameBot(game, Options(depth=1, samples=2, seed=1), averages=False) for _ in range(2)]
    for seat, bot in enumerate(bots):
        bot.open(Briefing(game, settings, seat, 2))
    state = game.setup(settings, 3)
    for _ in itertools.takewhile(lambda _: not is_over(state), range(12)):
        moves = [NO_MOVE, NO_MOVE]
        for seat, bot in enumerate(bots):
            moves[seat] = bot.choose(game.observation(state, seat), budget())
            assert moves[seat] in game.legal_moves(state, seat) or not is_living(state, seat)
        step(state, moves)
    assert is_over(state) or int(state["rounds"]) == 12


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"maxn": "1"}, {"transpositions": "0"}])
def test_a_bot_with_a_depth_decides_like_its_policy(options: dict[str, Any]) -> None:
    game = example("claim")
    seats = game.seats(game.settings())
    asked = {"depth": "2", **options}
    policy = make_policy(load_bot("minimax"), "minimax", game, asked)
    bots = [bot_for(game, "minimax", seat, **asked) for seat in range(seats)]
    state, scores = game.setup(game.settings(), 7), []
    while not is_over(state):
        step(state, [bot.choose(state.copy(), budget()) for bot in bots])
        scores = state["scores"][:seats].tolist()
    outcomes = play_matches(game, game.settings(), [policy] * seats, 1, 7, rotates=False)
    assert np.array_equal(outcomes.scores[0], scores)
