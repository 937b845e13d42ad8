"""Analysis of one function: what its statements and expressions make of what it is given."""

from __future__ import annotations

import ast
import builtins
import functools
import linecache
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, Protocol

import numpy as np

from gridbots import kernel
from gridbots.game.abstract_values import (
    BOOL,
    FLOAT,
    INTEGERS,
    NUMBER,
    NUMBERS,
    OTHER,
    ROWS,
    SAME,
    SCALAR,
    STATE,
    VECTOR,
    Kind,
    fits,
    kind_of_constant,
    kind_of_number,
)
from gridbots.game.state import moves_mask

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Function = Callable[..., Any]


class Place(NamedTuple):
    """Where rules may tell the two forms apart."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


class Distinction(Exception):  # noqa: N818  not an error but an answer
    def __init__(self, place: Place) -> None:
        super().__init__(str(place))
        self.place = place


def place_of(function: Function) -> tuple[str, int]:
    return function.__code__.co_filename, function.__code__.co_firstlineno


@functools.cache
def _functions_in(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions that a file defines at the top, by name and first line, decorators included."""
    tree = ast.parse("".join(linecache.getlines(file)))
    return {
        (node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])): node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }


class Functions(Protocol):
    """The functions around one that is read."""

    @property
    def fields(self) -> Mapping[str, np.dtype[Any]]:
        """Types of the fields of the record."""

    def call(self, function: Function, kinds: tuple[Kind, ...]) -> Kind:
        """The kind of what a function returns for arguments of these kinds."""

    def implementation(self, function: Function) -> Function:
        """What a verb stands for in this game; any other function is itself."""


class FunctionAnalysis:
    """One function, read until the kinds of its local names stay as they are."""

    def __init__(self, program: Functions, function: Function) -> None:
        self._program = program
        self._file, line = place_of(function)
        self._globals = function.__globals__
        self._names: dict[str, Kind] = {}
        self._returned: Kind | None = None
        node = _functions_in(self._file).get((function.__name__, line))
        if node is None or function.__closure__ or node.args.vararg or node.args.kwarg:
            raise Distinction(Place(self._file, line, f"{function.__name__} cannot be read"))
        self._node = node

    def result(self, kinds: tuple[Kind, ...]) -> Kind:
        given = self._node.args
        names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        if len(names) != len(kinds):
            self.refuse(self._node, "a call with other arguments than it takes")
        before = None
        self._names = dict(zip(names, kinds, strict=True))
        while before != (self._names, self._returned):
            before = dict(self._names), self._returned
            self.block(self._node.body)
        return self._returned or SCALAR

    def refuse(self, node: Any, what: str) -> NoReturn:
        raise Distinction(Place(self._file, node.lineno, what))

    # Statements

    def block(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Pass() | ast.Break() | ast.Continue():
                pass
            case ast.Expr(value):
                self.kind(value)
            case ast.Return(value):
                kind = self.kind(value) if value else SCALAR
                self._returned = self.joined(node, self._returned, kind)
            case ast.Assign(targets, value):
                kind = self.kind(value)
                for target in targets:
                    self.assign(target, kind, value)
            case ast.AnnAssign(target, _, value) if value:
                self.assign(target, self.kind(value), value)
            case ast.AugAssign(target, operator, value):
                before = ast.copy_location(_loaded(target), target)
                self.assign(target, self.arithmetic(node, operator, before, value), value)
            case ast.If(test, body, otherwise) | ast.While(test, body, otherwise):
                self.truth(test)
                self.block(body)
                self.block(otherwise)
            case ast.For(target, each, body, []):
                self.assign(target, self.element(each, self.kind(each)), each)
                self.block(body)
            case _:
                self.refuse(node, f"a statement that is not followed, {_said(node)}")

    def assign(self, target: ast.expr, kind: Kind, value: ast.expr) -> None:
        match target:
            case ast.Name(name):
                self._names[name] = self.joined(target, self._names.get(name), kind)
            case ast.Tuple(targets) if kind.name == "tuple" and len(targets) == len(kind.parts):
                for each, part in zip(targets, kind.parts, strict=True):
                    self.assign(each, part, value)
            case ast.Tuple(targets) if kind == VECTOR:
                for each in targets:
                    self.assign(each, SCALAR, value)
            case ast.Subscript(base, index):
                self.store(target, self.kind(base), index, kind)
            case _:
                self.refuse(target, f"an assignment that is not followed, to {_said(target)}")

    def store(self, target: ast.Subscript, base: Kind, index: ast.expr, kind: Kind) -> None:
        place = self.subscript(target, base, index)
        if base in {VECTOR, OTHER} and kind in NUMBERS:
            return
        if place.name == "array" or base.name == "tuple" or base in {VECTOR, OTHER}:
            self.refuse(target, f"all elements at once, {_said(target)}")
        # A truth value of numpy cannot be written to a memory view.
        is_flag = kind == BOOL and place == NUMBER and base == STATE
        if not is_flag and not fits(kind, place):
            self.refuse(target, f"{_said(target)} made {kind.name}, where {place.name} belongs")

    def joined(self, node: ast.AST, one: Kind | None, other: Kind) -> Kind:
        """The kind of what may be of either."""
        if one is None or one == other:
            return other
        if {one, other} <= NUMBERS and {one, other} != {FLOAT, BOOL}:
            return BOOL if BOOL in {one, other} else FLOAT if FLOAT in {one, other} else NUMBER
        if {one, other} <= SAME:
            return OTHER
        return self.refuse(node, f"a value that is {one.name} here and {other.name} there")

    def any_of(self, node: ast.AST, kinds: Sequence[Kind]) -> Kind:
        return functools.reduce(lambda one, other: self.joined(node, one, other), kinds)

    # Expressions

    def kind(self, node: ast.expr) -> Kind:  # noqa: C901, PLR0911, PLR0912  a case each
        match node:
            case ast.Constant(value):
                return kind_of_constant(value)
            case ast.Name(name) if name in self._names:
                return self._names[name]
            case ast.Name() | ast.Attribute():
                return kind_of_constant(self.known(node))
            case ast.Tuple(values):
                return Kind("tuple", tuple(self.kind(each) for each in values))
            case ast.Subscript(base, index):
                return self.subscript(node, self.kind(base), index)
            case ast.BinOp(left, operator, right):
                return self.arithmetic(node, operator, left, right)
            case ast.UnaryOp(ast.Not(), value):
                self.truth(value)
                return BOOL
            case ast.UnaryOp(operator, value):
                kind = self.number(value)
                if kind == BOOL or (isinstance(operator, ast.Invert) and kind != SCALAR):
                    self.refuse(node, f"the sign or the bits of a number of numpy, {_said(node)}")
                return kind
            case ast.BoolOp(_, values):
                return self.any_of(node, [self.truth(each) for each in values])
            case ast.Compare(left, operators, rights):
                self.comparison(node, left, operators, rights)
                return BOOL
            case ast.IfExp(test, then, otherwise):
                self.truth(test)
                return self.joined(node, self.kind(then), self.kind(otherwise))
            case ast.Call():
                return self.called(node)
        return self.refuse(node, f"what is not followed, {_said(node)}")

    def known(self, node: ast.expr) -> Any:
        """The value of a global name, or of an attribute of a module."""
        match node:
            case ast.Name(name) if name not in self._names:
                if name in self._globals:
                    return self._globals[name]
                if hasattr(builtins, name):
                    return getattr(builtins, name)
            case ast.Attribute(base, name):
                module = self.known(base) if isinstance(base, ast.Name | ast.Attribute) else None
                if isinstance(module, types.ModuleType):
                    return getattr(module, name)
        return self.refuse(node, f"an attribute or a name that is not followed, {_said(node)}")

    def number(self, node: ast.expr) -> Kind:
        kind = self.kind(node)
        if kind not in NUMBERS:
            self.refuse(node, f"arithmetic with {_said(node)}, which is {kind.name}")
        return kind

    def truth(self, node: ast.expr) -> Kind:
        kind = self.kind(node)
        if kind not in NUMBERS | SAME:
            self.refuse(node, f"the truth of {_said(node)}, which is {kind.name}")
        return kind

    def arithmetic(
        self, node: ast.AST, operator: ast.operator, left: ast.expr, right: ast.expr
    ) -> Kind:
        kinds = {self.number(left), self.number(right)}
        is_bitwise = isinstance(operator, ast.BitAnd | ast.BitOr | ast.BitXor)
        if kinds == {BOOL} and not is_bitwise:
            self.refuse(node, "arithmetic with two truth values, which numpy does otherwise")
        if isinstance(operator, ast.Div) or FLOAT in kinds:
            return FLOAT
        if isinstance(operator, ast.Pow | ast.MatMult) and kinds != {SCALAR}:
            self.refuse(node, "a power")
        if kinds == {BOOL}:
            return BOOL
        return SCALAR if kinds == {SCALAR} else NUMBER

    def comparison(
        self, node: ast.Compare, left: ast.expr, operators: list[ast.cmpop], rights: list[ast.expr]
    ) -> None:
        kinds = [self.kind(each) for each in (left, *rights)]
        for operator, right in zip(operators, kinds[1:], strict=True):
            if isinstance(operator, ast.In | ast.NotIn) and len(operators) == 1:
                is_row = right.name == "array" and right.parts[1] == 1
                is_known = right == VECTOR or (right.name == "tuple" and {*right.parts} <= NUMBERS)
                if not ((is_row or is_known) and kinds[0] in NUMBERS):
                    self.refuse(node, f"a search in what is {right.name}, {_said(node)}")
            elif isinstance(operator, ast.Is | ast.IsNot) and not {*kinds} <= SAME:
                self.refuse(node, f"identity, {_said(node)}")
            elif not {*kinds} <= NUMBERS | SAME:
                self.refuse(node, f"a comparison of an array, {_said(node)}")

    def subscript(self, node: ast.Subscript, base: Kind, index: ast.expr) -> Kind:
        if base == STATE:
            name = index.value if isinstance(index, ast.Constant) else None
            if name not in self._program.fields:
                self.refuse(node, f"a field that is not named, {_said(node)}")
            field = self._program.fields[str(name)]
            kind = kind_of_number(field.base)
            return Kind("array", (kind, len(field.shape))) if field.shape else kind
        indices = index.elts if isinstance(index, ast.Tuple) else [index]
        kinds = [self.kind(each) if not isinstance(each, ast.Slice) else None for each in indices]
        if base.name == "tuple" and len(indices) == 1 and isinstance(index, ast.Constant):
            return self.any_of(node, [base.parts[int(str(index.value))]])
        if not {*kinds} <= INTEGERS:
            self.refuse(node, f"an index that is no integer, {_said(node)}")
        if base == VECTOR and len(indices) == 1:
            return SCALAR
        if base in {VECTOR, ROWS, OTHER}:
            return OTHER
        if base.name == "tuple" and {*base.parts} <= NUMBERS:
            return self.any_of(node, base.parts)
        if base.name != "array" or len(indices) != base.parts[1]:
            self.refuse(node, f"a part of what is {base.name}, {_said(node)}")
        return self.any_of(node, base.parts[:1])

    def element(self, node: ast.expr, kind: Kind) -> Kind:
        """What a loop over this gives."""
        if kind == VECTOR:
            return SCALAR
        if kind == ROWS:
            return VECTOR
        if kind.name == "array" and kind.parts[1] == 1:
            return self.any_of(node, kind.parts[:1])
        if kind.name == "tuple" and kind.parts:
            return self.any_of(node, kind.parts)
        return self.refuse(node, f"a loop over what is {kind.name}, {_said(node)}")

    # Calls

    def called(self, node: ast.Call) -> Kind:
        function: Any = self.known(node.func)
        if any(isinstance(each, ast.Starred) for each in node.args):
            self.refuse(node, f"arguments that are not followed, {_said(node)}")
        kinds = [self.kind(each) for each in node.args]
        if isinstance(function, types.FunctionType) and function not in _KNOWN:
            return self.call_of(node, self._program.implementation(function), kinds)
        if function in _MAKERS and kinds:
            return self.made(node, kinds)
        kind = None if node.keywords else self.called_builtin(node, function, kinds)
        return kind or self.refuse(node, f"a call that is not followed, {_said(node)}")

    def called_builtin(self, node: ast.Call, function: Any, kinds: list[Kind]) -> Kind | None:
        """A call of what is not read, or None if it may tell the forms apart."""
        are_numbers = bool(kinds) and {*kinds} <= NUMBERS
        if function is len and len(kinds) == 1 and kinds[0].name in {"array", "vector", "other"}:
            return SCALAR
        if function in _KNOWN and kinds == [STATE]:
            return _KNOWN[function]
        if function in _CASTS and are_numbers:
            return _CASTS[function]
        if function in {abs, min, max} and are_numbers:
            return self.any_of(node, kinds)
        if getattr(function, "__module__", None) == "math" and are_numbers:
            return FLOAT
        return OTHER if {*kinds} <= SAME | {FLOAT} else None

    def call_of(self, node: ast.Call, function: Function, kinds: list[Kind]) -> Kind:
        """A call of another function, with its arguments in their order."""
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        named = {each.arg: self.kind(each.value) for each in node.keywords}
        rest = names[len(kinds) :]
        if {*named} != {*rest}:
            self.refuse(node, f"a call without all arguments, {_said(node)}")
        return self._program.call(function, (*kinds, *(named[name] for name in rest)))

    def made(self, node: ast.Call, kinds: list[Kind]) -> Kind:
        """A new array: a row of integers, or another one."""
        given = [*node.args[1:], *(each.value for each in node.keywords if each.arg == "dtype")]
        shapes = kinds[0].parts if kinds[0].name == "tuple" else (kinds[0],)
        if not {*shapes} <= INTEGERS or len(given) > 1:
            self.refuse(node, f"an array that is not followed, {_said(node)}")
        dtype = np.dtype(self.known(given[0])) if given else np.dtype(float)
        return VECTOR if dtype.kind in "iu" and len(shapes) == 1 else OTHER


def _loaded(target: ast.expr) -> ast.expr:
    """The same as a target, to be read."""
    match target:
        case ast.Name(name):
            return ast.Name(name, ast.Load())
        case ast.Subscript(base, index):
            return ast.Subscript(base, index, ast.Load())
    return target


def _said(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


_CASTS: Final[dict[Any, Kind]] = {int: SCALAR, float: FLOAT, bool: BOOL, range: VECTOR}
_MAKERS: Final[tuple[Any, ...]] = (np.zeros, np.empty, np.ones)
_KNOWN: Final[dict[Any, Kind | None]] = {
    moves_mask: VECTOR, kernel.move_count: SCALAR, kernel.call: None, kernel.records_like: None,
}  # fmt: skip
"""Functions that are not read, and what they make of a state."""
