"""Analysis of expressions: the kinds of their values, from those of names."""

from __future__ import annotations

import ast
import builtins
import functools
import types
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

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
    Distinction,
    Function,
    Kind,
    Place,
    kind_of_constant,
    kind_of_number,
    place_of,
)
from gridbots.game.state import moves_mask

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Functions(Protocol):
    """Access to the other functions, for the analysis of one."""

    @property
    def fields(self) -> Mapping[str, np.dtype[Any]]:
        """Types of the fields of the record."""

    def call(self, function: Function, kinds: tuple[Kind, ...]) -> Kind:
        """The kind of a function's result for arguments of these kinds."""

    def implementation(self, function: Function) -> Function:
        """The implementation of a verb in this game; any other function itself."""


class ExpressionAnalysis:
    """The expressions of one function."""

    def __init__(self, program: Functions, function: Function) -> None:
        self._program = program
        self._file, self._line = place_of(function)
        self._globals = function.__globals__
        self._names: dict[str, Kind] = {}

    def refuse(self, node: Any, what: str) -> NoReturn:
        raise Distinction(Place(self._file, node.lineno, what))

    def joined(self, node: ast.AST, one: Kind | None, other: Kind) -> Kind:
        """The kind of a value that may be of either kind."""
        if one is None or one == other:
            return other
        if {one, other} <= NUMBERS and {one, other} != {FLOAT, BOOL}:
            return BOOL if BOOL in {one, other} else FLOAT if FLOAT in {one, other} else NUMBER
        if {one, other} <= SAME:
            return OTHER
        return self.refuse(
            node, f"a value that is {one.name} on one path and {other.name} on another"
        )

    def any_of(self, node: ast.AST, kinds: Sequence[Kind]) -> Kind:
        return functools.reduce(lambda one, other: self.joined(node, one, other), kinds)

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
                    self.refuse(node, f"a sign or bit operation on a numpy number, {said(node)}")
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
        return self.refuse(node, f"an unsupported expression, {said(node)}")

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
        return self.refuse(node, f"an unsupported attribute or name, {said(node)}")

    def number(self, node: ast.expr) -> Kind:
        kind = self.kind(node)
        if kind not in NUMBERS:
            self.refuse(node, f"arithmetic with {said(node)}, which is {kind.name}")
        return kind

    def truth(self, node: ast.expr) -> Kind:
        kind = self.kind(node)
        if kind not in NUMBERS | SAME:
            self.refuse(node, f"a truth test of {said(node)}, which is {kind.name}")
        return kind

    def arithmetic(
        self, node: ast.AST, operator: ast.operator, left: ast.expr, right: ast.expr
    ) -> Kind:
        kinds = {self.number(left), self.number(right)}
        is_bitwise = isinstance(operator, ast.BitAnd | ast.BitOr | ast.BitXor)
        if kinds == {BOOL} and not is_bitwise:
            self.refuse(node, "arithmetic with two truth values, which numpy defines differently")
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
                    self.refuse(node, f"the operator `in` on {right.name}, {said(node)}")
            elif isinstance(operator, ast.Is | ast.IsNot) and not {*kinds} <= SAME:
                self.refuse(node, f"an identity test, {said(node)}")
            elif not {*kinds} <= NUMBERS | SAME:
                self.refuse(node, f"a comparison of an array, {said(node)}")

    def subscript(self, node: ast.Subscript, base: Kind, index: ast.expr) -> Kind:
        if base == STATE:
            name = index.value if isinstance(index, ast.Constant) else None
            if name not in self._program.fields:
                self.refuse(node, f"a field without a constant name, {said(node)}")
            field = self._program.fields[str(name)]
            kind = kind_of_number(field.base)
            return Kind("array", (kind, len(field.shape))) if field.shape else kind
        indices = index.elts if isinstance(index, ast.Tuple) else [index]
        kinds = [self.kind(each) if not isinstance(each, ast.Slice) else None for each in indices]
        if base.name == "tuple" and len(indices) == 1 and isinstance(index, ast.Constant):
            return self.any_of(node, [base.parts[int(str(index.value))]])
        if not {*kinds} <= INTEGERS:
            self.refuse(node, f"an index that is not an integer, {said(node)}")
        if base == VECTOR and len(indices) == 1:
            return SCALAR
        if base in {VECTOR, ROWS, OTHER}:
            return OTHER
        if base.name == "tuple" and {*base.parts} <= NUMBERS:
            return self.any_of(node, base.parts)
        if base.name != "array" or len(indices) != base.parts[1]:
            self.refuse(node, f"an item of {base.name}, {said(node)}")
        return self.any_of(node, base.parts[:1])

    def element(self, node: ast.expr, kind: Kind) -> Kind:
        """The kind of the elements in a loop over this."""
        if kind == VECTOR:
            return SCALAR
        if kind == ROWS:
            return VECTOR
        if kind.name == "array" and kind.parts[1] == 1:
            return self.any_of(node, kind.parts[:1])
        if kind.name == "tuple" and kind.parts:
            return self.any_of(node, kind.parts)
        return self.refuse(node, f"a loop over {kind.name}, {said(node)}")

    # Calls

    def called(self, node: ast.Call) -> Kind:
        function: Any = self.known(node.func)
        if any(isinstance(each, ast.Starred) for each in node.args):
            self.refuse(node, f"unsupported arguments, {said(node)}")
        kinds = [self.kind(each) for each in node.args]
        if isinstance(function, types.FunctionType) and function not in _KNOWN:
            return self.call_of(node, self._program.implementation(function), kinds)
        if function in _MAKERS and kinds:
            return self.made(node, kinds)
        kind = None if node.keywords else self.called_builtin(node, function, kinds)
        return kind or self.refuse(node, f"an unsupported call, {said(node)}")

    def called_builtin(self, node: ast.Call, function: Any, kinds: list[Kind]) -> Kind | None:
        """A call of a function without analysed source; None if it may distinguish the forms."""
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
        """A call of another function, with arguments in order."""
        code = function.__code__
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        named = {each.arg: self.kind(each.value) for each in node.keywords}
        rest = names[len(kinds) :]
        if {*named} != {*rest}:
            self.refuse(node, f"a call without all arguments, {said(node)}")
        return self._program.call(function, (*kinds, *(named[name] for name in rest)))

    def made(self, node: ast.Call, kinds: list[Kind]) -> Kind:
        """A new array: a row of integers, or any other."""
        given = [*node.args[1:], *(each.value for each in node.keywords if each.arg == "dtype")]
        shapes = kinds[0].parts if kinds[0].name == "tuple" else (kinds[0],)
        if not {*shapes} <= INTEGERS or len(given) > 1:
            self.refuse(node, f"an unsupported array, {said(node)}")
        dtype = np.dtype(self.known(given[0])) if given else np.dtype(float)
        return VECTOR if dtype.kind in "iu" and len(shapes) == 1 else OTHER


def said(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


_CASTS: Final[dict[Any, Kind]] = {int: SCALAR, float: FLOAT, bool: BOOL, range: VECTOR}
_MAKERS: Final[tuple[Any, ...]] = (np.zeros, np.empty, np.ones)
_KNOWN: Final[dict[Any, Kind | None]] = {
    moves_mask: VECTOR, kernel.move_count: SCALAR, kernel.call: None, kernel.records_like: None,
}  # fmt: skip
"""Functions without analysed source, and the kinds of their results for a state."""
