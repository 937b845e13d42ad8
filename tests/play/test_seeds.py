"""Seeds of bots: the same seed gives the same match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import pytest
from msgspec import Meta
from msgspec.structs import replace

from gridbots.bot.seed import MOST, bot_seed, with_seed
from gridbots.games.light_riders import GAME
from gridbots.limits import LimitOptions
from gridbots.settings import NoSettings, Settings
from gridbots_referee.play.session import new_session, play_session
from gridbots_referee.play.stop import Stop

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridbots.record import Record

SMALL = {"width": 8, "height": 8}


class Drawn(Settings, frozen=True):
    depth: int = 2
    seed: Annotated[int, Meta(ge=0, le=2**32 - 1)] = 0


class Fixed(Settings, frozen=True):
    seed: int = 7


class Certain(Drawn, frozen=True):
    """A search without random choices by default."""

    draws: bool = False

    def __post_init__(self) -> None:
        if self.seed and not self.draws:
            raise ValueError("expected draws with a seed")


@pytest.mark.parametrize(
    ("kind", "given", "seeded"),
    [
        (Drawn, {"depth": "3"}, {"depth": "3", "seed": "42"}),
        (Drawn, {"seed": "0"}, {"seed": "0"}),
        (Fixed, {}, {}),
        (Certain, {}, {}),
        (Certain, {"draws": "true"}, {"draws": "true", "seed": "42"}),
        (NoSettings, {}, {}),
    ],
)
def test_a_bot_with_a_seed_option_gets_a_seed(
    kind: Any, given: dict[str, str], seeded: dict[str, str]
) -> None:
    assert with_seed(kind, given, 42) == seeded
    assert with_seed(kind, given, 0) == given


def test_a_derived_seed_is_within_the_bounds_of_the_option() -> None:
    class Bounded(Settings, frozen=True):
        seed: Annotated[int, Meta(ge=0, le=9)] = 0

    seeds = {int(with_seed(Bounded, {}, seed)["seed"]) for seed in range(1, 100)}
    assert seeds == set(range(1, 10))


def test_the_options_of_a_type_are_inspected_once(monkeypatch: pytest.MonkeyPatch) -> None:
    first = with_seed(Drawn, {"depth": "5"}, 8)
    monkeypatch.setattr("msgspec.inspect.type_info", None)
    assert with_seed(Drawn, {"depth": "5"}, 8) == first
    assert with_seed(Drawn, {"depth": "5"}, 9) == {"depth": "5", "seed": "9"}


def test_seeds_differ_from_match_to_match_and_from_seat_to_seat() -> None:
    seeds = [bot_seed(opening, f"{match}", seat)
             for opening in range(9) for match in range(9) for seat in range(9)]  # fmt: skip
    assert len(set(seeds)) == len(seeds)
    assert all(1 <= seed <= MOST for seed in seeds)


def played(folder: Path, bots: Sequence[str], matches: int = 1, **limits: Any) -> list[Record]:
    patient = LimitOptions(timebank=20_000, start_allowance=20_000, **limits)
    session = replace(new_session(GAME.name, bots, SMALL, patient), seed=5, matches=matches)
    records: list[Record] = []
    with Stop() as stop:
        play_session(session, folder, stop, lambda _: None, lambda each, _: records.append(each))
    return records


@pytest.mark.slow
def test_the_same_seed_is_the_same_session_however_bots_run(tmp_path: Path) -> None:
    bots = ["random", "random:among=candidates"]
    forked = played(tmp_path, bots, 3)
    within = played(tmp_path, bots, 3, in_process=True, ask="in-turn")
    started = played(tmp_path, bots)
    moves = [[each.moves for each in record.rounds] for record in forked]
    assert moves == [[each.moves for each in record.rounds] for record in within]
    assert moves[0] == [each.moves for each in started[0].rounds]
    assert moves[0] != moves[1] != moves[2]


def test_the_seed_of_a_bot_is_in_the_record(tmp_path: Path) -> None:
    (record,) = played(tmp_path, ["random", "straight"], in_process=True, ask="in-turn")
    command = record.match.players[0].command
    assert command[command.index("--seed") + 1] == str(bot_seed(5, "0", 0))
