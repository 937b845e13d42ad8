"""Names of a bot's options, read from the source of its settings type without importing it."""

from __future__ import annotations

import ast
import functools
import importlib.util
from pathlib import Path


def option_names(place: str) -> tuple[str, ...]:
    """The fields of the settings type at `package.module:Options`, inherited ones first.

    Empty for a module alone, and for a source that is missing or cannot be parsed.
    """
    module, _, name = place.partition(":")
    return tuple(dict.fromkeys(_fields(module, name)))


def _fields(module: str, name: str) -> list[str]:
    found = _class_in(module, name)
    if found is None:
        return []
    inherited = [
        field
        for base in found.bases
        if isinstance(base, ast.Name)
        for field in _fields(*_origin(module, base.id))
    ]
    own = [
        each.target.id
        for each in found.body
        if isinstance(each, ast.AnnAssign)
        and isinstance(each.target, ast.Name)
        and "ClassVar" not in ast.unparse(each.annotation)
    ]
    return inherited + own


def _class_in(module: str, name: str) -> ast.ClassDef | None:
    classes = (each for each in _body(module) if isinstance(each, ast.ClassDef))
    return next((each for each in classes if each.name == name), None)


def _origin(module: str, name: str) -> tuple[str, str]:
    """The module and name from which a module imports a name; or these themselves."""
    for each in _body(module):
        if isinstance(each, ast.ImportFrom) and each.module and each.level == 0:
            for alias in each.names:
                if (alias.asname or alias.name) == name:
                    return each.module, alias.name
    return module, name


@functools.cache
def _body(module: str) -> list[ast.stmt]:
    file = _file_of(module)
    try:
        return ast.parse(file.read_bytes()).body if file else []
    except (OSError, SyntaxError, ValueError):
        return []


def _file_of(module: str) -> Path | None:
    """The source of a module, below the folder of its top-level package."""
    top, *rest = module.split(".")
    spec = importlib.util.find_spec(top) if top else None
    if spec is None or spec.origin is None:
        return None
    if not rest:
        return Path(spec.origin)
    path = Path(spec.origin).parent.joinpath(*rest)
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
