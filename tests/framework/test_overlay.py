"""Overlays: the line, its errors, and when each part is drawn."""

from __future__ import annotations

import itertools

import pytest

from gridbots.errors import ProtocolError
from gridbots.grid import RIGHT, UP
from gridbots.pictures.overlay import (
    LINE_CAP,
    Overlay,
    following,
    overlay_line,
    read_overlay,
    way,
    write_overlay,
)

WAY = (4, 7, "urr")


def test_a_line_omits_empty_parts() -> None:
    assert overlay_line(Overlay(path=(WAY,))) == b'overlay {"path":[[4,7,"urr"]]}\n'


def test_a_line_is_read_as_it_was_written() -> None:
    overlay = Overlay(
        path=(WAY,),
        cycle=(),
        tree=(WAY, WAY),
        cells=((0, 1, 0.5),),
        value=-1.5,
        depth=3,
        nodes=10,
        pv=("up",),
        note="ünter",
    )
    text = overlay_line(overlay).removeprefix(b"overlay ")
    assert overlay_line(read_overlay(text)) == overlay_line(overlay)


def test_a_path_consists_of_directions() -> None:
    assert way(4, 7, [UP, RIGHT, RIGHT]) == WAY


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "truncated"),
        (b"[]", "Expected `object`, got `array`"),
        (b'{"path": [[0, 0, "north"]]}', "regex"),
        (b'{"path": [[0, 70000, "u"]]}', "32767"),
        (b'{"vlaue": 1}', "unknown field `vlaue`"),
        (b'{"value": NaN}', "malformed"),
        (b'{"value": 1e999}', "range"),
        (b'{"note": "' + b"a" * 201 + b'"}', "length <= 200"),
        (b'{"cells": [[0, 0, 2]]}', "<= 1.0"),
        (b"[" * LINE_CAP, "Expected `object`"),
        (b"\xff", "invalid"),
        (b" " * (LINE_CAP + 1), "at most 16384 bytes"),
    ],
)
def test_an_error_reports_the_expected_value(text: bytes, message: str) -> None:
    with pytest.raises(ProtocolError, match="overlay") as caught:
        read_overlay(text)
    assert message in str(caught.value)


def test_cycles_and_trees_stay_until_the_bot_sends_new_ones() -> None:
    cycle, other = (WAY,), ((0, 0, "rdlu"),)
    sent = [
        Overlay(cycle=cycle, path=(WAY,)),
        None,
        Overlay(value=1.0),
        Overlay(cycle=other),
        Overlay(cycle=()),
    ]
    assert list(itertools.accumulate(sent, following)) == [
        Overlay(cycle=cycle, path=(WAY,)),
        Overlay(cycle=cycle),
        Overlay(cycle=cycle, value=1.0),
        Overlay(cycle=other),
        Overlay(cycle=()),
    ]


def test_a_bot_writes_overlays_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    write_overlay(Overlay(value=2.0))
    assert capsys.readouterr() == ("", 'overlay {"value":2.0}\n')
