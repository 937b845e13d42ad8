"""Helper packages: what plugins import from packages that are neither plugins nor Python's own.

A number that a kernel takes from there is compiled into it as one of its own would be. A helper
that lies where it is worked on is read as a plugin is. Of one that has been installed only its
first file is looked at, and when it was written: it is written anew whenever the package is.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gridbots.kernel.sources import modules_under, read, top_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NO_HELPERS: Final = sys.stdlib_module_names | {"gridbots", "numba", "numpy"}
"""These count anyway, by their sources or versions."""
INSTALLED: Final = {"site-packages", "dist-packages"}
"""Folders that packages are installed in."""


def with_helpers(roots: Mapping[str, Path]) -> dict[str, Path]:
    """These top-level modules, and the helpers of theirs that are worked on, by name."""
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


def installed_helpers(files: Iterable[Path]) -> dict[str, int]:
    """Those that these files import: when their first files were written, in seconds, by name."""
    roots = {name: root_of(name) for name in sorted(_imported_by(files))}
    return {
        name: int((root / "__init__.py" if root.is_dir() else root).stat().st_mtime)
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
