"""Lazy code generation: machine code only for the kernels that Python itself calls.

numba optimises every function in full and translates it to machine code, and does so again within
each function that calls it, up to the one that Python calls. Only that one is ever run, or kept on
disk: code of the others lies in it. So here a function is simplified cheaply and linked into its
callers; it is optimised in full and translated, with all that it calls, when somebody asks for the
address of its machine code. (Measured: a search of Paper.io compiles in half the CPU time, and is
as fast.)
"""

from __future__ import annotations

from typing import Any, Final

from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

OPTIMISATION: Final = 3
"""Level of the cheap passes over a function alone. Without them searches are a twentieth slower."""


class LazyLibrary(JITCodeLibrary):
    """The code of one function and of all that it calls."""

    _is_native = False
    """Whether it has been translated to machine code."""

    def _set_compiled_object(self, value: Any) -> None:
        """Take over machine code from the cache on disk."""
        self._is_native = True
        super()._set_compiled_object(value)

    def _optimize_final_module(self) -> None:
        if self._is_native:
            super()._optimize_final_module()
        else:
            passes, builder = self._codegen._module_pass_manager(  # noqa: SLF001
                loop_vectorize=False, slp_vectorize=False, opt=OPTIMISATION, cost="cheap"
            )
            passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        if self._is_native:
            super()._finalize_final_module()
        else:
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Address of the machine code, which is made now if need be; 0: no such function."""
        self._ensure_finalized()
        if not self._is_native:
            if not any(each.name == name for each in self.get_defined_functions()):
                return 0
            self._is_native = True
            self._optimize_final_module()
            self._finalize_final_module()
        return int(super().get_pointer_to_function(name))


_environments: dict[str, Any] = {}
"""Those of functions whose machine code is not there yet, by the name of the global variable."""

_set_now = JITCPUCodegen.set_env


def set_environment(codegen: Any, name: str, environment: Any) -> None:
    """Point the variable of a function to its environment; later, if there is no code of it yet."""
    _environments[name] = environment
    if is_there(codegen, name):
        for each in [each for each in _environments if is_there(codegen, each)]:
            _set_now(codegen, each, _environments.pop(each))


def is_there(codegen: Any, name: str) -> bool:
    return bool(codegen._engine.get_global_value_address(name))  # noqa: SLF001


def install() -> None:
    """Let numba generate code lazily in this process."""
    JITCPUCodegen._library_class = LazyLibrary  # noqa: SLF001
    JITCPUCodegen.set_env = set_environment  # type: ignore[method-assign]
