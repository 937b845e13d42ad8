"""td: features, decisions, weights and the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from gridbots import Bot, Briefing, Budget
from gridbots.bot.runner import make_bot, make_policy
from gridbots.errors import SettingsError
from gridbots.game import is_over, step
from gridbots.game.chance import GENERATOR_SIZE, seed_generator
from gridbots.games.paperio import GAME
from gridbots.games.paperio.state import EVERYBODY, FREE, OWNED
from gridbots.grid import NO_MOVE, RIGHT, UP, index_of
from gridbots.plugins import installed_bots, load_bot
from gridbots.settings import make_settings
from gridbots.training.script import command_of
from gridbots.training.weights import names, write
from gridbots.vector import play_matches
from gridbots_td.bot import TdBot
from gridbots_td.decision import pick, search_position
from gridbots_td.features.layout import DENSE, PAPER, WEIGHTS
from gridbots_td.features.measurement import measure
from gridbots_td.state_value import value_function_of
from gridbots_td.trained import (
    FOLDER,
    ValueFunction,
    ValueFunctionAbout,
    arrays_of,
    plan_of,
    read_trained,
)
from gridbots_td.training.parameters import Parameters
from gridbots_td.training.script import MODULE

if TYPE_CHECKING:
    from pathlib import Path

    from gridbots.game import State

BUDGET = Budget(bank_ms=10**7, time_per_move_ms=0, asked=0.0)
HAND_MADE = ValueFunction(
    ValueFunctionAbout(
        game="paperio",
        settings={"size": 7},
        learner="paper",
        features=list(PAPER),
        command="none",
    ),
    np.array([{"land": 1.0, "trail": 0.1}.get(name, 0.0) for name in PAPER]
             + [0.0] * (WEIGHTS - len(PAPER))),
    "mine",
)  # fmt: skip
"""Weights that favour land, and a trail on the way there."""


def drawn(*rows: str, heads: list[tuple[int, int]], mover: int = 0) -> State:
    """A board: `.` free, digits for owned land, `a` and `b` for trails of seats 0 and 1."""
    side = len(rows)
    state = GAME.setup(GAME.make_settings({"size": side, "order": "alternating"}), 0)
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            cell = index_of(row, column, side + 2)
            state["owners"][cell] = OWNED + int(letter) if letter.isdigit() else FREE
            state["trails"][cell] = {"a": 1, "b": 2}.get(letter, 0)
    for seat, place in enumerate(heads):
        state["heads"][seat] = index_of(*place, side + 2)
        state["areas"][seat] = "".join(rows).count(str(seat))
        state["trail_lengths"][seat] = "".join(rows).count("ab"[seat])
    state["mover"] = mover
    return state


def bot_for(settings: Any, seat: int = 0, **options: str) -> Bot:
    made = make_bot(load_bot("td"), "td", GAME, options)
    assert isinstance(made, TdBot)
    made.open(Briefing(GAME, settings, seat, GAME.seats(settings)))
    return made


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if numba were not installed."""
    monkeypatch.setattr("gridbots.bot.policy_bot.has_numba", lambda: False)
    monkeypatch.setattr("gridbots_td.bot.has_numba", lambda: False)


AWAY = ("000....", "000....", "000....", "..a....", "....111", "....111", "....111")


def features_of(state: State, seat: int = 0) -> dict[str, float]:
    learned = value_function_of(plan_of(read_trained("tables"), state.dtype)[0])
    measure(learned, state, seat)
    return dict(zip(DENSE, learned["dense"].tolist(), strict=True))


def test_features_of_a_head_that_is_away_from_home() -> None:
    found = features_of(drawn(*AWAY, heads=[(3, 3), (4, 4)], mover=1))
    assert found["home"] == 2 / 14
    assert found["threat"] == 3 / 7, "steps to the trail itself"
    assert found["margin"] == 0, "home in two steps; the head can be entered in two"
    assert found["danger"] == 1
    assert found["threat_2"] == 1
    assert found["outside"] == 1
    assert found["gain"] == 3 / 49, "the trail, the head, and the cell before home"
    assert found["safe_gain"] == 0
    assert found["chance"] == -1, "the opponent is at home"


def test_reach_counts_cells_reached_first_and_the_opponent_moves_next() -> None:
    rows = ("0.....", *4 * ("......",), ".....1")
    found = features_of(drawn(*rows, heads=[(0, 0), (5, 5)], mover=1))
    assert found["reach"] == (2 + 3 + 4 + 5) / 36, "the corner up to the diagonal, but for its land"
    assert found["their_reach"] == (6 + 5 + 4 + 3 + 2) / 36


def test_measuring_features_leaves_the_position_unchanged() -> None:
    state = drawn(*AWAY, heads=[(3, 3), (4, 4)], mover=1)
    before = state.tobytes()
    features_of(state)
    assert state.tobytes() == before


def test_features_are_invariant_under_exchange_of_seats() -> None:
    turned = tuple(row[::-1].translate(str.maketrans("01a", "10b")) for row in AWAY[::-1])
    one = features_of(drawn(*AWAY, heads=[(3, 3), (4, 4)], mover=1))
    other = features_of(drawn(*turned, heads=[(2, 2), (3, 3)], mover=0), seat=1)
    assert one == other


def test_a_trail_that_can_be_cut_now_is_cut() -> None:
    state = drawn(*AWAY[:3], "..b....", *AWAY[4:], heads=[(2, 2), (3, 3)])
    for name in names(FOLDER):
        if name not in {"program", "rounds"}:  # The latter is for all at once.
            plans = plan_of(read_trained(name), state.dtype)
            search_position(plans[0], state, 0)
            generator = [0] * GENERATOR_SIZE
            seed_generator(generator, 1)
            assert pick(plans[0], generator) == 2, name
            assert plans[0]["search"][0]["values"][2] == 1


def test_weights_for_rounds_play_a_mixed_strategy() -> None:
    state = drawn(*AWAY, heads=[(3, 3), (4, 4)], mover=EVERYBODY)
    about = replace(HAND_MADE.about, depth=2, settings={"size": 7, "order": "simultaneous"})
    plans = plan_of(replace(HAND_MADE, about=about), state.dtype)
    search_position(plans[0], state, 0)
    strategy = plans[0]["games"][0]["mixed"]
    assert strategy.sum() == pytest.approx(1)
    assert np.isfinite(plans[0]["search"][0]["values"][:4]).tolist() == [True, True, True, False]
    generator = [0] * GENERATOR_SIZE
    seed_generator(generator, 1)
    assert strategy[pick(plans[0], generator)] > 0


def test_with_simultaneous_moves_it_returns_home_in_the_last_rounds() -> None:
    state = drawn(*AWAY, heads=[(3, 3), (5, 5)], mover=EVERYBODY)
    plans = plan_of(replace(HAND_MADE, about=replace(HAND_MADE.about, depth=2)), state.dtype)
    state["rounds"] = state["max_rounds"] - 2
    search_position(plans[0], state, 0)
    values = plans[0]["search"][0]["values"]
    assert np.nanargmax(values) == UP
    assert values[UP] > values[RIGHT], "home is up and left of here: two moves"


@pytest.mark.parametrize("name", names(FOLDER))
def test_shipped_weights_name_their_settings_and_command(name: str) -> None:
    learned = read_trained(name)
    about, made = learned.about, learned.about.parameters
    assert learned.name == name
    assert about.command == command_of(MODULE, make_settings(Parameters, made))
    assert made["seed"] >= 1
    assert made["size"] == about.settings["size"]
    assert about.figures
    assert all(len(figures) == 4 for figures in about.figures.values())


def test_the_bot_is_listed_with_its_game_and_options() -> None:
    listed = installed_bots()["td"]
    assert listed.games == ("paperio",)
    options = ("weights", "depth", "samples", "opponent", "response", "overlay", "seed")
    assert listed.options == {"paperio": options}
    assert "7x7" in listed.summary


@pytest.mark.usefixtures("uncompiled")
def test_it_does_not_warn_in_matches_it_was_trained_for(capfd: pytest.CaptureFixture[str]) -> None:
    bot_for(GAME.make_settings({"order": "alternating"}))
    assert capfd.readouterr().err == ""


@pytest.mark.usefixtures("uncompiled")
def test_it_warns_and_plays_in_matches_it_was_not_trained_for(
    capfd: pytest.CaptureFixture[str],
) -> None:
    settings = GAME.make_settings({"size": 9, "seats": 3, "max_rounds": 4})
    bots = [bot_for(settings, seat, seed="1", depth="1") for seat in range(3)]
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 3
    assert set(said) == {
        (
            "td: tables was trained for size 7, seats 2, order alternating, max_rounds 70, "
            "got size 9, seats 3, order simultaneous, max_rounds 4: it plays by the same weights"
        )
    }
    state = GAME.setup(settings, 1)
    while not is_over(state):
        moves = [bot.choose(GAME.observation(state, at), BUDGET) for at, bot in enumerate(bots)]
        assert all(0 <= move < 4 for move in moves)
        step(state, moves)
    assert all(state["eliminated"][seat] == 0 for seat in range(3))


@pytest.mark.usefixtures("uncompiled")
def test_without_numba_and_short_of_time_the_depth_is_1() -> None:
    settings = GAME.make_settings({"order": "alternating"})
    bot: Any = bot_for(settings)
    state = GAME.setup(settings, 0)
    state["mover"] = 0
    seen = GAME.observation(state, 0)
    bot.choose(seen, replace(BUDGET, bank_ms=100))
    assert bot._plan["depth"] == 1
    bot.choose(seen, BUDGET)
    assert bot._plan["depth"] == 2
    state["mover"] = 1
    assert bot.choose(GAME.observation(state, 0), BUDGET) == NO_MOVE


@pytest.mark.usefixtures("uncompiled")
def test_its_overlay_shows_the_values_of_moves(capfd: pytest.CaptureFixture[str]) -> None:
    settings = GAME.make_settings()
    bot_for(settings, overlay="true", depth="1").choose(
        GAME.observation(GAME.setup(settings, 0), 0), BUDGET
    )
    *_, line = capfd.readouterr().err.splitlines()
    assert line.startswith('overlay {"value":')
    assert "up " in line


@pytest.mark.usefixtures("uncompiled")
def test_the_policy_plays_as_the_bot_does() -> None:
    kind = load_bot("td")
    assert kind.policy is not None
    chosen = kind.policy(
        GAME, make_settings(kind.options, {"weights": "tables", "depth": 1, "seed": 1})
    )
    settings = GAME.make_settings({"max_rounds": 6})
    outcomes = play_matches(GAME, settings, [chosen, chosen], 2, seed=3, plain=True)
    assert outcomes.rounds.tolist() == [6, 6]
    assert outcomes.living.all()


def test_a_file_of_weights_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    write(path, msgspec.to_builtins(HAND_MADE.about), arrays_of(HAND_MADE))
    found = read_trained(str(path))
    assert (found.name, found.about) == ("mine", HAND_MADE.about)
    assert found.weights.tolist() == HAND_MADE.weights.tolist()


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"learner": "b"}, r"expected weights of td in .*, got Invalid enum value 'b'"),
        ({"depth": 9}, r"expected weights of td in .*, got Expected `int` <= 6"),
        ({"features": []}, "expected features bias, home"),
        ({"learner": "dense", "features": list(DENSE)}, r"expected weights of shape \(31\)"),
        ({"learner": "tables", "features": list(DENSE)}, "expected the arrays attack x retreat"),
        ({"prize": 0.6}, "of an earlier version: the key 'prize' .* is now 'win_weight'"),
    ],
)
def test_a_file_without_a_value_function_is_refused(
    changes: dict[str, Any], error: str, tmp_path: Path
) -> None:
    path = tmp_path / "mine.npz"
    about = msgspec.to_builtins(HAND_MADE.about) | changes
    write(path, about, arrays_of(HAND_MADE))
    with pytest.raises(SettingsError, match=error):
        make_bot(load_bot("td"), "td", GAME, {"weights": str(path)})


def test_unknown_weights_are_an_error_that_names_the_nearest() -> None:
    with pytest.raises(SettingsError, match=r"got 'tabels'; did you mean 'tables'\?"):
        make_bot(load_bot("td"), "td", GAME, {"weights": "tabels"})


def policy_of(name: str, **options: str) -> Any:
    return make_policy(load_bot(name), name, GAME, options)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("weights", "opponent", "least"),
    [
        ("tables", "minimax:depth=2,memory=frozen", 40),
        ("tables", "minimax:depth=3,memory=frozen", 43),
        ("tables", "minimax:depth=2,memory=refreshed", 0),
        ("tables", "minimax:depth=3,memory=refreshed", 0),
        ("paper", "minimax:depth=2,memory=frozen", 10),
    ],
)
def test_shipped_weights_beat_the_published_agents(
    weights: str, opponent: str, least: float
) -> None:
    name, _, text = opponent.partition(":")
    options = dict(each.split("=") for each in text.split(","))
    published = {"evaluation": "pure", "belief": "last", **options}
    players = [policy_of("td", weights=weights), policy_of(name, **published)]
    assert None not in players
    settings = GAME.make_settings({"order": "alternating"})
    margins = play_matches(GAME, settings, players, 1000, seed=99).margins[:, 0]
    assert np.mean(margins) > least
