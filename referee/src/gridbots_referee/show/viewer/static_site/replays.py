"""Replays of a static site: which matches can be watched, and their files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gridbots_referee.show.viewer.static_site.data_files import packed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite

PART: Final = 64
"""Stretches of a replay in a file: a match of more rounds has several files."""
LATEST: Final = 12
"""Matches that are latest results or on the boards of the first page."""
SAMPLE: Final = 8
"""Replays by which the size of all is guessed."""


def chosen(words: str, count: int, bots: Iterable[dict[str, Any]]) -> list[int]:
    """Numbers of the matches whose replays are wanted, the newest first.

    `words` is "all", "none", "best" (the latest, and each bot's best and worst), or how many of
    the latest.
    """
    latest = {"all": count, "none": 0, "best": LATEST}
    most = min(latest[words] if words in latest else int(words), count)
    numbers = set(range(count - most + 1, count + 1))
    if words == "best":
        numbers.update(row["number"] for bot in bots for row in (*bot["best"], *bot["worst"]))
    return sorted(numbers, reverse=True)


def files_of(site: TournamentSite, number: int) -> Iterator[tuple[str, Any]]:
    """The files of a replay: their names and values.

    Raises:
        GridbotsError: its record cannot be shown.
    """
    path = ["replay", str(number)]
    about = site.get(path, {})
    views = [None, *range(len(about["players"]))] if about["hidden"] else [None]
    stretches = range(about["last"] // about["stretch"] + 1)
    for part, first in enumerate(stretches[::PART]):
        value = {
            f"{'all' if seat is None else seat}-{stretch}": site.get(
                [*path, "stretch", str(stretch)], {} if seat is None else {"seat": str(seat)}
            )
            for seat in views
            for stretch in stretches[first : first + PART]
        }
        head = {} if part else {"about": about, "per_part": PART, **_beside(site, path)}
        yield f"replay-{number}-{part}", {**head, "stretches": value}


def _beside(site: TournamentSite, path: Sequence[str]) -> dict[str, Any]:
    """What is computed of a match, and analyses that lie beside its record."""
    return {
        "measures": site.get([*path, "measures"], {}),
        "analyses": site.get([*path, "analysis"], {})["found"],
    }


def guessed_bytes(site: TournamentSite, numbers: Sequence[int]) -> int:
    """About how large all replays are, by a few of them."""
    from gridbots.errors import GridbotsError

    sample, sizes = numbers[:: max(len(numbers) // SAMPLE, 1)], []
    for number in sample:
        try:
            sizes.append(sum(len(packed(*each)) for each in files_of(site, number)))
        except GridbotsError:
            sizes.append(0)  # what cannot be shown takes no room
    return round(sum(sizes) * len(numbers) / max(len(sizes), 1))
