"""Code generation by numba: machine code only for entry points, the kernels that Python calls.

numba optimises every function in full and translates it to machine code, and does so again within
each function that calls it. So the innermost parts of a search that is twenty calls deep are
compiled twenty times. Here the kernels that kernels call are kept as they were lowered, and linked
into each entry point once, which is optimised as a whole. (Measured: a search of Light Riders
compiles in half the CPU time, and is as fast.)
"""

from __future__ import annotations

import functools
import gc
import hashlib
import os
import secrets
from graphlib import TopologicalSorter
from types import CodeType
from typing import TYPE_CHECKING, Any, Final

import llvmlite.binding as llvm
from llvmlite import ir
from numba import _dynfunc
from numba.core import ir as numba_ir
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import register_pass
from numba.core.environment import lookup_environment
from numba.core.typed_passes import NativeLowering, NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes, MakeFunctionToJitFunction
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""Prefix of the names of global variables for environments."""
MANGLED: Final = "_ZN"
"""Prefix of the names of all compiled functions."""
CLOSURE_PASSES: Final = frozenset([InlineClosureLikes, MakeFunctionToJitFunction])
"""numba's passes for functions within a function."""


@functools.cache
def record_name(record: types.Record) -> tuple[str, tuple[int]]:
    """Name a type of records in the names of compiled functions by its fields.

    numba names it by a counter of each process. Two processes could then compile functions of two
    types under one name into the cache, and a third that loads both would confuse them.

    numba reads this name from the class, so the change affects everything that this process
    compiles. That is safe: numba only makes up names from it, and equal types still have equal
    names.
    """
    digest = hashlib.sha256(str(record).encode()).digest()
    return "Record", (int.from_bytes(digest[:7]),)


types.Record.mangling_args = property(record_name)  # type: ignore[assignment]
# numba asks for this long text at each of its passes. (Measured: 3 to 7 % of the time to compile.)
types.Record.__repr__ = functools.cache(types.Record.__repr__)  # type: ignore[method-assign]


@intrinsic  # type: ignore[untyped-decorator]
def load_word(typing: Any, record: Any, place: Any) -> Any:  # noqa: ARG001  as numba calls it
    """Eight bytes of a record, starting at an offset, aligned or not."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        first = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        word = builder.gep(first, [arguments[1]])
        return builder.load(builder.bitcast(word, ir.IntType(64).as_pointer()), align=1)

    return types.int64(record, types.intp), generate


class HashedFlags(Flags):
    """Compiler flags that compare only the options that are set.

    For one search, numba looks up operators and functions by the caller's flags about twenty
    thousand times.
    """

    def __hash__(self) -> int:
        return hash(frozenset(self._values))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HashedFlags) and self._values == other._values


class LightLibrary(JITCodeLibrary):
    """Code of one kernel that is optimised lightly for now: what links it is optimised in full."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:
                passes, builder = self._codegen._function_pass_manager(opt=1)
                passes.run(function, builder)


class PartLibrary(LightLibrary):
    """The code of one function, without what it calls."""

    def finalize(self) -> None:
        self._finalized = True


class KernelLibrary(PartLibrary):
    """The code of one kernel, without what it calls."""

    def __init__(
        self, codegen: Any, kernel: Callable[..., Any], arguments: tuple[Any, ...], digest: str
    ) -> None:
        """Start without code; the digest identifies the code that it will hold."""
        super().__init__(codegen, kernel.__qualname__)
        self.kernel = kernel
        self.arguments = arguments
        self.digest = digest
        self.environments: Sequence[Any] = ()

    def called(self) -> list[KernelLibrary]:
        """The code of the kernels that this one calls."""
        return [each for each in self._around() if isinstance(each, KernelLibrary)]

    def whole(self) -> Any:
        """A module of this code and that of all helpers.

        The helpers get names that are unique to this process, except those of the runtime: numba
        removes reference counts by the names of the functions that count.
        """
        module = self._get_module_for_linking().clone()
        own = {each.name for each in module.functions if not each.is_declaration}
        for each in self._around():
            if not isinstance(each, KernelLibrary):
                module.link_in(each._get_module_for_linking(), preserve=True)
        for each in module.functions:
            is_helper = each.name.startswith(MANGLED) and each.name not in own
            if is_helper and not each.is_declaration:
                each.name += f".{process_name(os.getpid())}"
        return module

    def must_be_prepared(self) -> bool:
        """Whether a process must load something else before it can run this code."""
        return any(each._reload_init for each in [self, *self._around()])

    def fill(self, code: bytes, environments: Sequence[Any]) -> None:
        """Take code from the cache, and keep alive what it needs."""
        self._final_module = llvm.parse_bitcode(code)
        self.environments = environments
        self.finalize()

    def _around(self) -> Iterator[Any]:
        """The kernels and helpers that this code calls, and what the helpers call; each once."""
        return linked(self, but_for=KernelLibrary)


@functools.cache
def process_name(number: int) -> str:  # noqa: ARG001  a process that is forked has another one
    """A name that is unique among all processes with a shared cache."""
    return secrets.token_hex(8)


class EntryLibrary(LightLibrary):
    """The code of an entry point with all that it calls."""

    def finalize(self) -> None:
        self._linking_libraries = list(linked(self))
        super().finalize()


class BriefLibrary(EntryLibrary):
    """The same for code that runs once per move, which is optimised less."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager(opt=1)
        passes.run(self._final_module, builder)


def linked(library: Any, but_for: Any = ()) -> Iterator[Any]:
    """All libraries that this one needs, without what those of the classes `but_for` need.

    Each comes after all that need it. LLVM drops a function that nothing refers to when it is
    linked, and a library that needs another may no longer refer to it: its code is optimised.
    Libraries that are not parts hold what they need themselves.
    """
    order = TopologicalSorter[Any]()
    left, seen = [library], {library}
    while left:
        found = left.pop()
        if found is library or (isinstance(found, PartLibrary) and not isinstance(found, but_for)):
            for each in found._linking_libraries:
                order.add(each, found)
                left += [] if each in seen else [each]
                seen.add(each)
    return (each for each in order.static_order() if each is not library)


@register_pass(mutates_CFG=True, analysis_only=False)
class TypedRewrites(NopythonRewrites):
    """Rewrites of array expressions, lists and fields; a slow pass, so only where one can apply."""

    _name = "gridbots_typed_rewrites"

    def run_pass(self, state: Any) -> bool:
        statements = (each for block in state.func_ir.blocks.values() for each in block.body)
        if not any(_may_be_rewritten(each, state.typemap) for each in statements):
            return False
        return bool(super().run_pass(state))


def _may_be_rewritten(statement: Any, typemap: Any) -> bool:
    """Whether one of numba's rewrites of typed code may apply to this statement."""
    made = statement.value if isinstance(statement, numba_ir.Assign) else statement
    if isinstance(made, numba_ir.SetItem) or getattr(made, "op", "") == "getitem":
        return isinstance(typemap[made.index.name], types.StringLiteral)  # type: ignore[attr-defined]
    if not isinstance(made, numba_ir.Expr):
        return False
    is_array = isinstance(typemap[statement.target.name], types.Array)
    return made.op == "build_list" or (is_array and made.op in {"unary", "binop", "call"})


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):
    """Lowering without machine code."""

    _name = "gridbots_part_lowering"

    def run_pass(self, state: Any) -> bool:
        if state.library is None:
            state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        if isinstance(state.library, KernelLibrary):
            # Part of its name; by default this is a counter of each process.
            state.func_id.unique_id = state.library.digest
        state.flags.no_compile = True
        super().run_pass(state)
        function = announced(state.targetctx, state.cr.fndesc, state.cr.env, state.library)
        state.cr = state.cr._replace(cfunc=function)
        return True


def announced(context: Any, description: Any, environment: Any, library: PartLibrary) -> Any:
    """The function by which callers find the code of a part; it is never called."""
    name, module = description.qualname.rpartition(".")[2], description.lookup_module()
    function = _dynfunc.make_function(module, name, "", 0, environment, (library,))
    context.insert_user_function(function, description, [library])
    return function


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    """Lowering to machine code, with that of all parts."""

    _name = "gridbots_entry_lowering"
    library_class: type[EntryLibrary] = EntryLibrary

    def run_pass(self, state: Any) -> bool:
        codegen = state.targetctx.codegen()
        state.library = self.library_class(codegen, state.func_id.func_qualname)
        state.library.enable_object_caching()
        super().run_pass(state)
        for variable in state.library._final_module.global_variables:
            if variable.name.startswith(ENVIRONMENT):
                environment = lookup_environment(variable.name)
                if environment is not None:
                    codegen.set_env(variable.name, environment)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class BriefEntryLowering(EntryLowering):
    _name = "gridbots_brief_entry_lowering"
    library_class = BriefLibrary


class PartCompiler(CompilerBase):
    """The pipeline of kernels that kernels call."""

    def define_pipelines(self) -> list[Any]:
        return [_lowering_by(PartLowering, self.state)]


class EntryPointCompiler(CompilerBase):
    """The pipeline of kernels that Python calls."""

    lowering: type[EntryLowering] = EntryLowering

    def compile_extra(self, function: Any) -> Any:
        """Compile while the garbage collector pauses: that takes a seventh less time."""
        self.state.flags = HashedFlags(self.state.flags)
        was_enabled = gc.isenabled()
        gc.disable()
        try:
            return super().compile_extra(function)
        finally:
            if was_enabled:
                gc.enable()

    def define_pipelines(self) -> list[Any]:
        return [_lowering_by(self.lowering, self.state)]


class BriefEntryPointCompiler(EntryPointCompiler):
    """The pipeline of kernels that Python calls once per move."""

    lowering = BriefEntryLowering


def _lowering_by(lowering: type[NativeLowering], state: Any) -> Any:
    """Numba's passes with another lowering, and without passes that would do nothing."""
    manager = DefaultPassBuilder.define_nopython_pipeline(state)
    own = {NativeLowering: lowering, NopythonRewrites: TypedRewrites}
    idle = frozenset() if _holds_functions(state.func_id.code) else CLOSURE_PASSES
    manager.passes = [
        (own.get(each, each), why) for each, why in manager.passes if each not in idle
    ]
    manager.finalize()
    return manager


def _holds_functions(code: CodeType) -> bool:
    """Whether functions, comprehensions or generators are made in this code."""
    return any(isinstance(each, CodeType) for each in code.co_consts)
