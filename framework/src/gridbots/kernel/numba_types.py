"""Numba types of kernels and verbs: what is compiled where compiled code calls them.

numba compiles an overload anew for the flags of each caller, and for each width of its numbers.
Here every kernel is compiled once for each combination of argument types, and whole numbers are
passed as 64 bits. (Measured: a search of Paper.io compiles 124 functions instead of 171.)
"""

from __future__ import annotations

import functools
import inspect
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numba.core.types
from numba.core.compiler import compile_extra
from numba.core.datamodel.models import OpaqueModel, register_default
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin
from numba.core.registry import cpu_target
from numba.core.typing.templates import fold_arguments, signature

from gridbots.errors import GridbotsError
from gridbots.kernel.code_generation import HashedFlags, PartCompiler
from gridbots.kernel.numba_errors import MACHINE, with_line
from gridbots.kernel.part_cache import Part, kernel_library, load, save
from gridbots.kernel.sources import check_importable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from gridbots.kernel.code_generation import KernelLibrary

types: Any = numba.core.types
WORD: Final = 64
"""Bits of a whole number that is passed to a kernel."""


class Registry(NamedTuple):
    """Where to find kernels."""

    is_inlined: Callable[[Callable[..., Any]], bool]
    of_verb: Callable[[str, Iterable[str]], Callable[..., Any] | None]
    """By the name of a verb and the fields of a record."""
    of_handle: Callable[[str], Callable[..., Any] | None]
    """By its full name."""


class Called(types.Callable, types.Dummy):
    """Type of what compiled code calls by its name."""

    def __init__(self, function: Callable[..., Any], registry: Registry) -> None:
        self.function, self.registry = function, registry
        super().__init__(f"{function.__module__}.{function.__qualname__}")

    @property
    def key(self) -> Any:
        return self.function

    def get_call_signatures(self) -> tuple[list[Any], bool]:
        return [], True


class TypingContext:
    """Typing context that remembers the signatures of functions and operators.

    Without it, numba tries all signatures of an operator at every use. (Measured: this halves the
    CPU time of type inference for a search.)
    """

    def __init__(self, context: Any) -> None:
        self._context = context
        self._signatures: dict[Any, Any] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)

    def resolve_function_type(self, function: Any, args: Any, kws: Any) -> Any:
        if kws or not isinstance(function, types.Function):
            return self._context.resolve_function_type(function, args, kws)
        key = function, tuple(args)
        if self._signatures.get(key) is None:
            self._signatures[key] = self._context.resolve_function_type(function, args, kws)
        return self._signatures[key]


typing_context: Final = TypingContext(cpu_target.typing_context)


class KernelType(Called):
    """Type of one kernel."""

    def __init__(self, function: Callable[..., Any], registry: Registry) -> None:
        super().__init__(function, registry)
        self.parameters = inspect.signature(function)
        self.made: dict[tuple[Any, ...], Any] = {}

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:  # noqa: ARG002  of numba
        given = fold_arguments(
            self.parameters,
            args,
            kws,
            lambda _, __, value: widened(value),
            lambda _, __, default: types.Omitted(default),
            lambda _, __, values: types.StarArgTuple(values),
        )
        made = self.compiled(tuple(given))
        return signature(made.signature.return_type, *given).replace(pysig=self.parameters)

    def get_impl_key(self, sig: Any) -> Any:
        return self.made[sig.args].entry_point

    def compiled(self, args: tuple[Any, ...]) -> Any:
        """The code for these types of arguments; an error is raised again each time."""
        if args not in self.made:
            self.made[args] = TypingError(f"{self.name} calls itself: use an explicit stack")
            try:
                self.made[args] = self.part(args)
            except MACHINE:
                del self.made[args]
                raise
            except GridbotsError as error:
                self.made[args] = error
            except Exception as error:  # noqa: BLE001  numba fails in many ways
                self.made[args] = TypingError(with_line(error, self.function))
        made = self.made[args]
        if isinstance(made, Exception):
            raise made
        return made

    def part(self, args: tuple[Any, ...]) -> Part:
        """The code from the cache on disk, or else compiled, and put there."""
        check_importable(self.function)
        library = kernel_library(self.function, args)
        kept = load(
            library, lambda function, given: kernel_type(function, self.registry).compiled(given)
        )
        return kept or self.compile(args, kernel_library(self.function, args))

    def compile(self, args: tuple[Any, ...], library: KernelLibrary) -> Part:
        flags = HashedFlags()
        flags.nrt = True
        flags.no_cfunc_wrapper = True
        flags.no_cpython_wrapper = True
        flags.forceinline = self.registry.is_inlined(self.function)
        made = compile_extra(
            typing_context,
            cpu_target.target_context,
            self.function,
            args,
            None,
            flags,
            {},
            library=library,
            pipeline_class=PartCompiler,
        )
        save(made)
        return Part(made.signature, made.entry_point, library)


class VerbType(Called):
    """Type of a verb: the kernel of the game whose record is the first argument."""

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        found = self.kernel_for(args[0])
        return found.get_call_type(context, args, kws) if found else None

    def get_impl_key(self, sig: Any) -> Any:
        return self.kernel_for(sig.args[0]).get_impl_key(sig)

    def kernel_for(self, state: Any) -> Any:
        function = self.registry.of_verb(self.function.__name__, getattr(state, "fields", ()))
        return kernel_type(function, self.registry) if function else None


class CallType(Called):
    """Type of `call`: it calls the kernel of its first argument, which is a handle."""

    def __init__(self, function: Callable[..., Any], registry: Registry) -> None:
        super().__init__(function, registry)
        lower_builtin(self, types.VarArg(types.Any))(self.lower)

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        handed, *rest = map(widened, args)
        found = self.kernel_behind(handed)
        if found is None:
            return None
        made = found.get_call_type(context, passed(found, handed, rest), kws)
        return signature(made.return_type, handed, *rest)

    def get_impl_key(self, sig: Any) -> Any:  # noqa: ARG002  of numba
        return self

    def lower(self, context: Any, builder: Any, sig: Any, args: Any) -> Any:
        """Code that calls the kernel behind a handle."""
        handed, *rest = sig.args
        found = self.kernel_behind(handed)
        expected, values = passed(found, handed, rest), args[1:]
        if held_record(handed):
            record = context.make_array(handed)(context, builder, args[0]).data
            values = (builder.bitcast(record, context.get_value_type(expected[0])), *values)
        code = context.get_function(found, signature(sig.return_type, *expected))
        return code(builder, values[: len(expected)])

    def kernel_behind(self, handed: Any) -> Any:
        """The type of the kernel of a handle."""
        (name, *_) = getattr(getattr(handed, "dtype", None), "fields", ("",))
        function = self.registry.of_handle(name)
        return kernel_type(function, self.registry) if function else None


for each in (KernelType, VerbType, CallType):
    register_default(each)(OpaqueModel)


def passed(found: KernelType, handed: Any, rest: Sequence[Any]) -> tuple[Any, ...]:
    """The arguments of a kernel called by a handle: the record in the handle, and the rest."""
    given = (*held_record(handed), *rest)
    return given[: len(found.parameters.parameters)]


def held_record(handed: Any) -> list[Any]:
    """The type of the record in a handle, if there is one."""
    (field,) = handed.dtype.fields.values()
    return [field.type] if isinstance(field.type, types.Record) else []


@functools.cache
def kernel_type(function: Callable[..., Any], registry: Registry) -> KernelType:
    return KernelType(function, registry)


def widened(given: Any) -> Any:
    """The type that an argument of this type is passed as."""
    plain = types.unliteral(given)
    if isinstance(plain, types.Integer) and plain.bitwidth < WORD:
        return types.int64
    return plain
