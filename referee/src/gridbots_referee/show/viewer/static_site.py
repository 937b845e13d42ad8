"""Static site: all pages of a tournament as files, for any web host or a local disk.

The page is one file; a folder beside it, named by a digest, contains the data. The page is replaced
last, and the old data are removed after that, so that visitors always find a complete site.

A page from a file system may load scripts, but may not fetch files. So each data file is a script
with one call, whose arguments are a name and base64: no untrusted text is ever code.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import shutil
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from gridbots.errors import GridbotsError
from gridbots_referee.show.viewer.html_export import page_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from gridbots_referee.show.viewer.sites.tournament.site import TournamentSite

SHARD: Final = 10_000
"""Matches in a file of the list."""
PER_PAGE: Final = 200
"""Matches that are requested together."""
MARKER: Final = "gridbots-site.txt"
MARK: Final = "A site of `referee export --site`. Writing it again removes its old files.\n"
NO_JEKYLL: Final = ".nojekyll"
"""With this file, GitHub Pages serves the files unchanged."""
FOREIGN: Final = "expected an empty folder, or one with an earlier site; {} has other files"


class SiteError(GridbotsError):
    """The folder cannot hold a site."""


class SiteWritten(NamedTuple):
    """The written files."""

    matches: int
    replays: int
    skipped: list[str]
    """The reason for each missing replay."""
    files: int
    bytes: int


class SitePlan(NamedTuple):
    """The files that will be written."""

    replays: list[int]
    """Numbers of their matches, newest first."""
    matches: int
    bytes: int
    """Estimated size of the replays."""


class StaticSite:
    """Writes one store into one folder.

    Raises:
        SiteError: the folder holds other files.
    """

    def __init__(self, site: TournamentSite, target: Path, words: str) -> None:
        self._site = site
        self._target = target
        check_target(target)
        self._about: dict[str, Any] = site.get(["about"], {})
        names = self._about["bots"] if "bot" in self._about["reads"] else []
        self._bots: list[dict[str, Any]] = [site.get(["bot", name], {}) for name in names]
        numbers = chosen(words, self._about["count"], self._bots)
        self.plan = SitePlan(numbers, self._about["count"], estimated_bytes(site, numbers))

    def write(self, on_progress: Callable[[int], None]) -> SiteWritten:
        """Write the folder; `on_progress` is called with the number of written replays."""
        self._target.mkdir(parents=True, exist_ok=True)
        partial = self._target / f".partial-{os.getpid()}"
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        try:
            data = DataFolder(partial)
            done, skipped = self._write_replays(data, on_progress)
            self._write_pages(data, done)
            self._publish(partial)
        finally:
            shutil.rmtree(partial, ignore_errors=True)
        return SiteWritten(self._about["count"], len(done), skipped, data.files, data.bytes)

    def _write_replays(
        self, data: DataFolder, on_progress: Callable[[int], None]
    ) -> tuple[list[int], list[str]]:
        done, skipped = list[int](), list[str]()
        for count, number in enumerate(self.plan.replays, 1):
            try:
                for name, value in files_of(self._site, number):
                    data.write(name, value)
                done.append(number)
            except GridbotsError as error:
                skipped.append(f"match {number}: {error}")
            on_progress(count)
        return done, skipped

    def _write_pages(self, data: DataFolder, done: list[int]) -> None:
        names = []
        for index, rows in enumerate(self._shards()):
            names.append(f"matches-{index}")
            data.write(names[-1], rows)
        for index, bot in enumerate(self._bots):
            data.write(f"bot-{index}", bot)
        reads = set(self._about["reads"])
        for name in reads - {"about", "matches", "wall", "bot"}:
            data.write(name, frozen(name, self._site.get([name], {})))
        about = {
            **self._about,
            "live": "",
            "progress": "",
            "replays": done,
            "shards": {"names": names, "rows": SHARD},
            "reads": sorted(reads | {"wall"} if done else reads - {"wall"}),
        }
        data.write("about", about)

    def _shards(self) -> Iterator[list[Any]]:
        """Rows of matches in the order of their numbers, SHARD at a time."""
        place = {name: index for index, name in enumerate(self._about["bots"])}
        rows = list[Any]()
        for page in range(1, -(-self._about["count"] // PER_PAGE) + 1):
            query = {"sort": "number", "page": str(page), "limit": str(PER_PAGE)}
            rows += [row_of(each, place) for each in self._site.get(["matches"], query)["matches"]]
            if len(rows) >= SHARD:
                yield rows[:SHARD]
                rows = rows[SHARD:]
        if rows:
            yield rows

    def _publish(self, partial: Path) -> None:
        folder = f"data-{digest_of(partial)}"
        old = [each for each in self._target.glob("data-*") if each.name != folder]
        if not (self._target / folder).exists():
            partial.rename(self._target / folder)
        for name, text in ((MARKER, MARK), (NO_JEKYLL, ""), ("index.html", page_of(folder))):
            written = self._target / f".{name}.new"
            written.write_text(text, encoding="utf-8")
            written.replace(self._target / name)
        for each in old:
            shutil.rmtree(each)


def check_target(target: Path) -> None:
    """Check that the folder contains no files except those of an earlier site.

    Raises:
        SiteError: the folder holds other files.
    """
    if target.exists() and not target.is_dir():
        raise SiteError(f"expected a folder for the site, got the file {target}")
    if target.exists() and any(target.iterdir()) and not (target / MARKER).exists():
        raise SiteError(FOREIGN.format(target))


def frozen(name: str, value: dict[str, Any]) -> dict[str, Any]:
    """A value without the parts that hold only while matches are played."""
    gone = {"per_second": None, "eta_seconds": None} if name == "schedule" else {}
    return {**value, **gone}


def row_of(match: dict[str, Any], place: dict[str, int]) -> list[Any]:
    """A match as `page/static/match_index.js` expects it."""
    return [
        match["number"],
        match["rounds"],
        match["seconds"],
        match["how"],
        match["started"],
        match["surprise"],
        [
            [place[player["name"]], player["place"], player["score"], player["termination"]]
            for player in match["players"]
        ],
    ]


def digest_of(folder: Path) -> str:
    """Digest of the names and contents of the files in a folder."""
    found = hashlib.sha256()
    for path in sorted(folder.iterdir()):
        found.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()[:12]


PART: Final = 64
"""Stretches of a replay per file; longer matches have several files."""
LATEST: Final = 12
"""Number of latest matches that the first page shows."""
SAMPLE: Final = 8
"""Number of replays that are used to estimate the size of all."""


def chosen(words: str, count: int, bots: Iterable[dict[str, Any]]) -> list[int]:
    """Numbers of the matches whose replays are written, newest first.

    `words` is "all", "none", "best" (the latest ones, and the best and worst ones of each bot), or
    the number of latest ones.
    """
    latest = {"all": count, "none": 0, "best": LATEST}
    most = min(latest[words] if words in latest else int(words), count)
    numbers = set(range(count - most + 1, count + 1))
    if words == "best":
        numbers.update(row["number"] for bot in bots for row in (*bot["best"], *bot["worst"]))
    return sorted(numbers, reverse=True)


def files_of(site: TournamentSite, number: int) -> Iterator[tuple[str, Any]]:
    """The names and values of the files of a replay.

    Raises:
        GridbotsError: the record cannot be shown.
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
    """Measures of a match, and the analyses stored beside its record."""
    return {
        "measures": site.get([*path, "measures"], {}),
        "analyses": site.get([*path, "analysis"], {})["found"],
    }


def estimated_bytes(site: TournamentSite, numbers: Sequence[int]) -> int:
    """Size of all replays, estimated from a sample."""
    from gridbots.errors import GridbotsError

    sample, sizes = numbers[:: max(len(numbers) // SAMPLE, 1)], []
    for number in sample:
        try:
            sizes.append(sum(len(packed(*each)) for each in files_of(site, number)))
        except GridbotsError:
            sizes.append(0)  # a broken record has no files
    return round(sum(sizes) * len(numbers) / max(len(sizes), 1))


class DataFolder:
    """Writes values into a folder and counts their bytes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.bytes = self.files = 0

    def write(self, name: str, value: object) -> None:
        data = packed(name, value)
        (self._folder / f"{name}.js").write_bytes(data)
        self.bytes += len(data)
        self.files += 1


def packed(name: str, value: object) -> bytes:
    """The script of a value; the same value gives the same bytes."""
    data = base64.b64encode(gzip.compress(msgspec.json.encode(value), mtime=0))
    return b'gridbotsData("%b","%b");\n' % (name.encode(), data)
