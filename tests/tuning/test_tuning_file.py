"""Tuning files: the example is valid, and errors name the place."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gridbots.errors import GridbotsError, SettingsError
from gridbots_referee.tuning.parameters import (
    Parameter,
    check_template,
    fill,
    from_scale,
    perturbation,
    to_scale,
    value_text,
)
from gridbots_referee.tuning.tuning import EXAMPLE, Tuning, load, parse

ROOT = Path(__file__).parents[2]
GOOD = """
name = "mine"
bot = "./mybot {aggression}"
[[parameters]]
name = "aggression"
start = 1.0
low = 0.5
high = 2.0
"""


def test_the_example_has_all_keys_with_their_defaults() -> None:
    parsed = parse(EXAMPLE, Path())
    assert set(tomllib.loads(EXAMPLE)) | {"notes"} == set(Tuning.__struct_fields__)
    least = parse(GOOD, Path())
    reported = {"name", "bot", "parameters", "settings"}
    for key in set(Tuning.__struct_fields__) - reported:
        assert getattr(parsed, key) == getattr(least, key), key


def test_the_tuning_of_the_repository_can_be_read() -> None:
    found = load(ROOT / "tunings/tune_minimax.toml", seed=3, matches=None)
    assert found.seed == 3
    start = {each.name: each.start for each in found.parameters}
    assert "territory:-0.6+liberties:0.5" in found.bot_with(start)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[[parameters]]", "[[parameter]]", "did you mean 'parameters'"),
        ("{aggression}", "", "expected the placeholder {aggression}"),
        ("{aggression}", "{agression}", "did you mean 'aggression'"),
        ("low = 0.5", "low = 3.0", "expected low <= start <= high"),
        ("low = 0.5", "low = 0.0\nlog = true", "above 0 with log"),
        ("low = 0.5", "low = 0.5\nlog = true\nc_end = 0.5", "a factor above 1"),
        ("low = 0.5", "low = 0.5\nc_end = -1.0", "c_end: expected a number above 0"),
        ("low = 0.5", "low = 0.5\ninteger = true", "expected whole numbers"),
        ("low = 0.5", "low = 0\ninteger = true", "expected 0.5 or more"),
        ("low = 0.5", "low = 0.5\npoints = 1", "points: expected"),
        ('name = "mine"', 'name = "Mine!"', "name: expected"),
        ('name = "mine"', 'name = "mine"\nmatches = 10', "expected 16 or more"),
        ('name = "mine"', 'name = "mine"\nmethod = "best"', "expected one of spsa, grid, random"),
        ('name = "mine"', 'name = "mine"\ngame = "snake"', "expected 2 seats, got 1"),
        ("start = 1.0", "start = nan", "expected low <= start"),
        ("high = 2.0", "high = 2.0\n[confirm]\nelo0 = 20.0", "expected elo0 below elo1"),
        ("high = 2.0", "high = 2.0\n[settings]\nwidht = 9", "did you mean 'width'"),
        ("high = 2.0", "high = 2.0\n[settings]\nseats = 4", "4"),
    ],
)
def test_a_mistake_is_reported(old: str, new: str, message: str) -> None:
    with pytest.raises(GridbotsError, match=message.replace("{", r"\{")):
        parse(GOOD.replace(old, new), Path())


def test_braces_outside_placeholders_are_doubled() -> None:
    assert fill("awk '{{print {n}}}'", {"n": "3"}) == "awk '{print 3}'"
    check_template("awk '{{print {n}}}'", ["n"])
    with pytest.raises(SettingsError, match=r"write \{\{print\}\}"):
        check_template("awk '{print}' {n}", ["n"])


def test_values_are_bounded_and_whole_where_they_must_be() -> None:
    depth = Parameter("depth", start=4, low=1, high=8, integer=True, c_end=1)
    assert [value_text(depth, from_scale(depth, at)) for at in (-3, 3.4, 3.6, 99)] == [*"1348"]
    rate = Parameter("rate", start=0.01, low=0.001, high=1, log=True)
    assert from_scale(rate, to_scale(rate, 0.01)) == pytest.approx(0.01)
    assert 20 * perturbation(rate) == pytest.approx(to_scale(rate, 1) - to_scale(rate, 0.001))
    assert value_text(rate, 0.0123456789) == "0.0123457"
