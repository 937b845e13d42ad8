"""A store goes on with its own tournament, and only a ladder takes more bots."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from gridbots.errors import StoreError
from gridbots_referee.tournament.formats.tournament import Entrant, Format, Tournament
from gridbots_referee.tournament.run.resume import check_same, new_entrants

STORE = Path("spring.db")


def of(*names: str, form: Format = "round-robin") -> Tournament:
    return Tournament("spring", tuple(Entrant(f"./{name}", name) for name in names), form)


def test_the_same_tournament_goes_on() -> None:
    check_same(STORE, of("a", "b"), replace(of("a", "b"), concurrency=3))
    assert new_entrants(of("a", "b"), of("a", "b")) == []


def test_a_ladder_grows_and_a_file_may_name_its_newcomers_alone() -> None:
    stored = of("a", "b", form="ladder")
    for declared in (of("a", "b", "c", form="ladder"), of("c", form="ladder")):
        check_same(STORE, stored, declared)
        assert new_entrants(stored, declared) == [Entrant("./c", "c")]


@pytest.mark.parametrize(
    ("stored", "declared", "complaint"),
    [
        (of("a", "b"), replace(of("a", "b"), seed=5), "with seed 1 instead of 5"),
        (of("a", "b"), of("a", "b", form="swiss"), "with format 'round-robin' instead of 'swiss'"),
        (of("a", "b"), of("a", "b", "c"), "expected the same bots, a, b, got a, b, c"),
        (
            of("a", "b", form="ladder"),
            replace(of("a", "b", form="ladder"), bots=(Entrant("./other", "a"),)),
            "the bot 'a' has changed; give it a new name",
        ),
    ],
)
def test_another_tournament_is_refused(
    stored: Tournament, declared: Tournament, complaint: str
) -> None:
    with pytest.raises(StoreError, match=f"spring.db: .*{complaint}"):
        check_same(STORE, stored, declared)
