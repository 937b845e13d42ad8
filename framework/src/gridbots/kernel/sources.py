"""Dependency digest: the source files that compiled code can depend on. Static import analysis.

Compiled code holds what its kernels say, the kernels that verbs stand for, and the values of names
of their modules. So the files that matter are those that define kernels, the packages around them,
where a game says which kernel a verb stands for, and whatever kernels' files import, within the
framework and the plugins. A script that no kernel's module imports does not: it can be edited and
nothing is compiled again.

Files are read as text, not imported, and too many are found rather than too few: imports within
functions, for type checking and in docstrings count, too. Where a file loads others by a name that
it makes up, all files count; a package that imports its names when they are asked for makes none
up, if it imports them for type checking.
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
"""Marks a kernel."""
LOADS: Final = ("__import__", "load_game", "load_bot", "policy_of", "exec")
"""Called, these import what no statement names."""
MAY_LOAD: Final = "import_module"
"""So does this, but where a module is lazy."""
LAZY: Final = ("\nif TYPE_CHECKING:\n", "\ndef __getattr__(")
"""A module with both imports late what it imports for type checking, by statements."""
FROM: Final = re.compile(r"from\s*([\w.]+)\s+import\s*(\((?:[^)#]|#[^\n]*)*\)|[^\n;]*)")
"""The module and the names. Both begin with a word that is found fast, whatever stands before."""
IMPORT: Final = re.compile(r"import\s+([^\n;(]+)")
"""The modules."""


class SourceFile(NamedTuple):
    """What the analysis needs to know of a file."""

    digest: bytes
    defines: bool
    """Whether it marks kernels."""
    loads: bool
    """Whether it imports what no statement names."""
    imports: tuple[tuple[str, tuple[str, ...]], ...]
    """Modules, with the names imported from them; dots in front if they are relative."""


@functools.cache
def read(file: Path) -> SourceFile:
    """Read a file once per process: loaded code stays as it was, whatever is edited since."""
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
    """The sources in a folder, or the one file. What an editor locks a file with links to none."""
    files = sorted(root.rglob("*.py")) if root.is_dir() else [root]
    return [file for file in files if file.is_file()]


@functools.cache
def modules_under(top: str, root: Path) -> dict[str, Path]:
    """Full name -> file, of all modules of a top-level one; packages by their own names.

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
    are known to define kernels; those that look like it are found besides, imported or not. So it
    is for all top-level modules that these import anything of.
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
    """The name of the top-level module that a module lies in."""
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
    """Resolve a relative import: the full name of a module that is named within a package."""
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
    """Refuse kernels that compiled code on disk could not name.

    Raises:
        PluginError: the module was executed, but not imported.
    """
    if function.__module__ not in sys.modules:
        raise PluginError(
            f"{function.__qualname__} cannot be compiled: its module {function.__module__!r} is "
            "not in sys.modules; import it, or put it there before it is executed"
        )
