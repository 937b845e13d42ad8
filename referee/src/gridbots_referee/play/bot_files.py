"""Digest of a bot: SHA-256 of its files.

The files of a plugin are those of its package; the files of a command are its program and the files
and folders among its words. Other files that the bot loads, such as a module named by `-m` or the
image of a container, are not included.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from gridbots.kernel.packages import MADE_HERE, data_under
from gridbots.kernel.sources import files_under
from gridbots.plugins import installed_bots

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gridbots_referee.play.launch import Launch

FOLDER_CAP: Final = 1000
"""Maximum number of files of a folder that are included."""
UNREADABLE: Final = "unreadable"


def with_digests(launches: Sequence[Launch], *, in_place: bool = False) -> tuple[Launch, ...]:
    """The launches with the digests of their bots; `in_place`: they start in this folder."""
    return tuple(
        msgspec.structs.replace(launch, digest=digest_of(bot_files(launch, in_place=in_place)))
        for launch in launches
    )


def digest_of(files: Mapping[str, str]) -> str:
    return hashlib.sha256(msgspec.json.encode(dict(sorted(files.items())))).hexdigest()


def bot_files(launch: Launch, *, in_place: bool = False) -> dict[str, str]:
    """The files of a bot: path -> digest."""
    found = _command(launch.words, in_place=in_place) if launch.words else {}
    if launch.plugin:
        own = {launch.package: "", **_plugin_files(launch.plugin), **_words(_values(launch))}
        return own | found
    return found


def _command(command: Sequence[str], *, in_place: bool) -> dict[str, str]:
    program = shutil.which(command[0]) or command[0]
    words = [each for word in command[1:] for each in (word, word.partition("=")[2])]
    if in_place:
        words = [os.path.abspath(word) for word in words if word]  # noqa: PTH100  may be no path
    return _words([os.path.abspath(program), *words])  # noqa: PTH100  likewise


def _values(launch: Launch) -> list[str]:
    return [option.partition("=")[2] for option in launch.options]


def _plugin_files(name: str) -> dict[str, str]:
    from gridbots.bot.warm import package_roots

    plugin = installed_bots().get(name)
    roots = package_roots(plugin) if plugin else []
    return {
        str(path.relative_to(root.parent)): _digest(path)
        for root in roots
        for path in sorted([*files_under(root), *data_under(root)])
    }


def _words(words: Sequence[str]) -> dict[str, str]:
    """The files that are named by absolute paths."""
    paths = [Path(word) for word in words if os.path.isabs(word)]  # noqa: PTH117  may be no path
    return {str(path): _digest(path) for named in paths for path in _files(named)}


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    elif path.is_dir() and path != path.parent:
        inner = (Path(top, name) for top, _, names in os.walk(path) for name in sorted(names))
        for _, file in zip(range(FOLDER_CAP), inner, strict=False):
            if file.is_file() and file.suffix not in MADE_HERE:
                yield file


def _digest(path: Path) -> str:
    try:
        state = path.stat()
        return _digest_once(path, (state.st_ino, state.st_size, state.st_mtime_ns))
    except OSError:
        return UNREADABLE


@lru_cache(maxsize=4096)
def _digest_once(path: Path, _: tuple[int, ...]) -> str:
    """The digest of a file, which is read again when it has changed."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
