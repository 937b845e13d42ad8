"""The requests behind the analysis on the page: paths, refusals, variations."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest
from tests.analysis.matches import BLUNDER, match_with_blunder
from tests.viewer.replays import record_of

from gridbots import record as records
from gridbots.errors import GridbotsError
from gridbots_referee.show.viewer.sites.record_site import RecordSite

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def site(tmp_path: Path) -> RecordSite:
    return RecordSite([records.write(match_with_blunder(), tmp_path)])


def test_without_an_analysis_the_possible_bots_are_listed(site: RecordSite) -> None:
    response = site.get(["replay", "0", "analysis"], {})
    assert response["found"] == []
    assert response["running"] is None
    assert {"minimax", "straight"} <= set(response["bots"])
    assert "human" not in response["bots"]


def test_a_variation_is_a_match_by_the_rules(site: RecordSite) -> None:
    path = ["replay", "0", "variation", str(BLUNDER)]
    response = site.get(path, {})
    assert response["last"] == BLUNDER
    assert response["choices"][0] == ["up", "right", "left"]
    further = site.get([*path, "1-3.0-3"], {})
    assert further["last"] == BLUNDER + 2
    stretch = site.get([*path, "1-3.0-3", "stretch", "0"], {})
    assert len(stretch["changes"]) == BLUNDER + 2
    ended = site.get([*path, "3-3.2-3.2-3"], {})  # the recorded moves
    assert ended["choices"] == [[], []]


@pytest.mark.parametrize(
    ("moves", "why"),
    [
        ("2-3", "seat 0: expected up or right or left, got down"),
        ("7-3", "expected moves below 4"),
        ("1-3-1", "rounds of 2 moves"),
        ("x", "expected moves below 4, got 'x'"),
        ("3-3.2-3.2-3.1-1", "the match is over"),
        (".".join(["1-3"] * 300), "expected up to 200 rounds"),
    ],
)
def test_a_variation_keeps_to_the_rules(site: RecordSite, moves: str, why: str) -> None:
    with pytest.raises(GridbotsError, match=why):
        site.get(["replay", "0", "variation", str(BLUNDER), moves], {})


@pytest.mark.parametrize("path", [["variation", "99"], ["variation", "x"], ["line", "0", "0"]])
def test_other_addresses_are_not_found(site: RecordSite, path: list[str]) -> None:
    with pytest.raises((KeyError, GridbotsError)):
        site.get(["replay", "0", *path], {})


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["analysis"], {"bot": "sh -c id", "time_ms": 100}),
        (["analysis"], {"bot": "human", "time_ms": 100}),
        (["analysis"], {"bot": "straight", "time_ms": 10**9}),
        (["analysis"], {"bot": "straight", "time_ms": math.inf}),
        (["analysis"], ["straight"]),
        (["answers"], {"start": 0, "moves": "", "bot": "./mybot", "time_ms": 100}),
        (["answers"], {"start": 99, "moves": "", "bot": "straight", "time_ms": 100}),
        (["elsewhere"], {}),
    ],
)
def test_a_page_starts_no_commands(site: RecordSite, path: list[str], value: Any) -> None:
    with pytest.raises((KeyError, GridbotsError)):
        site.post(["replay", "0", *path], value)


@pytest.mark.parametrize("name", ["multisnake", "snake", "paperio"])
def test_every_game_has_variations(tmp_path: Path, name: str) -> None:
    record = record_of(name)
    site = RecordSite([records.write(record, tmp_path)])
    response = site.get(["replay", "0", "variation", "3"], {})
    moves = response["moves"]
    joint = "-".join(str(moves.index(words[0])) if words else "_" for words in response["choices"])
    assert site.get(["replay", "0", "variation", "3", joint], {})["last"] == 4
