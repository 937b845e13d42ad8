"""mcts in Light Riders: whether it is alone, and the longest path once it is."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from gridbots import Bot, Briefing, Budget
from gridbots.bot import time_budget
from gridbots.bot.runner import make_bot, make_policy
from gridbots.bot.time_budget import FIRST_SLICE
from gridbots.errors import SettingsError
from gridbots.game import is_living, step
from gridbots.games.light_riders import GAME
from gridbots.games.light_riders.all_riders import SPACE
from gridbots.games.light_riders.features import SCRATCH, is_alone, measure
from gridbots.games.light_riders.rules import WALL
from gridbots.pictures.overlay import LETTERS, OVERLAY, read_overlay
from gridbots.plugins import load_bot
from gridbots.vector import fitted
from gridbots_mcts.leaves import write_evaluations
from gridbots_mcts.light_riders.bot import RiderBot
from gridbots_mcts.light_riders.connectivity import is_cut_off
from gridbots_mcts.light_riders.crowd_chance import log_odds_of_one
from gridbots_mcts.light_riders.options import RiderOptions
from gridbots_mcts.light_riders.parameters import parameters_of_riders
from gridbots_mcts.light_riders.win_chance import frontier_length, log_odds, way_to_centre
from gridbots_mcts.policy import choose_by_field
from gridbots_mcts.tree_search import TreeSearch

if TYPE_CHECKING:
    from gridbots.game import State

ONE_CELL_BETWEEN = """
    ...xxx
    .0...1
    xxxxxx
"""
APART = """
    ...xxx
    .0.x.1
    ...x..
    xxxx..
"""
ROOM = """
    ....xx...
    .0..x1...
    .....xxxx
    ...xx....
"""


def drawn(text: str) -> tuple[State, dict[str, Any]]:
    rows = text.split()
    values = {"width": len(rows[0]), "height": len(rows), "start": "cs221"}
    updates = {"round": "3", "field": ",".join("".join(rows))}
    return GAME.wire.read_updates(None, GAME.make_settings(values), updates), values


def bot_for(values: dict[str, Any], **options: object) -> Bot:
    settings = GAME.make_settings(values)
    texts = {name: str(value).lower() for name, value in options.items()}
    made = make_bot(load_bot("mcts"), "mcts", GAME, texts)
    assert isinstance(made, Bot)
    made.open(Briefing(GAME, settings, 0, GAME.seats(settings)))
    return made


def policy(**options: str) -> Any:
    return make_policy(load_bot("mcts"), "mcts", GAME, options)


def soon() -> Budget:
    return Budget(bank_ms=10_000, time_per_move_ms=20, asked=time.monotonic())


@pytest.mark.parametrize(("board", "alone"), [(ONE_CELL_BETWEEN, False), (APART, True)])
def test_a_rider_is_cut_off_where_no_cell_can_be_reached_by_both(
    board: str, *, alone: bool
) -> None:
    state, _ = drawn(board)
    assert [is_cut_off(state, seat) for seat in range(2)] == [alone, alone]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_flood_fill_agrees_with_the_territories(seats: int) -> None:
    for seed in range(3):
        state = GAME.setup(GAME.make_settings({"width": 7, "height": 7, "seats": seats}), seed)
        for number in range(12):
            for seat in range(seats):
                if is_living(state, seat) and not state["over"]:
                    assert is_cut_off(state, seat) == is_alone(state, seat)
            moves = [GAME.legal_moves(state, seat) for seat in range(seats)]
            step(state, [each[(number + seed) % len(each)] if each else -1 for each in moves])


def longest(cells: set[tuple[int, int]], row: int, column: int) -> int:
    """Steps of the longest path from a cell over these, by trying all."""
    ways = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
    return max((1 + longest(cells - {way}, *way) for way in ways if way in cells), default=0)


@pytest.mark.slow
def test_alone_it_rides_the_longest_path(capsys: pytest.CaptureFixture[str]) -> None:
    state, values = drawn(ROOM)
    bot = bot_for(values, overlay=True)
    move = bot.choose(GAME.observation(state, 0), soon())
    (line,) = capsys.readouterr().err.splitlines()
    ((row, column, steps),) = read_overlay(line.removeprefix(OVERLAY.decode()).encode()).path
    free = {(y, x) for y, cells in enumerate(ROOM.split()) for x, c in enumerate(cells) if c == "."}
    assert (row, column) == (1, 1)
    assert LETTERS[move] == steps[0]
    assert len(steps) == longest(free, 1, 1)
    assert bot_for(values, endgame="tree").choose(GAME.observation(state, 0), soon()) in range(4)
    assert not capsys.readouterr().err


class ScriptedSearch:
    """Ten roll-outs a millisecond by a scripted clock; the favourite leads by a share of them.

    With a tree from the moves before it may lead by more than all of them.
    """

    def __init__(self, share: float) -> None:
        self.share, self.rollouts, self.now = share, 0, 100.0

    def monotonic(self) -> float:
        return self.now

    def spend(self, rounds: int, *_: int) -> bool:
        self.rollouts += rounds
        self.now += rounds / 10_000
        return False

    def lead(self) -> int:
        return int(self.share * self.rollouts)


def thought_ms(
    monkeypatch: pytest.MonkeyPatch,
    share: float,
    *banks_ms: int,
    is_duel: bool = True,
    **options: Any,
) -> float:
    """How long it thinks about the last of moves with these banks, and 20 ms for each."""
    search, bot = ScriptedSearch(share), RiderBot(GAME, RiderOptions(**options))
    monkeypatch.setattr(time_budget, "time", search)
    clock = time_budget.MoveClock(is_timed=True)
    bot._search, bot._clock, bot._is_duel = search, clock, is_duel  # type: ignore[assignment]
    asked = search.now
    for bank_ms in banks_ms or (500,):
        asked = search.now
        bot._think(clock.asked(Budget(bank_ms=bank_ms, time_per_move_ms=20, asked=asked)))
    return 1000 * (search.now - asked)


def test_a_clear_move_takes_half_the_time_of_a_close_one(monkeypatch: pytest.MonkeyPatch) -> None:
    close, clear = (thought_ms(monkeypatch, share) for share in (0.0, 1.0))
    assert 0 <= clear - close / 2 <= 5
    assert close <= 0.25 * 500


def test_with_early_stops_a_close_move_takes_more_than_without(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    even = [thought_ms(monkeypatch, share, early_stop="never") for share in (0.0, 1.0)]
    assert even[0] == even[1]
    assert thought_ms(monkeypatch, 0.0) > 1.5 * even[0]
    assert thought_ms(monkeypatch, 0.0, selection="regret-matching") == even[0]


def test_a_decided_move_of_a_duel_spends_only_the_surplus_of_a_full_bank(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first_slice_ms = 1000 * FIRST_SLICE / 10_000
    decided = 1000.0  # Times as many roll-outs ahead as this move has had.
    assert 10 <= thought_ms(monkeypatch, decided) < 20
    assert 10 <= thought_ms(monkeypatch, decided, 500, 500) < 20
    assert thought_ms(monkeypatch, decided, 500, 480) == pytest.approx(first_slice_ms)
    assert thought_ms(monkeypatch, decided, early_stop="always") == pytest.approx(first_slice_ms)
    assert thought_ms(monkeypatch, decided, is_duel=False) == pytest.approx(first_slice_ms)


def odds(value: float, *, rounds: int = 20, frontier: int = 10) -> float:
    state = GAME.setup(GAME.make_settings(), 1)
    state["rounds"] = rounds
    return log_odds(state, 0, 1, value, frontier)


def test_a_lead_in_space_decides_more_the_later_and_the_shorter_the_frontier_is() -> None:
    assert odds(0.0) == 0.0
    assert odds(-7.0) == -odds(7.0)
    assert 0 < odds(7.0, rounds=5) < odds(7.0, rounds=40)
    assert 0 < odds(7.0, frontier=20) < odds(7.0, frontier=2)
    assert odds(7.0) < odds(14.0) < 2 * odds(7.0)


def test_the_frontier_is_the_cells_beside_foreign_ones() -> None:
    """Columns 0 to 3 are nearer to the first rider, the rest to the second."""
    state, _ = drawn("........ ........ 0......1 ........")
    scratch = np.zeros(1, SCRATCH)[0]
    measure(state, 0, np.array(GAME.default_weights()), scratch)
    assert scratch["in_contact"]
    assert frontier_length(scratch, int(state["stride"])) == 8


def test_the_way_to_the_centre_is_a_part_of_that_from_a_corner() -> None:
    state, _ = drawn("0...... ....... ....... ...1...")
    assert way_to_centre(state, 0) == 1.0
    assert way_to_centre(state, 1) == pytest.approx(1.5 / 4.5)


def search_of(state: State, **options: Any) -> TreeSearch:
    """Plain, so that nothing is compiled."""
    made = RiderOptions(rollouts=1, **options)
    parameters = parameters_of_riders(GAME, made, state.dtype, reuses=False)
    return TreeSearch(parameters, int(state["seats"]), plain=True)


def four(**values: int) -> State:
    return GAME.setup(GAME.make_settings({"seats": 4, **values}), 3)


def evaluated(state: State, **options: Any) -> list[float]:
    """The value of a leaf for each seat."""
    search = search_of(state, **options)
    write_evaluations(search.record, state)
    values: list[float] = search.record["values"][: int(state["seats"])].tolist()
    return values


def test_the_probabilities_of_first_place_sum_to_one() -> None:
    state = four()
    assert evaluated(state) == pytest.approx([-0.5] * 4)
    state["eliminated"][2] = state["rounds"] = 1
    values = evaluated(state)
    assert values[2] == -1.0
    assert sum(value + 1 for value in values) == pytest.approx(2)


def test_among_many_more_space_makes_first_place_likelier_especially_late() -> None:
    space = np.zeros(1, SPACE)[0]
    found = []
    for in_contact in (1, 0):
        for taken in (0.3, 0.6):
            space["in_contact"], space["steps"] = in_contact, 30
            less = log_odds_of_one(space, taken)
            space["steps"] = 40
            found.append(log_odds_of_one(space, taken) - less)
    assert 0 < found[0] < found[1] < found[3]
    assert found[0] < found[2] < found[3]


def test_two_survivors_of_four_are_evaluated_as_two_from_the_start() -> None:
    of_four, of_two = four(), GAME.setup(GAME.make_settings(), 3)
    of_four["cells"] = of_two["cells"]
    of_four["eliminated"][2:4] = of_four["rounds"] = of_two["rounds"] = 14
    of_four["riders"][:2] = of_two["riders"][:2]
    for state in (of_four, of_two):
        state["rounds"] = 14
        state["cells"][int(state["riders"][0]) + 1] = WALL
    of_two["rounds"] = 28  # As much of the board is taken then.
    values = evaluated(of_two)
    assert values[0] != 0.0
    assert evaluated(of_four) == [*values, -1.0, -1.0]


@pytest.mark.parametrize(
    ("lasted", "leaf", "values"),
    [
        ((7, 0, 3, 3), "auto", [-1.0, 1.0, -1.0, -1.0]),
        ((7, 7, 3, 3), "auto", [0.0, 0.0, -1.0, -1.0]),
        ((7, 7, 7, 7), "auto", [-0.5] * 4),
        ((7, 0, 3, 3), "evaluation", pytest.approx([1 / 3, 1.0, -2 / 3, -2 / 3])),
    ],
)
def test_by_chance_only_the_first_place_counts(
    lasted: tuple[int, ...], leaf: str, values: list[float]
) -> None:
    state = four()
    state["eliminated"], state["rounds"], state["over"] = lasted, 7, 1
    assert evaluated(state, leaf=leaf) == values


def test_other_weights_are_refused_for_winning_probabilities() -> None:
    with pytest.raises(SettingsError, match="leaf=evaluation with weights, got leaf=chance"):
        bot_for({}, leaf="chance", weights="learned.npz")


def test_known_nodes_give_the_same_search_as_recomputed_ones() -> None:
    """Plain, so that nothing is compiled."""
    state = GAME.setup(GAME.make_settings({"width": 6, "height": 5}), 2)
    parameters = parameters_of_riders(GAME, RiderOptions(rollouts=1), state.dtype, reuses=False)
    found = []
    for is_certain in (1, 0):
        search = TreeSearch(parameters, 2, plain=True)
        assert search.record["is_certain"] == 1
        search.record["is_certain"] = is_certain
        search.seed(3)
        search.start([state], 0)
        search.run(60)
        found.append((search.visits(), search.rounds, search.record["totals"][:200].tolist()))
    assert found[0] == found[1]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 4])
def test_policy_and_bot_evaluate_equally(seats: int) -> None:
    values = {"width": 8, "height": 8, "seats": seats}
    settings = GAME.make_settings(values)
    state = GAME.setup(settings, 2)
    plan = fitted(policy(rollouts="50", seed="3"), state.dtype).args[0]
    choose_by_field(plan, state, 0, state["generator"].copy())
    bot = bot_for(values, rollouts=50, seed=3)
    bot.choose(GAME.observation(state, 0), soon())
    searches: list[Any] = [plan["search"][0], bot._search.record]  # type: ignore[attr-defined]
    assert {float(each["exploration"]) for each in searches} == {0.5 if seats == 2 else 0.25}
    assert all(abs(each["totals"][0]) <= 51 for each in searches)
