"""Check the wheels and sdists in a folder: `check_distributions.py FOLDER`.

All distributions of this checkout must exist, have the same version, and contain the metadata that
an index shows.
"""

from __future__ import annotations

import sys
import tarfile
import zipfile
from email import message_from_string
from pathlib import Path
from typing import TYPE_CHECKING

from packaging.requirements import Requirement
from trove_classifiers import classifiers

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import Message

ROOT = Path(__file__).parents[1]
WANTED = ("Summary", "License-Expression", "Requires-Python", "Keywords", "Classifier")
"""Fields that an index shows."""


def metadata_of(archive: Path) -> Message:
    """The metadata of a wheel or an sdist."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
            return message_from_string(wheel.read(name).decode())
    with tarfile.open(archive) as sdist:
        file = sdist.extractfile(f"{archive.name.removesuffix('.tar.gz')}/PKG-INFO")
        assert file  # noqa: S101  narrows: it is no folder
        return message_from_string(file.read().decode())


def faults_of(metadata: Message) -> Iterator[str]:
    """Problems that an index would refuse or show badly."""
    for field in WANTED:
        if not metadata[field]:
            yield f"{field} is missing"
    body = metadata.get_payload()
    if metadata["Description-Content-Type"] != "text/markdown" or not str(body).strip():
        yield "expected a description in text/markdown"
    for each in metadata.get_all("Classifier", ()):
        if each not in classifiers:
            yield f"no index knows the classifier {each!r}"
    for each in metadata.get_all("Requires-Dist", ()):
        needed = Requirement(each)
        ours = needed.name.startswith("gridbots")
        if ours and str(needed.specifier) != f"=={metadata['Version']}":
            yield f"expected {needed.name}=={metadata['Version']}, got {needed.specifier}"


def main(folder: Path) -> int:
    made = sorted([*folder.glob("gridbots*.whl"), *folder.glob("gridbots*.tar.gz")])
    found = {archive: metadata_of(archive) for archive in made}
    faults = [f"{path.name}: {fault}" for path in made for fault in faults_of(found[path])]
    versions = sorted({each["Version"] for each in found.values()})
    if len(versions) != 1:
        faults.append(f"expected one version of all, got {', '.join(versions) or 'no archives'}")
    patterns = ("*/pyproject.toml", "bots/*/pyproject.toml", "games/*/pyproject.toml")
    projects = [file for pattern in patterns for file in ROOT.glob(pattern)]
    if len(made) != 2 * len(projects):
        faults.append(f"expected a wheel and an sdist of {len(projects)}, got {len(made)} archives")
    for fault in faults:
        sys.stderr.write(f"{fault}\n")
    if not faults:
        print(f"{folder}: {len(made)} archives of version {versions[0]}")  # noqa: T201  talks to people
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
