"""Kernels: plain Python functions that numba can also compile. Verbs: kernels by type of record.

A kernel is a module-level function over numpy arrays, records and numbers, marked with `@kernel`.
Marking changes nothing: calling the function runs it as ordinary Python. `compiled(function)`
returns the same function as machine code, including every kernel that it calls.

A verb (`@verb`) is a function that is dispatched on the type of its first argument, a state record.
So a search can call `step(state, moves)` without naming a game, plain or compiled. `register`
assigns kernels to verbs; creating a `Game` does that.

A kernel cannot be passed to other kernels as a function, because code that takes a function is
compiled again in every process (measured: 0.3 s instead of 0.01 s for a loop around one decision of
a bot). `handle` makes a record of it, and `call` finds the kernel by the type of the record.

Compiled code is kept on disk, each overload in a folder named by a digest of every source file
(`sources`), every value (`constants`) and every helper (`callables`) that it may depend on. numba
itself checks only the file of the outermost function, and would keep the old rules after a change
of the rules, or the old weights after a training. The kernels that an entry point calls are kept
for other entry points, too: once a bot has been compiled for a game, the next bot reuses the rules.

kernels          marks and handles of kernels, and properties of records
verbs            kernels by the type of a record
compilation      compilation by numba
numba_types      numba types of kernels and verbs
numba_errors     errors of numba, in one sentence with the author's line
code_generation  code generation by numba
cache            cache of compiled code on disk
overload_cache   numba's own cache in these folders
part_cache       bitcode of called kernels in these folders
sources          dependency digest of source files
constants        digest of the values that kernels name
callables        the functions behind kernels, helpers and extensions of numba
versions         digest of versions and options of the compiler
packages         digest of whole packages, for warmed bots
"""

from gridbots.kernel.cache import cache_home, code_home
from gridbots.kernel.compilation import compiled, has_numba
from gridbots.kernel.kernels import (
    call,
    handle,
    inlined_kernel,
    is_kernel,
    kernel,
    record_size,
    records_like,
    word_of,
)
from gridbots.kernel.verbs import (
    Registered,
    bind,
    game_of,
    is_verb,
    move_count,
    offers,
    register,
    verb,
)

__all__ = [
    "Registered",
    "bind",
    "cache_home",
    "call",
    "code_home",
    "compiled",
    "game_of",
    "handle",
    "has_numba",
    "inlined_kernel",
    "is_kernel",
    "is_verb",
    "kernel",
    "move_count",
    "offers",
    "record_size",
    "records_like",
    "register",
    "verb",
    "word_of",
]
