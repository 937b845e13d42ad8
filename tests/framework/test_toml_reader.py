"""Values in messages are TOML, as users wrote them."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from gridbots.toml_reader import in_plain_words, toml_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (7, "7"),
        (0.5, "0.5"),
        (float("inf"), "inf"),
        ("wide", "'wide'"),
        ("it's", '"it\'s"'),
        ("a\nb", '"a\\nb"'),
        ([1, "a", [False]], "[1, 'a', [false]]"),
        ({"a": 1, "b c": {"d": []}}, "{ a = 1, 'b c' = { d = [] } }"),
        ({}, "{}"),
    ],
)
def test_a_value_is_toml_that_reads_as_the_value(value: Any, text: str) -> None:
    assert toml_text(value) == text
    assert tomllib.loads(f"a = {text}") == {"a": value}


def test_dates_are_as_in_toml() -> None:
    assert toml_text(tomllib.loads("a = 1979-05-27")["a"]) == "1979-05-27"


def test_a_long_value_is_cut() -> None:
    assert toml_text("x" * 100) == f"'{'x' * 76}..."


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Expected `int`, got `str`", "expected an integer"),
        ("Expected `float | null` < 1.0", "expected a number < 1.0"),
        ("Expected `array` of length 2, got 1", "expected a list of length 2"),
        ("Expected `object`, got `array`", "expected a table"),
    ],
)
def test_types_are_in_plain_words(message: str, words: str) -> None:
    assert in_plain_words(message) == words
