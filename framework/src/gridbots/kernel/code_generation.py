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
from types import CodeType
from typing import TYPE_CHECKING, Any, Final

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
    from collections.abc import Iterator

ENVIRONMENT: Final = "_ZN08NumbaEnv"
"""What the names of the global variables for environments begin with."""
CLOSURE_PASSES: Final = frozenset([InlineClosureLikes, MakeFunctionToJitFunction])
"""What numba does to functions within a function."""


@functools.cache
def record_name(record: types.Record) -> tuple[str, tuple[int]]:
    """How the names of compiled functions tell a type of records: by what it is.

    By default it is a number that every process counts for itself. Functions of two types that two
    processes have compiled, and put into the cache, could then have one name; a third process that
    loads both would call one for the other.

    numba has no place for this but the class, so it holds for everything that it compiles in this
    process. It may: numba reads it only to make up names, and equal types still have equal names.
    """
    digest = hashlib.sha256(str(record).encode()).digest()
    return "Record", (int.from_bytes(digest[:7]),)


types.Record.mangling_args = property(record_name)  # type: ignore[assignment]
# numba asks for this long text at each of its passes. (Measured: 3 to 7 % of the time to compile.)
types.Record.__repr__ = functools.cache(types.Record.__repr__)  # type: ignore[method-assign]


@intrinsic  # type: ignore[untyped-decorator]
def load_word(typing: Any, record: Any, place: Any) -> Any:  # noqa: ARG001  as numba calls it
    """Eight bytes of a record, from a place on, aligned or not."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
        first = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())
        word = builder.gep(first, [arguments[1]])
        return builder.load(builder.bitcast(word, ir.IntType(64).as_pointer()), align=1)

    return types.int64(record, types.intp), generate


class HashedFlags(Flags):
    """Compiler flags that compare by what is set, not by every option that there is.

    numba looks up by the flags of the caller what its own operators and functions are, some twenty
    thousand times for a search.
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
    """The code of one kernel, without what it calls."""

    def finalize(self) -> None:
        self._finalized = True


class EntryLibrary(LightLibrary):
    """The code of an entry point with all that it calls."""

    def finalize(self) -> None:
        self._linking_libraries = list(dict.fromkeys(linked(self)))
        super().finalize()


class BriefLibrary(EntryLibrary):
    """The same, optimised as much as pays for code that runs once for each move."""

    def _optimize_final_module(self) -> None:
        passes, builder = self._codegen._module_pass_manager(opt=1)
        passes.run(self._final_module, builder)


def linked(library: Any) -> Iterator[Any]:
    """All libraries that this one needs; other than parts, they hold what they need themselves."""
    left = [*library._linking_libraries]
    seen = set()
    while left:
        found = left.pop()
        if found in seen:
            continue
        seen.add(found)
        yield found
        if isinstance(found, PartLibrary):
            left += found._linking_libraries


@register_pass(mutates_CFG=True, analysis_only=False)
class TypedRewrites(NopythonRewrites):
    """Rewrites of array expressions, lists and fields, where there are any: looking is dear."""

    _name = "gridbots_typed_rewrites"

    def run_pass(self, state: Any) -> bool:
        statements = (each for block in state.func_ir.blocks.values() for each in block.body)
        if not any(_may_be_rewritten(each, state.typemap) for each in statements):
            return False
        return bool(super().run_pass(state))


def _may_be_rewritten(statement: Any, typemap: Any) -> bool:
    """Whether one of numba's rewrites of typed code may be for this statement."""
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
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        description, environment = state.cr.fndesc, state.cr.env
        # Callers find the code by this function; it is never called.
        name, module = description.qualname.rpartition(".")[2], description.lookup_module()
        function = _dynfunc.make_function(module, name, "", 0, environment, (state.library,))
        state.targetctx.insert_user_function(function, description, [state.library])
        state.cr = state.cr._replace(cfunc=function)
        return True


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


class Part(CompilerBase):
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
    """The pipeline of those that it calls once for each move."""

    lowering = BriefEntryLowering


def _lowering_by(lowering: type[NativeLowering], state: Any) -> Any:
    """Numba's own passes: another lowering, and none that finds nothing to do."""
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
