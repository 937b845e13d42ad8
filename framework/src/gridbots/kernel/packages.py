"""Package digest: a name for the contents of packages and of the helpers that they import.

Without importing anything, it shows whether machines have the same sources, and whether a bot has
to be warmed again. A helper is a module that a plugin imports and that is neither a plugin nor part
of Python. An editable helper is read like a plugin. For an installed one, the digest has only the
modification time of its first file, which every installation writes again.
"""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.kernel.sources import files_under, modules_under, read, top_of
from gridbots.kernel.versions import versions_digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NO_HELPERS: Final = sys.stdlib_module_names | {"gridbots", "numba", "numpy"}
"""These count anyway, by their sources or versions."""
INSTALLED: Final = {"site-packages", "dist-packages"}
"""Folders that packages are installed in."""
MADE_HERE: Final = {".pyc", ".so", ".pyd", ".nbi", ".nbc"}
"""Suffixes of files that each machine makes from sources."""


def digest(roots: Iterable[Path]) -> str:
    """A name for the sources in these files and folders, with the versions that compile them."""
    total = versions_digest()
    for root in roots:
        for file in files_under(root):
            total.update(f"\n{file.name} ".encode())
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]


def local_digest(roots: Iterable[Path]) -> str:
    """The same digest with their data and helpers, as installed on this machine."""
    around = with_helpers({root.stem: root for root in roots})
    more = [
        (installed_helpers(files_under(root)), [*map(stamp, data_under(root))])
        for top, root in around.items()
        if top not in NO_HELPERS
    ]
    return hashlib.sha256(f"{digest(around.values())} {more}".encode()).hexdigest()[:16]


def data_under(root: Path) -> list[Path]:
    """The other files of a folder that code may read, such as weights, without hidden ones."""
    made = MADE_HERE | {".py"}
    return [
        file
        for file in sorted(root.rglob("*"))
        if file.suffix not in made and not file.name.startswith(".") and file.is_file()
    ]


def stamp(file: Path) -> tuple[str, int, int]:
    """Name, size and modification time of a file; zeros if the file no longer exists."""
    try:
        about = file.stat()
    except OSError:
        return file.name, 0, 0
    return file.name, about.st_size, about.st_mtime_ns


def with_helpers(roots: Mapping[str, Path]) -> dict[str, Path]:
    """These top-level modules, and their editable helpers, by name."""
    found = dict(roots)
    left = found.keys() - NO_HELPERS
    while left:
        top = left.pop()
        for name in _imported_by(modules_under(top, found[top]).values()) - found.keys():
            root = root_of(name)
            if root is not None and not is_installed(root):
                found[name] = root
                left.add(name)
    return found


def installed_helpers(files: Iterable[Path]) -> dict[str, tuple[str, int, int]]:
    """Those that these files import: by name the stamps of their first files."""
    roots = {name: root_of(name) for name in sorted(_imported_by(files))}
    return {
        name: stamp(root / "__init__.py" if root.is_dir() else root)
        for name, root in roots.items()
        if root is not None and is_installed(root)
    }


def _imported_by(files: Iterable[Path]) -> set[str]:
    """The top-level modules that these files may import from."""
    found = set()
    for imports in (read(file).imports for file in files):
        names = {name for _, names in imports for name in names}
        found |= {top_of(module) for module, given in imports if given or module not in names}
    return found - NO_HELPERS - {""}


def root_of(top: str) -> Path | None:
    """The folder of a package, or the file of a module, that can be imported; it is not."""
    try:
        spec = importlib.util.find_spec(top)
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return None
    path = Path(spec.origin)
    return path.parent if path.name == "__init__.py" else path


def is_installed(root: Path) -> bool:
    return not INSTALLED.isdisjoint(root.parts)
