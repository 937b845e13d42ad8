"""Every installed game keeps the laws of games, on many boards."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shipped import shipped_games

from gridbots.errors import GridbotsError
from gridbots.game import copy_state
from gridbots.plugins import load_game
from gridbots.record.replay import frames
from gridbots.testing import (
    ENVIRONMENT_LAWS,
    LAWS,
    Case,
    opening_lines,
    read_damaged,
    without_generator,
)
from gridbots.testing.laws.compiled import (
    compiled_evaluations_agree_with_plain_ones,
    compiled_rules_agree_with_plain_rules,
)

if TYPE_CHECKING:
    from gridbots.game import State
    from gridbots.testing import Law

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "light-riders": [
        {},
        {"seats": 4},
        {"end": "stuck"},
        {"max_rounds": 7},
        {"width": 6, "height": 3},
        {"width": 6, "height": 6, "seats": 4, "end": "stuck"},
        {"width": 9, "height": 7},
        {"width": 11, "height": 13, "seats": 4, "max_rounds": 9},
        {"width": 3, "height": 3, "start": "cs221"},
        {"width": 4, "height": 4, "start": "cs221", "end": "stuck"},
        {"width": 5, "height": 8, "start": "cs221"},
        {"width": 64, "height": 3, "max_rounds": 20},
        {"width": 32, "height": 32, "max_rounds": 40},
        {"width": 64, "height": 64, "seats": 4, "max_rounds": 40},
    ],
    "multisnake": [
        {},
        {"seats": 4, "acceleration": True},
        {"size": 12, "seats": 4, "candy_rate": 20, "acceleration": True},
        {"size": 13, "growth": "paper", "candy_rate": 20},
        {"size": 12, "seats": 3, "growth": "paper", "candy_rate": 20, "acceleration": True},
        {"size": 12, "max_rounds": 9},
        {"size": 27, "seats": 5, "candy_rate": 0, "max_rounds": 25},
        {"size": 48, "seats": 16, "acceleration": True, "max_rounds": 8},
    ],
    "snake": [
        {"width": 7, "height": 5},
        {"preset": "corner-8", "max_rounds": 90},
        {"width": 4, "height": 4},
        {"width": 4, "height": 4, "start": "corner", "reversal": "ignored", "max_rounds": 60},
        {"width": 16, "height": 16, "start": "corner", "max_rounds": 60},
        {"width": 9, "height": 4, "reversal": "ignored", "max_rounds": 80},
        {"width": 30, "height": 30, "max_rounds": 40},
        {"width": 60, "height": 4, "max_rounds": 40},
        {"width": 60, "height": 60, "max_rounds": 25},
    ],
    "paperio": [
        {},
        {"order": "alternating"},
        {"all_seeing": "1", "radius": 1},
        {"size": 6, "seats": 3, "max_rounds": 40},
        {"size": 9, "seats": 6, "order": "alternating", "radius": 3},
        {"size": 12, "seats": 5, "all_seeing": "02", "max_rounds": 30},
        {"size": 8, "seats": 4, "radius": 0},
        {"size": 20, "seats": 4, "radius": 64, "max_rounds": 15},
        {"size": 64, "max_rounds": 4},
    ],
    "battlesnake": [
        {"seats": 4, "width": 7, "height": 7, "max_rounds": 20},
        {"mode": "royale", "shrink_every": 3, "width": 7, "height": 7, "seats": 3},
        {"mode": "wrapped_constrictor", "width": 5, "height": 4},
        {"mode": "wrapped", "map": "snail_mode", "seats": 5, "max_rounds": 20},
        {"mode": "solo", "width": 7, "height": 7, "seats": 1, "map": "sinkholes", "max_rounds": 40},
        {"map": "healing_pools", "hazard_damage": -9, "shrink_every": 2, "max_rounds": 12},
        {"map": "hz_rings", "width": 19, "height": 19, "seats": 12, "max_rounds": 12},
        {"width": 25, "height": 24, "seats": 16, "food_chance": 100, "max_rounds": 8},
    ],
    "battlesnake-fog": [
        {"vision": 2, "max_rounds": 12},
        {"mode": "wrapped", "seats": 4, "max_rounds": 20},
        {"mode": "constrictor", "width": 7, "height": 7, "vision": 1, "max_rounds": 20},
    ],
}
"""Settings under which each game is tried; a game that is not listed: the default ones."""

GROUPS: dict[str, list[list[int]]] = {
    "light-riders": [[0, 1, 2, 7, 9], [12], [13]],
    "multisnake": [[2, 3, 4, 5]],
    "snake": [[0, 1, 2, 3, 4], [6]],
    "paperio": [[0, 1, 2, 3, 4], [7], [8]],
    "battlesnake": [[0, 1, 2, 4, 5], [3], [6], [7]],
}
"""Variants, by number, whose states are of one record type: compiled together."""


QUICK = {
    "light-riders": 12,
    "multisnake": 6,
    "snake": 7,
    "paperio": 7,
    "battlesnake": 1,
    "battlesnake-fog": 0,
}
"""How many variants of a game are tried without --slow: those of large boards come last."""
COMPILED = "snake"
"""Without --slow one game is compiled here: each takes seconds, and searches compile the others."""


def listed() -> list[tuple[str, int]]:
    return [(name, at) for name in shipped_games() for at in range(len(VARIANTS.get(name, [{}])))]


def marked(variants: list[tuple[str, int]]) -> list[Any]:
    return [
        pytest.param(name, at, marks=[pytest.mark.slow] * (at >= QUICK.get(name, at + 1)))
        for name, at in variants
    ]


def quick_games() -> list[Any]:
    return [
        pytest.param(name, marks=[pytest.mark.slow] * (QUICK.get(name, 2) < 2))
        for name in shipped_games()
    ]


def grouped() -> list[Any]:
    """Games with variants of one record type; those of further types take long to compile."""
    return [
        pytest.param(name, group, marks=[pytest.mark.slow] * (at > 0 or name != COMPILED))
        for name in shipped_games()
        for at, group in enumerate(GROUPS.get(name, [[0]]))
    ]


@functools.lru_cache(maxsize=8)
def case_of(name: str, variant: int, seed: int) -> Case:
    """Cached for the next laws: it plays its random match only once."""
    game = load_game(name)
    settings = game.make_settings(VARIANTS.get(name, [{}])[variant])
    return Case(game, settings, seed)


@pytest.mark.parametrize("law", [*LAWS, *ENVIRONMENT_LAWS], ids=lambda law: law.__name__)
@pytest.mark.parametrize(("name", "variant"), marked(listed()))
def test_law(law: Law, name: str, variant: int) -> None:
    law(case_of(name, variant, seed=variant))


@pytest.mark.nightly
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("name", shipped_games())
def test_all_laws_hold_from_many_openings(name: str, record_property: Any) -> None:
    variants, seeds = range(len(VARIANTS.get(name, [{}]))), range(1000, 1010)
    for law in (*LAWS, *ENVIRONMENT_LAWS):
        for variant in variants:
            for seed in seeds:
                law(case_of(name, variant, seed + variant))
    record_property("figure", f"{len(variants)} kinds of settings, {len(seeds)} openings of each")


@pytest.mark.parametrize(("name", "group"), grouped())
def test_compiled_rules_are_the_plain_rules(name: str, group: list[int]) -> None:
    pytest.importorskip("numba")
    for variant in group:
        for seed in range(10 // len(group)):
            compiled_rules_agree_with_plain_rules(case_of(name, variant, seed))


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name != COMPILED)) for name in shipped_games()],
)
def test_compiled_evaluations_are_the_plain_ones(name: str) -> None:
    pytest.importorskip("numba")
    for variant in GROUPS.get(name, [[0]])[0]:
        compiled_evaluations_agree_with_plain_ones(case_of(name, variant, seed=1))


@pytest.mark.parametrize(
    ("name", "variant"), marked([each for each in listed() if each[0] in VARIANTS])
)
def test_a_picture_has_the_head_of_each_living_seat(name: str, variant: int) -> None:
    """In the games of this repository."""
    case = case_of(name, variant, variant)
    positions = list(case.match())
    joint = [position.moves for position in positions[:-1]]
    for picture in frames(case.game, positions[0].state, joint):
        heads = [mark.seat for mark in picture.marks if mark.kind == "head"]
        living = [seat for seat, living in enumerate(picture.living) if living]
        assert sorted(seat for seat in heads if seat is not None) == living


@pytest.mark.parametrize("name", shipped_games())
def test_different_seeds_give_different_openings(name: str) -> None:
    """Under some of the settings: a game may have fixed openings under others."""
    assert any(has_openings(name, variant) for variant in range(len(VARIANTS.get(name, [{}]))))


def has_openings(name: str, variant: int) -> bool:
    cases = (case_of(name, variant, seed) for seed in range(40))
    return len({without_generator(case.opening()).tobytes() for case in cases}) > 1


GARBAGE = st.one_of(
    st.text(max_size=40),
    # Also what a stream gives for bytes that are no text, and digits that are not ASCII.
    st.text(st.sampled_from("\udcff\x00\u0661.x01,-9 \n"), max_size=40),
    st.integers().map(str),
)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text in which one stretch is replaced by garbage."""
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, len(text)))
    return text[:start] + draw(GARBAGE) + text[end:]


def values_of(lines: list[str], prefix: str) -> dict[str, str]:
    words = [line.removeprefix(prefix).split() for line in lines]
    return {name: " ".join(rest) for name, *rest in words}


@functools.lru_cache(maxsize=1)
def opening_of(name: str, variant: int) -> tuple[Case, State, dict[str, str], dict[str, str]]:
    """A case, its opening, and the settings and first updates that a bot is sent."""
    case = case_of(name, variant, seed=3)
    opening = case.opening()
    updates = case.game.wire.updates(opening, 0).decode().splitlines()
    settings = values_of(opening_lines(case, 0), "settings ")
    return case, opening, settings, values_of(updates, "update game ")


@pytest.mark.parametrize(("name", "variant"), marked([each for each in listed() if each[1] < 6]))
@given(data=st.data())
def test_damaged_lines_are_protocol_errors(name: str, variant: int, data: st.DataObject) -> None:
    case, opening, *sound = opening_of(name, variant)
    settings, updates = map(dict, sound)
    group = data.draw(st.sampled_from([settings, updates]))
    name = data.draw(st.sampled_from(sorted(group)))
    group[name] = data.draw(st.one_of(GARBAGE, damaged(group[name])))
    previous = data.draw(st.sampled_from([None, copy_state(opening)]))
    read_damaged(case, settings, updates, previous)


@pytest.mark.parametrize("name", quick_games())
@given(data=st.data())
def test_settings_are_checked(name: str, data: st.DataObject) -> None:
    game = load_game(name)
    known = game.settings.__struct_fields__
    names = st.one_of(st.sampled_from(known), st.text()) if known else st.text()
    value = st.one_of(GARBAGE, st.integers(), st.floats(), st.none(), st.lists(st.integers()))
    values = data.draw(st.dictionaries(names, value))
    try:
        settings = game.make_settings(values)
    except GridbotsError:
        return
    game.setup(settings, data.draw(st.integers()))
