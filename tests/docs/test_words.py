"""Words that the glossary of CONTRIBUTING.md has retired are not used."""

from __future__ import annotations

import ast
import functools
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    file
    for pattern in ("framework/src", "referee/src", "bots/*/src", "games/*/src")
    for folder in ROOT.glob(pattern)
    for file in folder.rglob("*.py")
)
RETIRED = {
    "contest": "tournament",
    "organizer": "runner",
    "muster": "preflight check",
    "lesson": "learner, or hyperparameters",
    "mind": "value function",
    "practise": "train, or collect",
    "film": "replay",
    "tick": "round, or ply",
    "somebody who looks": "viewer",
    "likeliest strengths": "maximum likelihood",
    "teacher": "opponent",
    "scatter of groups": "cluster-robust variance",
}
"""Word -> what the glossary says for it."""
NOT_MODULES = {
    "checkup", "choosing", "conduct", "course", "errortext", "film", "foul_play", "growing",
    "guest", "hand", "itself", "judge", "judges", "judging", "listening", "making", "mustering",
    "perils", "practising", "preparing", "relay", "rival", "rivals", "shelf", "skill", "telling",
    "manner", "toml", "verdict", "worth",
}  # fmt: skip
"""Names of modules that say what somebody does, or that mean something else in the field."""


@functools.cache
def docstrings(file: Path) -> list[str]:
    nodes = ast.walk(ast.parse(file.read_text()))
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return [ast.get_docstring(node) or "" for node in nodes if isinstance(node, kinds)]


@pytest.mark.parametrize("word", RETIRED)
def test_no_docstring_uses_a_retired_word(word: str) -> None:
    pattern = re.compile(rf"\b{word}s?\b", re.IGNORECASE)
    assert [
        f"{file.relative_to(ROOT)}: {text.splitlines()[0]} (say {RETIRED[word]})"
        for file in SOURCES
        for text in docstrings(file)
        if pattern.search(text)
    ] == []


def test_modules_are_nouns_of_the_field() -> None:
    assert [str(file.relative_to(ROOT)) for file in SOURCES if file.stem in NOT_MODULES] == []


def packages() -> list[Path]:
    """All except the referee (CONTRIBUTING lists its parts) and `cli` (a table of commands)."""
    files = [file for file in SOURCES if file.name == "__init__.py"]
    return [file.parent for file in files if file.parent.name not in {"gridbots_referee", "cli"}]


@pytest.mark.parametrize("package", packages(), ids=lambda package: str(package.relative_to(ROOT)))
def test_the_docstring_of_a_package_is_its_table_of_contents(package: Path) -> None:
    listed = re.findall(r"^(\w+)  ", docstrings(package / "__init__.py")[0], re.MULTILINE)
    modules = {file.stem for file in package.glob("*.py")} - {"__init__", "__main__"}
    folders = {file.parent.name for file in package.glob("*/__init__.py")}
    assert sorted({*listed} - {"page"}) == sorted(modules | folders)


ROLES = {"Options", "Parameters", "Training"}
"""Names of classes by what each does in its own module: of a bot, or of a training script."""


def test_different_classes_have_different_names() -> None:
    places: dict[str, list[str]] = {}
    for file in SOURCES:
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef) and node.name not in ROLES and node.name[0] != "_":
                places.setdefault(node.name, []).append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}
