"""Typed settings: accepted values and error messages."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

import pytest
from msgspec import Meta

from gridbots.errors import SettingsError
from gridbots.games.light_riders import GAME
from gridbots.settings import (
    FieldInfo,
    FormerNames,
    NoSettings,
    Settings,
    describe,
    make_settings,
    parse_assignments,
)


class Example(Settings, frozen=True):
    width: Annotated[int, Meta(ge=4, le=64, description="columns")] = 16
    share: Annotated[float, Meta(ge=0, le=1)] = 0.5
    start: Literal["near", "far"] = "near"
    seats: Literal[2, 4] = 2
    hints: bool = False
    label: str = ""
    limit: int | None = None

    def __post_init__(self) -> None:
        if self.start == "far" and self.width < 8:
            raise ValueError(f"expected at least 8 columns for start=far, got {self.width}")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, Example()),
        ({"width": 8}, Example(width=8)),
        ({"width": "8", "seats": "4"}, Example(width=8, seats=4)),
        ({"share": "0.25"}, Example(share=0.25)),
        ({"hints": "true"}, Example(hints=True)),
        ({"limit": "none", "label": "12"}, None),
        ({"limit": "null", "label": "12"}, Example(label="12")),
    ],
)
def test_text_is_read_as_the_type_of_its_field(
    values: dict[str, Any], expected: Example | None
) -> None:
    if expected is None:
        with pytest.raises(SettingsError, match="limit"):
            make_settings(Example, values)
    else:
        assert make_settings(Example, values) == expected


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"widht": 8}, "unknown setting 'widht'; did you mean 'width'?"),
        ({"zzz": 8}, "unknown setting 'zzz'; known: hints, label, limit, seats, share, start, "),
        ({"width": 3}, "setting width: expected an integer >= 4, got 3"),
        ({"width": "65"}, "setting width: expected an integer <= 64, got '65'"),
        ({"width": "wide"}, "setting width: expected an integer, got 'wide'"),
        ({"width": 8.5}, "setting width: expected an integer, got 8.5"),
        ({"width": True}, "setting width: expected an integer, got true"),
        ({"width": None}, "setting width: expected an integer, got nothing"),
        ({"share": "nan"}, "setting share: expected"),
        ({"start": "there"}, "setting start: expected far or near, got 'there'"),
        ({"seats": 3}, "setting seats: expected 2 or 4, got 3"),
        ({"hints": "perhaps"}, "setting hints: expected true or false"),
        (
            {"start": "far", "width": 6},
            "settings: expected at least 8 columns for start=far, got 6",
        ),
    ],
    ids=str,
)
def test_an_error_names_the_setting_and_its_value(values: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        make_settings(Example, values)
    assert str(caught.value).startswith(message)


def test_an_error_names_the_owner_of_the_setting() -> None:
    with pytest.raises(SettingsError, match=r"^unknown setting 'hieght' of light-riders; did"):
        GAME.make_settings({"hieght": 8})


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"width": 5}, "expected at least 6 columns and 3 rows for start=riddles with 2 seats"),
        ({"seats": 4, "height": 5}, "expected at least 6 columns and 6 rows"),
        ({"seats": 4, "start": "cs221"}, "expected 2 seats for start=cs221, got 4"),
        ({"max_rounds": 2**31}, "max_rounds of light-riders: expected an integer <= 2147483647"),
    ],
    ids=str,
)
def test_settings_of_light_riders_fit_together(values: dict[str, Any], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        GAME.make_settings(values)
    assert message in str(caught.value)


def test_without_settings_every_name_is_unknown() -> None:
    assert make_settings(NoSettings, {}) == NoSettings()
    with pytest.raises(SettingsError, match="unknown setting 'depth'; none is known"):
        make_settings(NoSettings, {"depth": 3})


def test_assignments_are_names_and_values() -> None:
    assert parse_assignments([]) == {}
    texts = ["width=8", " height = 9 ", "weights=a=b", "label="]
    assert parse_assignments(texts) == {
        "width": "8",
        "height": "9",
        "weights": "a=b",
        "label": "",
    }


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["width"], "expected option as name=value, got 'width'"),
        (["=8"], "expected option as name=value, got '=8'"),
        ([""], "expected option as name=value, got ''"),
        (["width=8", "width=9"], "option 'width' is given twice"),
    ],
)
def test_a_text_that_assigns_nothing_is_an_error(texts: list[str], message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_assignments(texts, "option")
    assert str(caught.value) == message


def test_settings_describe_themselves() -> None:
    described = {info.name: info for info in describe(Example)}
    assert described["width"] == FieldInfo("width", "int 4..64", 16, "columns")
    assert [info.type for info in described.values()] == [
        "int 4..64",
        "float 0..1",
        "far | near",
        "2 | 4",
        "true | false",
        "text",
        "int | none",
    ]


class Renamed(Settings, frozen=True):
    former: ClassVar[FormerNames] = {"gamma": ("discount",)}
    gamma: float = 0.99


def test_a_former_name_is_refused_with_the_present_one() -> None:
    with pytest.raises(SettingsError, match=r"^unknown setting 'discount': it is now gamma$"):
        make_settings(Renamed, {"discount": "0.9"})
    with pytest.raises(SettingsError, match=r"^unknown setting 'gama'; did you mean 'gamma'"):
        make_settings(Renamed, {"gama": "0.9"})
