"""Analysis of one function: its statements, repeated until the kinds of local names converge."""

from __future__ import annotations

import ast
import functools
import linecache
from typing import TYPE_CHECKING

from gridbots.game.abstract_values import (
    BOOL,
    NUMBER,
    NUMBERS,
    OTHER,
    SCALAR,
    STATE,
    VECTOR,
    Distinction,
    Kind,
    Place,
    fits,
)
from gridbots.game.expression_analysis import ExpressionAnalysis, said

if TYPE_CHECKING:
    from gridbots.game.abstract_values import Function
    from gridbots.game.expression_analysis import Functions


@functools.cache
def _functions_in(file: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The top-level functions of a file, by name and first line, decorators included."""
    tree = ast.parse("".join(linecache.getlines(file)))
    return {
        (node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])): node
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
    }


class FunctionAnalysis(ExpressionAnalysis):
    """Analysis of one function, repeated until the kinds of its local names converge."""

    def __init__(self, program: Functions, function: Function) -> None:
        super().__init__(program, function)
        self._returned: Kind | None = None
        node = _functions_in(self._file).get((function.__name__, self._line))
        if node is None or function.__closure__ or node.args.vararg or node.args.kwarg:
            raise Distinction(
                Place(
                    self._file, self._line, f"{function.__name__}, whose source cannot be analysed"
                )
            )
        self._node = node

    def result(self, kinds: tuple[Kind, ...]) -> Kind:
        given = self._node.args
        names = [each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
        if len(names) != len(kinds):
            self.refuse(self._node, "a call with the wrong number of arguments")
        before = None
        self._names = dict(zip(names, kinds, strict=True))
        while before != (self._names, self._returned):
            before = dict(self._names), self._returned
            self.block(self._node.body)
        return self._returned or SCALAR

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
                self.refuse(node, f"an unsupported statement, {said(node)}")

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
                self.refuse(target, f"an unsupported assignment to {said(target)}")

    def store(self, target: ast.Subscript, base: Kind, index: ast.expr, kind: Kind) -> None:
        place = self.subscript(target, base, index)
        if base in {VECTOR, OTHER} and kind in NUMBERS:
            return
        if place.name == "array" or base.name == "tuple" or base in {VECTOR, OTHER}:
            self.refuse(target, f"an assignment to all elements, {said(target)}")
        # A truth value of numpy cannot be written to a memory view.
        is_flag = kind == BOOL and place == NUMBER and base == STATE
        if not is_flag and not fits(kind, place):
            self.refuse(target, f"{said(target)} made {kind.name}, where {place.name} belongs")


def _loaded(target: ast.expr) -> ast.expr:
    """The same expression as a target, in a reading context."""
    match target:
        case ast.Name(name):
            return ast.Name(name, ast.Load())
        case ast.Subscript(base, index):
            return ast.Subscript(base, index, ast.Load())
    return target
