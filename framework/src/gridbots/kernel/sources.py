"""Dependency digest: the source files that compiled code can depend on. Static import analysis.

Compiled code depends on its kernels, the kernels of verbs, and the values of names in their
modules. So the relevant files are those that define kernels, the packages around them, in which
games assign kernels to verbs, and all files that these import, within the framework and the
plugins. A script that no module with kernels imports is not relevant: after a change to it nothing
is compiled again.

Files are read as text, not imported, and the analysis errs on the safe side: imports within
functions, for type checking and in docstrings count, too. If a file imports modules by computed
names, all files count; a package with lazy imports does not compute names, if it also imports them
for type checking.
"""

from __future__ import annotations

import functools
import hashlib
import re
import sys
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from gridbots.errors import PluginError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

DEFINES: Final = ("@kernel", "@inlined_kernel", "@verb")
"""Marks of kernels."""
LOADS: Final = ("__import__", "load_game", "load_bot", "policy_of", "exec")
"""Functions that import modules without an import statement."""
MAY_LOAD: Final = "import_module"
"""Another one, unless a module has lazy imports."""
LAZY: Final = ("\nif TYPE_CHECKING:\n", "\ndef __getattr__(")
"""A module with both of these imports lazily what it imports for type checking."""
FROM: Final = re.compile(r"from\s*([\w.]+)\s+import\s*(\((?:[^)#]|#[^\n]*)*\)|[^\n;]*)")
"""The module and the names. Both patterns begin with a fixed word, which makes them fast."""
IMPORT: Final = re.compile(r"import\s+([^\n;(]+)")
"""The modules."""


class SourceFile(NamedTuple):
    """Facts about a source file for the analysis."""

    digest: bytes
    defines: bool
    """Whether it defines kernels."""
    loads: bool
    """Whether it imports modules without an import statement."""
    imports: tuple[tuple[str, tuple[str, ...]], ...]
    """Modules, with the names imported from them; relative ones with leading dots."""


@functools.cache
def read(file: Path) -> SourceFile:
    """Read a file once per process: loaded code does not change, even if the file is edited."""
    content = file.read_bytes()
    text = content.decode(errors="replace").replace("\\\n", " ")
    return SourceFile(
        hashlib.sha256(content).digest(),
        any(mark in text for mark in DEFINES),
        _loads(text),
        tuple(statements(text)),
    )


def _loads(text: str) -> bool:
    is_lazy = all(word in text for word in LAZY)
    words = LOADS if is_lazy else (*LOADS, MAY_LOAD)
    return any(f"{word}(" in text for word in words)


def statements(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for module, names in FROM.findall(text):
        yield module, tuple(re.findall(r"\w+", names))
    for modules in IMPORT.findall(text):
        for each in modules.split(","):
            yield each.split()[0] if each.split() else "", ()


def files_under(root: Path) -> list[Path]:
    """The sources in a folder, or the single file; dangling links, as from editors, are skipped."""
    files = sorted(root.rglob("*.py")) if root.is_dir() else [root]
    return [file for file in files if file.is_file()]


@functools.cache
def modules_under(top: str, root: Path) -> dict[str, Path]:
    """Full name -> file, for all modules of a top-level one; packages by their own names.

    Like the files themselves, their names are read once per process.
    """
    found = {}
    for file in files_under(root):
        inner = file.relative_to(root.parent).with_suffix("").parts[1:]
        found[".".join([top, *inner]).removesuffix(".__init__")] = file
    return found


def needed(
    roots: Mapping[str, Path], tops: Iterable[str], kernels: Mapping[str, Iterable[Path]]
) -> list[Path]:
    """Transitive closure of imports: the files that code of these top-level modules can depend on.

    `roots` are the files or folders of top-level modules by name, `kernels` the files of each that
    are known to define kernels. Files that contain marks of kernels are added, imported or not. The
    same holds for all top-level modules that these import.
    """
    modules = dict(chain.from_iterable(modules_under(*each).items() for each in roots.items()))
    names = {file: name for name, file in modules.items()}
    tops = set(tops)
    left = set().union(*(_defining(top, modules, kernels) for top in tops))
    found: set[Path] = set()
    while left:
        file = left.pop()
        if read(file).loads:
            return sorted({*names, *found, *left, *set().union(*kernels.values())})
        found.add(file)
        imported = imported_by(file, names.get(file, ""), modules)
        reached = {top_of(names[each]) for each in imported} - tops
        tops |= reached
        left |= imported.union(*(_defining(top, modules, kernels) for top in reached)) - found
    around = {package for file in found & names.keys() for package in packages_of(names[file])}
    return sorted(found | {modules[each] for each in around & modules.keys()})


def _defining(
    top: str, modules: Mapping[str, Path], kernels: Mapping[str, Iterable[Path]]
) -> set[Path]:
    """The files of a top-level module that define kernels."""
    own = {file for name, file in modules.items() if top_of(name) == top and read(file).defines}
    return own.union(kernels.get(top, ()))


def top_of(name: str) -> str:
    """The name of the top-level module of a module."""
    return name.partition(".")[0]


def imported_by(file: Path, name: str, modules: Mapping[str, Path]) -> set[Path]:
    """The files among the modules that this one imports."""
    package = name if file.name == "__init__.py" else name.rpartition(".")[0]
    found = set()
    for imported, names in read(file).imports:
        module = absolute(imported, package)
        inner = {f"{module}.{each}" for each in names} & modules.keys()
        found |= inner
        if len(inner) < len(names) or not names:
            found.add(module)
    return {modules[each] for each in found & modules.keys()}


def absolute(module: str, package: str) -> str:
    """Resolve a relative import: the full name of a module, as seen from a package."""
    name = module.lstrip(".")
    dots = len(module) - len(name)
    if dots == 0:
        return name
    parts = package.split(".")
    return ".".join([*parts[: len(parts) - dots + 1], *filter(None, [name])])


def packages_of(name: str) -> Iterator[str]:
    """The parent packages of a module, which are imported with it."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def check_importable(function: Callable[..., Any]) -> None:
    """Refuse kernels that code on disk could not refer to by name.

    Raises:
        PluginError: the module was executed, but not imported.
    """
    if function.__module__ not in sys.modules:
        raise PluginError(
            f"{function.__qualname__} cannot be compiled: its module {function.__module__!r} is "
            "not in sys.modules; import the module, or add it to sys.modules before you execute it"
        )
