"""Imports follow the direction described in CONTRIBUTING.md."""

from __future__ import annotations

import ast
import functools
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]

LAYERS = (
    (
        "errors",
        "command_line",
        "settings",
        "toml_reader",
        "limits",
        "kernel",
        "grid",
        "space",
    ),
    ("game", "protocol", "pictures", "plugins", "games"),
    (
        "search",
        "belief",
        "vector",
        "record",
    ),
    (
        "bot",
        "environments",
        "training",
        "testing",
    ),
    ("__init__", "__main__"),
)  # fmt: skip
"""Parts of the framework, from the ground up: each imports from its own layer and those below.

What is imported for type checking only does not count: nothing is imported when it runs.
"""

ROOMS = (
    ("play", "scaffold", "packages", "tournament/stats"),
    ("tournament/formats", "transcript", "diagnosis"),
    ("analysis",),
    ("tournament/store",),
    ("tournament/run",),
    ("tournament/cluster", "tournament/audit", "experiments"),
    ("tuning",),
    ("show/terminal",),
    ("show/tables",),
    ("show/drawing",),
    ("show/replay",),
    ("show/viewer", "show/board", "show/pictures", "show/plots"),
    ("show/progress", "human", "jupyter"),
    ("lobby",),
    ("api",),
    ("cli",),
)
"""Rooms of the referee, from the ground up, as `LAYERS`."""

HEAVY = {
    "click", "rich", "torch", "gymnasium", "pettingzoo", "matplotlib", "openskill", "dask", "PIL",
    "distributed",
}  # fmt: skip
"""What the framework does without."""

LEARNING = {"gymnasium", "pettingzoo"}
"""What only the environments import."""


FRAMEWORK = "framework/src/**/*.py"
GAMES = "framework/src/gridbots/games/**/*.py"
REFEREE = "referee/src/**/*.py"
BOTS = "bots/*/src/**/*.py"
PACKAGED_GAMES = "games/*/src/**/*.py"
"""Games in distributions of their own, with bots beside them."""


class Import(NamedTuple):
    """One imported module or name: `from a.b import c` is `a.b.c`."""

    file: Path
    line: int
    name: str
    within: tuple[str, ...]
    """The functions around it, outermost first."""
    is_for_types: bool
    """Whether it stands under `if TYPE_CHECKING`: then nothing is imported when the code runs."""

    @property
    def place(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.name}"


class Collector(ast.NodeVisitor):
    """All imports of a file."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.found: list[Import] = []
        self._within: tuple[str, ...] = ()
        self._is_for_types = False

    def visit_Import(self, node: ast.Import) -> None:
        self._add(node, [alias.name for alias in node.names])

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        assert node.level == 0, f"{self.file}:{node.lineno}: expected an absolute import"
        self._add(node, [f"{node.module}.{alias.name}" for alias in node.names])

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._within += (node.name,)
        self.generic_visit(node)
        self._within = self._within[:-1]

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            self._is_for_types = True
            for each in node.body:
                self.visit(each)
            self._is_for_types = False
            for each in node.orelse:
                self.visit(each)
        else:
            self.generic_visit(node)

    def _add(self, node: ast.stmt, names: list[str]) -> None:
        line, within, is_for_types = node.lineno, self._within, self._is_for_types
        self.found += [Import(self.file, line, name, within, is_for_types) for name in names]


@functools.cache
def imports_of(file: Path) -> list[Import]:
    collector = Collector(file)
    collector.visit(ast.parse(file.read_text(), str(file)))
    return collector.found


def all_imports_under(*patterns: str) -> list[Import]:
    """Also those for type checking."""
    files = [file for pattern in patterns for file in sorted(ROOT.glob(pattern))]
    assert files
    return [each for file in files for each in imports_of(file)]


def imports_under(*patterns: str) -> list[Import]:
    """Imports that run with the code."""
    return [each for each in all_imports_under(*patterns) if not each.is_for_types]


def top(name: str) -> str:
    return name.partition(".")[0]


def part_of(file: Path) -> str:
    """The part of the framework that a file belongs to."""
    inner = file.relative_to(ROOT / "framework" / "src" / "gridbots")
    return inner.parts[0].removesuffix(".py")


def parts_imported(each: Import) -> Iterator[str]:
    """The part of the framework that an import names, if it names one."""
    package, *rest = each.name.split(".")
    if package == "gridbots":
        yield rest[0] if rest and rest[0] in RANKS else "__init__"


RANKS = {part: rank for rank, parts in enumerate(LAYERS) for part in parts}


def test_every_part_of_the_framework_has_a_layer() -> None:
    folder = ROOT / "framework" / "src" / "gridbots"
    parts = {part_of(file) for file in folder.rglob("*.py")}
    assert parts - set(RANKS) == set()


def test_in_the_framework_imports_point_down() -> None:
    assert [
        each.place
        for each in imports_under(FRAMEWORK)
        for part in parts_imported(each)
        if RANKS[part] > RANKS[part_of(each.file)]
    ] == []


def test_games_import_no_search_play_or_plugins_except_the_hook_marker() -> None:
    below = set(LAYERS[0] + LAYERS[1]) - {"plugins"}
    assert [
        each.place
        for each in imports_under(GAMES)
        for part in parts_imported(each)
        if part not in below and not each.name.startswith("gridbots.plugins.hookspecs.")
    ] == []


def test_no_game_imports_another() -> None:
    games = ROOT / "framework" / "src" / "gridbots" / "games"
    assert [
        each.place
        for each in imports_under(GAMES)
        if each.name.startswith("gridbots.games.")
        and each.name.split(".")[2] != each.file.relative_to(games).parts[0]
    ] == []


def test_only_games_and_their_runners_name_a_game() -> None:
    assert [
        each.place
        for each in imports_under(FRAMEWORK)
        if each.name.startswith("gridbots.games.") and part_of(each.file) != "games"
    ] == []


def test_the_framework_imports_no_referee_bot_or_drawing() -> None:
    assert [
        each.place
        for each in imports_under(FRAMEWORK)
        if top(each.name) in HEAVY - (LEARNING if part_of(each.file) == "environments" else set())
        or top(each.name).startswith("gridbots_")
    ] == []


def test_numba_is_imported_only_within_functions_of_two_modules_of_kernels() -> None:
    """Or by the modules on code generation, types and caches, which only such functions import."""
    folder = ROOT / "framework" / "src" / "gridbots" / "kernel"
    names = ("code_generation", "numba_types", "overload_cache", "part_cache")
    imported = ("numba", *(f"gridbots.kernel.{name}" for name in names))
    users = {folder / f"{name}.py" for name in names}
    within = {folder / "compilation.py", folder / "callables.py"}
    assert [
        each.place
        for each in imports_under(FRAMEWORK, REFEREE, BOTS, PACKAGED_GAMES)
        if f"{each.name}.".startswith(tuple(f"{name}." for name in imported))
        and (each.file not in within or not each.within)
        and (each.file not in users or each.name in {"numba", "gridbots.kernel.numba_types"})
    ] == []


def test_the_referee_imports_the_framework_and_never_a_bot() -> None:
    assert [
        each.place
        for each in imports_under(REFEREE)
        if top(each.name).startswith("gridbots_") and top(each.name) != "gridbots_referee"
    ] == []


def room_of(module: str) -> str:
    """The part of the referee that contains a module: a folder or a single file."""
    _, *parts = module.split(".")
    depth = 2 if parts[:1] in (["tournament"], ["show"]) else 1
    return "/".join(parts[:depth])


def test_in_the_referee_imports_point_down_also_for_types() -> None:
    ranks = {room: rank for rank, rooms in enumerate(ROOMS) for room in rooms}
    imports = [
        (each, room_of(module_of(each.file)), room_of(each.name))
        for each in all_imports_under(REFEREE)
        if top(each.name) == "gridbots_referee" and room_of(module_of(each.file))
    ]
    assert {room for _, room, _ in imports} - set(ranks) == set()
    assert [each.place for each, room, other in imports if ranks[other] > ranks[room]] == []


def test_a_bot_imports_the_framework_and_neither_the_referee_nor_another_bot() -> None:
    assert [
        each.place
        for each in imports_under(BOTS)
        if top(each.name).startswith("gridbots_")
        and top(each.name) != each.file.relative_to(ROOT / "bots").parts[2]
    ] == []


def test_a_packaged_game_imports_the_framework_and_neither_the_referee_nor_another_package() -> (
    None
):
    assert [
        each.place
        for each in imports_under(PACKAGED_GAMES)
        if top(each.name).startswith("gridbots_")
        and top(each.name) != each.file.relative_to(ROOT / "games").parts[2]
    ] == []


def test_a_packaged_game_imports_search_and_play_only_in_its_bots() -> None:
    """Its bots are in the folder `bots`, and its rules do not import them."""
    below = set(LAYERS[0] + LAYERS[1]) - {"plugins"}
    rules = [each for each in imports_under(PACKAGED_GAMES) if "bots" not in each.file.parts]
    assert [
        each.place
        for each in rules
        for part in parts_imported(each)
        if part not in below and not each.name.startswith("gridbots.plugins.hookspecs.")
    ] == []
    assert [each.place for each in rules if each.name.split(".")[1:2] == ["bots"]] == []


def module_of(file: Path) -> str:
    """The full name of the module in a file of this checkout."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[parts.index("src") + 1 :]).removesuffix(".__init__")


def reached(start: str, steps: dict[str, set[str]]) -> set[str]:
    """All nodes reachable from here in one or more steps."""
    found: set[str] = set()
    left = [start]
    while left:
        for each in steps[left.pop()] - found:
            found.add(each)
            left.append(each)
    return found


def test_no_module_imports_itself_indirectly_or_for_types() -> None:
    imports = all_imports_under(FRAMEWORK, REFEREE, BOTS, PACKAGED_GAMES)
    steps: dict[str, set[str]] = {module_of(each.file): set() for each in imports}
    for each in imports:
        package = each.name.rpartition(".")[0]
        named = each.name if each.name in steps else package
        if named in steps:
            steps[module_of(each.file)].add(named)
    assert [module for module in steps if module in reached(module, steps)] == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import a.b, c", ["a.b", "c"]),
        ("from a import b, c as d", ["a.b", "a.c"]),
        ("def f():\n    import a", ["a"]),
        ("class C:\n    try:\n        import a\n    except ImportError:\n        pass", ["a"]),
        ("if TYPE_CHECKING:\n    import a\nelse:\n    import b", ["a", "b"]),
        ("if chosen:\n    import a", ["a"]),
    ],
)
def test_import_statements_are_found_anywhere(text: str, names: list[str]) -> None:
    collector = Collector(ROOT / "example.py")
    collector.visit(ast.parse(text))
    assert [each.name for each in collector.found] == names


def test_imports_for_types_are_distinguished_from_others() -> None:
    collector = Collector(ROOT / "example.py")
    collector.visit(ast.parse("if TYPE_CHECKING:\n    import a\nelse:\n    import b\nimport c"))
    assert [each.name for each in collector.found if each.is_for_types] == ["a"]
