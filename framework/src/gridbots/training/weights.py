"""Weights on disk: one file format for learned weights, and its loader.

A file NAME.npz is an archive of named numpy arrays and of metadata, `about.json`: the game, the
settings of the training matches, how the weights are used, and the command that made them. Small
and large weights have the same format, no part can get lost, numpy alone reads it, and
`unzip -p NAME.npz about.json` shows the metadata. The weights of a package are in one folder.

Loading checks names, shapes, types, finite values and the size of the file, since compiled code
does not check the bounds of arrays.

    read, write, find                any file
    shipped, named                   files of a package
    FeatureWeights, feature_weights  weights of a game's features
"""

from __future__ import annotations

import functools
import io
import json
import sys
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

import msgspec
import numpy as np

from gridbots.errors import PluginError, SettingsError, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import DTypeLike, NDArray

    Expected = Mapping[str, tuple[tuple[int | None, ...], DTypeLike]]
    """Name -> shape and type of an array of weights; None for any length."""

SUFFIX: Final = ".npz"
ABOUT: Final = "about.json"
"""Member of the archive that holds the metadata."""
MOST_BYTES: Final = 1 << 28
"""Maximum size of an unpacked file, against archives that fill the memory."""
MOST: Final = 1000.0
"""Maximum weight of a feature: larger evaluations would look like won or lost matches."""
DAMAGE: Final = (EOFError, ValueError, KeyError, RuntimeError, MemoryError,
                 zipfile.BadZipFile, zlib.error)  # fmt: skip
"""Exceptions of reading a damaged archive."""


class About(msgspec.Struct, frozen=True):
    """Metadata of weights that bots read."""

    former: ClassVar[dict[str, str]] = {}
    """Former key -> present key. Files with former keys are refused."""
    game: str
    settings: dict[str, Any]
    """Settings of the training matches that bots know."""
    learner: str
    """How the bot uses the weights."""
    command: str


A = TypeVar("A", bound=About)


class Weights(msgspec.Struct, Generic[A], frozen=True):
    """Weights in a file, with their metadata."""

    path: Path
    about: A

    @property
    def name(self) -> str:
        return self.path.stem

    def fits(self, settings: Any) -> bool:
        """Whether a match has the settings of the training."""
        return not differing(self.about.settings, settings)

    def arrays(self, expected: Expected) -> dict[str, NDArray[Any]]:
        """Load and check the arrays.

        Raises:
            SettingsError: the file is damaged, or has other arrays.
        """
        found = unpack(self.path)
        found.pop(ABOUT)
        check_arrays(found, expected, str(self.path))
        return found


def read(path: Path, kind: type[A], what: str = "weights") -> Weights[A]:
    """Read the metadata of a file, as this type.

    Raises:
        SettingsError: the file cannot be read, or its metadata do not fit.
    """
    about = unpack(path, ABOUT)[ABOUT]
    try:
        found = msgspec.json.decode(about, type=kind)
        keys = msgspec.json.decode(about)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"expected {what} in {path}, got {error}") from None
    for former, present in kind.former.items():
        if former in keys:
            raise SettingsError(
                f"{path} is of an earlier version: the key {former!r} of its {ABOUT} is now "
                f"{present!r}; rename the key, or train again"
            )
    return Weights(path, found)


def unpack(path: Path, *names: str) -> dict[str, Any]:
    """Read members of an archive, or all: arrays, and the text of the metadata.

    Raises:
        SettingsError: the file is missing, damaged or too large.
    """
    found: dict[str, Any] = {}
    try:
        with zipfile.ZipFile(path) as archive:
            if (size := sum(each.file_size for each in archive.infolist())) > MOST_BYTES:
                raise ValueError(f"{size} bytes, more than {MOST_BYTES}")
            for name in names or archive.namelist():
                with archive.open(name) as file:
                    found[name.removesuffix(".npy")] = (
                        file.read() if name == ABOUT else np.lib.format.read_array(file)
                    )
    except OSError as error:
        reason = error.strerror or error
        raise SettingsError(f"expected a file of weights, got {str(path)!r}: {reason}") from None
    except DAMAGE as error:
        raise SettingsError(f"expected weights in {path}, got {error}") from None
    return found


def write(path: Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write weights; equal weights give equal bytes."""
    members = {ABOUT: json.dumps(about, indent=1).encode() + b"\n"}
    for name, array in arrays.items():
        file = io.BytesIO()
        np.lib.format.write_array(file, np.asarray(array), allow_pickle=False)
        members[f"{name}.npy"] = file.getvalue()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in members.items():
            # ZipInfo has no timestamp; a plain name would get the current time.
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def check_arrays(arrays: Mapping[str, NDArray[Any]], expected: Expected, place: str) -> None:
    """Check the names, shapes, types and finiteness of arrays.

    Raises:
        SettingsError: an array does not fit.
    """
    if set(arrays) != set(expected):
        wanted, got = ", ".join(sorted(expected)), ", ".join(sorted(arrays))
        raise SettingsError(f"expected the arrays {wanted} in {place}, got {got}")
    for name, (shape, dtype) in expected.items():
        array = arrays[name]
        fits = len(shape) == array.ndim and all(
            wanted in {None, got} for wanted, got in zip(shape, array.shape, strict=False)
        )
        if not fits or not np.can_cast(array.dtype, dtype, "same_kind"):
            wanted = " x ".join("any" if each is None else str(each) for each in shape)
            raise SettingsError(
                f"expected {name} of shape ({wanted}) and type {np.dtype(dtype)} in {place}, "
                f"got {array.shape} and {array.dtype}"
            )
        if not np.isfinite(array).all():
            raise SettingsError(
                f"expected finite numbers for {name} in {place}, got NaN or infinity"
            )


def fields_of(dtype: np.dtype[Any]) -> Expected:
    """The arrays for the fields of a record type."""
    return {name: (kind.shape, kind.base) for name, (kind, *_) in (dtype.fields or {}).items()}


def find(folder: Path, name: str) -> Path:
    """The path of weights in this folder, or of a user's file, whose name ends in `.npz`.

    Raises:
        SettingsError: there is no such file.
    """
    path = Path(name) if name.endswith(SUFFIX) else folder / f"{name}{SUFFIX}"
    if not path.is_file():
        known = nearest(name, names(folder))
        raise SettingsError(f"weights: expected a name or a {SUFFIX} file, got {name!r}; {known}")
    return path


def names(folder: Path) -> list[str]:
    """Names of all weights in a folder."""
    return sorted(path.stem for path in folder.glob(f"*{SUFFIX}"))


@functools.cache
def shipped(folder: Path) -> tuple[Weights[About], ...]:
    """All weights in the folder of a package, sorted by name.

    Raises:
        PluginError: a file is damaged.
    """
    try:
        return tuple(read(folder / f"{name}{SUFFIX}", About) for name in names(folder))
    except SettingsError as error:
        raise PluginError(str(error)) from None


def named(folder: Path, name: str, game: str) -> Weights[About]:
    """The weights with this name.

    Raises:
        SettingsError: there are none for this game.
    """
    known = {each.name: each for each in shipped(folder) if each.about.game == game}
    if name not in known:
        all_known = ", ".join(known)
        raise SettingsError(
            f"weights: expected one of {game} ({all_known}), got {name!r}; {nearest(name, known)}"
        )
    return known[name]


def differing(wanted: Mapping[str, Any], settings: Any) -> list[str]:
    """Names of the settings that differ from the wanted ones."""
    return [name for name, value in wanted.items() if getattr(settings, name, None) != value]


def warn_of_other_settings(
    name: str, wanted: Mapping[str, Any], settings: Any, instead: str
) -> None:
    """Warn on stderr if the settings of a match differ from those of the training.

    `name`: the bot and its weights; `instead`: how it plays now.
    """
    others = differing(wanted, settings)
    if others:
        expected = ", ".join(f"{each} {wanted[each]}" for each in others)
        got = ", ".join(f"{each} {getattr(settings, each, None)}" for each in others)
        sys.stderr.write(f"{name} was trained for {expected}, got {got}: {instead}\n")


class FeatureWeights(About, frozen=True):
    """Metadata of weights of a game's features; the array is named `weights`."""

    features: list[str]
    """Names of the features, in the order of the array."""


def feature_weights(path: Path, game: str, features: Sequence[str]) -> list[float]:
    """Weights of all features of a game, in the order of `evaluate`.

    Raises:
        SettingsError: there is no such file, or its weights are for other features.
    """
    found = read(path, FeatureWeights, "weights of features")
    if found.about.game != game:
        raise SettingsError(
            f"expected weights of {game} in {path}, got weights of {found.about.game}"
        )
    for name in found.about.features:
        if name not in features:
            raise SettingsError(f"unknown feature {name!r} in {path}; {nearest(name, features)}")
    shape = (len(found.about.features),)
    weights = found.arrays({"weights": (shape, np.float64)})["weights"].tolist()
    by_name = dict(zip(found.about.features, weights, strict=True))
    for name, weight in by_name.items():
        if abs(weight) > MOST:
            raise SettingsError(f"expected weights no larger than {MOST:g}, got {name} {weight:g}")
    return [by_name.get(name, 0.0) for name in features]
