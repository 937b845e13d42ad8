"""Learned weights on disk: their file format, and the one loader of it.

NAME.json says what the weights are: the game, the settings of the matches that they were learned
in, how they are used, by which command. Few weights stand in it by their names; arrays stand in
NAME.npz beside it. What a package brings lies in one folder of it. Whatever is read is checked:
names, shapes, types of numbers, and that they are finite. Wrong weights must never reach compiled
code, which does not look where an array ends.

    find, read, check_arrays   any file
    About, Trained, shipped    weights of a package, and those that fit a match
    Weights, read_weights      weights of a game's features, for those who search by them
"""

from __future__ import annotations

import functools
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec
import numpy as np

from gridbots.errors import PluginError, SettingsError, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import DTypeLike, NDArray

    Expected = Mapping[str, tuple[tuple[int | None, ...], DTypeLike]]
    """Name -> shape and type of an array of weights; None for any length."""

T = TypeVar("T")


def find(folder: Path, name: str) -> Path:
    """Path of the JSON of weights: in this folder, or a user's, where the name ends in `.json`.

    Raises:
        SettingsError: there is no such file.
    """
    path = Path(name) if name.endswith(".json") else folder / f"{name}.json"
    if not path.is_file():
        known = nearest(name, sorted(each.stem for each in folder.glob("*.json")))
        raise SettingsError(f"weights: expected a name or a .json file, got {name!r}; {known}")
    return path


def read(path: Path, kind: type[T], what: str) -> T:
    """Read a JSON file of weights, as this type.

    Raises:
        SettingsError: it cannot be read, or does not fit the type.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise SettingsError(
            f"weights: expected a file of {what}, got {str(path)!r}: {error.strerror}"
        ) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"expected {what} in {path}, got {error}") from None


def check_arrays(arrays: Mapping[str, NDArray[Any]], expected: Expected, place: str) -> None:
    """Validate arrays: their names, shapes and types, and that all numbers are finite.

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
            raise SettingsError(f"expected finite numbers for {name} in {place}, got others")


def fields_of(dtype: np.dtype[Any]) -> Expected:
    """Arrays that fill a record of this type."""
    return {name: (kind.shape, kind.base) for name, (kind, *_) in (dtype.fields or {}).items()}


class About(msgspec.Struct, frozen=True):
    """Metadata of weights: what a bot reads of the JSON."""

    game: str
    settings: dict[str, Any]
    """Of the matches that it was trained in: those that a bot is told."""
    learner: str
    """How the weights are used, in a word of the bot's."""
    command: str


class Trained(msgspec.Struct, frozen=True):
    """Trained weights, by their name."""

    name: str
    folder: Path
    about: About

    @property
    def learner(self) -> str:
        return self.about.learner

    def fits(self, settings: Any) -> bool:
        """Whether these are the settings that it was trained for, as far as a bot is told."""
        return not differing(self.about.settings, settings)

    def arrays(self, expected: Expected | None = None) -> dict[str, NDArray[Any]]:
        """The weights, by their names in the file; checked, where it is said what is expected.

        Raises:
            PluginError: the file is missing or damaged.
            SettingsError: it holds other arrays.
        """
        path = self.folder / f"{self.name}.npz"
        try:
            with path.open("rb") as file, np.load(file) as saved:
                found = {name: saved[name] for name in saved.files}
        except (OSError, EOFError, ValueError, zipfile.BadZipFile) as error:
            raise PluginError(f"expected weights in {path}, got {error}") from None
        if expected is not None:
            check_arrays(found, expected, str(path))
        return found


@functools.cache
def shipped(folder: Path) -> tuple[Trained, ...]:
    """All weights in the folder of a package, in the order of their names.

    Raises:
        PluginError: the metadata of one are wrong.
    """
    return tuple(trained_at(path) for path in sorted(folder.glob("*.json")))


def trained_at(path: Path) -> Trained:
    """The weights that this JSON file tells of."""
    try:
        about = read(path, About, "what the weights are")
    except SettingsError as error:
        raise PluginError(str(error)) from None
    return Trained(path.stem, path.parent, about)


def named(folder: Path, name: str, game: str) -> Trained:
    """The weights of this name.

    Raises:
        SettingsError: there are none for this game.
    """
    known = {each.name: each for each in shipped(folder) if each.about.game == game}
    if name not in known:
        names = ", ".join(known)
        raise SettingsError(
            f"weights: expected one of {game} ({names}), got {name!r}; {nearest(name, known)}"
        )
    return known[name]


def differing(wanted: Mapping[str, Any], settings: Any) -> list[str]:
    """The names of the settings that are other than those wanted."""
    return [name for name, value in wanted.items() if getattr(settings, name, None) != value]


def warn_of_other_settings(
    name: str, wanted: Mapping[str, Any], settings: Any, instead: str
) -> None:
    """Say on stderr if a match is unlike those of the training: which settings differ.

    `name` is who plays by which weights, `instead` what it does now.
    """
    names = differing(wanted, settings)
    if names:
        expected = ", ".join(f"{each} {wanted[each]}" for each in names)
        got = ", ".join(f"{each} {getattr(settings, each, None)}" for each in names)
        sys.stderr.write(f"{name} was trained for {expected}, got {got}: {instead}\n")


MOST: Final = 1000.0
"""Larger weights would make evaluations that are taken for matches won or lost."""


class Weights(msgspec.Struct, frozen=True):
    """Contents of a file of feature weights."""

    game: str
    weights: dict[str, float]
    """By the names in `Game.features`."""
    made: dict[str, Any] = {}
    figures: dict[str, Any] = {}

    def in_order(self, features: Sequence[str]) -> list[float]:
        """The weights of all features, in their order, as `evaluate` takes them."""
        return [self.weights.get(name, 0.0) for name in features]


def read_weights(path: Path, game: str, features: Sequence[str]) -> Weights:
    """The weights in a file, for a game with these features.

    Raises:
        SettingsError: there is no such file, or it does not hold weights of these features.
    """
    found = read(path, Weights, "weights by the names of features")
    if found.game != game:
        raise SettingsError(f"expected weights of {game} in {path}, got some of {found.game}")
    for name in found.weights:
        if name not in features:
            raise SettingsError(f"unknown feature {name!r} in {path}; {nearest(name, features)}")
        if abs(found.weights[name]) > MOST:
            got = found.weights[name]
            raise SettingsError(f"expected weights no larger than {MOST:g}, got {name} {got:g}")
    return found


def write_weights(path: Path, weights: Weights) -> None:
    text = msgspec.json.format(msgspec.json.encode(weights), indent=1)
    path.write_bytes(text + b"\n")
