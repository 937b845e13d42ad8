"""No kernel has patterns that are unsafe or slow to compile with numba.

Where numba sees an array used for the last time it gives the memory back, and a record is only an
address: `np.empty(1, ROOM)[0]` lies in memory that is free already, and so does `room` after
`rooms = np.empty(1, ROOM)` and `room = rooms[0]`, if `rooms` is not named again. Uncompiled, all is
well, so no test of results would find it for certain.

Where an array is written into a part of another one, numba compiles the text of an error about
their shapes with it, which takes seconds.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
FILES = [
    file
    for pattern in (
        "framework/src/**/*.py",
        "bots/*/src/**/*.py",
        "games/*/src/**/*.py",
        "examples/plugin-*/**/*.py",
        "examples/games/**/*.py",
    )
    for file in sorted(ROOT.glob(pattern))
    if "kernel\ndef " in file.read_text()
]
"""Those that have kernels."""
MARKS = {"kernel", "inlined_kernel"}
MAKERS = {"empty", "zeros", "ones", "full", "empty_like", "zeros_like"}
NUMBERS = {"bool", "int", "float"}


def kernels(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            marks = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
            if marks & MARKS:
                yield node


def makes_records(node: ast.expr) -> bool:
    """Whether this creates an array that may contain records."""
    if not isinstance(node, ast.Call):
        return False
    match node.func:
        case ast.Name("records_like"):
            return True
        case ast.Attribute(ast.Subscript(_, ast.Slice()), "copy"):
            return True
        case ast.Attribute(ast.Name("np"), name) if name in MAKERS:
            given = [*node.args[1:], *(each.value for each in node.keywords)]
            return any(is_record_type(each) for each in given)
    return False


def is_record_type(node: ast.expr) -> bool:
    """A constant of a module that is no number's type, or the type of another array."""
    match node:
        case ast.Name(name):
            return name.isupper() and name not in NUMBERS
        case ast.Attribute(ast.Name("np"), _):
            return False
        case ast.Attribute(_, name):
            return name == "dtype"
    return False


def is_element(node: ast.AST | None) -> bool:
    """A read of a single element, not a slice and not an assignment."""
    return (
        isinstance(node, ast.Subscript)
        and isinstance(node.ctx, ast.Load)
        and not isinstance(node.slice, ast.Slice)
    )


def lost_records(kernel: ast.FunctionDef) -> list[int]:
    """Lines that take a record of an array without a later reference."""
    nodes = list(ast.walk(kernel))
    parents = {child: node for node in nodes for child in ast.iter_child_nodes(node)}
    found = [
        node.lineno
        for node in nodes
        if isinstance(node, ast.Subscript) and is_element(node) and makes_records(node.value)
    ]
    for node in nodes:
        match node:
            case ast.Assign([ast.Name(name)], value) if makes_records(value):
                last = last_use(name, nodes)
                loops = loops_around(last, parents) - loops_around(node, parents)
                if last is not None and is_element(parents[last]) and not loops:
                    found.append(last.lineno)
    return found


def last_use(name: str, nodes: list[ast.AST]) -> ast.Name | None:
    uses = [
        node
        for node in nodes
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]
    return max(uses, key=lambda node: (node.lineno, node.col_offset), default=None)


def loops_around(node: ast.AST | None, parents: dict[ast.AST, ast.AST]) -> set[ast.AST]:
    """A loop keeps the names that it may use in its next iteration."""
    loops: set[ast.AST] = set()
    while node is not None:
        node = parents.get(node)
        if isinstance(node, ast.For | ast.While):
            loops.add(node)
    return loops


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("room = np.empty(1, ROOM)[0]\n    use(room)", [3]),
        ("rooms = np.empty(1, ROOM)\n    room = rooms[0]\n    use(room)", [4]),
        ("rooms = records_like(state, 1)\n    use(rooms[0])", [4]),
        ("seen = states[:1].copy()\n    return seen[0]['owner']", [4]),
        ("rooms = np.zeros(1, dtype=states.dtype)\n    rooms[0] = state\n    use(rooms[0])", [5]),
        ("for at in cells:\n        rooms = np.empty(1, ROOM)\n        use(rooms[0])", [5]),
        ("rooms = np.empty(1, ROOM)\n    use(rooms)", []),
        ("rooms = np.empty(1, ROOM)\n    use(rooms[0])\n    free(rooms)", []),
        ("rooms = np.empty(1, ROOM)\n    for at in cells:\n        use(rooms[0])", []),
        ("rooms = np.empty(2, ROOM)\n    use(rooms[:1])", []),
        ("counts = np.zeros(4, np.int64)\n    return counts[0]", []),
        ("counts = np.zeros(4)\n    return counts[0]", []),
    ],
)
def test_a_record_without_a_reference_is_found(body: str, lines: list[int]) -> None:
    (kernel,) = kernels(ast.parse(f"@kernel\ndef act(state, states, cells):\n    {body}\n"))
    assert lost_records(kernel) == lines


def test_every_kernel_is_read() -> None:
    text = "def a(): pass\n@kernel\ndef b(): pass\n@inlined_kernel\ndef c(): pass\n"
    assert [each.name for each in kernels(ast.parse(text))] == ["b", "c"]
    assert sum(1 for file in FILES for _ in kernels(ast.parse(file.read_text()))) > 300


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_kernel_drops_an_array_while_it_uses_its_record(file: Path) -> None:
    tree = ast.parse(file.read_text(), str(file))
    assert [f"{file}:{line}" for kernel in kernels(tree) for line in lost_records(kernel)] == []


def dear_assignments(kernel: ast.FunctionDef) -> list[int]:
    """Lines that may assign an array to a part of another array."""
    found = []
    for node in ast.walk(kernel):
        match node:
            case ast.Assign([ast.Subscript(slice=part)], value) if has_slice(part):
                found += [] if is_number(value) else [node.lineno]
            case ast.AugAssign(ast.Subscript(slice=part)) if has_slice(part):
                found.append(node.lineno)
    return found


def has_slice(part: ast.expr) -> bool:
    return any(isinstance(node, ast.Slice) for node in ast.walk(part))


def is_number(value: ast.expr) -> bool:
    """A number, or a constant of a module."""
    match value:
        case ast.UnaryOp(_, value):
            return is_number(value)
        case ast.Name(name) | ast.Attribute(ast.Name("np"), name):
            return name.isupper() or name in {"nan", "inf"}
    return isinstance(value, ast.Constant)


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("cells[:] = others", [3]),
        ("state['cells'][at, 1:] = others[1:]", [3]),
        ("cells[:] += 1", [3]),
        ("cells[:] = -np.inf", []),
        ("cells[1:] = FREE", []),
        ("cells[at] = others[at]", []),
        ("state['cells'] = others", []),
    ],
)
def test_an_array_that_is_written_into_a_part_of_another_is_found(
    line: str, lines: list[int]
) -> None:
    (kernel,) = kernels(ast.parse(f"@kernel\ndef act(state, cells, others, at):\n    {line}\n"))
    assert dear_assignments(kernel) == lines


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_kernel_writes_an_array_into_a_part_of_another(file: Path) -> None:
    tree = ast.parse(file.read_text(), str(file))
    assert [f"{file}:{line}" for kernel in kernels(tree) for line in dear_assignments(kernel)] == []
